// search.h: fields whose text filters a list, which an app does a moment later
#ifndef AT_FLOW_STEPS_SEARCH_H
#define AT_FLOW_STEPS_SEARCH_H

#include "flow/steps/exec.h"

// Does the field look like one, by its id, hint, label or description?
bool at_search_is_field(const struct at_node *field);

// Text was typed into such a field of before. Wait until the rest of the screen
// shows it, and until that has settled; a note says if nothing came.
AT_CHECKED bool at_search_settle(struct at_step_call *call,
                                 const struct at_tree *before,
                                 struct at_err *err);

#endif
