// elements.h: the screen as a numbered list, e1 to eN, for the command line
//
// The canonical element of spec/mobile-dev-agent 7.1, without its JSON.
// Elements are numbered in reading order.
#ifndef AT_SCREEN_ELEMENTS_H
#define AT_SCREEN_ELEMENTS_H

#include "base/buf.h"
#include "screen/ref.h"
#include "screen/tree.h"

struct at_element {
    const struct at_node *node; // borrowed from the tree
    size_t number;              // e1 is 1; changes keep it
    size_t indent;              // listed elements that contain it
    bool interactive; // clickable, focusable or of an interactable role
};

struct at_elements {
    struct at_element *rows; // owned
    size_t count;
    size_t last_number; // highest number ever used, including removed elements
};

// List visible elements that are interactive or have a text, except those of
// the system bars and the keyboard. only_interactive: skip plain texts.
void at_elements_init(struct at_elements *elements, const struct at_tree *tree,
                      bool only_interactive);
void at_elements_deinit(struct at_elements *elements);

// Take the numbers from this list's table after at_diff_write() has updated it.
void at_elements_take_numbers(struct at_elements *elements,
                              const struct at_ref_table *table);

// Fill table with this list's elements and numbers.
void at_elements_fill_refs(const struct at_elements *elements,
                           const struct at_tree *tree,
                           struct at_ref_table *table);

// Return true if the text has a line for the index-th row. A text that only
// repeats the label of the line above is omitted.
bool at_elements_shows(const struct at_elements *elements, size_t index);

// Write a header line (size, package, fingerprint), then one indented line per
// element: '  btn "Sign in" @e12'.
void at_elements_write_tree(const struct at_elements *elements,
                            const struct at_tree *tree, struct at_buf *out);

// Return "button", "textbox", "checkbox", "switch" or "unknown" (the contract's
// v1 table); at_role_name() is finer.
const char *at_element_role(const struct at_node *node);
// NULL-terminated list of all role names: those of the contract, those printed
// in the tree and those of at_role_name().
extern const char *const at_element_roles[];
// Return the element's text, else its content-desc, the label of its content,
// its hint or the tail of its resource id. A text field's own text is its
// value; it serves as the name only for want of another one. A password's value
// is never returned.
struct at_str at_element_name(const struct at_node *node);

// Criteria of `ui find` and queries. Empty views are ignored.
struct at_element_query {
    struct at_str role;     // one of at_element_roles
    struct at_str name;     // whole name
    struct at_str contains; // part of the name, label, text or value
    struct at_str says;     // whole name, description, error or text
    struct at_str id;       // resource id, in full or after its last '/'
};

bool at_element_matches(const struct at_node *node,
                        const struct at_element_query *query);

#endif
