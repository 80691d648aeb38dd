// detect_test.c: loading indicators, dialogs of the system, launchers
#include "screen/detect.h"
#include "screen/loading.h"
#include "tests/unit/screen/fixture.h"

#define SPINNER "android.widget.ProgressBar"

static const struct {
    const char *xml;
    bool loading;
} loads[] = {
    {ROOT(N(SPINNER, AT("[500,900][580,980]"), )), true},
    {ROOT(N(SPINNER, AT("[0,0][0,0]"), )), false},
    {ROOT(N(SPINNER, AT("[0,2000][80,2080]"), )), false},
    {ROOT(N(SPINNER, " visible-to-user='false'" AT("[0,0][80,80]"), )), false},
    {ROOT(N(SPINNER, T("45%") AT("[0,0][80,80]"), )), false},
    {ROOT(N(SPINNER, " state-description='45 percent'" AT("[0,0][80,80]"), )),
     false},
    {ROOT(N(SPINNER, AT("[96,1667][368,1685]"), )), false}, // a flat bar
    {ROOT(N(SPINNER, AT("[96,1600][417,1682]"), )), false},
    {ROOT(N(SPINNER, ID("page_loading") AT("[0,0][1080,8]"), )), true},
    {ROOT(N("com.google.android.material.progressindicator."
            "CircularProgressIndicator",
            AT("[0,0][80,80]"), )),
     true},
    {ROOT(N("android.widget.SeekBar", AT("[0,0][80,80]"), )), false},
    {ROOT(N("android.widget.RatingBar", AT("[0,0][80,80]"), )), false},
    {ROOT(N(TXT, T("Loading") AT("[0,0][80,80]"), )), true},
    {ROOT(N(TXT, T(" loading... ") AT("[0,0][80,80]"), )), true},
    {ROOT(N(TXT, T("Please wait\xe2\x80\xa6") AT("[0,0][80,80]"), )), true},
    {ROOT(N(VIEW, DESC("Loading\xe2\x80\xa6") AT("[0,0][80,80]"), )), true},
    {ROOT(N(TXT,
            T("\xe5\x8a\xa0\xe8\xbd\xbd\xe4\xb8\xad...") AT("[0,0][80,80]"), )),
     true},
    {ROOT(N(BTN, T("Loading\xe2\x80\xa6") TAP AT("[0,0][80,80]"), )), true},
    {ROOT(N(BTN, T("Loading") TAP AT("[0,0][80,80]"), )), false},
    {ROOT(N(TXT, T("Loading dock") AT("[0,0][80,80]"), )), false},
    {ROOT(N(TXT,
            T("The spinner shows the progress while loading")
                AT("[0,0][80,80]"), )),
     false},
    {ROOT(N(VIEW, DESC("progress") AT("[0,0][80,80]"), )), false},
    {ROOT(N(EDIT, T("Loading") AT("[0,0][80,80]"), )), false},
    {ROOT(N(TXT, T("Loading") AT("[5,5][5,5]"), )), false},
    {ROOT(N("com.facebook.shimmer.ShimmerFrameLayout", AT("[0,0][80,80]"),
            N(VIEW, AT("[0,0][80,80]"), ))),
     true},
    {ROOT(N("com.facebook.shimmer.ShimmerFrameLayout", AT("[0,0][80,80]"),
            N(TXT, T("Content") AT("[0,0][80,80]"), ))),
     false},
    {ROOT(N(VIEW, ID("skeleton_row") AT("[0,0][80,80]"), )), true},
    // A bar whose place the helper tells measures something.
    {HELPER("", HN(SPINNER, 1, "")), true},
    {HELPER("", HN(SPINNER, 1, "'range':['0.0','100.0','0.0'],")), false},
    {ROOT(), false},
};

T_TEST(loading_rows)
{
    for (size_t i = 0; i < T_LEN(loads); i++) {
        struct at_tree *tree = screen(loads[i].xml);
        T_ROW(strstr(loads[i].xml, "1920]") + 6);
        T_EQ_INT(at_tree_loading(tree, NULL) != NULL, loads[i].loading);
        at_tree_free(tree);
    }
}

static const struct {
    const char *before;
    const char *xml;
    bool loading;
} lone[] = {
#define WAS ROOT(N(BTN, T("Go") TAP AT("[0,0][80,80]"), ))
#define SAYS(text) ROOT(N(TXT, T(text) AT("[0,90][80,180]"), ))
    {WAS, SAYS("Loading\xe2\x80\xa6 45%"), true},
    {WAS, SAYS("Bundling 45 %"), true},
    {WAS, SAYS("Odotetaan vastausta..."), true},
    {WAS, SAYS("50% off"), false},
    {WAS, SAYS("Done."), false},
    {SAYS("Bundling 44%"), SAYS("Bundling 45%"), false}, // it stood there
    {NULL, SAYS("Bundling 45%"), false},
    {WAS,
     ROOT(N(TXT, T("Battery 45%") AT("[0,0][80,80]"), )
              N(TXT, T("A") AT("[0,90][80,180]"), )
                  N(TXT, T("B") AT("[0,190][80,280]"), )
                      N(TXT, T("C") AT("[0,290][80,380]"), )),
     false},
    {WAS, ROOT(N(BTN, T("More\xe2\x80\xa6") TAP AT("[0,90][80,180]"), )),
     false},
};

