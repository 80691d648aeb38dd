// pinpoint.h: a description that lets the device find a node again
//
// A device that locates an element at the moment of the touch receives its
// properties and its last position: android/helper/PROTOCOL.md, "A target".
// Properties that change by themselves are omitted: a field's content, a
// slider's position, a time.
#ifndef AT_SCREEN_PINPOINT_H
#define AT_SCREEN_PINPOINT_H

#include "screen/tree.h"

// All strings are borrowed from the tree.
struct at_pinpoint {
    struct at_str class_name;
    struct at_str package;     // "": unknown
    struct at_str resource_id; // "": no id
    bool has_text;             // false: the text does not identify the node
    struct at_str text;        // "": no text
    bool has_description;
    struct at_str description;
    struct at_str label;  // label taken from a descendant; "": none
    struct at_str within; // word that only its surroundings have; "": none
    struct at_rect bounds;
};

void at_pinpoint_of(const struct at_tree *tree, const struct at_node *node,
                    struct at_pinpoint *out);

#endif
