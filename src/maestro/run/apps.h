// apps.h: launching, stopping and preparing apps
#ifndef AT_MAESTRO_RUN_APPS_H
#define AT_MAESTRO_RUN_APPS_H

#include "maestro/run/runner.h"

bool at_maestro_launch(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_stop(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_kill(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_clear(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_set_permissions(struct at_maestro_call *call,
                                struct at_err *err);

#endif
