// guard_touch_test.c: which elements of a screen may be touched
#include "agent/guard.h"

#include "tests/unit/screen/fixture.h"

// clang-format off
#define WINDOW(package, bounds, kids) \
    "<node class=\"android.widget.FrameLayout\" package=\"" package "\"" AT(bounds) ">" kids "</node>"
#define BUTTON(id, text) N(BTN, ID(id) T(text) TAP AT("[0,100][200,200]"), )
#define WORDS(text) N(TXT, T(text) AT("[0,300][900,400]"), )
#define DIALOG(kids) \
    HIERARCHY(N("android.widget.FrameLayout", AT("[90,600][990,1200]"), kids))
#define IN_DIALOG(id, text) N(BTN, ID(id) T(text) TAP AT("[100,1100][400,1190]"), )
#define TITLE(text) N(TXT, T(text) AT("[100,610][900,700]"), )
#define PAGE ROOT(BUTTON("go", "Login") WORDS("Welcome"))

static const struct {
    const char *name;
    const char *screen;
    const char *node; // text or id; NULL: no element is known
    const char *refused; // words of the message; NULL: it may be touched
} rows[] = {
    {"a button", PAGE, "Login", NULL},
    {"no element", PAGE, NULL, NULL},
    {"a guarded button", ROOT(BUTTON("x", "Delete Account")), "Delete Account", "guarded: \"Delete Account\""},
    {"guarded by its id", ROOT(BUTTON("deleteAccountButton", "Go")), "Go", "would delete"},
    {"guarded by its id in snake case", ROOT(BUTTON("btn_delete_account", "")), "com.example.app:id/btn_delete_account", "would delete"},
    {"an id with one verb", ROOT(BUTTON("buy_icon_row", "Open")), "Open", NULL},
    {"guarded by its description", ROOT(N(IMG, DESC("Delete account") TAP AT("[0,0][90,90]"), )), "Delete account", "guarded"},
    {"a kind label over a guarded description", ROOT(N(BTN, T("Continue") DESC("Delete account") TAP AT("[0,0][90,90]"), )), "Continue", "guarded"},
    {"a text inside it", ROOT(N(BOX, ID("row") TAP AT("[0,0][900,90]"), N(TXT, T("Danger") AT("[0,0][90,40]"), ) N(TXT, T("Delete account") AT("[0,40][90,90]"), ))), "Danger", "guarded"},
    {"beside a guarded button", ROOT(BUTTON("x", "Delete Account") N(BTN, T("Save") TAP AT("[0,500][200,600]"), )), "Save", NULL},
    {"OK beside a guarded button", ROOT(BUTTON("x", "Delete Account") N(BTN, T("OK") TAP AT("[0,500][200,600]"), )), "OK", NULL},
    {"a text field", ROOT(N(EDIT, T("delete account") TAP AT("[0,0][900,90]"), )), "delete account", NULL},

    {"the last button of a dialog", DIALOG(TITLE("Delete account?") IN_DIALOG("ok", "Yes")), "Yes", "guarded: \"Yes\""},
    {"whatever it is called", DIALOG(TITLE("Delete account?") IN_DIALOG("ok", "Let's go")), "Let's go", "guarded"},
    {"a button without a name", DIALOG(TITLE("Delete account?") IN_DIALOG("ok", "")), "com.example.app:id/ok", "guarded"},
    {"the way out of it", DIALOG(TITLE("Delete account?") IN_DIALOG("no", "Cancel")), "Cancel", NULL},
    {"the way out in German", DIALOG(TITLE("Konto löschen?") IN_DIALOG("no", "Abbrechen")), "Abbrechen", NULL},
    {"a dialog about a note", DIALOG(TITLE("Delete note?") TITLE("Buy milk") IN_DIALOG("ok", "Delete")), "Delete", NULL},
    {"a page that asks", ROOT(WORDS("Delete account: this cannot be undone") BUTTON("ok", "Continue")), "Continue", "guarded"},
    {"another button of that page", ROOT(WORDS("Delete account: this cannot be undone") BUTTON("ok", "Contact us")), "Contact us", NULL},
    {"uninstaller", HIERARCHY(WINDOW("com.google.android.packageinstaller", "[90,600][990,1200]", TITLE("Do you want to uninstall this app?") IN_DIALOG("ok", "OK"))), "OK", "would remove an app"},

    {"another app", HIERARCHY(WINDOW("com.evil", "[0,0][1080,1920]", N(BTN, T("Go") TAP AT("[0,0][90,90]"), ))), "Go", "outside com.example.app: com.evil"},
    {"no element of another app", HIERARCHY(WINDOW("com.evil", "[0,0][1080,1920]", "")), NULL, "outside"},
    {"an overlay of another app", HIERARCHY(WINDOW("com.evil", "[0,0][1080,300]", "<node class=\"" BTN "\" package=\"com.evil\"" T("Claim") TAP AT("[0,0][90,90]") "/>") N("android.widget.FrameLayout", AT("[0,0][1080,1920]"), BUTTON("x", "Login"))), "Claim", "outside com.example.app: com.evil"},
    {"the shade", HIERARCHY(N("android.widget.FrameLayout", AT("[0,0][1080,1920]"), BUTTON("x", "Login")) WINDOW("com.android.systemui", "[0,0][1080,100]", "<node class=\"" BTN "\" package=\"com.android.systemui\"" T("Reply") TAP AT("[0,0][90,90]") "/>")), "Reply", "notifications"},
};
// clang-format on

T_TEST(touches)
{
    struct at_scenario s = {.goal = (char *)(uintptr_t) "Log in",
                            .package = (char *)(uintptr_t) "com.example.app"};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_tree *tree = screen(rows[i].screen);
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        const struct at_node *node =
            rows[i].node ? node_with(tree, rows[i].node) : NULL;
        T_EQ_INT(node != NULL, rows[i].node != NULL);
        bool ok = at_guard_touch(&s, tree, node, &err);
        if (!ok != (rows[i].refused != NULL))
            print_error("%s\n", err.msg);
        T_EQ_INT(ok, rows[i].refused == NULL);
        if (!ok)
            T_HAS(err.msg, rows[i].refused);
        at_tree_free(tree);
    }
}

T_MAIN()
