// identity.h: who an element is, whatever place it has
//
// Two nodes with the same identity are twins. Identities borrow from the tree
// and live no longer than it.
#ifndef AT_SCREEN_IDENTITY_H
#define AT_SCREEN_IDENTITY_H

#include "screen/tree.h"

struct at_identity {
    enum at_role role;
    bool password;
    bool context_in_item; // the context stands in the same list item
    struct at_str package;
    struct at_str class_name;
    struct at_str resource_id;
    struct at_str label;   // without values: a field's text is none of it
    struct at_str context; // the text that tells twins apart, may be empty
    uint64_t ancestry;     // ids, classes and pane titles above, no positions
    uint64_t bare;         // hash of all but label and context
    uint64_t base;         // … of all but the context
    uint64_t full;         // … of all
};

// Which nodes are elements: what gets a ref in the compact tree, or all that a
// numbered list shows (see screen/listed.h).
enum at_identity_scope {
    AT_IDENTITY_INTERACTIVE,
    AT_IDENTITY_LISTED,
};

// One element of the tree, cheap to scan.
struct at_identity_key {
    const struct at_node *node;
    uint64_t bare;
    uint64_t base;
    uint64_t full;
};

struct at_identity_fact;
struct at_identity_count;

struct at_identities {
    enum at_identity_scope scope;
    struct at_identity_fact *facts; // owned, by node order
    struct at_identity_key *keys;   // owned, in reading order
    size_t key_count;
    struct at_identity_count *counts; // owned
    size_t count_mask;
};

// One walk over the tree, in time and memory proportional to it.
void at_identities_init(struct at_identities *ids, const struct at_tree *tree,
                        enum at_identity_scope scope);
void at_identities_deinit(struct at_identities *ids);

struct at_identity at_identity_of(const struct at_identities *ids,
                                  const struct at_node *node);

bool at_identity_in_scope(enum at_identity_scope scope,
                          const struct at_tree *tree,
                          const struct at_node *node);

// How many elements share this bare, base or full hash.
uint32_t at_identity_twins(const struct at_identities *ids, uint64_t hash);

// The same but for the context; the texts are compared, not only hashes.
bool at_identity_same_base(const struct at_identity *a,
                           const struct at_identity *b);
bool at_identity_same_bare(const struct at_identity *a,
                           const struct at_identity *b);

#endif
