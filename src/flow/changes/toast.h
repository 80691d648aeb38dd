// toast.h: toasts as assertions see them
//
// A toast is in no tree; a device that reports events tells its text
// (flow/changes/journal.h).
#ifndef AT_FLOW_CHANGES_TOAST_H
#define AT_FLOW_CHANGES_TOAST_H

#include "flow/steps/exec.h"

enum { AT_TOAST_SURE_MS = 2000 }; // Android shows none for a shorter time

// What a target asks for, of a toast or of a notification.
struct at_toast_wish {
    const struct at_selector *target;
    bool notification;
};

// The newest toast that says what target asks for, or, within AT_TOAST_KEPT,
// the text of a screen that has passed since the newest action; NULL also for a
// target that asks for more than a text. *out_age_ms is its age.
const struct at_event *at_toast_find(struct at_app *app,
                                     struct at_toast_wish wish,
                                     enum at_toast_reach reach,
                                     int64_t *out_age_ms);
// Fail if such a toast is surely up now. Otherwise *out_event is the one that
// may have gone a moment ago, or NULL.
AT_CHECKED bool at_toast_check_gone(struct at_app *app,
                                    const struct at_selector *target,
                                    const struct at_event **out_event,
                                    struct at_err *why);
// Add to why, of a target that was not found, that a toast has said it too
// early, or that none could be seen.
void at_toast_explain(struct at_app *app, const struct at_selector *target,
                      struct at_err *why);

// Does a toast say what the step's target asks for? It may be up, or have come
// a moment ago (AT_TOAST_KEPT); a note says that it was a toast. False for a
// target that asks for more than a text.
bool at_toast_stands_in(struct at_step_call *call);
// Fail if such a toast is surely up now. One that has gone does not matter,
// which a note says.
AT_CHECKED bool at_toast_is_gone(struct at_step_call *call, struct at_err *why);
// The check of assert_toast. AT_EUNSUPPORTED where toasts cannot be seen.
AT_CHECKED bool at_toast_check(struct at_step_call *call, struct at_err *why);

#endif
