// links.h: opening links
#ifndef AT_MAESTRO_RUN_LINKS_H
#define AT_MAESTRO_RUN_LINKS_H

#include "maestro/run/runner.h"

bool at_maestro_open_link(struct at_maestro_call *call, struct at_err *err);

#endif
