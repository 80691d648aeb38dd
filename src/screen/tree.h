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
#include "screen/gaps.h"

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

    // Derived by at_tree_finish(). A reader sets none of these, except chrome
    // on platforms without packages.
    //
    // INTERACTIVE: the node gets a ref (tap, type, check, scroll, adjust …),
    // see screen/interactive.h. CHROME: part of the input method or of a system
    // bar.
    AT_NODE_INTERACTIVE = 1 << 12,
    AT_NODE_CHROME = 1 << 13,
    AT_NODE_HOLDS_INTERACTIVE = 1 << 14, // a descendant is interactive
    AT_NODE_HOLDS_CONTROL = 1 << 15,     // a field, scrollable or checkable one

    // Reported by the helper on the device only.
    AT_NODE_INVALID = 1 << 16,     // the app does not accept its content
    AT_NODE_EXPANDABLE = 1 << 17,  // more of it can be shown
    AT_NODE_COLLAPSIBLE = 1 << 18, // some of it can be hidden
    AT_NODE_HEADING = 1 << 19,
    AT_NODE_DISMISSABLE = 1 << 20,
    AT_NODE_TEXT_CUT = 1 << 21, // one of its texts may be incomplete

    // Derived by at_tree_finish(): the text may be the hint of an empty field.
    AT_NODE_MAYBE_HINT = 1 << 22,
    // Derived by at_tree_finish(): the field shows its hint, or holds a text
    // that is the same as its hint; text is empty here.
    AT_NODE_MAYBE_FILLED = 1 << 23,

    // Derived too: an interactive wrapper of the screen's size. A text that is
    // loose in it is the screen's, not its label.
    AT_NODE_WRAPS_SCREEN = 1 << 24,
    AT_NODE_HOLDS_SELECTED = 1 << 25, // a descendant is selected
    AT_NODE_CHOSEN = 1 << 26,         // selected, and a sibling is not
    AT_NODE_NAMES_CONTROL = 1 << 27,  // see named_by

    // Set by at_overlay_merge().
    AT_NODE_WEB = 1 << 28,      // a page's view that was read, and all in it
    AT_NODE_GRAFTED = 1 << 29,  // the device's own tree does not have it
    AT_NODE_FINISHED = 1 << 30, // before is set
};

// What a node was before at_tree_finish() derived something from it.
struct at_node_before {
    uint32_t flags;
    uint32_t actions;
    enum at_role role;
};

struct at_node {
    struct at_node *parent; // NULL for the synthetic root
    struct at_node *first_child;
    struct at_node *last_child;
    struct at_node *next; // sibling
    struct at_str resource_id;
    struct at_str class_name;
    struct at_str text; // without the hint, which is in hint
    struct at_str description;
    struct at_str package;
    struct at_str hint;
    struct at_str state;
    struct at_str pane;
    struct at_str tooltip;
    struct at_str error;      // the error message of its content
    struct at_str role_words; // the app's own name for this kind of element
    struct at_str range;      // position of a slider or bar: "40 of 0..100"
    // Of another source (screen/overlay.h); the next tree may lack them.
    struct at_str given_label;
    struct at_str given_id;
    // Derived: the text beside a box or switch that nothing else names, which
    // is its label (screen/beside.h); NULL for all others.
    const struct at_node *named_by;
    struct at_rect bounds;
    // Derived, see screen/reach.h: what is seen of it, empty if nothing is;
    // how many obstacles the tree has up to it.
    struct at_rect seen;
    uint32_t obstacles;
    uint32_t flags;      // enum at_node_flag
    bool covered;        // AT_NODE_PASSWORD was set only to hide what it shows
    bool may_be_covered; // derived, see AT_REACH_UNCERTAIN
    bool error_unseen;   // derived, see screen/shown_error.h
    struct at_node_before before;
    enum at_role role;
    uint32_t actions;      // enum at_action
    int32_t index;         // sibling index as the device gave it
    int32_t drawing_order; // of siblings, higher is later; 0 if unknown
    uint32_t order;        // preorder number, the root's is 0
    uint32_t depth;        // the root's is 0
};

// The reader that made a tree. Readers of one platform see the same elements,
// but some see more of them.
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
    int32_t width_px; // from the device if known, else from the bounds
    int32_t height_px;
    struct at_str front_package; // see at_tree_finish()
    struct at_str app_name;      // for people; set if there is no package
    bool repaired;    // invalid bytes were replaced, or text around was dropped
    bool hides_hints; // an empty field may show its hint as its text
    bool lists_windows;   // each root is a window, and all of them are there
    bool shows_keyboard;  // one of the listed windows is it
    bool has_active;      // one of the listed windows is said to be active
    bool marks_hints;     // AT_NODE_SHOWS_HINT is the device's own word
    bool reports_ranges;  // every bar that has a position reports it
    bool reports_drawing; // some nodes have a drawing order
    bool unordered; // of two nodes neither is drawn first by its place here
    // Takes all touches where it overlaps windows before it, as a dialog does;
    // NULL if the device does not say.
    const struct at_node *focused_window;
    // Derived, see screen/reach.h: what takes touches, in the tree's order.
    struct at_obstacle *obstacles;
    size_t obstacle_count;
    struct at_rect *obstacle_blocks; // around some of them each, in order
    struct at_gaps gaps;             // see screen/gaps.h
};

// Create an empty tree with its root. Free with at_tree_free().
struct at_tree *at_tree_new(void);
void at_tree_free(struct at_tree *tree); // NULL is allowed

// Append a zeroed node as parent's last child. Returns NULL past
// AT_TREE_MAX_NODES or AT_TREE_MAX_DEPTH.
struct at_node *at_tree_add(struct at_tree *tree, struct at_node *parent);

// Derive roles, actions, order, screen size and the package in front once all
// nodes are there. Only readers call this. The package in front is that of the
// last drawn root that is neither an input method nor a system bar, or of a
// system dialog in front (see screen/detect.h). A text field whose text is its
// hint loses the text and shows the hint. A screen size that the reader has set
// is not changed; one from the bounds may be replaced by the device's
// afterwards. May be called again: it derives everything anew.
void at_tree_finish(struct at_tree *tree);

// Undo what at_tree_finish() has derived, so that a node can be changed: what
// is set on it otherwise is lost when the tree is finished again.
void at_tree_reopen(struct at_tree *tree);

// Return the next node in preorder within the subtree of top, NULL at its end.
// Start with top itself. at_node_skip() leaves out node's own subtree.
struct at_node *at_node_next(const struct at_node *node,
                             const struct at_node *top);
struct at_node *at_node_skip(const struct at_node *node,
                             const struct at_node *top);

bool at_node_has(const struct at_node *node, enum at_node_flag flag);
// Is it the view of a page that was read, which its writers call "web"?
bool at_node_opens_web(const struct at_node *node);
// Is any part of the node seen, by the rules of screen/reach.h?
bool at_node_visible(const struct at_tree *tree, const struct at_node *node);
struct at_point at_rect_center(struct at_rect rect);
bool at_rect_empty(struct at_rect rect);
bool at_rect_eq(struct at_rect a, struct at_rect b);
bool at_rect_contains(struct at_rect rect, struct at_point point);
struct at_rect at_rect_intersect(struct at_rect a, struct at_rect b);

const char *at_role_name(enum at_role role);
// The same in words for people: "field", "check box", "element".
const char *at_role_said(enum at_role role);
// "tap", "long_press", …; action is a single bit.
const char *at_action_name(enum at_action action);

// The path-based id of the contract ("0.1.3"), written into buf of cap bytes.
void at_node_path(const struct at_node *node, char *buf, size_t cap);

#endif
