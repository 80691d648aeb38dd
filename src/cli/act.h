// act.h: one step of the engine, and what it did as the command's data
#ifndef AT_CLI_ACT_H
#define AT_CLI_ACT_H

#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "cli/call.h"

// Run step, which is taken over, and leave what it did: action (name), target,
// effect, changed, value, note, device_ms …, also where it fails. Where its
// value is a secret, or may be, call->secret is set.
AT_CHECKED bool at_act_run(struct at_call *call, struct at_app *app,
                           const char *name, json_t *step, struct at_err *err);

// {"x": …, "y": …}, owned by the caller.
json_t *at_act_point(struct at_point at);

// What at_act_run() has left, for people.
void at_act_print(const json_t *data, struct at_buf *out);

#endif
