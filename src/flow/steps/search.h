// search.h: fields whose text filters a list, usually after a short delay
#ifndef AT_FLOW_STEPS_SEARCH_H
#define AT_FLOW_STEPS_SEARCH_H

#include "flow/steps/exec.h"

// Return true if the field's id, hint, label or description suggests a search.
bool at_search_is_field(const struct at_node *field);

// Wait until the rest of the screen reflects the text that was typed into such
// a field of before, and has settled. A note says if nothing changed.
AT_CHECKED bool at_search_settle(struct at_step_call *call,
                                 const struct at_tree *before,
                                 struct at_err *err);

#endif
