// axe_chrome.h: the status bar and the keyboard of an iOS screen
//
// The description has neither windows nor packages, so both are recognised by
// their position and by the system's names for their parts.
#ifndef AT_SCREEN_AXE_CHROME_H
#define AT_SCREEN_AXE_CHROME_H

#include "screen/tree.h"

// Return true if a child of the application belongs to the status bar. probed:
// the tool found it by probing a point ("synthesized").
bool at_axe_is_status(const struct at_node *node, bool probed);

// Set AT_NODE_CHROME on the keyboard and on all descendants of nodes that have
// it. Call it on the whole tree, before at_tree_finish().
void at_axe_mark_chrome(struct at_tree *tree);

#endif
