// detect.h: system dialogs, crash and ANR dialogs
#ifndef AT_SCREEN_DETECT_H
#define AT_SCREEN_DETECT_H

#include "base/buf.h"
#include "screen/tree.h"

enum at_dialog_kind {
    AT_DIALOG_NONE,
    AT_DIALOG_PERMISSION,
    AT_DIALOG_CRASH,  // "App has stopped", "keeps stopping"
    AT_DIALOG_ANR,    // "isn't responding"
    AT_DIALOG_SYSTEM, // resolver, USB, battery … shown over the app
};

struct at_dialog {
    enum at_dialog_kind kind;
    const struct at_node *top; // borrowed from the tree
    struct at_str package;     // borrowed
    struct at_str title;       // borrowed: first text in the dialog
};

// Return the system dialog in front; kind is AT_DIALOG_NONE if there is none.
// It is recognised by package and resource ids (android:id/aerr_*,
// permissioncontroller), in any language. The Settings app does not count as a
// dialog.
struct at_dialog at_tree_dialog(const struct at_tree *tree);
const char *at_dialog_kind_name(enum at_dialog_kind kind);
// Return true if the dialog reports that an app crashed or hangs.
bool at_dialog_is_death(enum at_dialog_kind kind);

bool at_tree_is_locked(const struct at_tree *tree);

// Return true if package is a launcher. A launcher in front means that the app
// is gone.
bool at_package_is_launcher(struct at_str package);

#endif
