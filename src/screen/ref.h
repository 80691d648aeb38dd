// ref.h: short names for elements ("@b1") that never mean another element
//
// A ref is a name and an identity: role, label, resource id, ancestry, and the
// text next to it if several elements are otherwise equal. Resolving searches
// the live tree for that identity, in time proportional to the tree. The rules,
// in this order:
//
// - A field's text, a spinner's choice and a switch's state do not identify.
// - An element that was the only one of its identity and still is, is meant
//   wherever it is; in a list only if its item still has the same text.
// - Of several, the one with the same text next to it is meant if there was
//   and is exactly one.
// - Twins that no text distinguishes are identified by place, as long as
//   their number is the same; at one place by their order in the tree.
// - A row that a scroll has cut is meant where the other rows say it is.
// - The only element of its id and class, at its old place in a window that is
//   the same otherwise, is meant under another label too.
// - The only element of its id and class whose label differs in numbers alone
//   ("Basket (1)"), where there is and was no other such one, is meant at its
//   old place in the same window; with an id and words in its label a third of
//   the window's texts is enough, since other texts change with a count.
// - Everything else is refused.
#ifndef AT_SCREEN_REF_H
#define AT_SCREEN_REF_H

#include "base/err.h"
#include "screen/advice.h"
#include "screen/tree.h"

enum {
    AT_REF_NAME_MAX = 16, // in bytes, the NUL too
    AT_REF_VISITS = 8,    // earlier screens whose refs are kept
};

struct at_ref_table;

// Create an empty table of one client. advice is borrowed; messages about the
// table's refs and its tree end with it.
struct at_ref_table *at_ref_table_new(const struct at_advice *advice);
void at_ref_table_free(struct at_ref_table *table); // NULL is allowed
void at_ref_table_clear(struct at_ref_table *table);
// The number of the table's newest text.
uint32_t at_ref_table_generation(const struct at_ref_table *table);
// Does the table still have the refs of that earlier text, of another screen?
// They are valid where that screen shows again. Make them the newest ones, as
// if it had never been left: names go on. It must have them.
bool at_ref_table_keeps(const struct at_ref_table *table, uint32_t generation);
void at_ref_table_go_back(struct at_ref_table *table, uint32_t generation);
size_t at_ref_table_count(const struct at_ref_table *table);

// Is this the table of a numbered list, in which plain texts have refs too?
bool at_ref_table_is_list(const struct at_ref_table *table);

const struct at_advice *at_ref_table_advice(const struct at_ref_table *table);

// Return the ref of node in the table ("@b1"), or NULL. Borrowed until the
// table changes.
const char *at_ref_name_of(const struct at_ref_table *table,
                           const struct at_tree *tree,
                           const struct at_node *node);

// Return the node of the live tree that ref means, or NULL with AT_ENOTFOUND if
// it is unknown (as all are where table is NULL), gone or ambiguous. The
// message says which, names the nearest candidates and advises to take a fresh
// tree; a ref of the text before the last one is told by its new name, if it is
// still there.
const struct at_node *at_ref_resolve(const struct at_ref_table *table,
                                     struct at_str ref,
                                     const struct at_tree *tree,
                                     struct at_err *err);

// Explain a ref of the text before the last one to a client that gets the last
// one with the message: its new name, or what is most like it. Returns false,
// with err as it was, if there was no such ref.
bool at_ref_explain_old(const struct at_ref_table *table, struct at_str ref,
                        const struct at_tree *tree, struct at_err *err);

// One ref of the table and its node in a live tree.
struct at_ref_match {
    char name[AT_REF_NAME_MAX];
    uint32_t order; // of its node, in the tree that the ref was given out for
    const struct at_node *node; // as at_ref_resolve() returns it
};

// Resolve all refs at once into out_matches, at_ref_table_count() of them, in
// the order in which they were given out. No two mean the same node.
void at_ref_match_all(const struct at_ref_table *table,
                      const struct at_tree *tree,
                      struct at_ref_match *out_matches);

// Has the table given out this ref?
bool at_ref_is_known(const struct at_ref_table *table, struct at_str ref);
// Is it certain that the element of ref, which may be of the text before the
// last one, is not in the live tree? Returns false also for a ref that was
// given out earlier or never, or that several elements match.
bool at_ref_is_gone(const struct at_ref_table *table, struct at_str ref,
                    const struct at_tree *tree);

// For the writers, which give out the refs: begin, begin_list or renew, add or
// keep all from one tree in reading order, end. begin counts from 1. renew
// continues to count, so that a name of the last table is never given to
// another element. A list's refs are all of kind e (screen/listed.h).
void at_ref_table_begin(struct at_ref_table *table);
void at_ref_table_begin_list(struct at_ref_table *table);
void at_ref_table_renew(struct at_ref_table *table);
// Give node the next ref. kind is one of b f c l s g, the kinds of interactive
// nodes, or e. The name is borrowed until the table changes.
const char *at_ref_table_add(struct at_ref_table *table, char kind,
                             const struct at_tree *tree,
                             const struct at_node *node);
// Give node this name, which it had before renew, or which follows the last.
void at_ref_table_keep(struct at_ref_table *table, const char *name,
                       const struct at_tree *tree, const struct at_node *node);
// Give no number up to this one to another ref of this kind.
void at_ref_table_skip(struct at_ref_table *table, char kind, uint32_t number);
// Return the highest number that was given to a ref of this kind, or 0.
uint32_t at_ref_table_last(const struct at_ref_table *table, char kind);
// Call this once all refs of the text are given out.
void at_ref_table_end(struct at_ref_table *table);
// Return the name of the index-th of at_ref_table_count() refs, in the order in
// which they were given out. Borrowed until the table changes.
const char *at_ref_table_name(const struct at_ref_table *table, size_t index);

#endif
