// ui_step.h: one step of the engine, its result as the command's data
#ifndef AT_CLI_UI_STEP_H
#define AT_CLI_UI_STEP_H

#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "cli/invocation.h"
#include "flow/flow.h"

// Run step and set data to its result, also on failure: action (name), target,
// effect, changed, value, note, diff, device_ms and more. The screen becomes
// the session's last snapshot. Set invocation->secret if its text is, or may
// be, a secret.
AT_CHECKED bool at_ui_step_run(struct at_invocation *invocation,
                               struct at_app *app, const char *name,
                               struct at_flow_step *step, struct at_err *err);

// The same for several steps, which end with the first that fails. The result
// of each, with done, is in data.steps.
AT_CHECKED bool at_ui_steps_run(struct at_invocation *invocation,
                                struct at_app *app, const char *name,
                                const struct at_flow *flow, struct at_err *err);

// Return {"x": …, "y": …}, owned by the caller.
json_t *at_ui_step_point(struct at_point at);

// Print data.events: what happened since the command before.
void at_ui_step_print_events(const json_t *data, struct at_buf *out);
// Print the result of at_ui_step_run() for people.
void at_ui_step_print(const json_t *data, struct at_buf *out);

#endif
