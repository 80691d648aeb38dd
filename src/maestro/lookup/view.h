// view.h: the nodes of a screen as Maestro sees them on Android
//
// Maestro reads all windows, the keyboard and the system's among them. It drops
// invisible nodes with everything in them, except inside of a WebView, and
// clips bounds to the display. A node of 0 x 0 pixels goes unless a node in it
// stays; a node with one empty side stays. Nothing is dropped for being
// covered. Two nodes without bounds enclose everything, which only selectors
// without text and id can match.
//
// Make the view of the device's own tree: nodes of other sources
// (AT_NODE_GRAFTED) are dropped, unless they are a web page's and the flow
// reads pages.
#ifndef AT_MAESTRO_LOOKUP_VIEW_H
#define AT_MAESTRO_LOOKUP_VIEW_H

#include "base/arena.h"
#include "screen/tree.h"

#define AT_MAESTRO_NO_NODE UINT32_MAX

// Nodes are in preorder, so that the subtree of nodes[i] is i to end - 1.
struct at_maestro_node {
    const struct at_node *node; // NULL: an enclosing node, or a toast
    struct at_str text;         // with the hint that an empty field shows
    struct at_str hint;
    struct at_str description; // Maestro's accessibilityText
    struct at_str resource_id;
    struct at_str class_name;
    struct at_rect bounds; // clipped to the display
    bool has_bounds;
    bool is_element; // false: the document around the tree
    uint32_t flags;  // enum at_node_flag, as the device reported them
    uint32_t parent; // AT_MAESTRO_NO_NODE for the first
    uint32_t end;
    uint32_t same;  // first node that is equal in all attributes, bounds and
                    // children: one element for Maestro
    uint64_t hash;  // hash of all that
    uint64_t looks; // hash of the attributes without bounds
};

struct at_maestro_view {
    struct at_arena arena; // owned
    struct at_maestro_node *nodes;
    uint32_t count;
    uint32_t *places; // index by order in the tree; AT_MAESTRO_NO_NODE: dropped
    const struct at_tree *tree;
    int32_t width_px;
    int32_t height_px;
};

// A toast of the last 3.5 s (AT_MAESTRO_TOAST_MS).
struct at_maestro_toast {
    struct at_str text;
    struct at_rect bounds; // empty: unknown
};

enum { AT_MAESTRO_TOAST_MS = 3500 };

struct at_maestro_view_opts {
    const struct at_maestro_toast *toasts;
    size_t toast_count;
    bool reads_web; // androidWebViewHierarchy: devtools
    bool keeps_all; // also what Maestro drops, for candidates
};

// Make the view of a tree, which must outlive it; opts may be NULL. Release
// with at_maestro_view_deinit().
void at_maestro_view_init(struct at_maestro_view *view,
                          const struct at_tree *tree,
                          const struct at_maestro_view_opts *opts);
void at_maestro_view_deinit(struct at_maestro_view *view);

// Find the only node with the attributes of node, wherever it is now; NULL if
// there is none, or several. node may belong to an earlier view that still
// lives.
const struct at_maestro_node *at_maestro_view_refind(
    const struct at_maestro_view *view, const struct at_maestro_node *node);

// Return true if both screens have equal nodes (Maestro's "settled").
bool at_maestro_view_eq(const struct at_maestro_view *a,
                        const struct at_maestro_view *b);

// Return the deepest of the last nodes that contain the point; NULL if none.
const struct at_maestro_node *at_maestro_view_at(
    const struct at_maestro_view *view, struct at_point point);
// Return true if the node is the one at its own centre.
bool at_maestro_view_is_topmost(const struct at_maestro_view *view,
                                const struct at_maestro_node *node);

// The point that a tap on the node touches.
struct at_point at_maestro_node_center(const struct at_maestro_node *node);
// Return the text that copyTextFrom takes: text, hint, then description; empty
// if all are.
struct at_str at_maestro_node_words(const struct at_maestro_node *node);

#endif
