// drag.h: holding an element, and dropping it elsewhere
#ifndef AT_MAESTRO_RUN_DRAG_H
#define AT_MAESTRO_RUN_DRAG_H

#include "maestro/run/runner.h"

bool at_maestro_drag(struct at_maestro_call *call, struct at_err *err);

#endif
