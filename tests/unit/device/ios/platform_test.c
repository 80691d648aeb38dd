// platform_test.c: simulators before one is open, with the stand-ins
#include "base/alloc.h"
#include "base/buf.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "tests/unit/device/ios/ios_rig.h"

T_TEST(ios_lists)
{
    struct at_op op = ios_rig_within(20000);
    const struct at_platform_call call = {&op, NULL};
    struct at_device_list list;
    struct at_err err = AT_ERR_INIT;
    ios_rig_set_up();
    T_OK(at_ios_platform.present());
    T_OK(at_ios_platform.list(&call, &list, &err));
    T_EQ_SIZE(list.count, 5); // no watch
    T_EQ_TEXT(list.entries[0].id, BOOTED);
    T_EQ_TEXT(list.entries[0].name, "iPhone 16");
    T_EQ_TEXT(list.entries[0].kind, "simulator");
    T_EQ_TEXT(list.entries[0].state, "Booted");
    T_EQ_TEXT(list.entries[0].os, "iOS 18.1");
    T_OK(list.entries[0].usable && !list.entries[0].bootable);
    T_EQ_TEXT(list.entries[0].remedy, "");
    T_OK(!list.entries[1].usable && list.entries[1].bootable);
    T_HAS(list.entries[1].remedy, "device boot --platform ios --device " PRO);
    T_OK(!list.entries[4].usable && !list.entries[4].bootable);
    T_HAS(list.entries[4].remedy, "its runtime is not installed");
    at_device_list_deinit(&list);
}

T_TEST(ios_opens_what_can_be_used)
{
    static const struct {
        const char *selector;
        const char *udid; // NULL: an error with these words
        const char *words;
    } rows[] = {
        {NULL, BOOTED, NULL},
        {"", BOOTED, NULL},
        {"booted", BOOTED, NULL},
        {"iPhone 16", BOOTED, NULL},
        {BOOTED, BOOTED, NULL},
        {"iphone-latest", NULL,
         "simulator 'iPhone 16 Pro' (iOS 18.1, " PRO
         ") is Shutdown: start it with"},
        {OLD, NULL, "is not available: its runtime is not installed"},
        {"iPhone 5", NULL, "no simulator 'iPhone 5'"},
    };

    ios_rig_set_up();
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_op op = ios_rig_within(20000);
        const struct at_platform_call call = {&op, NULL};
        struct at_device *device;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].selector ? rows[i].selector : "NULL");
        bool ok = at_ios_platform.open(&call, rows[i].selector, &device, &err);
        T_EQ_INT(ok, rows[i].udid != NULL);
        if (ok) {
            T_EQ_TEXT(device->serial, rows[i].udid);
            T_EQ_TEXT(device->name, "iPhone 16");
        } else {
            T_EQ_INT(err.code, AT_ENODEV);
            T_HAS(err.msg, rows[i].words);
        }
        at_device_free(device);
    }
}

#define PLIST(body)                                                            \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist "                      \
    "version=\"1.0\"><dict>" body "</dict></plist>\n"

