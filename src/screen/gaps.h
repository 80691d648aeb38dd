// gaps.h: parts of the screen missing in a reading, and their description
#ifndef AT_SCREEN_GAPS_H
#define AT_SCREEN_GAPS_H

#include <stdint.h>

#include "base/buf.h"

struct at_tree;

// A source that should have contributed to this reading but did not. All
// strings are literals; NULL means no gap.
struct at_unread {
    const char *what; // "the page of the WebView"
    const char *source;
    const char *why; // "does not answer"
};

// Parts of the screen that the device could not read.
struct at_gaps {
    const char *cut;  // reason for stopping early, a literal; NULL: none
    uint32_t nodes;   // nodes that vanished during the reading
    uint32_t windows; // windows without content
    struct at_unread elements; // elements that may be missing in the tree
    struct at_unread names;    // names of elements that the tree has
};

// Append one sentence without a full stop. Return false and append nothing if
// the tree is complete as far as the device reports.
bool at_gaps_write(const struct at_tree *tree, struct at_buf *out);

// Return true if the device stopped early, or a source of additional elements
// failed. An element missing in the tree may then still be on the screen.
bool at_tree_is_cut(const struct at_tree *tree);

// Append the unread part and the reason, as in at_gaps_write(). Missing names
// do not belong here: their elements are in the tree.
bool at_unread_write(const struct at_unread *unread, struct at_buf *out);

#endif
