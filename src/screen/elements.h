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
    size_t indent;              // elements of the list above it
    bool interactive; // clickable, focusable or of an interactable role
};

struct at_elements {
    struct at_element *rows; // owned
    size_t count;
    size_t last_number; // the highest so far, also of what is gone
};

// List visible elements that are interactive or have a text. The system's bars
// and the keyboard have none. only_interactive: only those.
void at_elements_init(struct at_elements *elements, const struct at_tree *tree,
                      bool only_interactive);
void at_elements_deinit(struct at_elements *elements);

// Take over the numbers of the table of this list, which at_diff_write() has
// continued.
void at_elements_take_numbers(struct at_elements *elements,
                              const struct at_ref_table *table);

// Make table that of this list, with its numbers.
void at_elements_fill_refs(const struct at_elements *elements,
                           const struct at_tree *tree,
                           struct at_ref_table *table);

// Does the text have a line for the index-th row? A text that only repeats the
// label of the line above it has none.
bool at_elements_shows(const struct at_elements *elements, size_t index);

// A header line (size, package, fingerprint) and one line an element, indented:
// '  btn "Sign in" @e12'.
void at_elements_write_tree(const struct at_elements *elements,
                            const struct at_tree *tree, struct at_buf *out);

// "button", "textbox", "checkbox", "switch" or "unknown" (the contract's v1
// table); at_role_name() is finer.
const char *at_element_role(const struct at_node *node);
// Every word that names a role: the contract's, those that the tree prints, and
// at_role_name()'s; up to NULL.
extern const char *const at_element_roles[];
// Return its text, else content-desc, else the label of what it wraps, else its
// hint, else the tail of its resource id. A text field's own text is its value,
// and its name only if nothing else names it; a password's never is.
struct at_str at_element_name(const struct at_node *node);

// Criteria of `ui find` and queries; empty views are not given.
struct at_element_query {
    struct at_str role;     // one of at_element_roles
    struct at_str name;     // the whole name
    struct at_str contains; // part of name, label, text or value
    struct at_str says;     // a whole name, description, error or text
    struct at_str id;       // resource id, whole or after its last '/'
};

bool at_element_matches(const struct at_node *node,
                        const struct at_element_query *query);

#endif