T_TEST(ios_app_id_and_install)
{
    static const struct {
        const char *folder;
        const char *file; // NULL: none
        const char *plist;
        const char *id; // NULL: an error with these words
        const char *words;
    } rows[] = {
        {"A.app", "A.app/Info.plist",
         PLIST("<key>CFBundleIdentifier</key><string>com.a</string>"), "com.a",
         NULL},
        {"Mac.app", "Mac.app/Contents/Info.plist",
         PLIST("<key>CFBundleIdentifier</key><string>com.m</string>"), "com.m",
         NULL},
        {"B.app", "B.app/Info.plist", PLIST("<key>X</key><string>y</string>"),
         NULL, "has no CFBundleIdentifier"},
        {"C.app", "C.app/Info.plist", "nonsense", NULL, "the Info.plist of"},
        {"D.app", NULL, NULL, NULL, "holds no Info.plist"},
        {NULL, NULL, NULL, NULL, "there is no"},
    };
    struct at_op op = ios_rig_within(20000);
    struct at_err err = AT_ERR_INIT;

    ios_rig_set_up();
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char *path = at_strfmt("%s/%s", ios_rig_dir(),
                               rows[i].folder ? rows[i].folder : "none");
        char *inner = at_strfmt("%s/Contents", path);
        char *id = NULL;
        T_ROW(path);
        if (rows[i].folder)
            T_OK(at_folder_make(inner, NULL));
        if (rows[i].file)
            ios_rig_write(rows[i].file, rows[i].plist);
        T_EQ_INT(at_ios_platform.app_id(path, &id, &err), rows[i].id != NULL);
        T_EQ_TEXT(id, rows[i].id);
        if (!id) {
            T_EQ_INT(err.code, AT_EUSAGE);
            T_HAS(err.msg, rows[i].words);
        }
        free(id);
        free(inner);
        free(path);
    }
    struct at_device *device = ios_rig_open(NULL);
    char *app = at_strfmt("%s/A.app", ios_rig_dir());
    T_OK(at_device_install(&op, device, app, &err));
    T_OK(at_device_launch(&op, device, "com.a", &err));
    T_NOT(at_device_install(&op, device, "/no/such.app", &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    free(app);
    at_device_free(device);
}

static void
keep_progress(void *user, const char *text)
{
    at_buf_add_fmt(user, "%s\n", text);
}

T_TEST(ios_boots_and_shuts_down)
{
    struct at_op op = ios_rig_within(30000);
    const struct at_platform_call call = {&op, NULL};
    struct at_buf told = AT_BUF_INIT(4096);
    struct at_boot_opts opts = {
        .wait = true, .progress = keep_progress, .user = &told};
    struct at_err err = AT_ERR_INIT;
    char id[128];
    ios_rig_set_up();
    T_OK(at_ios_platform.boot(&call, &opts, id, &err));
    T_EQ_TEXT(id, PRO); // iphone-latest
    T_HAS(at_buf_text(&told), "booting iPhone 16 Pro (iOS 18.1)");
    T_HAS(at_buf_text(&told), "Monitoring boot status");
    ios_rig_check_ran(
        "[\"-a\", \"Simulator\", \"--args\", \"-CurrentDeviceUDID\", "
        "\"" PRO "\"]");
    T_OK(at_ios_platform.boot(&call, &opts, id, &err)); // runs already
    // It was booted by somebody else since it was listed.
    opts = (struct at_boot_opts){.device = IPAD, .headless = true};
    setenv("STAND_IN_FAIL",
           "xcrun simctl boot: exit 149 An error was encountered processing "
           "the command (domain=com.apple.CoreSimulator.SimError, code=405):"
           "\\nUnable to boot device in current state: Booted",
           1);
    T_OK(at_ios_platform.boot(&call, &opts, id, &err));
    setenv("STAND_IN_FAIL", "open: exit 1", 1);
    at_buf_clear(&told);
    opts = (struct at_boot_opts){
        .device = BOOTED, .progress = keep_progress, .user = &told};
    T_OK(at_ios_platform.boot(&call, &opts, id, &err));
    T_HAS(at_buf_text(&told), "warning: its window was not opened");
    unsetenv("STAND_IN_FAIL");
    opts.device = OLD;
    T_NOT(at_ios_platform.boot(&call, &opts, id, &err));
    T_HAS(err.msg, "its runtime is not installed");
    T_OK(at_ios_platform.shutdown(&call, PRO, id, &err));
    T_OK(at_ios_platform.shutdown(&call, PRO, id, &err)); // is off already
    T_OK(at_ios_platform.erase(&call, BOOTED, id, &err)); // it was running
    T_EQ_TEXT(id, BOOTED);
    ios_rig_check_ran("[\"simctl\", \"shutdown\", \"" BOOTED "\"]");
    ios_rig_check_ran("[\"simctl\", \"erase\", \"" BOOTED "\"]");
    T_NOT(at_ios_platform.erase(&call, NULL, id, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_NOT(at_ios_platform.shutdown(&call, "booted", id, &err));
    T_HAS(err.msg, "no simulator is booted");
    at_buf_deinit(&told);
}

T_TEST(ios_builds)
{
    struct at_op op = ios_rig_within(30000);
    const struct at_platform_call call = {&op, NULL};
    struct at_build_result result;
    struct at_err err = AT_ERR_INIT;
    ios_rig_set_up();
    char *derived = at_strfmt("%s/derived", ios_rig_dir());
    struct at_build_opts opts = {
        .project = ios_rig_dir(), .scheme = "Sample", .derived_data = derived};
    char *want = at_strfmt("%s/Build/Products/Debug-iphonesimulator/Sample.app",
                           derived);
    T_OK(at_ios_platform.build(&call, &opts, &result, &err));
    T_EQ_TEXT(result.app_path, want);
    T_EQ_TEXT(result.app_id, "com.example.sample");
    ios_rig_check_ran("\"-destination\", \"platform=iOS Simulator,id=" PRO
                      "\"");
    free(result.app_id);
    T_OK(at_ios_platform.app_id(result.app_path, &result.app_id, &err));
    T_EQ_TEXT(result.app_id, "com.example.sample"); // in a binary plist
    free(result.app_id);
    free(result.app_path);
    opts.scheme = "Broken";
    T_NOT(at_ios_platform.build(&call, &opts, &result, &err));
    T_EQ_INT(err.code, AT_EBUILD);
    T_HAS(err.msg, "status 65 and 1 errors: /src/App/Main.swift:12:5: error: "
                   "cannot find 'foo' in scope");
    opts.project = "/no/such.xcodeproj";
    T_NOT(at_ios_platform.build(&call, &opts, &result, &err));
    T_HAS(err.msg, "'/no/such.xcodeproj' does not exist");
    opts.workspace = "/x";
    T_NOT(at_ios_platform.build(&call, &opts, &result, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    opts = (struct at_build_opts){.project = ios_rig_dir()};
    T_NOT(at_ios_platform.build(&call, &opts, &result, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    free(want);
    free(derived);
}

T_TEST(ios_checks)
{
    struct at_op op = ios_rig_within(30000);
    const struct at_platform_call call = {&op, NULL};
    struct at_check checks[AT_PLATFORM_CHECKS_MAX];
    static const char *const names[] = {"xcrun/simctl", "xcodebuild", "AXe"};
    static const char *const versions[] = {"70", "16.1", "1.8.0"};
    ios_rig_set_up();
    T_EQ_SIZE(at_ios_platform.check(&call, checks), T_LEN(names));
    for (size_t i = 0; i < T_LEN(names); i++) {
        T_ROW(names[i]);
        T_EQ_TEXT(checks[i].name, names[i]);
        T_EQ_INT(checks[i].level, AT_CHECK_OK);
        T_EQ_TEXT(checks[i].version, versions[i]);
        T_HAS(checks[i].path, "/tests/stand-ins/");
        T_EQ_TEXT(checks[i].remedy, "");
    }
    setenv("STAND_IN_FAIL", "xcodebuild: exit 1 xcode-select: error: no Xcode",
           1);
    T_EQ_SIZE(at_ios_platform.check(&call, checks), T_LEN(names));
    T_EQ_INT(checks[1].level, AT_CHECK_BAD);
    T_HAS(checks[1].text, "xcode-select: error: no Xcode");
    T_OK(checks[1].remedy[0] != '\0');
    setenv("PATH", "/nowhere", 1);
    T_EQ_SIZE(at_ios_platform.check(&call, checks), T_LEN(names));
    for (size_t i = 0; i < T_LEN(names); i++) {
        T_ROW(names[i]);
        T_EQ_INT(checks[i].level, AT_CHECK_MISSING);
        T_HAS(checks[i].remedy, i == 2 ? "brew install" : "Xcode");
    }
    T_NOT(at_ios_platform.present());
}

T_TEST(ios_leaves_nothing)
{
    ios_rig_tear_down();
}

T_MAIN()
