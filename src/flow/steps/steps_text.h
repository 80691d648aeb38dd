// steps_text.h: steps that type into a field and read it back
#ifndef AT_FLOW_STEPS_STEPS_TEXT_H
#define AT_FLOW_STEPS_STEPS_TEXT_H

#include "flow/steps/exec.h"

// Handlers of rows, see flow/steps/step.h.
bool at_step_type(struct at_step_call *call, struct at_err *err);
bool at_step_clear_text(struct at_step_call *call, struct at_err *err);

struct at_field;
// Read back the step's text, which was entered, and continue typing if the
// focus has moved on.
AT_CHECKED bool at_step_judge_text(struct at_step_call *call,
                                   const struct at_field *field,
                                   const struct at_buf *expected,
                                   struct at_err *err);

#endif
