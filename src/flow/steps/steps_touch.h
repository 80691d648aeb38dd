// steps_touch.h: steps of fingers and keys
#ifndef AT_FLOW_STEPS_STEPS_TOUCH_H
#define AT_FLOW_STEPS_STEPS_TOUCH_H

#include "flow/steps/exec.h"
#include "flow/steps/scroll_pace.h"

// Handlers of rows, see flow/steps/step.h.
bool at_step_tap(struct at_step_call *call, struct at_err *err);
bool at_step_double_tap(struct at_step_call *call, struct at_err *err);
bool at_step_long_press(struct at_step_call *call, struct at_err *err);
bool at_step_swipe(struct at_step_call *call, struct at_err *err);
bool at_step_tap_at(struct at_step_call *call, struct at_err *err);
bool at_step_double_tap_at(struct at_step_call *call, struct at_err *err);
bool at_step_long_press_at(struct at_step_call *call, struct at_err *err);
bool at_step_swipe_between(struct at_step_call *call, struct at_err *err);
bool at_step_press_key(struct at_step_call *call, struct at_err *err);
bool at_step_two_fingers(struct at_step_call *call, struct at_err *err);
bool at_step_pinch_element(struct at_step_call *call, struct at_err *err);
bool at_step_drag_to(struct at_step_call *call, struct at_err *err);

struct at_drag {
    const struct at_node *node; // target in the newest tree; NULL: unknown
    struct at_rect area;
    enum at_direction finger;
};
// Move the finger across the middle of area.
AT_CHECKED bool at_step_drag(struct at_step_call *call,
                             const struct at_drag *drag,
                             const struct at_scroll_pace *pace,
                             struct at_err *err);

#endif
