// state.h: the states of an element, in the words of assert_state; pure
#ifndef AT_FLOW_STEPS_STATE_H
#define AT_FLOW_STEPS_STATE_H

#include "base/buf.h"
#include "screen/tree.h"

extern const char *const at_state_names[]; // "checked", …; ends with NULL

// Return true if node is in the state of that name. A text in a row has the
// state of the row and of the row's only box or switch. Otherwise append the
// reason: "expected checked, it is unchecked".
bool at_state_holds(const struct at_node *node, struct at_str name,
                    struct at_buf *why);

// Return a field's content, a slider's or bar's position, or the text.
struct at_str at_state_value(const struct at_node *node);
// Return true if the element has this value. A slider with "40%" or "40 of
// 0..100" also has the value "40".
bool at_state_has_value(const struct at_node *node, struct at_str value);

#endif
