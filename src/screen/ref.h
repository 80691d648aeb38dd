// ref.h: short names for elements ("@b1") that never refer to another element
//
// A ref is a name and an identity: role, label, resource id, ancestry, and the
// adjacent text if several elements are otherwise equal. Resolving searches the
// live tree for that identity, in linear time. The rules, in this order:
//
// - A field's text, a spinner's choice and a switch's state are not part of the
//   identity.
// - An element whose identity was and is unique is found anywhere; inside a
//   list only if its row still has the same text.
// - Among several, the one with the same adjacent text is chosen if exactly one
//   had and has it.
// - Twins without distinguishing text are identified by position while their
//   number stays the same; at one position, by their order in the tree.
// - A row clipped by a scroll is located by the shift of the other rows.
// - The only element of its id and class may have another label if it is at its
//   old position in an otherwise unchanged window.
// - The only element of its id and class whose label differs only in numbers
//   ("Basket (1)") is accepted at its old position in the same window, provided
//   it was and is the only such element. With an id and words in its label, a
//   third of the window's texts may suffice, since other texts change with a
//   count.
// - Everything else is refused.
#ifndef AT_SCREEN_REF_H
#define AT_SCREEN_REF_H

#include "base/err.h"
#include "screen/advice.h"
#include "screen/tree.h"

enum {
    AT_REF_NAME_MAX = 16, // bytes, including the NUL
    AT_REF_VISITS = 8,    // number of earlier screens whose refs are kept
};

struct at_ref_table;

// Create an empty table for one client. advice is borrowed; it completes the
// messages about the table's refs and tree.
struct at_ref_table *at_ref_table_new(const struct at_advice *advice);
void at_ref_table_free(struct at_ref_table *table); // NULL is allowed
void at_ref_table_clear(struct at_ref_table *table);
// Return the number of the table's newest text.
uint32_t at_ref_table_generation(const struct at_ref_table *table);
// Return true if the table still keeps the refs of that earlier text of another
// screen. They become valid when that screen is shown again:
// at_ref_table_go_back() makes them the newest ones, as if the screen had never
// been left, and continues the numbering. The table must keep them.
bool at_ref_table_keeps(const struct at_ref_table *table, uint32_t generation);
void at_ref_table_go_back(struct at_ref_table *table, uint32_t generation);
size_t at_ref_table_count(const struct at_ref_table *table);

// Return true if this is the table of a numbered list, where plain texts have
// refs too.
bool at_ref_table_is_list(const struct at_ref_table *table);

const struct at_advice *at_ref_table_advice(const struct at_ref_table *table);

// Return the ref of node in the table ("@b1"), or NULL. Borrowed until the
// table changes.
const char *at_ref_name_of(const struct at_ref_table *table,
                           const struct at_tree *tree,
                           const struct at_node *node);

// Return the live node that ref identifies, or NULL with AT_ENOTFOUND if the
// ref is unknown (always if table is NULL), gone or ambiguous. The message says
// which, names the nearest candidates and advises to take a fresh tree. For a
// ref of the previous text it gives the element's new name, if that is still
// there.
const struct at_node *at_ref_resolve(const struct at_ref_table *table,
                                     struct at_str ref,
                                     const struct at_tree *tree,
                                     struct at_err *err);

// Explain a ref of the previous text to a client that receives the latest text
// with the message: give its new name or the most similar element. Return false
// and leave err unchanged if there was no such ref.
bool at_ref_explain_old(const struct at_ref_table *table, struct at_str ref,
                        const struct at_tree *tree, struct at_err *err);

// One ref of the table and its node in a live tree.
struct at_ref_match {
    char name[AT_REF_NAME_MAX];
    uint32_t order;             // number of its node in the original tree
    const struct at_node *node; // the result of at_ref_resolve()
};

// Resolve all refs at once into out_matches, which has room for
// at_ref_table_count(), in the order in which they were assigned. No two refs
// share a node.
void at_ref_match_all(const struct at_ref_table *table,
                      const struct at_tree *tree,
                      struct at_ref_match *out_matches);

// Return true if the table ever assigned this ref.
bool at_ref_is_known(const struct at_ref_table *table, struct at_str ref);
// Return true if the element of ref (of the latest or the previous text) is
// certainly not in the live tree. Return false for older or unknown refs, and
// if several elements match.
bool at_ref_is_gone(const struct at_ref_table *table, struct at_str ref,
                    const struct at_tree *tree);

// For the writers that assign refs: call begin, begin_list or renew, then add
// or keep for all nodes of one tree in reading order, then end. begin restarts
// at 1. renew continues counting, so a name of the last table is never reused
// for another element. All refs of a list are of kind e (screen/listed.h).
void at_ref_table_begin(struct at_ref_table *table);
void at_ref_table_begin_list(struct at_ref_table *table);
void at_ref_table_renew(struct at_ref_table *table);
// Assign the next ref to node. kind is one of b f c l s g, the kinds of
// interactive nodes, or e. The name is borrowed until the table changes.
const char *at_ref_table_add(struct at_ref_table *table, char kind,
                             const struct at_tree *tree,
                             const struct at_node *node);
// Assign a given name to node: its name before renew, or the next one.
void at_ref_table_keep(struct at_ref_table *table, const char *name,
                       const struct at_tree *tree, const struct at_node *node);
// Reserve all numbers of this kind up to this one.
void at_ref_table_skip(struct at_ref_table *table, char kind, uint32_t number);
// Return the highest number used for this kind, or 0.
uint32_t at_ref_table_last(const struct at_ref_table *table, char kind);
// Finish the table after the last ref of the text.
void at_ref_table_end(struct at_ref_table *table);
// Return the name of the index-th of at_ref_table_count() refs, in the order of
// assignment. Borrowed until the table changes.
const char *at_ref_table_name(const struct at_ref_table *table, size_t index);

#endif
