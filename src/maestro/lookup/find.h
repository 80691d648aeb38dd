// find.h: which elements a selector means, in Maestro's order
//
// text, id, size, traits and states are one conjunction, of which the deepest
// nodes count: a node is dropped if any node in it also satisfies it. The
// relations take some of those away; what is left keeps the order of the tree.
// With index: sorted by top, then left, and picked; otherwise clickable ones
// come first and the first is taken. Nodes that are equal in everything are
// one.
//
// Anchors of relations are full selectors, except that Maestro ignores their
// childOf:. lookup/report.h says so.
#ifndef AT_MAESTRO_LOOKUP_FIND_H
#define AT_MAESTRO_LOOKUP_FIND_H

#include "base/buf.h"
#include "base/err.h"
#include "maestro/flow.h"
#include "maestro/lookup/view.h"

// A selector whose texts were expanded, compiled for many looks by one thread.
struct at_maestro_finder;

// Compile. Fail with AT_EUSAGE if the index is not a number; as
// at_maestro_pattern_new() for texts. selector and its texts are borrowed. Free
// with at_maestro_finder_free().
AT_CHECKED bool at_maestro_finder_new(
    const struct at_maestro_selector *selector, struct at_maestro_finder **out,
    struct at_err *err);
void at_maestro_finder_free(struct at_maestro_finder *finder); // NULL is
                                                               // allowed

struct at_maestro_found {
    const struct at_maestro_node **matches; // owned; in order, before index
    size_t count;
    const struct at_maestro_node *chosen; // NULL: not found
    size_t position;                      // index of chosen in matches
    // childOf: the element that was searched; NULL if it was not found, or if
    // the selector has none.
    const struct at_maestro_node *parent;
};

#define AT_MAESTRO_FOUND_INIT                                                  \
    {                                                                          \
        0                                                                      \
    }

// Look once. *out need not be initialised. Return true also if nothing was
// found; fail with AT_ELIMIT, naming the pattern, if one was too hard to match.
// Release with at_maestro_found_deinit().
AT_CHECKED bool at_maestro_find(const struct at_maestro_finder *finder,
                                const struct at_maestro_view *view,
                                struct at_maestro_found *out,
                                struct at_err *err);
void at_maestro_found_deinit(struct at_maestro_found *found);

// Append Maestro's words for a selector, as its commands print it: "\"Log in\",
// Index: 1". Texts may still have ${}.
void at_maestro_selector_write(const struct at_maestro_selector *selector,
                               struct at_buf *out);
// Append Maestro's words for a failed search: "Text matching regex: Log in,
// Index: 1".
void at_maestro_selector_explain(const struct at_maestro_selector *selector,
                                 struct at_buf *out);

#endif
