#include "screen/detect.h"

#include "screen/label.h"
#include "screen/package.h"

static bool
drawn(const struct at_tree *tree, const struct at_node *node)
{
    return !at_node_has(node, AT_NODE_CHROME) && at_node_visible(tree, node);
}

enum match {
    MATCH_PACKAGE_IS,   // the window's package equals the row's
    MATCH_PACKAGE_ENDS, // vendors prefix com.android, com.google …
    MATCH_PERMISSION,   // at_package_asks_permission()
};

// A node of this package (NULL: any) with this id identifies a dialog of this
// kind. The first matching row wins.
static const struct {
    enum at_dialog_kind kind;
    enum match match;
    struct at_str package;
    const char *id; // NULL: the package alone identifies it
} dialog_rows[] = {
    {AT_DIALOG_ANR, MATCH_PACKAGE_IS, AT_STR_ROW("android"), ":id/aerr_wait"},
    {AT_DIALOG_ANR, MATCH_PACKAGE_IS, AT_STR_ROW("com.android.systemui"),
     "android:id/aerr_wait"},
    {AT_DIALOG_CRASH, MATCH_PACKAGE_IS, AT_STR_ROW("android"), ":id/aerr_"},
    {AT_DIALOG_CRASH, MATCH_PACKAGE_IS, AT_STR_ROW("com.android.systemui"),
     "android:id/aerr_"},
    {AT_DIALOG_PERMISSION, MATCH_PERMISSION, {0}, ":id/permission_"},
    {AT_DIALOG_PERMISSION, MATCH_PERMISSION, {0}, ":id/grant_"},
    // vendors' permission dialogs share no ids
    {AT_DIALOG_PERMISSION, MATCH_PACKAGE_IS,
     AT_STR_ROW("com.lbe.security.miui"), NULL},
    {AT_DIALOG_PERMISSION, MATCH_PACKAGE_IS,
     AT_STR_ROW("com.coloros.securitypermission"), NULL},
    {AT_DIALOG_PERMISSION, MATCH_PACKAGE_IS,
     AT_STR_ROW("com.oplus.securitypermission"), NULL},
    {AT_DIALOG_PERMISSION, MATCH_PACKAGE_IS, AT_STR_ROW("com.oneplus.security"),
     NULL},
    {AT_DIALOG_PERMISSION, MATCH_PACKAGE_IS,
     AT_STR_ROW("com.vivo.permissionmanager"), NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_ENDS, AT_STR_ROW(".packageinstaller"),
     NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_ENDS, AT_STR_ROW(".intentresolver"), NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_ENDS, AT_STR_ROW(".vpndialogs"), NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_ENDS, AT_STR_ROW(".credentialmanager"),
     NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_ENDS,
     AT_STR_ROW(".companiondevicemanager"), NULL},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_IS, AT_STR_ROW("com.android.systemui"),
     "android:id/alertTitle"},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_IS, AT_STR_ROW("com.android.systemui"),
     "android:id/button1"},
    {AT_DIALOG_SYSTEM, MATCH_PACKAGE_IS, AT_STR_ROW("android"), NULL},
};

static bool
is_package(size_t row, struct at_str package)
{
    switch (dialog_rows[row].match) {
    case MATCH_PACKAGE_IS:
        return at_str_eq(package, dialog_rows[row].package);
    case MATCH_PACKAGE_ENDS:
        return at_str_ends(package, dialog_rows[row].package);
    case MATCH_PERMISSION:
        return at_package_asks_permission(package);
    }
    return false;
}

static bool
row_holds(size_t row, const struct at_tree *tree, const struct at_node *node)
{
    const char *id = dialog_rows[row].id;
    return is_package(row, node->package) && drawn(tree, node) &&
           (!id || at_str_has(node->resource_id, at_str(id)));
}

static struct at_str
first_text(const struct at_tree *tree, const struct at_node *top)
{
    for (const struct at_node *it = top; it; it = at_node_next(it, top)) {
        if (drawn(tree, it) && at_node_own_label(it).len > 0)
            return at_node_own_label(it);
    }
    return AT_STR("");
}

// Crash and ANR windows may be covered by another window; every other dialog
// counts only in front.
static bool
is_in_front(const struct at_tree *tree, const struct at_node *node,
            enum at_dialog_kind kind)
{
    return at_dialog_is_death(kind) ||
           at_str_eq(node->package, tree->front_package);
}

// Return true if any package in the window is known for dialogs. Few are, and
// nodes of one package are adjacent.
static bool
may_be_dialog(const struct at_node *window)
{
    const struct at_node *last = NULL;
    for (const struct at_node *it = window; it; it = at_node_next(it, window)) {
        if (last && at_str_eq(it->package, last->package))
            continue;
        last = it;
        for (size_t row = 0; row < AT_LEN(dialog_rows); row++) {
            if (is_package(row, it->package))
                return true;
        }
    }
    return false;
}

static struct at_dialog
dialog_of_window(const struct at_tree *tree, const struct at_node *window)
{
    struct at_dialog none = {.kind = AT_DIALOG_NONE};
    if (!may_be_dialog(window))
        return none;
    for (size_t row = 0; row < AT_LEN(dialog_rows); row++) {
        for (const struct at_node *it = window; it;
             it = at_node_next(it, window)) {
            enum at_dialog_kind kind = dialog_rows[row].kind;
            if (!row_holds(row, tree, it) || !is_in_front(tree, it, kind))
                continue;
            return (struct at_dialog){kind, window, it->package,
                                      first_text(tree, window)};
        }
    }
    return none;
}

struct at_dialog
at_tree_dialog(const struct at_tree *tree)
{
    struct at_dialog found = {.kind = AT_DIALOG_NONE};
    for (const struct at_node *window = tree->root->first_child; window;
         window = window->next) {
        struct at_dialog dialog = dialog_of_window(tree, window);
        if (dialog.kind != AT_DIALOG_NONE)
            found = dialog; // the topmost dialog is drawn last
    }
    return found;
}

static const char *const kind_names[] = {
    [AT_DIALOG_NONE] = "none",     [AT_DIALOG_PERMISSION] = "permission",
    [AT_DIALOG_CRASH] = "crash",   [AT_DIALOG_ANR] = "anr",
    [AT_DIALOG_SYSTEM] = "system",
};

const char *
at_dialog_kind_name(enum at_dialog_kind kind)
{
    return (size_t)kind < AT_LEN(kind_names) ? kind_names[kind] : "none";
}

bool
at_dialog_is_death(enum at_dialog_kind kind)
{
    return kind == AT_DIALOG_CRASH || kind == AT_DIALOG_ANR;
}

// The shade over an unlocked screen shares some parts of the lock screen.
static bool
is_of_lock_screen(const struct at_node *node)
{
    static const struct at_str ids[] = {
        AT_STR_ROW(":id/lock_icon"),
        AT_STR_ROW(":id/keyguard_header"),
        AT_STR_ROW(":id/keyguard_indication"),
    };
    for (size_t i = 0; i < AT_LEN(ids); i++) {
        if (at_str_has(node->resource_id, ids[i]))
            return true;
    }
    return false;
}

bool
at_tree_is_locked(const struct at_tree *tree)
{
    if (!at_package_is_system_ui(tree->front_package))
        return false;
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root)) {
        if (is_of_lock_screen(it) && drawn(tree, it))
            return true;
    }
    return false;
}
