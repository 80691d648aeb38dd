// element_text.h: one element as a line of text
#ifndef AT_SCREEN_ELEMENT_TEXT_H
#define AT_SCREEN_ELEMENT_TEXT_H

#include "base/buf.h"
#include "screen/tree.h"

// Append the element: 'btn "Sign in" @b1', 'input hint="Email" value="a@b"'. Of
// a password only the length is written. ref may be NULL.
void at_element_text_write(const struct at_node *node, const char *ref,
                           struct at_buf *out);

// The place of an element that nothing names: 'right of "1"', 'top left', '2 of
// 5', 'row 2 column 3'. Empty: not said.
struct at_place {
    const char *word; // a literal
    struct at_str beside;
    uint32_t number; // in a row, or of all
    uint32_t of;
    uint32_t row;
};

// The words that tell an element from others, found for all of a text at once.
struct at_element_words {
    struct at_str label; // at_node_label()'s, or a plain node's text
    struct at_place place;
    bool hides_id; // others have its id too
    bool tells_id; // others have its label, not its id
};

// Append the element without a ref.
void at_element_text_write_words(const struct at_node *node,
                                 const struct at_element_words *words,
                                 struct at_buf *out);

// Whether the node's state says in words only what its checked flag says, as
// check boxes do since Android 11.
bool at_element_state_repeats_flag(const struct at_node *node);

#endif
