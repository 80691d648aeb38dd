// node.h: the nodes of a window: kinds of widgets, trees from JSON, layout
//
// A node is allocated in its window's arena; its texts are in that or in the
// scratch arena of the last refresh (window.h). Only a field's content and a
// list's rows are owned by the node itself.
#ifndef VIRTUAL_ANDROID_MODEL_NODE_H
#define VIRTUAL_ANDROID_MODEL_NODE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "screen/tree.h" // at_point, at_rect

struct vd_window;

enum vd_layout {
    VD_LAYOUT_NONE,   // a leaf
    VD_LAYOUT_COLUMN, // children below each other
    VD_LAYOUT_ROW,
    VD_LAYOUT_FRAME, // children on top of each other
};

enum vd_kind_flag {
    VD_CLICKABLE = 1 << 0,
    VD_LONG_CLICKABLE = 1 << 1,
    VD_FOCUSABLE = 1 << 2,
    VD_CHECKABLE = 1 << 3,
    VD_SCROLLABLE = 1 << 4, // along its layout's direction
    VD_RECYCLES = 1 << 5,   // rows out of sight do not exist (RecyclerView)
    VD_EDITABLE = 1 << 6,
    VD_RADIO = 1 << 7, // checking it unchecks its siblings
    VD_SEEK = 1 << 8,  // a tap or swipe sets its value
};

struct vd_kind {
    const char *name; // in app files
    const char *class_name;
    unsigned flags;
    enum vd_layout layout;
    int32_t height_px; // 0: as its content needs
};

struct vd_node {
    struct vd_node *parent;
    struct vd_node *first_child;
    struct vd_node *last_child;
    struct vd_node *next;
    const struct vd_kind *kind;
    json_t *json; // borrowed from the window's JSON; NULL in captured dumps
    const char *class_name;
    const char *id;      // full resource id, or ""
    const char *package; // NULL: the window's
    struct at_str text;  // as shown; a field's text is in value
    struct at_str desc;
    struct at_str hint;
    struct at_buf value; // owned; the text of a field
    size_t cursor;       // bytes into value
    unsigned flags;      // enum vd_kind_flag
    bool hidden;
    bool disabled;
    bool checked;
    bool selected;
    bool password;
    bool fixed;           // a captured node: its rect is never laid out
    int32_t inset_top_px; // kept off the bars of the system
    int32_t inset_bottom_px;
    struct at_rect rect; // its place, unclipped
    struct at_rect seen; // the part within all its ancestors; may be empty
    int32_t scroll_px;
    int32_t content_px; // the length of the content that scrolls
    int32_t fling_px;   // still to go
    int64_t fling_start_ms;
    int64_t fling_end_ms;
    int32_t progress; // SeekBar, 0 to 100
    json_t *rows;     // owned; the instantiated rows of a list
};

// Text of a member of an app file.
const char *vd_json_text(const json_t *json, const char *key,
                         const char *fallback);

const struct vd_kind *vd_kind_find(const char *name);
struct vd_node *vd_node_add(struct vd_window *window, struct vd_node *parent,
                            json_t *json);
struct vd_node *vd_node_bare(struct vd_window *window, struct vd_node *parent,
                             const char *class_name);
struct vd_node *vd_node_next(struct vd_node *node, struct vd_node *top);
// By the id of the app file, or the full one.
struct vd_node *vd_node_find(struct vd_window *window, const char *id);
void vd_nodes_release(struct vd_node *top); // memory that is not in the arena
void vd_node_set_value(struct vd_node *node, const char *text);
// Write the text that shows: a field's content or hint, bullets for a password.
void vd_node_text(const struct vd_node *node, struct at_buf *out);

#endif
