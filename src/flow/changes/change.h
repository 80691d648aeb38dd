// change.h: what differs between two readings of the screen
#ifndef AT_FLOW_CHANGES_CHANGE_H
#define AT_FLOW_CHANGES_CHANGE_H

#include "base/buf.h"
#include "screen/ref.h"
#include "screen/tree.h"

enum {
    AT_CHANGE_MAX = 6,        // reported at most
    AT_CHANGE_TEXT_MAX = 160, // of one value, in bytes
};

// Receives each value or state that differs, as text: '@f1 value "a" -> "b"'.
struct at_change_sink {
    void (*report)(void *user, const char *text);
    void *user;
};

// Compare elements at the same place of both trees and return how many
// differences there are. Elements that came or went are one line, "elements
// appeared or went", and make *out_same_shape (may be NULL) false. The status
// bar, the keyboard and password values are never reported. refs names elements
// as the client knows them; NULL: by role and label.
size_t at_change_list(const struct at_tree *before, const struct at_tree *after,
                      const struct at_ref_table *refs,
                      const struct at_change_sink *sink, bool *out_same_shape);

// The same, but nodes of before were typed into: of those only an error counts
// that is there now.
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

// True if anything differs that a person would see: what waits compare, and
// which element is focused.
bool at_change_seen(const struct at_tree *before, const struct at_tree *after);

// True if another element is focused.
bool at_change_focus(const struct at_tree *before, const struct at_tree *after);

// True if nothing differs of what waits compare.
bool at_change_none(const struct at_tree *before, const struct at_tree *after);

#endif
