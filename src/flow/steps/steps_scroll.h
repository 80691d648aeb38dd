// steps_scroll.h: steps that scroll until an element shows
#ifndef AT_FLOW_STEPS_STEPS_SCROLL_H
#define AT_FLOW_STEPS_STEPS_SCROLL_H

#include "flow/steps/exec.h"

// Handlers of rows, see flow/steps/step.h.
bool at_step_scroll_to(struct at_step_call *call, struct at_err *err);
bool at_step_read_list(struct at_step_call *call, struct at_err *err);

#endif
