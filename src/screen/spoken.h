// spoken.h: an element as people would name it, independent of its position
//
// Pure. "Add" is enough for the only Add on the screen. One of several is named
// by a text that belongs to it alone: "Add beside Apple". The text must be
// unique on the screen, and screen/relation.h must not find another element by
// it.
#ifndef AT_SCREEN_SPOKEN_H
#define AT_SCREEN_SPOKEN_H

#include "screen/tree.h"

enum at_spoken_where {
    AT_SPOKEN_ALONE,  // no anchor
    AT_SPOKEN_BESIDE, // in the same row
    AT_SPOKEN_INSIDE, // in the same list item or card
    AT_SPOKEN_BELOW,  // the first one below a heading
    AT_SPOKEN_WHERES,
};
extern const char *const at_spoken_wheres[AT_SPOKEN_WHERES];

// The name that may be shared by several elements.
struct at_spoken_words {
    struct at_str words; // empty: the element has no name
    bool is_id;          // the last part of its resource id
};

struct at_spoken {
    enum at_spoken_where where;
    struct at_str anchor; // borrowed from the tree; empty if ALONE
    bool is_unique;       // the words and the anchor mean this element only
};

// Name node. Not unique: no text tells it from the others of that name.
void at_spoken_find(const struct at_tree *tree, const struct at_node *node,
                    const struct at_spoken_words *words, struct at_spoken *out);

// Return true if touching either node acts on the other.
bool at_spoken_is_same(const struct at_node *a, const struct at_node *b);

// Return true if more than half of the lower box is beside the other.
bool at_spoken_is_in_row(struct at_rect a, struct at_rect b);

#endif
