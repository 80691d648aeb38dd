// typed.h: field texts that steps have typed and read back
//
// If a dump does not mark hints, a field's text may be its hint. A text that
// was typed and read back is known to be content.
#ifndef AT_FLOW_STEPS_TYPED_H
#define AT_FLOW_STEPS_TYPED_H

#include "screen/tree.h"

enum { AT_TYPED_MAX = 8 }; // the oldest is dropped

struct at_typed {
    uint64_t fields[AT_TYPED_MAX]; // hashes, because texts are not kept
    size_t count;                  // total number, including dropped ones
};

// Note that field holds a typed text, not its hint.
void at_typed_note(struct at_typed *typed, const struct at_node *field);
// Clear AT_NODE_MAYBE_HINT on the tree's fields that still hold such a text.
void at_typed_unmark(const struct at_typed *typed, struct at_tree *tree);

#endif
