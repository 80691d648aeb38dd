// ref.h: short names for elements ("@b1") that never mean another element
//
// A ref is the snapshot's generation, a kind and number, and an identity:
// role, label, resource id, ancestry, and the texts around it where several
// elements are otherwise equal. Resolving looks for that identity in the live
// tree, in time proportional to it:
//
// - A field's text, a spinner's choice and a switch's state are no identity.
// - An element that was the only one of its identity and still is, is meant
//   wherever it stands; in a list only if its item still has the same text.
// - Of several, the one whose text beside it is the same is meant if there was
//   one such and is one such.
// - Twins that no text tells apart are told apart by their place, as long as
//   their number is the same.
// - Everything else is refused.
#ifndef AT_SCREEN_REF_H
#define AT_SCREEN_REF_H

#include "base/err.h"
#include "screen/advice.h"
#include "screen/tree.h"

enum { AT_REF_NAME_MAX = 16 }; // in bytes, the NUL too

struct at_ref_table;

struct at_ref_table *at_ref_table_new(void);
void at_ref_table_free(struct at_ref_table *table); // NULL is allowed
void at_ref_table_clear(struct at_ref_table *table);
uint32_t at_ref_table_generation(const struct at_ref_table *table);
size_t at_ref_table_count(const struct at_ref_table *table);

// Is it the one of a numbered list, where plain texts have refs too?
bool at_ref_table_is_list(const struct at_ref_table *table);

// How messages about its refs and its tree advise; at_advice_mcp unless set,
// and where table is NULL. Kept, whatever becomes of the refs.
void at_ref_table_set_advice(struct at_ref_table *table,
                             const struct at_advice *advice);
const struct at_advice *at_ref_table_advice(const struct at_ref_table *table);

// The ref under which node's identity stands in the table ("@b1"), or NULL.
// Borrowed until the table changes.
const char *at_ref_name_of(const struct at_ref_table *table,
                           const struct at_tree *tree,
                           const struct at_node *node);

// The node of the live tree that ref means. NULL with AT_ENOTFOUND where it
// is unknown, gone or ambiguous: the message says which, names the nearest
// candidates and advises to take a fresh tree. Never another element.
const struct at_node *at_ref_resolve(const struct at_ref_table *table,
                                     struct at_str ref,
                                     const struct at_tree *tree,
                                     struct at_err *err);

// One ref of the table, in the order they were given out, and what it means in
// some live tree.
struct at_ref_match {
    char name[AT_REF_NAME_MAX];
    uint32_t order;             // of its node, in the tree it was given out for
    const struct at_node *node; // as at_ref_resolve() says; NULL: refused
};

// Resolve all refs at once into out_matches, at_ref_table_count() of them. No
// node is meant by two.
void at_ref_match_all(const struct at_ref_table *table,
                      const struct at_tree *tree,
                      struct at_ref_match *out_matches);

// Is it certain that nothing of what ref means is in the live tree? False also
// for a ref that was never given out, or that several elements answer to.
bool at_ref_is_gone(const struct at_ref_table *table, struct at_str ref,
                    const struct at_tree *tree);

// For compact.c and diff.c, which hand out the refs: begin or renew, add all
// from one tree in reading order, end. A name of the last table is never
// another element's after renew, which goes on counting where it was; begin
// counts from 1 again.
void at_ref_table_begin(struct at_ref_table *table);
void at_ref_table_renew(struct at_ref_table *table);
// kind is one of b f c l s g, which interactive nodes have, or e in a table of
// a numbered list (screen/listed.h), where all have it. Borrowed until the
// table changes.
const char *at_ref_table_add(struct at_ref_table *table, char kind,
                             const struct at_tree *tree,
                             const struct at_node *node);
// The same for an element that keeps the name it had before renew.
void at_ref_table_keep(struct at_ref_table *table, const char *name,
                       const struct at_tree *tree, const struct at_node *node);
// All refs of this text are handed out.
void at_ref_table_end(struct at_ref_table *table);

#endif
