// flow_fill.h: what the file of a scenario's flow says, as the scenario's own
#ifndef AT_TESTER_FLOW_FLOW_FILL_H
#define AT_TESTER_FLOW_FLOW_FILL_H

#include <jansson.h>

#include "base/err.h"
#include "maestro/flow.h"

// Set "name", "goal", "packageName", "tags" and "steps" of a scenario's JSON
// from its member "flow"; a scenario without one is left alone. A flow with
// errors has no steps, so it cannot run. out_problems, a list that may be NULL,
// gets {"file", "line", "column", "severity", "text", "hint"} for each problem.
// AT_EUSAGE: "flow" is malformed, and nothing was changed.
AT_CHECKED bool at_flow_fill(json_t *scenario, json_t *out_problems,
                             struct at_err *err);
// The same for one that is about to run: AT_EUSAGE with the first error of the
// flow, by its place.
AT_CHECKED bool at_flow_fill_to_run(json_t *scenario, struct at_err *err);

// The commands that are steps: those of onFlowStart, the flow's own and those
// of onFlowComplete. Return the index of one, or SIZE_MAX.
size_t at_flow_step_of(const struct at_maestro_flow *flow,
                       const struct at_maestro_command *command);
size_t at_flow_step_count(const struct at_maestro_flow *flow);

#endif
