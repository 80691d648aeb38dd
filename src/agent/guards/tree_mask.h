// tree_mask.h: the elements that show a secret, hidden in every tree; pure
//
// The text of a field is secret once a secret was typed into it, even if the
// app reformats it. Each new tree passes at_tree_mask_apply() before anything
// reads it: such fields get AT_NODE_PASSWORD, which hides their text in trees,
// differences and pictures, and are marked as covered, so the engine itself can
// still compare it. Boxes of one character each that show a secret together are
// hidden the same way.
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
    struct at_tree_mask_row rows[AT_TREE_MASK_MAX]; // oldest is overwritten
    size_t count; // all notes, including overwritten rows
};

// Note that the secret with this number is about to be typed into field.
void at_tree_mask_note(struct at_tree_mask *tree_mask,
                       const struct at_node *field, size_t secret);
// Note that a text without secrets is about to replace the text of field.
void at_tree_mask_forget(struct at_tree_mask *tree_mask,
                         const struct at_node *field);
// Hide the secret texts in tree, and teach secrets what the fields show.
// secrets NULL: nothing is secret.
void at_tree_mask_apply(const struct at_tree_mask *tree_mask,
                        const struct at_secrets *secrets, struct at_tree *tree);

#endif
