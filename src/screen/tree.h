// tree.h: the screen as a tree of UI nodes, whatever platform it came from
//
// A tree lives in one arena and is freed at once; every string is a view into
// it, valid UTF-8. The root is a synthetic node that holds the real roots (a
// dump may have several) in drawing order, so that each walk has one start.
#ifndef AT_SCREEN_TREE_H
#define AT_SCREEN_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

struct at_rect {
    int32_t left; // screen pixels; may be negative, may be empty
    int32_t top;
    int32_t right;
    int32_t bottom;
};

struct at_point {
    int32_t x_px;
    int32_t y_px;
};

// The contract's "Available Roles"; names by at_role_name().
enum at_role {
    AT_ROLE_UNKNOWN,
    AT_ROLE_BUTTON,
    AT_ROLE_TEXT_FIELD,
    AT_ROLE_TEXT_VIEW,
    AT_ROLE_CHECK_BOX,
    AT_ROLE_SWITCH,
    AT_ROLE_RADIO_BUTTON,
    AT_ROLE_SLIDER,
    AT_ROLE_SCROLL_VIEW,
    AT_ROLE_IMAGE,
    AT_ROLE_IMAGE_BUTTON,
    AT_ROLE_CONTAINER,
    AT_ROLE_LIST,
    AT_ROLE_LIST_ITEM,
    AT_ROLE_TAB,
    AT_ROLE_TOOLBAR,
    AT_ROLE_PROGRESS_BAR,
    AT_ROLE_SPINNER,
    AT_ROLE_WEB_VIEW,
    AT_ROLE_COUNT,
};

// The contract's "Available Actions", a set.
enum at_action {
    AT_ACTION_TAP = 1 << 0,
    AT_ACTION_LONG_PRESS = 1 << 1,
    AT_ACTION_TYPE = 1 << 2,
    AT_ACTION_SCROLL = 1 << 3,
    AT_ACTION_CHECK = 1 << 4,
    AT_ACTION_ADJUST = 1 << 5,
};

enum at_node_flag {
    AT_NODE_ENABLED = 1 << 0,
    AT_NODE_FOCUSED = 1 << 1,
    AT_NODE_SELECTED = 1 << 2,
    AT_NODE_CHECKED = 1 << 3,
    AT_NODE_CHECKABLE = 1 << 4,
    AT_NODE_CLICKABLE = 1 << 5,
    AT_NODE_SCROLLABLE = 1 << 6,
    AT_NODE_LONG_CLICKABLE = 1 << 7,
    AT_NODE_PASSWORD = 1 << 8,
    AT_NODE_FOCUSABLE = 1 << 9,
    AT_NODE_INVISIBLE = 1 << 10,  // visible-to-user="false"
    AT_NODE_SHOWS_HINT = 1 << 11, // text was only the hint; text is empty here

    // Derived by at_tree_finish(), never set by a reader, but for chrome where
    // packages do not tell it.
    AT_NODE_INTERACTIVE = 1 << 12,       // see at_node_interactive()
    AT_NODE_CHROME = 1 << 13,            // see at_node_is_chrome()
    AT_NODE_HOLDS_INTERACTIVE = 1 << 14, // some descendant is interactive
    AT_NODE_HOLDS_CONTROL = 1 << 15,     // … a field, scrollable or checkable

    // What only the helper on the device tells.
    AT_NODE_INVALID = 1 << 16,     // its content is not accepted
    AT_NODE_EXPANDABLE = 1 << 17,  // more of it can be shown
    AT_NODE_COLLAPSIBLE = 1 << 18, // … can be hidden again
    AT_NODE_HEADING = 1 << 19,
    AT_NODE_DISMISSABLE = 1 << 20,
    AT_NODE_TEXT_CUT = 1 << 21, // one of its texts may go on
};

struct at_node {
    struct at_node *parent; // NULL for the synthetic root
    struct at_node *first_child;
    struct at_node *last_child;
    struct at_node *next; // sibling
    struct at_str resource_id;
    struct at_str class_name;
    struct at_str text; // the value alone; a hint is in hint
    struct at_str description;
    struct at_str package;
    struct at_str hint;
    struct at_str state;
    struct at_str pane;
    struct at_str tooltip;
    struct at_str error;      // what is wrong with its content
    struct at_str role_words; // what the app calls this kind of element
    struct at_str range;      // where a slider or bar stands: "40 of 0..100"
    struct at_rect bounds;
    uint32_t flags; // enum at_node_flag
    enum at_role role;
    uint32_t actions; // enum at_action
    int32_t index;    // sibling index as the device gave it
    uint32_t order;   // preorder number, the root's is 0
    uint32_t depth;   // the root's is 0
};

// What the device could not read of the screen, as it says itself.
struct at_gaps {
    const char *cut;  // why it stopped early, a literal; NULL: it did not
    uint32_t nodes;   // that vanished while they were read
    uint32_t windows; // that gave no content
};

struct at_tree {
    struct at_arena arena; // owned; holds the nodes and strings too
    struct at_node *root;  // synthetic, never NULL
    size_t node_count;     // without the root
    int32_t rotation;      // 0 to 3
    int32_t width_px;      // from the device where known, else from the bounds
    int32_t height_px;
    struct at_str front_package; // see at_tree_finish()
    struct at_str app_name;      // as people know it, where there is no package
    bool repaired; // invalid bytes were replaced, or text around was dropped
    struct at_gaps gaps; // see screen/gaps.h
};

// An empty tree with its root. Free with at_tree_free().
struct at_tree *at_tree_new(void);
void at_tree_free(struct at_tree *tree); // NULL is allowed

// Append a zeroed node as parent's last child. NULL past AT_TREE_MAX_NODES or
// AT_TREE_MAX_DEPTH.
struct at_node *at_tree_add(struct at_tree *tree, struct at_node *parent);

// Derive roles, actions, order, screen size and the package in front once all
// nodes are there. Readers call it; nobody else. The package in front is that
// of the last drawn root that is no input method and no system bar, or of a
// system dialog in front (see screen/detect.h). A text field whose text is its
// hint loses the text and shows the hint. A screen size that the reader knows
// is kept; one from the bounds may be replaced by the device's afterwards.
void at_tree_finish(struct at_tree *tree);

// The next node in preorder within the subtree of top, NULL at its end. Start
// with top itself. at_node_skip() goes on after node's own subtree.
struct at_node *at_node_next(const struct at_node *node,
                             const struct at_node *top);
struct at_node *at_node_skip(const struct at_node *node,
                             const struct at_node *top);

bool at_node_has(const struct at_node *node, enum at_node_flag flag);
struct at_point at_rect_center(struct at_rect rect);
bool at_rect_empty(struct at_rect rect);
bool at_rect_eq(struct at_rect a, struct at_rect b);
bool at_rect_contains(struct at_rect rect, struct at_point point);
struct at_rect at_rect_intersect(struct at_rect a, struct at_rect b);

const char *at_role_name(enum at_role role);
// "tap", "long_press", …; action is a single bit.
const char *at_action_name(enum at_action action);

// The path-based id of the contract ("0.1.3"), written into buf of cap bytes.
void at_node_path(const struct at_node *node, char *buf, size_t cap);

#endif
