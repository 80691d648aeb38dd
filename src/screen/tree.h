// tree.h: the screen as a tree of UI nodes, independent of the platform
//
// A tree lives in one arena and is freed at once; every string is a view into
// it, valid UTF-8. The root is a synthetic node that contains the real roots (a
// dump may have several) in drawing order, so that each walk has one start.
#ifndef AT_SCREEN_TREE_H
#define AT_SCREEN_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "screen/gaps.h"

struct at_rect {
    int32_t left; // screen pixels; may be negative or empty
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

// The contract's "Available Actions", as bits.
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
    AT_NODE_SHOWS_HINT = 1 << 11, // the hint was the only text

    // Derived by at_tree_finish(). Readers set none of these, except CHROME on
    // platforms without packages.
    AT_NODE_INTERACTIVE = 1 << 12,       // gets a ref, see screen/interactive.h
    AT_NODE_CHROME = 1 << 13,            // part of the keyboard or a system bar
    AT_NODE_HOLDS_INTERACTIVE = 1 << 14, // a descendant is interactive
    AT_NODE_HOLDS_CONTROL = 1 << 15,     // a field, scrollable or checkable

    // Reported only by the helper on the device.
    AT_NODE_INVALID = 1 << 16,     // the app rejects its content
    AT_NODE_EXPANDABLE = 1 << 17,  // can show more content
    AT_NODE_COLLAPSIBLE = 1 << 18, // can hide content
    AT_NODE_HEADING = 1 << 19,
    AT_NODE_DISMISSABLE = 1 << 20,
    AT_NODE_TEXT_CUT = 1 << 21, // one of its texts may be incomplete

    // Derived by at_tree_finish(): the text may be an empty field's hint.
    AT_NODE_MAYBE_HINT = 1 << 22,
    // Derived by at_tree_finish(): the field shows its hint, or a value equal
    // to its hint; text is empty here.
    AT_NODE_MAYBE_FILLED = 1 << 23,

    // Derived: an interactive wrapper of the screen's size. Texts directly in
    // it belong to the screen and are not its label.
    AT_NODE_WRAPS_SCREEN = 1 << 24,
    AT_NODE_HOLDS_SELECTED = 1 << 25, // a descendant is selected
    AT_NODE_CHOSEN = 1 << 26,         // selected, while a sibling is not
    AT_NODE_NAMES_CONTROL = 1 << 27,  // see named_by

    // Set by at_overlay_merge().
    AT_NODE_WEB = 1 << 28,      // a page that was read, and everything in it
    AT_NODE_GRAFTED = 1 << 29,  // missing in the device's own tree
    AT_NODE_FINISHED = 1 << 30, // before is set
};

// Values of a node before at_tree_finish() derived something from it.
struct at_node_before {
    uint32_t flags;
    uint32_t actions;
    enum at_role role;
};

struct at_node {
    struct at_node *parent; // NULL for the synthetic root
    struct at_node *first_child;
    struct at_node *last_child;
    struct at_node *next; // next sibling
    struct at_str resource_id;
    struct at_str class_name;
    struct at_str text; // without the hint
    struct at_str description;
    struct at_str package;
    struct at_str hint;
    struct at_str state;
    struct at_str pane;
    struct at_str tooltip;
    struct at_str error;      // error message about its content
    struct at_str role_words; // the app's own name for this kind of element
    struct at_str range;      // position of a slider or bar: "40 of 0..100"
    // From another source (screen/overlay.h); may be missing in the next tree.
    struct at_str given_label;
    struct at_str given_id;
    // Derived: the adjacent text that labels an unnamed check box or switch
    // (screen/adjacent_label.h); otherwise NULL.
    const struct at_node *named_by;
    struct at_rect bounds;
    // Derived, see screen/reach.h: its visible part, may be empty; number of
    // obstacles in the tree up to it.
    struct at_rect seen;
    uint32_t obstacles;
    uint32_t flags;      // enum at_node_flag
    bool covered;        // AT_NODE_PASSWORD was set only to hide the content
    bool may_be_covered; // derived, see AT_REACH_UNCERTAIN
    bool error_unseen;   // derived, see screen/shown_error.h
    struct at_node_before before;
    enum at_role role;
    uint32_t actions;      // enum at_action
    int32_t index;         // sibling index reported by the device
    int32_t drawing_order; // among siblings, higher is later; 0 if unknown
    uint32_t order;        // preorder number; the root has 0
    uint32_t depth;        // the root has 0
};

