// install.h: installing an app from a file
#ifndef AT_MAESTRO_RUN_INSTALL_H
#define AT_MAESTRO_RUN_INSTALL_H

#include "maestro/run/runner.h"

bool at_maestro_install(struct at_maestro_call *call, struct at_err *err);

#endif
