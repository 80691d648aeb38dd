// ref_match.h: what the refs given out for one tree mean in another one
#ifndef AT_SCREEN_REF_MATCH_H
#define AT_SCREEN_REF_MATCH_H

#include "screen/identity.h"
#include "screen/ref.h"
#include "screen/ref_texts.h"

// The place of an element in a list; list is 0 outside of lists.
struct at_ref_row {
    uint64_t list;  // ids and classes of the list and above it
    bool fixed;     // it is all of its row, which no list recycles
    uint32_t order; // of the row's node
};

struct at_ref_entry {
    char name[AT_REF_NAME_MAX];
    uint32_t order; // of its node
    bool toggles;   // its text may be its state
    bool checked;
    struct at_rect bounds;
    uint32_t window; // number of the root that contains it
    struct at_ref_row row;
    struct at_identity id;    // its texts are in the set's arena
    uint32_t structure_twins; // elements of the snapshot with this structure
    uint32_t labelled_twins;
    uint32_t in_context_twins;
};

// The refs of one text that the client saw.
struct at_ref_set {
    enum at_identity_scope scope;
    uint32_t generation;
    bool valid;            // no name of it was given to another element since
    bool kept;             // it is of another screen than the text after it
    struct at_arena arena; // texts of the entries
    struct at_ref_entry *entries; // owned
    size_t count;
    size_t cap;
    struct at_ref_texts texts;
};

void at_ref_set_deinit(struct at_ref_set *set);

// Add node, which is not in the set yet. The caller sets the name. Borrowed
// until the next one is added.
struct at_ref_entry *at_ref_set_add(struct at_ref_set *set,
                                    const struct at_identities *ids,
                                    const struct at_node *node);

// Has the window of node two thirds of the texts that the entry's had?
bool at_ref_set_same_window(const struct at_ref_set *set,
                            const struct at_ref_entry *entry,
                            const struct at_identities *live,
                            const struct at_tree *tree,
                            const struct at_node *node);

// Find the node that each entry means in a live tree, NULL if that is not
// certain. No two mean the same node. Sorts live's keys.
void at_ref_set_match(const struct at_ref_set *set, const struct at_tree *tree,
                      struct at_identities *live,
                      const struct at_node **out_nodes);

// The elements of a live tree that equal an entry: how many have its label, and
// how many of those its context.
struct at_ref_likes {
    size_t labelled;
    size_t in_context;
};

struct at_ref_likes at_ref_count_likes(const struct at_ref_entry *entry,
                                       const struct at_identities *live);

#endif