// The reader that made a tree. Readers of one platform see the same elements,
// but some see more.
enum at_tree_source {
    AT_TREE_OF_UIAUTOMATOR,
    AT_TREE_OF_HELPER,
    AT_TREE_OF_AXE,
};

struct at_obstacle;

struct at_tree {
    struct at_arena arena; // owned; holds the nodes and strings too
    struct at_node *root;  // synthetic, never NULL
    size_t node_count;     // without the root
    enum at_tree_source source;
    int32_t rotation; // 0 to 3
    int32_t width_px; // device's value if known, else from the bounds
    int32_t height_px;
    struct at_str front_package; // see at_tree_finish()
    struct at_str app_name;      // title; set if the package is unknown
    bool repaired;        // invalid bytes or surrounding text were dropped
    bool hides_hints;     // an empty field may show its hint as its text
    bool lists_windows;   // the roots are windows, and the list is complete
    bool shows_keyboard;  // the keyboard is among the windows
    bool has_active;      // one of the windows is active
    bool marks_hints;     // the device reports AT_NODE_SHOWS_HINT
    bool reports_ranges;  // every bar with a position reports it
    bool reports_drawing; // some nodes have a drawing order
    bool unordered;       // tree order does not imply drawing order
    // The window that takes all touches where it overlaps earlier ones, such as
    // a dialog; NULL if unknown.
    const struct at_node *focused_window;
    // Derived, see screen/reach.h: all nodes that take touches, in tree order.
    struct at_obstacle *obstacles;
    size_t obstacle_count;
    struct at_rect *obstacle_blocks; // bounds of blocks of obstacles
    struct at_gaps gaps;             // see screen/gaps.h
};

// Create an empty tree with its root. Free with at_tree_free().
struct at_tree *at_tree_new(void);
void at_tree_free(struct at_tree *tree); // NULL is allowed

// Append a zeroed node as parent's last child. Return NULL past
// AT_TREE_MAX_NODES or AT_TREE_MAX_DEPTH.
struct at_node *at_tree_add(struct at_tree *tree, struct at_node *parent);

// Derive roles, actions, order, screen size and the package in front after all
// nodes were added. Only readers call this. The package in front is that of the
// topmost root that is neither an input method nor a system bar, or of a system
// dialog in front (see screen/detect.h). A text field whose text equals its
// hint loses the text and shows the hint. A screen size set by the reader is
// kept; one computed from bounds may be replaced by the device's later.
// Repeated calls derive everything again.
void at_tree_finish(struct at_tree *tree);

// Undo at_tree_finish() before changing a node: flags and actions set without
// reopening are lost when the tree is finished again.
void at_tree_reopen(struct at_tree *tree);

// Return the next node in preorder within the subtree of top, NULL at its end.
// Start with top itself. at_node_skip() skips node's subtree.
struct at_node *at_node_next(const struct at_node *node,
                             const struct at_node *top);
struct at_node *at_node_skip(const struct at_node *node,
                             const struct at_node *top);
// Return the child of the root that has node.
const struct at_node *at_node_window(const struct at_node *node);
// Return true if top is node or one of its ancestors.
bool at_node_is_within(const struct at_node *node, const struct at_node *top);

bool at_node_has(const struct at_node *node, enum at_node_flag flag);
// Return true if the node is the view of a page that was read ("web").
bool at_node_opens_web(const struct at_node *node);
// Return true if a part of the node is visible (see screen/reach.h).
bool at_node_visible(const struct at_tree *tree, const struct at_node *node);
struct at_point at_rect_center(struct at_rect rect);
bool at_rect_empty(struct at_rect rect);
bool at_rect_eq(struct at_rect a, struct at_rect b);
bool at_rect_contains(struct at_rect rect, struct at_point point);
struct at_rect at_rect_intersect(struct at_rect a, struct at_rect b);

const char *at_role_name(enum at_role role);
// Return the role in words for people: "field", "check box", "element".
const char *at_role_said(enum at_role role);
// Return "tap", "long_press", … for a single bit.
const char *at_action_name(enum at_action action);

// Write the contract's path-based id ("0.1.3") into buf of cap bytes.
void at_node_path(const struct at_node *node, char *buf, size_t cap);

#endif
