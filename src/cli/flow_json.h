// flow_json.h: a run of a flow as JSON
#ifndef AT_CLI_FLOW_JSON_H
#define AT_CLI_FLOW_JSON_H

#include <jansson.h>

#include "maestro/trace.h"

// All are owned by the caller.
json_t *at_flow_json_step(const struct at_maestro_step *step);
// The whole trace, with its steps.
json_t *at_flow_json_trace(const struct at_maestro_trace *trace);
// The flow's row in a result: without its steps, with the one that failed.
json_t *at_flow_json_row(const struct at_maestro_trace *trace);

#endif
