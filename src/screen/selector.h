// selector.h: find elements by the contract's ElementSelector
#ifndef AT_SCREEN_SELECTOR_H
#define AT_SCREEN_SELECTOR_H

#include "base/buf.h"
#include "base/err.h"
#include "screen/ref.h"
#include "screen/tree.h"

// An empty view means "not given"; texts are borrowed.
struct at_selector {
    struct at_str ref; // takes priority over all others
    struct at_str id;
    struct at_str text;
    struct at_str text_contains;
    struct at_str class_name;
    struct at_str description;
    int64_t index; // -1: not given
    bool exact;    // id: whole or after its last '/'; description: whole
    bool focused;  // the text field that has the focus
    bool only;     // of several matches none is meant, unless just one of them
                   // takes input
};

#define AT_SELECTOR_INIT                                                       \
    {                                                                          \
        .index = -1                                                            \
    }

bool at_selector_empty(const struct at_selector *selector);

// {"id":"login"}: as it stands in error messages.
void at_selector_write(const struct at_selector *selector, struct at_buf *out);

// The element selector means in tree, NULL with AT_ENOTFOUND otherwise. The
// message says which part failed ("2 elements have id 'row', none of them text
// 'x'") and lists near misses. Without index the first match in reading order
// that is visible wins (contract: "resolveTarget picks first match").
// refs may be NULL where selector has no ref; where it is given, candidates are
// named by their refs.
const struct at_node *at_selector_find(const struct at_selector *selector,
                                       const struct at_tree *tree,
                                       const struct at_ref_table *refs,
                                       struct at_err *err);

// How many visible elements match; for "ambiguous" notes in receipts.
size_t at_selector_count(const struct at_selector *selector,
                         const struct at_tree *tree);

// Can text be typed into it?
bool at_node_takes_text(const struct at_node *node);
// The text field that has the focus; NULL.
const struct at_node *at_tree_focused_field(const struct at_tree *tree);

#endif
