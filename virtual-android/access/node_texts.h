// node_texts.h: a node as the helper's wire has it: bits and texts
#ifndef VIRTUAL_ANDROID_ACCESS_NODE_TEXTS_H
#define VIRTUAL_ANDROID_ACCESS_NODE_TEXTS_H

#include "base/buf.h"

struct vd_device;
struct vd_node;
struct vd_window;

enum vd_tree_flag {
    VD_TREE_ENABLED = 1 << 0,
    VD_TREE_FOCUSED = 1 << 1,
    VD_TREE_SELECTED = 1 << 2,
    VD_TREE_CHECKED = 1 << 3,
    VD_TREE_CHECKABLE = 1 << 4,
    VD_TREE_CLICKABLE = 1 << 5,
    VD_TREE_SCROLLABLE = 1 << 6,
    VD_TREE_LONG_CLICKABLE = 1 << 7,
    VD_TREE_PASSWORD = 1 << 8,
    VD_TREE_FOCUSABLE = 1 << 9,
    VD_TREE_INVISIBLE = 1 << 10,
    VD_TREE_SHOWS_HINT = 1 << 11,
    VD_TREE_EDITABLE = 1 << 12,
    VD_TREE_HEADING = 1 << 13,
    VD_TREE_DISMISSABLE = 1 << 14,
    VD_TREE_EXPANDABLE = 1 << 15,
    VD_TREE_COLLAPSIBLE = 1 << 16,
    VD_TREE_INVALID = 1 << 17,
    // Any of these keeps a node in a compact tree.
    VD_TREE_ACTS = VD_TREE_CHECKABLE | VD_TREE_CLICKABLE | VD_TREE_SCROLLABLE |
                   VD_TREE_LONG_CLICKABLE | VD_TREE_EDITABLE | VD_TREE_FOCUSED |
                   VD_TREE_SELECTED | VD_TREE_DISMISSABLE | VD_TREE_EXPANDABLE |
                   VD_TREE_COLLAPSIBLE,
};

// In the order of writing.
enum vd_tree_text {
    VD_TREE_ID,
    VD_TREE_TEXT,
    VD_TREE_DESC,
    VD_TREE_HINT,
    VD_TREE_STATE,
    VD_TREE_PANE,
    VD_TREE_TOOLTIP,
    VD_TREE_ERROR,
    VD_TREE_ROLE,
    VD_TREE_TEXTS,
};

// Both need the device to be locked. vd_tree_texts() replaces the content of
// out's buffers, one for each text, and returns true if it cut one.
unsigned vd_tree_flags(const struct vd_device *device,
                       const struct vd_window *window,
                       const struct vd_node *node);
bool vd_tree_texts(struct vd_device *device, struct vd_window *window,
                   const struct vd_node *node, struct at_buf *out);

// The text that accessibility services get: nothing of passwords before API 26.
void vd_node_reported_text(const struct vd_device *device,
                           const struct vd_node *node, struct at_buf *out);

#endif
