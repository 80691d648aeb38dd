// nested.h: runFlow, repeat, retry, scripts
#ifndef AT_MAESTRO_RUN_NESTED_H
#define AT_MAESTRO_RUN_NESTED_H

#include "maestro/run/runner.h"

bool at_maestro_subflow(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_repeat(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_retry(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_eval_script(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_run_script(struct at_maestro_call *call, struct at_err *err);

#endif
