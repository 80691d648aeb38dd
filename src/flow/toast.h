// toast.h: toasts as assertions see them
//
// A toast is in no tree; a device that reports events tells its text
// (flow/journal.h).
#ifndef AT_FLOW_TOAST_H
#define AT_FLOW_TOAST_H

#include "flow/exec.h"

enum { AT_TOAST_SURE_MS = 2000 }; // Android shows none for a shorter time

// Does a toast say what the step's target asks for? It may be up, or have come
// since the last reply; a note says that it was a toast. False for a target
// that asks for more than a text.
bool at_toast_stands_in(struct at_step_call *call);
// Fail if such a toast is surely up now.
AT_CHECKED bool at_toast_is_gone(struct at_step_call *call, struct at_err *why);
// The check of assert_toast. AT_EUNSUPPORTED where toasts cannot be seen.
AT_CHECKED bool at_toast_check(struct at_step_call *call, struct at_err *why);

#endif
