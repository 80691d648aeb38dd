// label.h: what a person would call an element
#ifndef AT_SCREEN_LABEL_H
#define AT_SCREEN_LABEL_H

#include "screen/tree.h"

// A content-desc longer than this is an aggregate of its children's texts, as
// Flutter and React Native make them, not a label (design section 4).
enum { AT_LABEL_MAX_CHARS = 80 };

// The node's own label (blanks and icon glyphs alone are none): text, else
// content-desc, else hint, else tooltip; a text field's own value and hint are
// not its label (its description is).
struct at_str at_node_own_label(const struct at_node *node);

// What the user put in: a field's text; where a slider or a bar stands, where
// the device tells it; empty for everything else.
struct at_str at_node_value(const struct at_node *node);

// "collapsed", "expanded", "half-expanded", a literal; "" where the device does
// not say that it can be either.
const char *at_node_expansion(const struct at_node *node);

// The label of an interactive element: its own, else hoisted breadth-first
// from its descendants without entering another interactive subtree.
// A scrollable's content is not its label. An aggregate description is one
// only where nothing below says it in fewer words. *out_from (may be NULL) is
// the node the text stands on, NULL without label.
struct at_str at_node_label(const struct at_node *node,
                            const struct at_node **out_from);

// What a line of its own says for a node that is no control: its own label,
// else a description too long for one where nothing below says it.
struct at_str at_node_plain_text(const struct at_node *node);

// The resource id without its package: "login" of "com.example.app:id/login".
struct at_str at_node_id_name(const struct at_node *node);

// Effective text for assertions: text, description, hint, tooltip, then the
// first descendant's that has any.
struct at_str at_node_effective_text(const struct at_node *node);

// Does the node get a ref (tap, type, check, scroll, adjust …)? An unlabelled
// clickable wrapper around other interactive elements does not, nor does one of
// the screen's size that only a loose text inside would name.
bool at_node_interactive(const struct at_node *node);

// Drawn at all: not invisible, not empty, on the screen.
bool at_node_visible(const struct at_tree *tree, const struct at_node *node);

// Part of the input method or of a system bar (status, navigation)?
bool at_node_is_chrome(const struct at_tree *tree, const struct at_node *node);

#endif
