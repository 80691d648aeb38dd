// gaps.h: what a reading of the screen has left out, and its description
#ifndef AT_SCREEN_GAPS_H
#define AT_SCREEN_GAPS_H

#include <stdint.h>

#include "base/buf.h"

struct at_tree;

// What a source of the app's own would have added to this reading, and did not.
// All are literals; what is NULL: nothing.
struct at_unread {
    const char *what; // "the page of the WebView"
    const char *source;
    const char *why; // "does not answer"
};

// Parts of the screen that the device reports it could not read.
struct at_gaps {
    const char *cut;  // why it stopped early, a literal; NULL if it did not
    uint32_t nodes;   // that vanished while they were read
    uint32_t windows; // that gave no content
    struct at_unread elements; // of which the tree may have none
    struct at_unread names;    // of elements that the tree has
};

// Append one sentence without a full stop; false and nothing if the tree is
// complete as far as the device reports.
bool at_gaps_write(const struct at_tree *tree, struct at_buf *out);

// Did the device stop early, or a source that has elements of its own not
// answer? Then what is not in the tree may be there.
bool at_tree_is_cut(const struct at_tree *tree);

// Append what was not read and why, as at_gaps_write(). Names that are missing
// are no part of that: each element is in the tree without them.
bool at_unread_write(const struct at_unread *unread, struct at_buf *out);

#endif
