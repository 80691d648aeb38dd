// overlay.h: elements and names from other sources than the accessibility tree
//
// Pure. A reader of such a source (React components, Flutter semantics, a page
// in a WebView) fills an overlay; at_overlay_merge() puts it into a tree.
#ifndef AT_SCREEN_OVERLAY_H
#define AT_SCREEN_OVERLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "screen/tree.h"

// A gap in the tree that only certain sources can fill.
struct at_overlay_query {
    uint64_t key;           // hash of all visible texts and places
    bool labels;            // interactive elements lack labels
    bool flutter;           // a Flutter view without content is in front
    size_t web_count;       // number of visible WebViews
    struct at_rect web[4];  // their screen bounds in pixels
    struct at_rect content; // content bounds of the app's window, in pixels
    struct at_rect canvas;  // flutter: bounds of the largest leaf
    int32_t width_px;
    int32_t height_px;
    int32_t density_dpi; // 0: unknown
    bool patient;        // wait for names as long as an app may need for them
};

enum at_overlay_kind {
    AT_OVERLAY_NAMES,    // names for elements of the tree
    AT_OVERLAY_ELEMENTS, // elements to add below `under`
};

// An element of an overlay. All texts are valid UTF-8, owned by the overlay's
// arena, and "" if absent.
struct at_overlay_item {
    struct at_overlay_item *next;
    struct at_rect bounds; // screen bounds in pixels, already clipped
    struct at_str label; // accessibility label, visible text or component name
    struct at_str id;    // testID or HTML id
    struct at_str component; // React component, "" in other frameworks
    // For AT_OVERLAY_ELEMENTS: an Android class that implies the role
    // ("android.widget.EditText"), the content of a field, its hint, and flags
    // and actions as set by a reader. A password's text keeps only its length.
    struct at_str class_name;
    struct at_str text;
    struct at_str hint;
    struct at_str state;
    uint32_t flags; // enum at_node_flag
    uint32_t depth; // 0: directly under the view; children follow their parent
};

struct at_overlay {
    struct at_arena arena;
    enum at_overlay_kind kind;
    const char *source;   // literal: "hermes", "dart_vm", "webview"
    struct at_rect under; // bounds of the view that draws ELEMENTS
    // Why the source could not read the view, or not completely: a literal that
    // follows the source's name ("does not answer"). NULL: it was read
    // completely.
    const char *lacks;
    char told[200]; // diagnostics: how it was made; "": nothing to report
    // For NAMES: bounds are relative to a frame whose position the source does
    // not know. The frame is placed where most items fit elements of the tree.
    bool floats;
    size_t walked; // diagnostics: number of components visited
    bool cut;      // further components were not visited
    double scale;  // diagnostics: pixels per dp
    struct at_overlay_item *first;
    struct at_overlay_item *last;
    size_t count;
    struct at_overlay *next; // overlay of another view; owned
};

enum { AT_OVERLAY_MAX_ITEMS = 5000 };

struct at_overlay *at_overlay_new(enum at_overlay_kind kind,
                                  const char *source);
// Create an overlay that only reports what is unknown about a view.
struct at_overlay *at_overlay_new_lack(const char *source, struct at_rect under,
                                       const char *lacks);
void at_overlay_free(struct at_overlay *overlay); // with its successors; may be
                                                  // NULL
// Append a zeroed item. Return NULL past AT_OVERLAY_MAX_ITEMS.
struct at_overlay_item *at_overlay_add(struct at_overlay *overlay);

// Determine what the tree lacks. Return false if it is complete (the usual
// case; one walk over the tree).
bool at_overlay_query_of(const struct at_tree *tree,
                         struct at_overlay_query *out);

struct at_overlay_merged {
    size_t labelled; // elements that received a name
    size_t by_words; // those among them found by id or label
    size_t added;    // elements missing in the tree
    int32_t left_px; // position of the floating frame of NAMES
    int32_t top_px;
};

// Merge the overlays into tree and derive everything again. An element found in
// the tree is completed, never duplicated; the free part reported by a page
// becomes its bounds. Texts are copied.
void at_overlay_merge(struct at_tree *tree, const struct at_overlay *overlay,
                      struct at_overlay_merged *out);
// Merge without deriving everything again, so that several sources need it only
// once: *io_open, false at first, is true while the tree needs
// at_tree_finish().
void at_overlay_put(struct at_tree *tree, const struct at_overlay *overlay,
                    bool *io_open, struct at_overlay_merged *out);

struct at_buf;

// Append a line of diagnostics about merged names: "[fiber] snapshot
// fingerprint=…".
void at_overlay_describe(const struct at_overlay *overlay,
                         const struct at_overlay_merged *merged,
                         const char *fingerprint, struct at_buf *out);

#endif
