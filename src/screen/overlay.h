// overlay.h: elements and names that another source than the accessibility tree
// has, and their place in a tree
//
// Pure. A reader of such a source (React's components, Flutter's semantics, a
// page in a WebView) fills an overlay; at_overlay_merge() puts it into a tree.
#ifndef AT_SCREEN_OVERLAY_H
#define AT_SCREEN_OVERLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "screen/tree.h"

// What a tree lacks, so that a source is asked only for what is needed.
struct at_overlay_wish {
    uint64_t key;           // of all that shows, texts and places: the same
                            // screen has the same
    bool labels;            // elements that take input have no label
    bool flutter;           // a Flutter view is in front and has no content
    size_t web_count;       // WebViews that are seen
    struct at_rect web[4];  // their bounds on the screen, in pixels
    struct at_rect content; // of the app's own window, in pixels
    struct at_rect canvas;  // with flutter: of the largest view that has none
                            // below it, which draws the app
    int32_t width_px;
    int32_t height_px;
    int32_t density_dpi; // 0: not known
    bool patient; // names are waited for as long as an app may take for them
};

enum at_overlay_kind {
    AT_OVERLAY_NAMES,    // names for elements that the tree has
    AT_OVERLAY_ELEMENTS, // elements that it may not have, to be put under
                         // `under`
};

// One element of an overlay. All texts are owned by the overlay's arena, valid
// UTF-8, "" where there is none.
struct at_overlay_item {
    struct at_overlay_item *next;
    struct at_rect bounds; // on the screen, in pixels, already clipped
    struct at_str label; // accessibility label, visible text or component name
    struct at_str id;    // testID, or the HTML id
    struct at_str component; // React's component, "" elsewhere
    // Of AT_OVERLAY_ELEMENTS: an Android class that names the role
    // ("android.widget.EditText"), what a field holds, what it hints, and flags
    // and actions as a reader sets them. Of a password's text only the number
    // of characters is kept.
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
    const char *source;   // "hermes", "dart_vm", "webview": a literal
    struct at_rect under; // of ELEMENTS: bounds of the view that draws them
    // Why the source could not read what the view draws, or not all of it, a
    // literal that goes on from the source's name ("does not answer"); NULL: it
    // has read all.
    const char *lacks;
    char told[200]; // of diagnostics: how it was made; "": nothing to tell
    // Of NAMES: bounds are relative to a frame whose place the source does not
    // know. It is where most items fit elements of the tree.
    bool floats;
    size_t walked; // components that were looked at, for diagnostics
    bool cut;      // there are more, which were not
    double scale;  // pixels of a dp, for diagnostics
    struct at_overlay_item *first;
    struct at_overlay_item *last;
    size_t count;
    struct at_overlay *next; // another view's; owned
};

enum { AT_OVERLAY_MAX_ITEMS = 5000 };

struct at_overlay *at_overlay_new(enum at_overlay_kind kind,
                                  const char *source);
// An overlay that only says what is not known of a view.
struct at_overlay *at_overlay_new_lack(const char *source, struct at_rect under,
                                       const char *lacks);
void at_overlay_free(
    struct at_overlay *overlay); // and all after it; NULL allowed
// Append a zeroed item; NULL past AT_OVERLAY_MAX_ITEMS.
struct at_overlay_item *at_overlay_add(struct at_overlay *overlay);

// Say what the tree lacks. Returns false if it lacks nothing (the usual case;
// one walk over the tree).
bool at_overlay_wish_of(const struct at_tree *tree,
                        struct at_overlay_wish *out);

struct at_overlay_merged {
    size_t labelled; // elements that got a name
    size_t by_words; // of those, the ones known by an id or a label
    size_t added;    // elements that the tree did not have
    int32_t left_px; // of the frame of NAMES that float
    int32_t top_px;
};

// Put the overlays into tree and derive everything anew. An element that the
// tree has is completed, never doubled; a part of it that a page tells as free
// becomes its bounds. Texts are copied.
void at_overlay_merge(struct at_tree *tree, const struct at_overlay *overlay,
                      struct at_overlay_merged *out);

struct at_buf;

// Append a line of diagnostics about names that were merged: "[fiber] snapshot
// fingerprint=…".
void at_overlay_describe(const struct at_overlay *overlay,
                         const struct at_overlay_merged *merged,
                         const char *fingerprint, struct at_buf *out);

#endif
