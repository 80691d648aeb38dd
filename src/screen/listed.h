// listed.h: which nodes a numbered list of the screen shows, and how
//
// Wider than the compact tree's refs: what can be clicked or focused at all,
// wrappers too, and every text. The same node is listed or not whatever the
// list was asked for, so that its twins can be counted.
#ifndef AT_SCREEN_LISTED_H
#define AT_SCREEN_LISTED_H

#include "base/buf.h"
#include "screen/tree.h"

// Clickable, focusable or of an interactable role, whether it shows or not.
bool at_node_can_interact(const struct at_node *node);

// On the screen, no chrome, and can interact or says something of its own.
bool at_node_is_listed(const struct at_tree *tree, const struct at_node *node);

// What a person would call it; empty for a wrapper around other elements.
struct at_str at_listed_label(const struct at_node *node);

// 'btn "Sign in" @e1', '"Welcome" @e2', 'tap id="row" @e3'. ref may be NULL.
void at_listed_write(const struct at_node *node, const char *ref,
                     struct at_buf *out);

#endif
