// steps_check.h: steps that wait and assert
#ifndef AT_FLOW_STEPS_STEPS_CHECK_H
#define AT_FLOW_STEPS_STEPS_CHECK_H

#include "flow/steps/exec.h"

// Handlers of rows, see flow/steps/step.h.
bool at_step_wait(struct at_step_call *call, struct at_err *err);
bool at_step_wait_for_stable(struct at_step_call *call, struct at_err *err);
bool at_step_assert_visible(struct at_step_call *call, struct at_err *err);
bool at_step_assert_not_visible(struct at_step_call *call, struct at_err *err);
bool at_step_assert_toast(struct at_step_call *call, struct at_err *err);
bool at_step_assert_text(struct at_step_call *call, struct at_err *err);
bool at_step_assert_state(struct at_step_call *call, struct at_err *err);
bool at_step_wait_until(struct at_step_call *call, struct at_err *err);

#endif