T_TEST(a_lone_text_that_came_is_loading)
{
    for (size_t i = 0; i < T_LEN(lone); i++) {
        struct at_tree *before = lone[i].before ? screen(lone[i].before) : NULL;
        struct at_tree *tree = screen(lone[i].xml);
        const struct at_loading_past past = {.before = before};
        T_ROW(strstr(lone[i].xml, "1920]") + 6);
        T_EQ_INT(at_tree_loading(tree, &past) != NULL, lone[i].loading);
        at_tree_free(tree);
        at_tree_free(before);
    }
}

static const struct {
    const char *before;
    const char *xml;
    bool counts;
} counters[] = {
    {WAS, SAYS("12 of 340 files"), true},
    {WAS, SAYS("Importiere 3"), true},
    {WAS, SAYS("All files"), false},
    {WAS, SAYS("12:34"), false},
    {SAYS("11 of 340 files"), SAYS("12 of 340 files"), false},
    {NULL, SAYS("12 of 340 files"), false},
    {WAS, ROOT(N(BTN, T("Page 2") TAP AT("[0,90][80,180]"), )), false},
    {WAS,
     ROOT(N(TXT, T("2 items") AT("[0,0][80,80]"), )
              N(TXT, T("9 EUR") AT("[0,90][80,180]"), )),
     false},
};

T_TEST(a_lone_number_that_came_may_count)
{
    for (size_t i = 0; i < T_LEN(counters); i++) {
        const char *was = counters[i].before;
        struct at_tree *before = was ? screen(was) : NULL;
        struct at_tree *tree = screen(counters[i].xml);
        const struct at_loading_past past = {.before = before};
        T_ROW(strstr(counters[i].xml, "1920]") + 6);
        T_EQ_INT(at_tree_counter(tree, &past) != NULL, counters[i].counts);
        at_tree_free(tree);
        at_tree_free(before);
    }
}

T_TEST(an_indicator_without_a_text_has_its_id)
{
    struct at_buf out = AT_BUF_INIT(256);
    struct at_tree *tree = screen(
        ROOT("<node class='android.view.View' resource-id='a:id/row_shimmer' "
             "package='p' bounds='[0,0][900,80]'/>"));
    const struct at_node *node = at_tree_loading(tree, NULL);
    T_OK(node != NULL);
    at_loading_write(node, &out);
    T_EQ_TEXT(at_buf_text(&out), "View id=\"row_shimmer\"");
    at_tree_free(tree);
    at_buf_deinit(&out);
}

#define WINDOW(package, kids)                                                  \
    "<node package='" package "' bounds='[0,0][1080,1920]'>" kids "</node>"
#define IN(package, id, text)                                                  \
    "<node package='" package "' resource-id='" id "' text='" text             \
    "' bounds='[0,0][99,99]'/>"

static const struct {
    const char *name;
    const char *windows;
    const char *kind;
    const char *title;
} dialogs[] = {
    {"app", WINDOW("a.b", IN("a.b", "a.b:id/x", "Hi")), "none", ""},
    {"crash",
     WINDOW("android", IN("android", "android:id/alertTitle", "X has stopped")
                           IN("android", "android:id/aerr_close", "Close")),
     "crash", "X has stopped"},
    {"crash in any language",
     WINDOW("android", IN("android", "android:id/alertTitle", "X funktioniert")
                           IN("android", "android:id/aerr_restart", "Neu")),
     "crash", "X funktioniert"},
    {"not responding",
     WINDOW("android", IN("android", "android:id/alertTitle", "X is busy")
                           IN("android", "android:id/aerr_close", "Close")
                               IN("android", "android:id/aerr_wait", "Wait")),
     "anr", "X is busy"},
    {"an app that only says so",
     WINDOW("a.b", IN("a.b", "android:id/aerr_close", "Close")), "none", ""},
    {"an app with the same text",
     WINDOW("a.b", IN("a.b", "a.b:id/t", "X has stopped")), "none", ""},
    {"permission",
     WINDOW("com.google.android.permissioncontroller",
            IN("com.google.android.permissioncontroller",
               "com.android.permissioncontroller:id/permission_message",
               "Allow?")
                IN("com.google.android.permissioncontroller",
                   "com.android.permissioncontroller:id/permission_deny_button",
                   "No")),
     "permission", "Allow?"},
    {"a vendor's own permissions",
     WINDOW("com.oplus.securitypermission",
            IN("com.oplus.securitypermission", "android:id/message", "Allow?")),
     "permission", "Allow?"},
    {"permissions of MIUI",
     WINDOW("com.miui.permissioncontroller",
            IN("com.miui.permissioncontroller",
               "com.android.permissioncontroller:id/grant_dialog", "Allow?")),
     "permission", "Allow?"},
    {"what only ends like a permission controller",
     WINDOW("com.evil.permissioncontroller",
            IN("com.evil.permissioncontroller",
               "com.android.permissioncontroller:id/grant_dialog", "Allow?")),
     "none", ""},
    {"the permission controller's own screens",
     WINDOW("com.android.permissioncontroller",
            IN("com.android.permissioncontroller", "android:id/title",
               "Permission manager")),
     "none", ""},
    {"permission before Android 10",
     WINDOW("com.google.android.packageinstaller",
            IN("com.google.android.packageinstaller",
               "com.android.packageinstaller:id/permission_allow_button",
               "ALLOW")),
     "permission", "ALLOW"},
    {"install confirmation",
     WINDOW("com.google.android.packageinstaller",
            IN("com.google.android.packageinstaller", "android:id/button1",
               "Install")),
     "system", "Install"},
    {"the Settings app",
     WINDOW("com.android.settings",
            IN("com.android.settings", "android:id/title", "Apps")),
     "none", ""},
    {"lock screen",
     WINDOW(
         "com.android.systemui",
         IN("com.android.systemui", "com.android.systemui:id/clock", "6:44")),
     "none", ""},
    {"a dialog of the system's",
     WINDOW("com.android.systemui",
            IN("com.android.systemui", "android:id/alertTitle", "Low battery")),
     "system", "Low battery"},
    {"in front of the app",
     WINDOW("a.b", IN("a.b", "a.b:id/x", "Hi"))
         WINDOW("android", IN("android", "android:id/title", "Open with")),
     "system", "Open with"},
    {"behind the app",
     WINDOW("android", IN("android", "android:id/title", "Open with"))
         WINDOW("a.b", IN("a.b", "a.b:id/x", "Hi")),
     "none", ""},
};

