// dart_dump.h: Flutter's semantics as the framework prints them, as a tree
//
// Pure. Facts: flutter/flutter
// packages/flutter/lib/src/semantics/semantics.dart (debugFillProperties) and
// foundation/diagnostics.dart (TextTreeRenderer, the sparse style, 65 columns),
// Flutter 1.20 to 3.44.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_FLUTTER_DART_DUMP_H
#define AT_DEVICE_ANDROID_FRAMEWORK_FLUTTER_DART_DUMP_H

#include "base/arena.h"
#include "base/str.h"

enum {
    AT_DART_NODES_MAX = 5000,
    AT_DART_DEPTH_MAX = 250,
};

// Flags and actions of a node that reveal its kind.
enum at_dart_flag {
    AT_DART_BUTTON = 1 << 0,
    AT_DART_FIELD = 1 << 1,
    AT_DART_CHECKABLE = 1 << 2,
    AT_DART_CHECKED = 1 << 3,
    AT_DART_TOGGLABLE = 1 << 4,
    AT_DART_TOGGLED = 1 << 5,
    AT_DART_EXCLUSIVE = 1 << 6, // one of a group, as a radio button
    AT_DART_SELECTED = 1 << 7,
    AT_DART_HAS_ENABLED = 1 << 8,
    AT_DART_ENABLED = 1 << 9,
    AT_DART_FOCUSABLE = 1 << 10,
    AT_DART_FOCUSED = 1 << 11,
    AT_DART_OBSCURED = 1 << 12,
    AT_DART_HEADER = 1 << 13,
    AT_DART_IMAGE = 1 << 14,
    AT_DART_LINK = 1 << 15,
    AT_DART_SLIDER = 1 << 16,
    AT_DART_EXPANDABLE = 1 << 17,
    AT_DART_EXPANDED = 1 << 18,
    AT_DART_HIDDEN = 1 << 19,    // scrolled away
    AT_DART_INVISIBLE = 1 << 20, // without a size
    AT_DART_MERGES = 1 << 21,    // all below it are parts of it
    AT_DART_MERGED = 1 << 22,    // it is a part of one above
    AT_DART_INVALID = 1 << 23,   // the app does not accept its content
    AT_DART_TAB = 1 << 24,
    AT_DART_PROGRESS = 1 << 25,
};

// Actions that are not blocked.
enum at_dart_action {
    AT_DART_TAP = 1 << 0,
    AT_DART_LONG_PRESS = 1 << 1,
    AT_DART_SCROLL_Y = 1 << 2,
    AT_DART_SCROLL_X = 1 << 3,
    AT_DART_ADJUST = 1 << 4,
    AT_DART_DISMISS = 1 << 5,
};

struct at_dart_rect {
    double left;
    double top;
    double right;
    double bottom;
};

struct at_dart_node {
    struct at_dart_node *parent; // NULL for the root
    struct at_dart_node *first_child;
    struct at_dart_node *last_child;
    struct at_dart_node *next;
    // A node that was only moved is printed at its new place, without the
    // distance. With scale or matrix the rectangle is in its own coordinates.
    struct at_dart_rect rect;
    bool has_rect;
    double scale; // rounded to a tenth; 0: none
    bool has_matrix;
    double matrix[16]; // row by row
    uint32_t flags;    // enum at_dart_flag
    uint32_t actions;  // enum at_dart_action
    struct at_str id;
    struct at_str label;
    struct at_str value;
    struct at_str hint;
    struct at_str tooltip;
};

struct at_dart_dump {
    struct at_arena arena;
    struct at_dart_node *root; // NULL: the text has no node
    size_t count;
    bool off; // the framework reports that semantics are off
};

// Read the tree of the first view, up to the first line that breaks the form. A
// text that is not valid UTF-8 has no node. Release with deinit.
void at_dart_dump_read(struct at_str text, struct at_dart_dump *out);
void at_dart_dump_deinit(struct at_dart_dump *dump);

#endif
