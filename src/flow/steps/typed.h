// typed.h: the texts of fields that steps have typed and read back
//
// A dump that does not mark hints leaves open whether a field's text is one.
// A text that was typed and read back is no hint, and is not called one.
#ifndef AT_FLOW_STEPS_TYPED_H
#define AT_FLOW_STEPS_TYPED_H

#include "screen/tree.h"

enum { AT_TYPED_MAX = 8 }; // the oldest makes room

struct at_typed {
    uint64_t fields[AT_TYPED_MAX]; // hashes: texts are not kept
    size_t count;                  // of all, also of those that made room
};

// Note that field holds a text that was typed and is not its hint.
void at_typed_note(struct at_typed *typed, const struct at_node *field);
// Take AT_NODE_MAYBE_HINT from the tree's fields that still hold such a text.
void at_typed_unmark(const struct at_typed *typed, struct at_tree *tree);

#endif
