// change.h: what differs between two readings of the screen
#ifndef AT_FLOW_CHANGE_H
#define AT_FLOW_CHANGE_H

#include "base/buf.h"
#include "screen/ref.h"
#include "screen/tree.h"

enum {
    AT_CHANGE_MAX = 6,        // told at most
    AT_CHANGE_TEXT_MAX = 160, // of one value, in bytes
};

// Told each value or state that differs, as text: '@f1 value "a" -> "b"'.
struct at_change_sink {
    void (*told)(void *user, const char *text);
    void *user;
};

// Compare elements that stand at the same place of both trees; how many
// differ. Elements that came or went are one line, "elements appeared or
// went", and *out_same_shape (may be NULL) is false. The status bar, the
// keyboard and password values are never told. refs names elements as the
// client knows them; NULL: by role and label.
size_t at_change_list(const struct at_tree *before, const struct at_tree *after,
                      const struct at_ref_table *refs,
                      const struct at_change_sink *sink, bool *out_same_shape);

// Does anything differ that a person would see: what waits care for, and which
// element has the focus?
bool at_change_seen(const struct at_tree *before, const struct at_tree *after);

// The same screen with the same values, as far as any wait cares?
bool at_change_none(const struct at_tree *before, const struct at_tree *after);

#endif
