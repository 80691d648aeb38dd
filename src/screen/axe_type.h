// axe_type.h: what an iOS element type is: role and flags
#ifndef AT_SCREEN_AXE_TYPE_H
#define AT_SCREEN_AXE_TYPE_H

#include "screen/tree.h"

struct at_axe_type {
    struct at_str name; // "Button"; kept for the program's life
    enum at_role role;
    uint32_t flags; // enum at_node_flag
};

// NULL: unknown. XCTest's words and the accessibility API's without "AX".
const struct at_axe_type *at_axe_type_find(struct at_str name);

#endif
