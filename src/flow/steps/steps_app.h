// steps_app.h: steps about the app and the screen as a whole
#ifndef AT_FLOW_STEPS_STEPS_APP_H
#define AT_FLOW_STEPS_STEPS_APP_H

#include "flow/steps/exec.h"

// Handlers of rows, see flow/steps/step.h.
bool at_step_reset_app(struct at_step_call *call, struct at_err *err);
bool at_step_screenshot(struct at_step_call *call, struct at_err *err);

#endif
