// selector.h: finding elements by the contract's ElementSelector
#ifndef AT_SCREEN_SELECTOR_H
#define AT_SCREEN_SELECTOR_H

#include "base/arg.h"
#include "base/buf.h"
#include "base/err.h"
#include "screen/ref.h"
#include "screen/tree.h"

// The texts of an element that words are looked for in.
enum at_words_in {
    AT_WORDS_ANY, // text, hint, error, label, description; else whole ids
    AT_WORDS_TEXT,
    AT_WORDS_DESCRIPTION,
    AT_WORDS_ID,
};

// An empty view is not given; texts are borrowed.
struct at_selector {
    struct at_str ref; // takes priority over all others
    struct at_str id;
    struct at_str text;
    struct at_str text_contains;
    struct at_str class_name;
    struct at_str description;
    struct at_str near; // texts that say where it is (screen/relation.h)
    struct at_str inside;
    struct at_str below;
    struct at_str words; // a part of a text, in any case (screen/words.h)
    enum at_words_in words_in;
    int64_t index; // -1: not given
    bool exact;    // id: whole or after its last '/'; description: whole
    bool focused;  // the focused text field
    bool only;     // several matches are ambiguous, unless exactly one of them
                   // takes touches
    bool any;      // near, inside, below: of several the first will do
    bool touch;    // of several matches the only one that takes touches is
                   // meant, in whatever text of it the words stand
    bool labels;   // text: also the label of a text field that is filled
    bool fields;   // words: text fields come first
    bool app_only; // not the bars of the system, nor the keyboard
};

#define AT_SELECTOR_INIT                                                       \
    {                                                                          \
        .index = -1                                                            \
    }

// The fields of a selector that an agent may give, up to the row without a
// name.
extern const struct at_arg at_selector_args[];

bool at_selector_empty(const struct at_selector *selector);

// Return the element of tree that selector means, or NULL with AT_ENOTFOUND:
// the message says which part failed ("2 elements have id 'row', none of them
// text 'x'") and lists near misses. Without an index the first visible match in
// reading order wins (contract: "resolveTarget picks first match"), a whole id
// or description before a part of one. Candidates are named by their refs.
const struct at_node *at_selector_find(const struct at_selector *selector,
                                       const struct at_tree *tree,
                                       const struct at_ref_table *refs,
                                       struct at_err *err);

// Return how many visible elements match as well as the one that is found.
size_t at_selector_count(const struct at_selector *selector,
                         const struct at_tree *tree);
// Append what node was preferred to, and why: "2 elements match, this is the
// first". Nothing if it was the only match, unless it has the id in part only.
void at_selector_write_choice(const struct at_selector *selector,
                              const struct at_tree *tree,
                              const struct at_node *node, struct at_buf *out);
// Return the first element that matches but is not visible, or NULL.
const struct at_node *at_selector_find_hidden(
    const struct at_selector *selector, const struct at_tree *tree);

// Return the focused text field, or NULL.
const struct at_node *at_tree_focused_field(const struct at_tree *tree);

#endif
