// axe_chrome.h: the status bar and the keyboard of an iOS screen
//
// The description has no windows and no packages: they are told by where they
// stand and by the names that the system gives their parts.
#ifndef AT_SCREEN_AXE_CHROME_H
#define AT_SCREEN_AXE_CHROME_H

#include "screen/tree.h"

// Is a child of the application a part of the status bar? probed: the tool has
// found it by asking what is at a point ("synthesized").
bool at_axe_is_status(const struct at_node *node, bool probed);

// Set AT_NODE_CHROME on the keyboard, and on all below what has it. Once all
// nodes are there, before at_tree_finish().
void at_axe_mark_chrome(struct at_tree *tree);

#endif
