// pinpoint.h: what tells a node from all others to a device that looks for it
//
// A device that can find an element at the moment of the touch is told what the
// element is, and where it was seen: android/helper/PROTOCOL.md, "A target".
// What changes by itself is left out: a field's content, the position of a
// slider, a time.
#ifndef AT_SCREEN_PINPOINT_H
#define AT_SCREEN_PINPOINT_H

#include "screen/tree.h"

// All of it is borrowed from the tree.
struct at_pinpoint {
    struct at_str class_name;
    struct at_str package;     // "": not known
    struct at_str resource_id; // "": it has none
    bool has_text;             // false: its text says nothing of what it is
    struct at_str text;        // "": it has none
    bool has_description;
    struct at_str description;
    struct at_str label;  // of a node below it; "": none
    struct at_str within; // what its surroundings show and those of nodes like
                          // it do not; "": none, or there are none like it
    struct at_rect bounds;
};

void at_pinpoint_of(const struct at_tree *tree, const struct at_node *node,
                    struct at_pinpoint *out);

#endif
