// steps_range.h: the step that sets a slider
#ifndef AT_FLOW_STEPS_STEPS_RANGE_H
#define AT_FLOW_STEPS_STEPS_RANGE_H

#include "flow/steps/exec.h"

// Handler of a row, see flow/steps/step.h. The value is a number in the
// slider's own range, or a percentage of it ("70%"). It is set directly if the
// device can do so, otherwise with a finger.
bool at_step_set_value(struct at_step_call *call, struct at_err *err);

#endif
