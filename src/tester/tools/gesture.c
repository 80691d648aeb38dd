// gesture.c: Home and dragging, which only a person does
#include <stdio.h>

#include "tester/tools/tools.h"

static bool
press_home(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_PRESS_KEY);
    step.keycode = AT_STR("KEYCODE_HOME");
    return at_tool_runner_act(call, &step, AT_PREFIX_OK, "pressed home", err);
}

bool
at_tool_gesture(struct at_tool_runner_call *call, struct at_err *err)
{
    const struct at_tool_runner_gesture *gesture = call->gesture;
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_SWIPE_COORDINATES);
    char words[100];
    if (gesture->is_home)
        return press_home(call, err);
    step.x = gesture->from.x_px;
    step.y = gesture->from.y_px;
    step.to_x = gesture->to.x_px;
    step.to_y = gesture->to.y_px;
    step.duration_ms = gesture->duration_ms;
    snprintf(words, sizeof(words), "moved the finger from (%d,%d) to (%d,%d)",
             (int)step.x, (int)step.y, (int)step.to_x, (int)step.to_y);
    bool ok = at_tool_runner_act(call, &step, AT_PREFIX_OK, words, err);
    call->out->touch.is_swipe = call->out->touch.has_point;
    call->out->touch.to = gesture->to;
    return ok;
}
