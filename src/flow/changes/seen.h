// seen.h: was a target ever on the screen in this session?
//
// Remembers what selectors compare of each element that a reading has shown:
// ids, classes, labels, each combination once. Not what fields hold. Bounded:
// when it is full it begins anew.
#ifndef AT_FLOW_CHANGES_SEEN_H
#define AT_FLOW_CHANGES_SEEN_H

#include "screen/selector.h"
#include "screen/tree.h"

enum {
    AT_SEEN_MAX = 2048,             // elements
    AT_SEEN_MAX_BYTES = 256 * 1024, // of their texts
};

struct at_seen;

struct at_seen *at_seen_new(void);
void at_seen_free(struct at_seen *seen); // NULL is allowed
// Remember the elements that show in tree.
void at_seen_add(struct at_seen *seen, const struct at_tree *tree);
// Remember a text that was no element: a toast's.
void at_seen_add_text(struct at_seen *seen, struct at_str text);
// True if an element that selector means was seen. Its ref, index and focus do
// not matter. *out_forgot: more was seen than is remembered, so that false may
// be wrong.
bool at_seen_has(const struct at_seen *seen, const struct at_selector *selector,
                 bool *out_forgot);

// True if an element was seen that selector means by nothing but a name which
// the screen itself does not have: its component's.
bool at_seen_is_name(const struct at_seen *seen,
                     const struct at_selector *selector);

#endif
