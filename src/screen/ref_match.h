// ref_match.h: finds the elements of one tree's refs in another tree
#ifndef AT_SCREEN_REF_MATCH_H
#define AT_SCREEN_REF_MATCH_H

#include "screen/identity.h"
#include "screen/ref.h"
#include "screen/ref_texts.h"

// The place of an element in a list; list is 0 outside of lists.
struct at_ref_row {
    uint64_t list;  // hash of ids and classes of the list and its ancestors
    bool fixed;     // fills its row, which the list does not recycle
    uint32_t order; // number of the row's node
};

struct at_ref_entry {
    char name[AT_REF_NAME_MAX];
    uint32_t order; // number of its node
    bool toggles;   // its text may be its state
    bool checked;
    struct at_rect bounds;
    uint32_t window; // number of the root that contains it
    struct at_ref_row row;
    struct at_identity id;    // texts are in the set's arena
    uint32_t structure_twins; // in the snapshot, with this structure
    uint32_t labelled_twins;
    uint32_t in_context_twins;
};

// The refs of one text sent to the client.
struct at_ref_set {
    enum at_identity_scope scope;
    uint32_t generation;
    bool valid;                   // none of its names was reused since
    bool kept;                    // the following text shows another screen
    struct at_arena arena;        // texts of the entries
    struct at_ref_entry *entries; // owned
    size_t count;
    size_t cap;
    struct at_ref_texts texts;
};

void at_ref_set_deinit(struct at_ref_set *set);

// Add node, which must not be in the set yet. The caller sets the name.
// Borrowed until the next one is added.
struct at_ref_entry *at_ref_set_add(struct at_ref_set *set,
                                    const struct at_identities *ids,
                                    const struct at_node *node);

// Return true if node's window has two thirds of the texts of the entry's
// window.
bool at_ref_set_same_window(const struct at_ref_set *set,
                            const struct at_ref_entry *entry,
                            const struct at_identities *live,
                            const struct at_tree *tree,
                            const struct at_node *node);

// Find the node of each entry in a live tree, NULL if it is not certain. No two
// entries share a node. Sorts live's keys.
void at_ref_set_match(const struct at_ref_set *set, const struct at_tree *tree,
                      struct at_identities *live,
                      const struct at_node **out_nodes);

// Number of elements in a live tree that have an entry's label, and of those
// that also have its context.
struct at_ref_likes {
    size_t labelled;
    size_t in_context;
};

struct at_ref_likes at_ref_count_likes(const struct at_ref_entry *entry,
                                       const struct at_identities *live);

#endif
