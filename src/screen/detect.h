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
    AT_DIALOG_SYSTEM, // resolver, USB, battery … in front of the app
};

struct at_dialog {
    enum at_dialog_kind kind;
    const struct at_node *top; // borrowed from the tree
    struct at_str package;     // borrowed
    struct at_str title;       // borrowed: its first text
};

// The system dialog in front, kind NONE if there is none. Recognised by package
// and resource ids (android:id/aerr_*, permissioncontroller), so in any
// language; the Settings app is not a dialog.
struct at_dialog at_tree_dialog(const struct at_tree *tree);
const char *at_dialog_kind_name(enum at_dialog_kind kind);
// Does the dialog say that an app has died, or hangs?
bool at_dialog_is_death(enum at_dialog_kind kind);

// Is the lock screen in front?
bool at_tree_is_locked(const struct at_tree *tree);

// Is package a launcher's? A launcher in front means that the app is gone.
bool at_package_is_launcher(struct at_str package);

#endif
