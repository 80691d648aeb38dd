// seen.h: remembers the elements that were on the screen in this session
//
// For each element in a reading, keeps the parts that selectors compare: ids,
// classes and labels, each combination once, but not the contents of fields.
// Limited in size: when it is full, it is cleared.
#ifndef AT_FLOW_CHANGES_SEEN_H
#define AT_FLOW_CHANGES_SEEN_H

#include "screen/selector.h"
#include "screen/tree.h"

enum {
    AT_SEEN_MAX = 2048,             // elements
    AT_SEEN_MAX_BYTES = 256 * 1024, // bytes of their texts
};

struct at_seen;

struct at_seen *at_seen_new(void);
void at_seen_free(struct at_seen *seen); // NULL is allowed
// Remember the elements that show in tree.
void at_seen_add(struct at_seen *seen, const struct at_tree *tree);
// Remember a text that is not an element, such as a toast.
void at_seen_add_text(struct at_seen *seen, struct at_str text);
// Return true if an element that matches selector was seen. Its ref, index and
// focus are ignored. *out_forgot: elements were dropped, so false may be wrong.
bool at_seen_has(const struct at_seen *seen, const struct at_selector *selector,
                 bool *out_forgot);

// Return true if an element was seen that only matches by its component's name,
// which is not on the screen.
bool at_seen_is_name(const struct at_seen *seen,
                     const struct at_selector *selector);

#endif
