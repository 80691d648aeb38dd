// node_texts.h: a node as the helper's wire has it: bits and texts
#ifndef VIRTUAL_ANDROID_HELPER_NODE_TEXTS_H
#define VIRTUAL_ANDROID_HELPER_NODE_TEXTS_H

#include "base/buf.h"

struct va_device;
struct va_node;
struct va_window;

enum va_tree_flag {
    VA_TREE_ENABLED = 1 << 0,
    VA_TREE_FOCUSED = 1 << 1,
    VA_TREE_SELECTED = 1 << 2,
    VA_TREE_CHECKED = 1 << 3,
    VA_TREE_CHECKABLE = 1 << 4,
    VA_TREE_CLICKABLE = 1 << 5,
    VA_TREE_SCROLLABLE = 1 << 6,
    VA_TREE_LONG_CLICKABLE = 1 << 7,
    VA_TREE_PASSWORD = 1 << 8,
    VA_TREE_FOCUSABLE = 1 << 9,
    VA_TREE_INVISIBLE = 1 << 10,
    VA_TREE_SHOWS_HINT = 1 << 11,
    VA_TREE_EDITABLE = 1 << 12,
    VA_TREE_HEADING = 1 << 13,
    VA_TREE_DISMISSABLE = 1 << 14,
    VA_TREE_EXPANDABLE = 1 << 15,
    VA_TREE_COLLAPSIBLE = 1 << 16,
    VA_TREE_INVALID = 1 << 17,
    // What keeps a node in a compact tree.
    VA_TREE_ACTS = VA_TREE_CHECKABLE | VA_TREE_CLICKABLE | VA_TREE_SCROLLABLE |
                   VA_TREE_LONG_CLICKABLE | VA_TREE_EDITABLE | VA_TREE_FOCUSED |
                   VA_TREE_SELECTED | VA_TREE_DISMISSABLE | VA_TREE_EXPANDABLE |
                   VA_TREE_COLLAPSIBLE,
};

// In the order in which they are written.
enum va_tree_text {
    VA_TREE_ID,
    VA_TREE_TEXT,
    VA_TREE_DESC,
    VA_TREE_HINT,
    VA_TREE_STATE,
    VA_TREE_PANE,
    VA_TREE_TOOLTIP,
    VA_TREE_ERROR,
    VA_TREE_ROLE,
    VA_TREE_TEXTS,
};

// Both with the device's lock held. out has a buffer for each text, which is
// set anew; true where one was cut.
unsigned va_tree_flags(const struct va_device *device,
                       const struct va_window *window,
                       const struct va_node *node);
bool va_tree_texts(struct va_device *device, struct va_window *window,
                   const struct va_node *node, struct at_buf *out);

#endif
