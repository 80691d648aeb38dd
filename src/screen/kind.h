// kind.h: the ref letter and the word of an interactive element
#ifndef AT_SCREEN_KIND_H
#define AT_SCREEN_KIND_H

#include "screen/tree.h"

struct at_kind {
    char letter;      // ref letter: one of b f c l s g
    const char *word; // word in the compact tree: "btn", "input" …
};

// Return the kind as defined in design section 4, "Ref kind", except that a
// text field that scrolls its own text is a field.
struct at_kind at_node_kind(const struct at_node *node, struct at_str label);

#endif
