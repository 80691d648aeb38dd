// toast.h: toasts in assertions
//
// Trees do not contain toasts; a device that reports events sends their texts
// (flow/changes/journal.h).
#ifndef AT_FLOW_CHANGES_TOAST_H
#define AT_FLOW_CHANGES_TOAST_H

#include "flow/steps/exec.h"

enum { AT_TOAST_SURE_MS = 2000 }; // minimum time that Android shows a toast

// The toast or notification that a target asks for.
struct at_toast_wish {
    const struct at_selector *target;
    bool notification;
};

// Return the newest toast that matches target or, with AT_TOAST_KEPT, a
// matching text that a screen has shown since the newest action. NULL also if
// target asks for more than a text. *out_age_ms is its age.
const struct at_event *at_toast_find(struct at_app *app,
                                     struct at_toast_wish wish,
                                     enum at_toast_reach reach,
                                     int64_t *out_age_ms);
// Fail if such a toast is certainly still visible. Otherwise *out_event is one
// that may have disappeared a moment ago, or NULL.
AT_CHECKED bool at_toast_check_gone(struct at_app *app,
                                    const struct at_selector *target,
                                    const struct at_event **out_event,
                                    struct at_err *why);
// Add to why, for a target that was not found, that a toast with its text came
// too early, or that toasts are invisible here.
void at_toast_explain(struct at_app *app, const struct at_selector *target,
                      struct at_err *why);

// Return true if a toast that is visible, or was recently (AT_TOAST_KEPT), has
// the text of the step's target; a note says that it was a toast. Returns false
// for a target that asks for more than a text.
bool at_toast_stands_in(struct at_step_call *call);
// Fail if such a toast is certainly still visible; note one that is gone.
AT_CHECKED bool at_toast_is_gone(struct at_step_call *call, struct at_err *why);
// The check of assert_toast. AT_EUNSUPPORTED if toasts are invisible.
AT_CHECKED bool at_toast_check(struct at_step_call *call, struct at_err *why);

#endif
