// tree_mask.h: the elements that show a secret, hidden in every tree; pure
//
// What a field shows after a secret went into it is secret, whatever the app
// makes of it. Each new tree passes at_tree_mask_apply() before anything reads
// it: such fields get AT_NODE_PASSWORD, so that trees, differences and pictures
// hide what they hold, and are marked as covered, so that the engine itself
// still compares it. Boxes of one character each that show a secret together
// are hidden the same way.
#ifndef AT_AGENT_GUARDS_TREE_MASK_H
#define AT_AGENT_GUARDS_TREE_MASK_H

#include "agent/guards/secrets.h"
#include "screen/tree.h"

enum { AT_TREE_MASK_MAX = 32 };

struct at_tree_mask_row {
    uint64_t field;  // identifies it on later screens
    uint64_t before; // hash of its text when the secret was typed
    size_t secret;
};

struct at_tree_mask {
    struct at_tree_mask_row rows[AT_TREE_MASK_MAX]; // the oldest makes room
    size_t count; // of all, also of the oldest
};

// Note that the secret with this number is about to be typed into field.
void at_tree_mask_note(struct at_tree_mask *tree_mask,
                       const struct at_node *field, size_t secret);
// Note that a text without secrets is about to replace what field holds.
void at_tree_mask_forget(struct at_tree_mask *tree_mask,
                         const struct at_node *field);
// Hide what is secret in tree, and teach secrets what the fields show. secrets
// NULL: nothing is.
void at_tree_mask_apply(const struct at_tree_mask *tree_mask,
                        const struct at_secrets *secrets, struct at_tree *tree);

#endif
