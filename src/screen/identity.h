// identity.h: identity of an element, independent of its place
//
// Two nodes with the same identity are twins. Identities borrow from the tree
// and must not outlive it.
#ifndef AT_SCREEN_IDENTITY_H
#define AT_SCREEN_IDENTITY_H

#include "screen/tree.h"

struct at_identity {
    enum at_role role;
    bool password;
    bool context_in_item; // the context comes from the same list item
    struct at_str package;
    struct at_str class_name;
    struct at_str resource_id;
    struct at_str label;   // without values such as a field's text
    struct at_str context; // text that distinguishes twins, may be empty
    struct at_str hint;    // not part of the identity
    struct at_str given;   // optional name; not part of the identity
    uint64_t ancestry;     // hash of ancestors, without positions
    uint64_t structure;    // hash of everything but label and context
    uint64_t labelled;     // hash of everything but the context
    uint64_t in_context;   // hash of everything
};

// The nodes that count as elements: those with a ref in the compact tree, or
// all of a numbered list (see screen/listed.h).
enum at_identity_scope {
    AT_IDENTITY_INTERACTIVE,
    AT_IDENTITY_LISTED,
};

// The hashes of one element, for fast scans.
struct at_identity_key {
    const struct at_node *node;
    uint64_t structure;
    uint64_t labelled;
    uint64_t in_context;
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

// Walk the tree once, in linear time and memory.
void at_identities_init(struct at_identities *ids, const struct at_tree *tree,
                        enum at_identity_scope scope);
void at_identities_deinit(struct at_identities *ids);

struct at_identity at_identity_of(const struct at_identities *ids,
                                  const struct at_node *node);

// Return the list item that is or contains node, NULL outside of lists.
const struct at_node *at_identity_item(const struct at_identities *ids,
                                       const struct at_node *node);

bool at_identity_in_scope(enum at_identity_scope scope,
                          const struct at_tree *tree,
                          const struct at_node *node);

// Return the number of elements with this hash: structure, labelled or
// in_context.
uint32_t at_identity_twins(const struct at_identities *ids, uint64_t hash);

// Return true if a and b are equal except for the context. Compares the texts,
// not only hashes.
bool at_identity_same_labelled(const struct at_identity *a,
                               const struct at_identity *b);
bool at_identity_same_structure(const struct at_identity *a,
                                const struct at_identity *b);

#endif
