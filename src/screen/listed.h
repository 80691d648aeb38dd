// listed.h: the nodes of a numbered list of the screen, and their lines
//
// A list has more nodes than the compact tree has refs: everything clickable or
// focusable, including wrappers, and every text. The list's options do not
// affect which nodes are listed, so twins can be counted.
#ifndef AT_SCREEN_LISTED_H
#define AT_SCREEN_LISTED_H

#include "base/buf.h"
#include "screen/tree.h"

// Return true if the node is clickable, focusable or of an interactable role,
// visible or not.
bool at_node_can_interact(const struct at_node *node);

// Return true if the node is visible, not chrome, and interactable or with its
// own text.
bool at_node_is_listed(const struct at_tree *tree, const struct at_node *node);

// Return the label of a listed node; empty for a wrapper around other elements.
struct at_str at_listed_label(const struct at_node *node);

// Return the first word of the line: "btn", "link", "tap" …; "" for a text.
const char *at_listed_word(const struct at_node *node);

// Write a listed node: 'btn "Sign in" @e1', '"Welcome" @e2', 'tap id="row"
// @e3'. ref may be NULL.
void at_listed_write(const struct at_node *node, const char *ref,
                     struct at_buf *out);

#endif
