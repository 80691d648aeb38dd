// nodes.h: the nodes of a window: kinds of widgets, trees from JSON, layout
//
// A node lives in its window's arena; texts are views into that or into the
// texts worked out at the last refresh (model.h). Only what a field holds and
// a list's rows are owned by the node itself.
#ifndef VIRTUAL_ANDROID_NODES_H
#define VIRTUAL_ANDROID_NODES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "screen/tree.h" // at_point, at_rect

struct va_device;
struct va_window;

enum va_layout {
    VA_LAYOUT_NONE,   // a leaf
    VA_LAYOUT_COLUMN, // children below each other
    VA_LAYOUT_ROW,
    VA_LAYOUT_FRAME, // children on top of each other
};

enum va_kind_flag {
    VA_CLICKABLE = 1 << 0,
    VA_LONG_CLICKABLE = 1 << 1,
    VA_FOCUSABLE = 1 << 2,
    VA_CHECKABLE = 1 << 3,
    VA_SCROLLABLE = 1 << 4, // along its layout's direction
    VA_RECYCLES = 1 << 5,   // rows out of sight do not exist (RecyclerView)
    VA_EDITABLE = 1 << 6,
    VA_RADIO = 1 << 7, // checking it unchecks its siblings
    VA_SEEK = 1 << 8,  // a tap or swipe sets its value
};

struct va_kind {
    const char *name; // in app files
    const char *class_name;
    unsigned flags;
    enum va_layout layout;
    int32_t height_px; // 0: as its content needs
};

struct va_node {
    struct va_node *parent;
    struct va_node *first_child;
    struct va_node *last_child;
    struct va_node *next;
    const struct va_kind *kind;
    json_t *json; // borrowed from the window's JSON; NULL in captured dumps
    const char *class_name;
    const char *id;      // full resource id, or ""
    const char *package; // NULL: the window's
    struct at_str text;  // as shown; a field's is in value
    struct at_str desc;
    struct at_str hint;
    struct at_buf value; // owned; the text of a field
    size_t cursor;       // bytes into value
    unsigned flags;      // enum va_kind_flag
    bool hidden;
    bool disabled;
    bool checked;
    bool selected;
    bool password;
    bool fixed;           // a captured node: its rect is never laid out
    int32_t inset_top_px; // kept off the bars of the system
    int32_t inset_bottom_px;
    struct at_rect rect; // where it is, unclipped
    struct at_rect seen; // the part inside all its ancestors; may be empty
    int32_t scroll_px;
    int32_t content_px; // the length of what scrolls
    int32_t fling_px;   // still to go
    int64_t fling_start_ms;
    int64_t fling_end_ms;
    int32_t progress; // of a SeekBar, 0 to 100
    json_t *rows;     // owned; the instantiated rows of a list
};

// node.c: nodes from JSON
const struct va_kind *va_kind_find(const char *name);
struct va_node *va_node_add(struct va_window *window, struct va_node *parent,
                            json_t *json);
struct va_node *va_node_bare(struct va_window *window, struct va_node *parent,
                             const char *class_name);
struct va_node *va_node_next(struct va_node *node, struct va_node *top);
// By the id of the app file, or the full one.
struct va_node *va_node_find(struct va_window *window, const char *id);
void va_node_fill(struct va_device *device, struct va_window *window,
                  struct va_node *list);    // its rows, afresh
void va_nodes_release(struct va_node *top); // what the arena does not hold

// layout.c
void va_layout(struct va_window *window, struct at_rect area);
struct at_rect va_rect_clip(struct at_rect a, struct at_rect b);
bool va_rect_empty(struct at_rect rect);
bool va_rect_has(struct at_rect rect, struct at_point at);
int32_t va_scroll_max(const struct va_node *node);
bool va_node_shown(const struct va_node *node);

#endif
