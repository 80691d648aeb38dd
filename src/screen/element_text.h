// element_text.h: one element as a line of text
#ifndef AT_SCREEN_ELEMENT_TEXT_H
#define AT_SCREEN_ELEMENT_TEXT_H

#include "base/buf.h"
#include "screen/tree.h"

// Append the element: 'btn "Sign in" @b1', 'input hint="Email" value="a@b"'. A
// password is written as its length. ref may be NULL.
void at_element_text_write(const struct at_node *node, const char *ref,
                           struct at_buf *out);

// The place of an unnamed element: 'right of "1"', 'top left', '2 of 5', 'row 2
// column 3'. Empty: omitted.
struct at_place {
    const char *word; // a literal
    struct at_str beside;
    uint32_t number; // position in a row, or among all
    uint32_t of;
    uint32_t row;
};

// Distinguishing words, computed for all elements of a text at once.
struct at_element_words {
    struct at_str label; // at_node_label() or the text of a plain node
    struct at_place place;
    bool hides_id; // the id is not unique
    bool tells_id; // the label is not unique, the id is
};

// Append the element without a ref.
void at_element_text_write_words(const struct at_node *node,
                                 const struct at_element_words *words,
                                 struct at_buf *out);

// Return true if the state description only repeats the checked flag in words,
// as check boxes do since Android 11.
bool at_element_state_repeats_flag(const struct at_node *node);

#endif
