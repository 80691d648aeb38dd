// elements.h: the screen as a numbered list, e1 to eN, for the command line
//
// The canonical element of spec/mobile-dev-agent 7.1, without its JSON. The
// numbers go in reading order over what a list shows.
#ifndef AT_SCREEN_ELEMENTS_H
#define AT_SCREEN_ELEMENTS_H

#include "base/buf.h"
#include "screen/ref.h"
#include "screen/tree.h"

struct at_element {
    const struct at_node *node; // borrowed from the tree
    size_t number;              // e1 is 1
    size_t indent;              // elements of the list above it
    bool interactive; // clickable, focusable or of an interactable role
};

struct at_elements {
    struct at_element *rows; // owned
    size_t count;
};

// Visible elements that are interactive or say something; the system's bars
// and the keyboard have none. only_interactive: those alone.
void at_elements_init(struct at_elements *elements, const struct at_tree *tree,
                      bool only_interactive);
void at_elements_deinit(struct at_elements *elements);

// Make table the one of this list: refs "@e1" to "@eN". The same tree and the
// same only_interactive always give the same refs.
void at_elements_fill_refs(const struct at_elements *elements,
                           const struct at_tree *tree,
                           struct at_ref_table *table);

// A header line (size, package, fingerprint) and one line an element, indented:
// '  btn "Sign in" @e12'.
void at_elements_write_tree(const struct at_elements *elements,
                            const struct at_tree *tree, struct at_buf *out);

// "button", "textbox", "checkbox", "switch" or "unknown" (the contract's v1
// table); at_role_name() says more.
const char *at_element_role(const struct at_node *node);
// Text, else content-desc, else what it wraps, else its hint, else the tail of
// its resource id. A text field's own text is its value, not its name.
struct at_str at_element_name(const struct at_node *node);

// What `ui find` and queries look for; empty views are not given.
struct at_element_query {
    struct at_str role;     // the contract's word or at_role_name()'s
    struct at_str name;     // the whole name
    struct at_str contains; // part of name, label, text or value
    struct at_str id;       // resource id, whole or after its last '/'
};

bool at_element_matches(const struct at_node *node,
                        const struct at_element_query *query);

#endif
