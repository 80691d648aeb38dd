// selector.h: finding elements by the contract's ElementSelector
#ifndef AT_SCREEN_SELECTOR_H
#define AT_SCREEN_SELECTOR_H

#include "base/arg.h"
#include "base/buf.h"
#include "base/err.h"
#include "screen/ref.h"
#include "screen/tree.h"

enum at_words_in {
    AT_WORDS_ANY, // text, hint, error, label, description; else whole ids
    AT_WORDS_TEXT,
    AT_WORDS_DESCRIPTION,
    AT_WORDS_ID,
};

// Criteria for an element. Empty views are ignored; texts are borrowed.
struct at_selector {
    struct at_str ref; // takes priority over all others
    struct at_str id;
    struct at_str text;
    struct at_str text_contains;
    struct at_str class_name;
    struct at_str description;
    struct at_str near; // texts that locate it (screen/relation.h)
    struct at_str inside;
    struct at_str below;
    struct at_str words; // part of a text, ignoring case (screen/words.h)
    enum at_words_in words_in;
    int64_t index; // -1: none
    bool exact;    // id: whole or after its last '/'; description: whole
    bool focused;  // the focused text field
    bool only;     // ambiguous unless only one match takes touches
    bool any;      // near, inside, below: take the first of several
    bool touch;    // take the only match that takes touches
    bool labels;   // text: also match the label of a filled text field
    bool fields;   // words: text fields come first
    bool app_only; // ignore system bars and the keyboard
};

#define AT_SELECTOR_INIT                                                       \
    {                                                                          \
        .index = -1                                                            \
    }

// The fields of a selector that agents may use, terminated by a row without a
// name.
extern const struct at_arg at_selector_args[];

bool at_selector_empty(const struct at_selector *selector);

// Return the element of tree that matches selector, or NULL with AT_ENOTFOUND:
// the message names the failed part ("2 elements have id 'row', none of them
// text 'x'") and lists near misses. Without an index the first visible match in
// reading order wins (contract: "resolveTarget picks first match"), a whole id
// or description before a part. Candidates are named by their refs.
const struct at_node *at_selector_find(const struct at_selector *selector,
                                       const struct at_tree *tree,
                                       const struct at_ref_table *refs,
                                       struct at_err *err);

// Return the number of visible elements that match as well as the one found.
size_t at_selector_count(const struct at_selector *selector,
                         const struct at_tree *tree);
// Append why node was chosen over others: "2 elements match, this is the
// first". Append nothing for a sole match, unless it matches only a part of the
// id.
void at_selector_write_choice(const struct at_selector *selector,
                              const struct at_tree *tree,
                              const struct at_node *node, struct at_buf *out);
// Return the first matching element that is not visible, or NULL.
const struct at_node *at_selector_find_hidden(
    const struct at_selector *selector, const struct at_tree *tree);

// Return the focused text field, or NULL.
const struct at_node *at_tree_focused_field(const struct at_tree *tree);

#endif
