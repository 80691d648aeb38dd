// state.h: an app's data, kept and put back
#ifndef AT_MAESTRO_RUN_STATE_H
#define AT_MAESTRO_RUN_STATE_H

#include "maestro/run/runner.h"

bool at_maestro_snapshot_state(struct at_maestro_call *call,
                               struct at_err *err);
bool at_maestro_restore_state(struct at_maestro_call *call, struct at_err *err);

#endif
