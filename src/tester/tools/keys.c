// keys.c: goBack and hideKeyboard
#include "tester/tools/tools.h"

#define BACK AT_STR("KEYCODE_BACK")

bool
at_tool_has_back(const struct at_tool_runner_call *call)
{
    const struct at_device *device = at_app_device(call->runner->app);
    return !device->ops->check_key || device->ops->check_key(BACK, NULL);
}

bool
at_tool_press_back(struct at_tool_runner_call *call,
                   struct at_flow_trace *out_trace, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_PRESS_KEY);
    step.keycode = BACK;
    return at_tool_runner_step(call, &step, out_trace, err);
}

// Without such a key, a swipe from the left edge goes back.
static bool
swipe_back(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_SWIPE_COORDINATES);
    struct at_err why = AT_ERR_INIT;
    if (!at_tool_runner_look(call, &why))
        return at_tool_runner_refuse(call, &why, err);
    const struct at_tree *tree = at_app_tree(call->runner->app);
    step.x = 0;
    step.y = step.to_y = tree->height_px / 2;
    step.to_x = tree->width_px * 4 / 5;
    return at_tool_runner_act(call, &step, AT_PREFIX_OK,
                              "pressed back (by a swipe from the left edge)",
                              err);
}

bool
at_tool_go_back(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_PRESS_KEY);
    if (!at_tool_has_back(call))
        return swipe_back(call, err);
    step.keycode = BACK;
    return at_tool_runner_act(call, &step, AT_PREFIX_OK, "pressed back", err);
}

// BACK without a keyboard would leave the screen.
bool
at_tool_hide_keyboard(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_PRESS_KEY);
    bool shown = false;
    struct at_err why = AT_ERR_INIT;
    if (!at_tool_runner_look(call, &why) && at_tool_runner_is_fatal(&why))
        return at_err_pass(err, &why);
    if (!at_app_keyboard_shown(call->op, call->runner->app, &shown)) {
        at_agent_tool_say(call->out, AT_PREFIX_OK,
                          "nothing was pressed: this device does not tell "
                          "whether the keyboard is shown");
        return true;
    }
    if (!shown || !at_tool_has_back(call)) {
        at_agent_tool_say(call->out, AT_PREFIX_OK,
                          shown ? "nothing was pressed: this device has no "
                                  "key for it; tap beside the field"
                                : "the keyboard is not shown");
        return true;
    }
    step.keycode = BACK;
    return at_tool_runner_act(call, &step, AT_PREFIX_OK,
                              "the keyboard is hidden", err);
}
