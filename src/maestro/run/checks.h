// checks.h: assertions, waits and conditions
#ifndef AT_MAESTRO_RUN_CHECKS_H
#define AT_MAESTRO_RUN_CHECKS_H

#include "maestro/run/runner.h"

bool at_maestro_assert(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_wait_idle(struct at_maestro_call *call, struct at_err *err);
bool at_maestro_copy_text(struct at_maestro_call *call, struct at_err *err);

// The time limit of the command in *out_ms, Maestro's for look-ups if it has
// none.
AT_CHECKED bool at_maestro_read_timeout(struct at_maestro_call *call,
                                        int64_t *out_ms, struct at_err *err);

// Evaluate an expanded condition: platform, expression, visible, notVisible, in
// this order, each look for limit_ms at most. *out_why is set to why it does
// not hold.
AT_CHECKED bool at_maestro_holds(struct at_maestro_call *call,
                                 const struct at_maestro_condition *condition,
                                 int64_t limit_ms, bool *out_holds,
                                 struct at_err *out_why, struct at_err *err);
bool at_maestro_has_condition(const struct at_maestro_condition *condition);

#endif
