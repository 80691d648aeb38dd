// layout.h: made-up screens whose touches and texts are known
//
// A layout is what a device has and a tree only hints at: the real rectangles,
// the real drawing order, and what each view does with a touch. It knows
// nothing of src/screen: layout_touch() is Android's dispatch as AOSP has it,
// and the tests compare what src/screen says of the written tree with it.
//
// - InputDispatcher::findTouchedWindowAtLocked(): a touch goes to the topmost
//   window with its point; a modal window takes those outside of it, too.
// - ViewGroup.dispatchTouchEvent(): the children are asked from the one drawn
//   last (buildTouchDispatchChildList(): sorted by Z, which keeps the order of
//   equal ones; getAndVerifyPreorderedIndex(): by getChildDrawingOrder() where
//   the group has its own), each only inside of its rectangle. The first that
//   handles the touch gets it, else the group itself.
// - View.onTouchEvent(): a clickable or long-clickable view handles it, also if
//   it is disabled, and no other view does. RecyclerView and WebView always do,
//   ScrollView and ViewPager where they have content; AbsListView clicks the
//   row at the point.
// - View.getBoundsOnScreen(…, true): accessibility reports a view's rectangle
//   cut by all views around it. Nodes of a page are not views: they are not
//   cut.
// - ViewGroup.addChildrenForAccessibility(): children are listed by their
//   place, unless the group lists them itself;
//   View.populateAccessibilityNodeInfoDrawingOrderInParent() counts from 1.
#ifndef AT_TESTS_UNIT_SCREEN_LAYOUT_H
#define AT_TESTS_UNIT_SCREEN_LAYOUT_H

#include "base/buf.h"
#include "screen/tree.h"

enum {
    LAYOUT_VIEWS_MAX = 150,
    LAYOUT_WIDTH = 1080,
    LAYOUT_HEIGHT = 1920,
    LAYOUT_NONE = -1,
};

enum view_kind {
    VIEW_GROUP,
    VIEW_TEXT,
    VIEW_IMAGE,
    VIEW_BUTTON,
    VIEW_IMAGE_BUTTON,
    VIEW_FIELD,
    VIEW_CHECK_BOX,
    VIEW_SWITCH,
    VIEW_SEEK_BAR,
    VIEW_PROGRESS,
    VIEW_SCROLL,
    VIEW_RECYCLER,
    VIEW_LIST, // ListView
    VIEW_PAGER,
    VIEW_WEB,
    VIEW_PAGE_NODE, // a node of a page
    VIEW_KINDS,
};

enum window_kind {
    WINDOW_APP,
    WINDOW_DIALOG, // modal
    WINDOW_KEYBOARD,
    WINDOW_STATUS_BAR,
};

struct view {
    enum view_kind kind;
    int parent; // LAYOUT_NONE: the root of a window
    int first_child;
    int last_child;
    int next;
    int window;
    struct at_rect rect;  // uncut
    struct at_rect shown; // inside of all views around it and of the screen
    int elevation;
    int custom_order; // in a group with a custom order
    bool clickable;
    bool long_clickable;
    bool disabled;
    bool checkable;
    bool scrolls; // says that it can be scrolled
    bool own_order;
    uint32_t serial; // number of its text; 0: no text
    char text[1300];
    char description[128];
    char hint[64];
    char id[32];
    // Set by layout_write():
    uint32_t order; // its number in the tree, 0 if it is not there
};

enum layout_form {
    LAYOUT_XML,         // a dump before Android 14
    LAYOUT_XML_ORDERED, // the node has drawing-order
    LAYOUT_HELPER,
    LAYOUT_HELPER_ORDERED,
    LAYOUT_FORMS,
};

struct layout {
    struct view views[LAYOUT_VIEWS_MAX];
    int count;
    int windows[4]; // roots, the topmost last
    enum window_kind window_kinds[4];
    int window_count;
    bool sorted; // children are listed by place
    enum layout_form form;
    uint64_t random;
    uint32_t serial;
    int at_order[LAYOUT_VIEWS_MAX + 1]; // the view with this number
};

// Make the same layout for the same number.
void layout_make(struct layout *layout, uint64_t seed);
// Append it as a dump or as the helper's tree.
void layout_write(struct layout *layout, struct at_buf *out);
// List a view's children in drawing order; returns how many.
int layout_children(const struct layout *layout, int view, int *out);

// Return the view that gets a touch, LAYOUT_NONE if none does. A row of a
// ListView is what its touch clicks. The view "as" is taken for one that
// handles touches, LAYOUT_NONE: for none.
int layout_touch_as(const struct layout *layout, int as, struct at_point at);
// Return true if all views that could take this touch in any drawing order
// belong to view: itself, those around it, and those in it.
bool layout_is_alone(const struct layout *layout, int view, struct at_point at);
// Return true if any part of the view is on the screen, and its window is
// neither behind a modal one nor under another.
bool layout_shows(const struct layout *layout, int view);
bool layout_is_inside(const struct layout *layout, int view, int top);
bool layout_takes_touch(const struct view *view);

uint32_t layout_random(struct layout *layout, uint32_t below);

#endif