T_TEST(dialog_rows)
{
    for (size_t i = 0; i < T_LEN(dialogs); i++) {
        char xml[1200];
        snprintf(xml, sizeof(xml), "<hierarchy>%s</hierarchy>",
                 dialogs[i].windows);
        T_ROW(dialogs[i].name);
        struct at_tree *tree = screen(xml);
        struct at_dialog dialog = at_tree_dialog(tree);
        T_EQ_TEXT(at_dialog_kind_name(dialog.kind), dialogs[i].kind);
        T_EQ_STR(dialog.title, dialogs[i].title);
        T_EQ_INT(dialog.top != NULL, dialog.kind != AT_DIALOG_NONE);
        at_tree_free(tree);
    }
}

static const struct {
    const char *file;
    const char *kind;
    bool loading;
} recorded[] = {
    {"anr-system-ui-dialog.xml", "anr", false},
    {"permission-location-while-using.xml", "permission", false},
    {"permission-notifications-aosp.xml", "permission", false},
    {"permission-notifications-google.xml", "permission", false},
    {"resolver-open-with-sheet.xml", "system", false},
    {"settings-all-files-access.xml", "none", false},
    {"settings-network-type-dialog-pt.xml", "none", false},
    {"systemui-lockscreen-zh.xml", "none", false},
    {"systemui-quick-settings.xml", "none", false},
    {"compose-emoji-turkish.xml", "none", false},   // three progress bars
    {"native-overlay-emoji-zh.xml", "none", false}, // a light meter
    {"compose-login-validation-errors.xml", "none", false},
    {"native-login-demo-accounts.xml", "none", false},
};

T_TEST(recorded_dumps)
{
    for (size_t i = 0; i < T_LEN(recorded); i++) {
        char path[640];
        size_t len;
        struct at_tree *tree;
        snprintf(path, sizeof(path), "%s/fixtures/android/uiautomator/%s",
                 t_shared(), recorded[i].file);
        T_ROW(recorded[i].file);
        char *dump = t_read_file(path, &len);
        T_OK(dump != NULL);
        T_OK(at_uiautomator_parse(at_str_n(dump, len), &tree, NULL));
        T_EQ_TEXT(at_dialog_kind_name(at_tree_dialog(tree).kind),
                  recorded[i].kind);
        T_EQ_INT(at_tree_loading(tree, NULL) != NULL, recorded[i].loading);
        at_tree_free(tree);
        free(dump);
    }
}

static const struct {
    const char *package;
    bool launcher;
} packages[] = {
    {"com.google.android.apps.nexuslauncher", true},
    {"com.android.launcher3", true},
    {"com.sec.android.app.launcher", true},
    {"com.miui.home", true},
    {"app.lawnchair", true},
    {"com.teslacoilsw.launcher", true},
    {"com.launcher.game.app", false},
    {"com.example.app", false},
    {"", false},
};

T_TEST(launcher_rows)
{
    for (size_t i = 0; i < T_LEN(packages); i++) {
        T_ROW(packages[i].package);
        T_EQ_INT(at_package_is_launcher(at_str(packages[i].package)),
                 packages[i].launcher);
    }
}

T_MAIN()
