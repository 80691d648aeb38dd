// steps_data.h: steps that read what an app has stored or logged, and the one
// that sets the network
#ifndef AT_FLOW_STEPS_STEPS_DATA_H
#define AT_FLOW_STEPS_STEPS_DATA_H

#include "flow/steps/exec.h"

bool at_step_query_db(struct at_step_call *call, struct at_err *err);
bool at_step_get_shared_prefs(struct at_step_call *call, struct at_err *err);
bool at_step_get_logs(struct at_step_call *call, struct at_err *err);
bool at_step_set_network(struct at_step_call *call, struct at_err *err);

#endif
