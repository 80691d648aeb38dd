// axe_type.h: role and flags of an iOS element type
#ifndef AT_SCREEN_AXE_TYPE_H
#define AT_SCREEN_AXE_TYPE_H

#include "screen/tree.h"

struct at_axe_type {
    struct at_str name; // "Button"; static
    enum at_role role;
    uint32_t flags; // enum at_node_flag
};

// Return the type, or NULL if it is unknown. Names are those of XCTest and of
// the accessibility API without "AX".
const struct at_axe_type *at_axe_type_find(struct at_str name);

#endif
