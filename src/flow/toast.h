// toast.h: toasts as assertions see them
//
// A toast is in no tree; a device that reports events tells its text
// (flow/journal.h).
#ifndef AT_FLOW_TOAST_H
#define AT_FLOW_TOAST_H

#include "flow/exec.h"

enum { AT_TOAST_SURE_MS = 2000 }; // Android shows none for a shorter time

// Does a toast say what the step's target asks for? It may be up, or have come
// a moment ago (AT_TOAST_KEPT); a note says that it was a toast. False for a
// target that asks for more than a text.
bool at_toast_stands_in(struct at_step_call *call);
// Add to why, of a target that was not found, that a toast has said it too
// early, or that none could be seen.
void at_toast_explain(struct at_step_call *call, struct at_err *why);
// Fail if such a toast is surely up now. One that has gone does not matter,
// which a note says.
AT_CHECKED bool at_toast_is_gone(struct at_step_call *call, struct at_err *why);
// The check of assert_toast. AT_EUNSUPPORTED where toasts cannot be seen.
AT_CHECKED bool at_toast_check(struct at_step_call *call, struct at_err *why);

#endif
