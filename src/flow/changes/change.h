// change.h: the differences between two readings of the screen
#ifndef AT_FLOW_CHANGES_CHANGE_H
#define AT_FLOW_CHANGES_CHANGE_H

#include "screen/ref.h"
#include "screen/tree.h"

enum {
    AT_CHANGE_MAX = 6,        // maximum number of reported changes
    AT_CHANGE_TEXT_MAX = 160, // bytes of one value
};

// Receives each changed value or state as text: '@f1 value "a" -> "b"'.
struct at_change_sink {
    void (*report)(void *user, const char *text);
    void *user;
};

// Compare elements at the same place in both trees and return the number of
// differences. Elements that appeared or disappeared are reported as one line,
// "elements appeared or went", and set *out_same_shape (may be NULL) to false.
// The status bar, the keyboard and password values are never reported. refs has
// the client's names of elements; NULL: use role and label.
size_t at_change_list(const struct at_tree *before, const struct at_tree *after,
                      const struct at_ref_table *refs,
                      const struct at_change_sink *sink, bool *out_same_shape);

// The same, but typed-into nodes of before only count with a current error.
struct at_change_besides {
    const struct at_node *const *nodes; // borrowed
    size_t count;
};
size_t at_change_list_besides(const struct at_tree *before,
                              const struct at_tree *after,
                              const struct at_ref_table *refs,
                              const struct at_change_besides *besides,
                              const struct at_change_sink *sink,
                              bool *out_same_shape);

// Return true if there is a visible difference: anything that waits compare, or
// another focused element.
bool at_change_seen(const struct at_tree *before, const struct at_tree *after);

// Return true if another element is focused.
bool at_change_focus(const struct at_tree *before, const struct at_tree *after);

// Return true if nothing that waits compare is different.
bool at_change_none(const struct at_tree *before, const struct at_tree *after);

#endif
