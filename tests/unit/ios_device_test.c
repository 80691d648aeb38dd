// ios_device_test.c: a simulator from end to end, with the stand-ins of tests/
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/ios/ios.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "tests/t.h"
#include "wire/json.h"

#define BOOTED "11111111-1111-4111-8111-111111111111"
#define PRO "22222222-2222-4222-8222-222222222222"
#define IPAD "33333333-3333-4333-8333-333333333333"
#define OLD "55555555-5555-4555-8555-555555555555"
#define LOGIN "com.example.login"

static char *path_before; // PATH without the stand-ins
static char dir[128];     // STAND_IN_DIR

static struct at_op
within(int64_t ms)
{
    return (struct at_op){at_now_ns() + ms * AT_NS_PER_MS, NULL};
}

// The stand-ins in PATH, with a new state and no failures.
static void
set_up(void)
{
    char cwd[1024];
    char *path;

    if (!path_before)
        path_before = at_strdup(getenv("PATH"));
    if (dir[0])
        T_OK(at_folder_remove(dir, NULL));
    snprintf(dir, sizeof(dir), "/tmp/ios_device_test.XXXXXX");
    T_OK(mkdtemp(dir) != NULL);
    T_OK(getcwd(cwd, sizeof(cwd)) != NULL);
    path = at_strfmt("%s/tests/stand-ins:%s", cwd, path_before);
    setenv("PATH", path, 1);
    setenv("STAND_IN_DIR", dir, 1);
    unsetenv("STAND_IN_FAIL");
    unsetenv("MOBILE_DEV_AGENT_AXE_PATH");
    free(path);
}

static char *
read_in_dir(const char *name)
{
    size_t len;
    char *path = at_strfmt("%s/%s", dir, name);
    char *text = t_read_file(path, &len);

    free(path);
    return text;
}

static void
write_in_dir(const char *name, const char *text)
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_strfmt("%s/%s", dir, name);

    T_OK(at_file_write(path, at_str(text), &err));
    free(path);
}

// Is this line of arguments in the journal?
static void
check_ran(const char *json)
{
    char *journal = read_in_dir("journal.jsonl");

    T_OK(journal != NULL);
    T_HAS(journal, json);
    free(journal);
}

static struct at_device *
open_sim(const char *selector)
{
    struct at_op op = within(20000);
    const struct at_platform_call call = {&op, NULL};
    struct at_device *device = NULL;
    struct at_err err = AT_ERR_INIT;

    if (!at_ios_platform.open(&call, selector, &device, &err))
        print_error("%s\n", err.msg);
    T_OK(device != NULL);
    return device;
}

T_TEST(ios_lists)
{
    struct at_op op = within(20000);
    const struct at_platform_call call = {&op, NULL};
    struct at_device_list list;
    struct at_err err = AT_ERR_INIT;

    set_up();
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

    set_up();
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_op op = within(20000);
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

static struct at_snapshot
take(struct at_device *device)
{
    struct at_op op = within(20000);
    struct at_snapshot snapshot;
    struct at_err err = AT_ERR_INIT;

    if (!at_device_snapshot(&op, device, &snapshot, &err))
        print_error("%s\n", err.msg);
    T_OK(snapshot.tree != NULL);
    return snapshot;
}

static void
put_back(struct at_snapshot *snapshot)
{
    at_tree_free(snapshot->tree);
    at_buf_deinit(&snapshot->source);
}

static const struct at_node *
find(const struct at_tree *tree, const char *id_or_text)
{
    struct at_str want = at_str(id_or_text);

    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root))
        if (at_str_eq(it->resource_id, want) || at_str_eq(it->text, want))
            return it;
    return NULL;
}

static void
tap(struct at_device *device, const char *id_or_text)
{
    struct at_op op = within(20000);
    struct at_err err = AT_ERR_INIT;
    struct at_snapshot snapshot = take(device);
    const struct at_node *node = find(snapshot.tree, id_or_text);

    T_ROW(id_or_text);
    T_OK(node != NULL);
    if (!at_device_tap_node(&op, device, snapshot.tree, node,
                            at_rect_center(node->bounds), &err))
        print_error("%s\n", err.msg);
    T_EQ_INT(err.code, AT_OK);
    put_back(&snapshot);
}

static bool
shows(struct at_device *device, const char *id_or_text)
{
    struct at_snapshot snapshot = take(device);
    bool found = find(snapshot.tree, id_or_text) != NULL;

    put_back(&snapshot);
    return found;
}

T_TEST(ios_signs_in)
{
    struct at_op op = within(30000);
    struct at_err err = AT_ERR_INIT;

    set_up();
    struct at_device *device = open_sim(NULL);
    T_OK(shows(device, "Login"));
    tap(device, "email");
    T_OK(at_device_text(&op, device, AT_STR("me@x.orgg"), &err));
    T_OK(at_device_key(&op, device, AT_STR("KEYCODE_DEL"), 2, &err));
    T_OK(at_device_text(&op, device, AT_STR("g"), &err));
    T_OK(at_device_key(&op, device, AT_STR("tab"), 1, &err));
    T_OK(at_device_text(&op, device, AT_STR("-secret"), &err));
    tap(device, "Help"); // the first of two: at its place
    T_OK(shows(device, "Left help"));
    tap(device, "sign-in");
    T_OK(shows(device, "Welcome"));
    T_OK(shows(device, "me@x.org"));
    T_NOT(shows(device, "Row 30"));
    const struct at_swipe swipe = {{200, 800}, {200, 100}, 300};
    for (int i = 0; i < 2; i++)
        T_OK(at_device_swipe(&op, device, &swipe, &err));
    T_OK(shows(device, "Row 30"));
    T_OK(at_device_key(&op, device, AT_STR("home"), 1, &err));
    T_OK(shows(device, "Login")); // its icon
    check_ran("[\"type\", \"--udid\", \"" BOOTED "\", \"--\", \"-secret\"]");
    check_ran("[\"tap\", \"--id\", \"sign-in\", \"--udid\", \"" BOOTED "\"]");
    check_ran("[\"tap\", \"-x\", \"244\", \"-y\", \"422\", \"--udid\"");
    at_device_free(device);
}

T_TEST(ios_taps_otherwise)
{
    struct at_op op = within(20000);
    struct at_err err = AT_ERR_INIT;
    const struct at_swipe hold = {{40, 415}, {40, 415}, 500};

    set_up();
    struct at_device *device = open_sim(NULL);
    T_OK(at_device_tap(&op, device, (struct at_point){210, 410}, &err));
    T_OK(shows(device, "Left help"));
    T_OK(at_device_double_tap(&op, device, (struct at_point){300, 410}, 5,
                              &err));
    T_OK(shows(device, "Right help"));
    T_OK(at_device_swipe(&op, device, &hold, &err));
    T_OK(shows(device, "A letter is on its way"));
    T_NOT(at_device_key(&op, device, AT_STR("back"), 1, &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_NOT(at_device_text(&op, device, AT_STR("\xc3\xa9"), &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_NOT(AT_DEVICE_OFFERS(device, clear));
    at_device_free(device);
}

T_TEST(ios_snapshot_keeps_its_source)
{
    struct at_op op = within(20000);
    struct at_device_info info;
    struct at_err err = AT_ERR_INIT;

    set_up();
    struct at_device *device = open_sim(NULL);
    struct at_snapshot snapshot = take(device);
    T_EQ_SIZE(snapshot.source.len, 0);
    T_EQ_TEXT(snapshot.backend, "axe");
    put_back(&snapshot);
    device->keep_source = true;
    snapshot = take(device);
    T_EQ_TEXT(snapshot.source_format, "axe");
    T_HAS(at_buf_text(&snapshot.source), "\"AXUniqueId\" : \"email\"");
    put_back(&snapshot);
    T_OK(at_device_info(&op, device, &info, &err));
    T_EQ_INT(info.width_px, 402);
    T_EQ_INT(info.height_px, 874);
    T_EQ_TEXT(info.release, "iOS 18.1");
    T_EQ_TEXT(info.model, "iPhone 16");
    at_device_free(device);
}

T_TEST(ios_screenshot)
{
    struct at_op op = within(20000);
    struct at_err err = AT_ERR_INIT;
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);

    set_up();
    setenv("XDG_RUNTIME_DIR", dir, 1);
    struct at_device *device = open_sim(NULL);
    T_OK(at_device_screenshot(&op, device, &png, &err));
    T_OK(at_str_starts(at_buf_str(&png), AT_STR("\x89PNG\r\n\x1a\n")));
    at_buf_clear(&png);
    setenv("STAND_IN_FAIL", "xcrun simctl io: exit 0", 1);
    T_NOT(at_device_screenshot(&op, device, &png, &err));
    T_EQ_SIZE(png.len, 0);
    at_buf_deinit(&png);
    at_device_free(device);
    unsetenv("XDG_RUNTIME_DIR");
}

T_TEST(ios_app_lives_and_dies)
{
    struct at_op op = within(20000);
    struct at_err err = AT_ERR_INIT;
    int64_t pid = 0;

    set_up();
    struct at_device *device = open_sim(NULL);
    T_OK(at_device_pid(&op, device, LOGIN, &pid, &err));
    T_EQ_INT(pid, 4711);
    T_OK(at_device_stop(&op, device, LOGIN, &err));
    T_OK(at_device_stop(&op, device, LOGIN, &err)); // is ended already
    T_OK(at_device_pid(&op, device, LOGIN, &pid, &err));
    T_EQ_INT(pid, 0);
    T_OK(at_device_launch(&op, device, LOGIN, &err));
    T_OK(at_device_pid(&op, device, LOGIN, &pid, &err));
    T_EQ_INT(pid, 4712);
    T_NOT(at_device_launch(&op, device, "com.example.none", &err));
    T_EQ_INT(err.code, AT_ENOAPP);
    T_HAS(err.msg, "'com.example.none' is not installed");
    T_NOT(at_device_launch(&op, device, "com.x\" OR 1", &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_OK(at_device_uninstall(&op, device, LOGIN, &err));
    T_OK(at_device_uninstall(&op, device, LOGIN, &err));
    T_NOT(at_device_launch(&op, device, LOGIN, &err));
    T_EQ_INT(err.code, AT_ENOAPP);
    at_device_free(device);
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
    struct at_op op = within(20000);
    struct at_err err = AT_ERR_INIT;

    set_up();
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char *path =
            at_strfmt("%s/%s", dir, rows[i].folder ? rows[i].folder : "none");
        char *inner = at_strfmt("%s/Contents", path);
        char *id = NULL;
        T_ROW(path);
        if (rows[i].folder)
            T_OK(at_folder_make(inner, NULL));
        if (rows[i].file)
            write_in_dir(rows[i].file, rows[i].plist);
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
    struct at_device *device = open_sim(NULL);
    char *app = at_strfmt("%s/A.app", dir);
    T_OK(at_device_install(&op, device, app, &err));
    T_OK(at_device_launch(&op, device, "com.a", &err));
    T_NOT(at_device_install(&op, device, "/no/such.app", &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    free(app);
    at_device_free(device);
}

#define LINE "2026-02-04 10:11:12.345 "

T_TEST(ios_logs)
{
    const struct at_log_query query = {
        .package = AT_STR(LOGIN), .level = 'E', .max_lines = 10};
    struct at_op op = within(20000);
    struct at_log_result result;
    struct at_err err = AT_ERR_INIT;

    set_up();
    write_in_dir("log.txt", LINE "Df Login[4711:1] hello\n" LINE
                                 "E  Login[4711:1] failed\n");
    struct at_device *device = open_sim(NULL);
    T_OK(at_device_logs(&op, device, &query, &result, &err));
    T_EQ_TEXT(at_buf_text(&result.text), LINE "E  Login[4711:1] failed\n");
    at_buf_deinit(&result.text);
    check_ran("\"--predicate\", \"processImagePath CONTAINS "
              "\\\"/Login.app/\\\"\"]");
    const struct at_log_query none = {.package = AT_STR("com.none")};
    T_NOT(at_device_logs(&op, device, &none, &result, &err));
    T_EQ_INT(err.code, AT_ENOAPP);
    at_device_free(device);
}

struct seen {
    char lines[3][80];
    size_t count;
    size_t enough;
};

static bool
see_line(void *user, struct at_str line)
{
    struct seen *seen = user;

    at_str_cut(seen->lines[seen->count], 80, line);
    seen->count++;
    if (seen->count == 1)
        write_in_dir("log.txt",
                     LINE "E  Login[1:1] one\n" LINE "Df Login[1:1] two\n" LINE
                          "F  Login[1:1] three\n");
    return seen->count < seen->enough;
}

T_TEST(ios_follows_the_log)
{
    const struct at_log_query query = {.level = 'E'};
    struct at_op op = within(20000);
    struct at_op soon = within(700);
    struct at_err err = AT_ERR_INIT;
    struct seen seen = {.enough = 2};
    const struct at_log_sink sink = {see_line, &seen};

    set_up();
    write_in_dir("log.txt", LINE "E  Login[1:1] one\n");
    struct at_device *device = open_sim(NULL);
    T_OK(at_device_follow_logs(&op, device, &query, &sink, &err));
    T_EQ_SIZE(seen.count, 2);
    T_EQ_TEXT(seen.lines[0], LINE "E  Login[1:1] one");
    T_EQ_TEXT(seen.lines[1], LINE "F  Login[1:1] three");
    // Nothing more comes: op ends it.
    seen = (struct seen){.enough = 3};
    T_NOT(at_device_follow_logs(&soon, device, &query, &sink, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    setenv("STAND_IN_FAIL", "xcrun simctl spawn: exit 0", 1);
    T_NOT(at_device_follow_logs(&op, device, &query, &sink, &err));
    T_HAS(err.msg, "ended by itself");
    at_device_free(device);
}

static void
keep_progress(void *user, const char *text)
{
    at_buf_add_fmt(user, "%s\n", text);
}

T_TEST(ios_boots_and_shuts_down)
{
    struct at_op op = within(30000);
    const struct at_platform_call call = {&op, NULL};
    struct at_buf told = AT_BUF_INIT(4096);
    struct at_boot_opts opts = {
        .wait = true, .progress = keep_progress, .user = &told};
    struct at_err err = AT_ERR_INIT;
    char id[128];

    set_up();
    T_OK(at_ios_platform.boot(&call, &opts, id, &err));
    T_EQ_TEXT(id, PRO); // iphone-latest
    T_HAS(at_buf_text(&told), "booting iPhone 16 Pro (iOS 18.1)");
    T_HAS(at_buf_text(&told), "Monitoring boot status");
    check_ran("[\"-a\", \"Simulator\", \"--args\", \"-CurrentDeviceUDID\", "
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
    T_OK(at_ios_platform.erase(&call, BOOTED, id, &err)); // which ran
    T_EQ_TEXT(id, BOOTED);
    check_ran("[\"simctl\", \"shutdown\", \"" BOOTED "\"]");
    check_ran("[\"simctl\", \"erase\", \"" BOOTED "\"]");
    T_NOT(at_ios_platform.shutdown(&call, "booted", id, &err));
    T_HAS(err.msg, "no simulator is booted");
    at_buf_deinit(&told);
}

T_TEST(ios_builds)
{
    struct at_op op = within(30000);
    const struct at_platform_call call = {&op, NULL};
    struct at_build_result result;
    struct at_err err = AT_ERR_INIT;

    set_up();
    char *derived = at_strfmt("%s/derived", dir);
    struct at_build_opts opts = {
        .project = dir, .scheme = "Sample", .derived_data = derived};
    char *want = at_strfmt("%s/Build/Products/Debug-iphonesimulator/Sample.app",
                           derived);
    T_OK(at_ios_platform.build(&call, &opts, &result, &err));
    T_EQ_TEXT(result.app_path, want);
    T_EQ_TEXT(result.app_id, "com.example.sample");
    check_ran("\"-destination\", \"platform=iOS Simulator,id=" PRO "\"");
    free(result.app_id);
    T_OK(at_ios_platform.app_id(result.app_path, &result.app_id, &err));
    T_EQ_TEXT(result.app_id, "com.example.sample"); // of a binary plist
    free(result.app_id);
    free(result.app_path);
    opts.scheme = "Broken";
    T_NOT(at_ios_platform.build(&call, &opts, &result, &err));
    T_EQ_INT(err.code, AT_EDEVICE);
    T_HAS(err.msg, "status 65 and 1 errors: /src/App/Main.swift:12:5: error: "
                   "cannot find 'foo' in scope");
    opts.project = "/no/such.xcodeproj";
    T_NOT(at_ios_platform.build(&call, &opts, &result, &err));
    T_HAS(err.msg, "'/no/such.xcodeproj' does not exist");
    opts.workspace = "/x";
    T_NOT(at_ios_platform.build(&call, &opts, &result, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    opts = (struct at_build_opts){.project = dir};
    T_NOT(at_ios_platform.build(&call, &opts, &result, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    free(want);
    free(derived);
}

T_TEST(ios_checks)
{
    struct at_op op = within(30000);
    const struct at_platform_call call = {&op, NULL};
    struct at_check checks[AT_PLATFORM_CHECKS_MAX];
    static const char *const names[] = {"xcrun/simctl", "xcodebuild", "AXe"};
    static const char *const versions[] = {"70", "16.1", "1.8.0"};

    set_up();
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

enum what { SNAPSHOT, LAUNCH, OPEN, TAP };

static bool
run_one(enum what what, const struct at_op *op, struct at_device *device,
        struct at_err *err)
{
    const struct at_platform_call call = {op, NULL};
    struct at_snapshot snapshot = {0};
    struct at_device *other = NULL;
    bool ok = false;

    switch (what) {
    case SNAPSHOT:
        ok = at_device_snapshot(op, device, &snapshot, err);
        put_back(&snapshot);
        break;
    case LAUNCH:
        ok = at_device_launch(op, device, LOGIN, err);
        break;
    case OPEN:
        ok = at_ios_platform.open(&call, NULL, &other, err);
        at_device_free(other);
        break;
    case TAP:
        ok = at_device_tap(op, device, (struct at_point){1, 1}, err);
        break;
    }
    return ok;
}

static const struct {
    const char *order;
    enum what what;
    enum at_code code;
    const char *words;
} failures[] = {
    {"axe describe-ui: half", SNAPSHOT, AT_ETREE, ""},
    {"axe describe-ui: exit 0", SNAPSHOT, AT_ETREE, ""},
    {"axe describe-ui: exit 1 Error: boom", SNAPSHOT, AT_EDEVICE,
     "axe describe-ui failed with status 1: boom"},
    {"axe: exit 64 Error: Unknown option '--udid'\\nUsage: axe x\\n  See "
     "'axe tap --help' for more information.",
     TAP, AT_EDEVICE,
     "status 64: Unknown option '--udid'; AXe 1.8 or newer is needed"},
    {"axe: exit 1 Error: No simulator with UDID U was found. Run it.", TAP,
     AT_ENODEV, "device boot --platform ios"},
    {"axe tap: exit 1", TAP, AT_EDEVICE, "it said nothing"},
    {"xcrun: missing", OPEN, AT_ENOTOOL, "xcrun has no simctl"},
    {"xcrun simctl list: half", OPEN, AT_EPROTO, "cannot be read"},
    {"xcrun simctl list: exit 0", OPEN, AT_EPROTO, "cannot be read"},
    {"xcrun simctl launch: exit 60 An error was encountered processing the "
     "command (domain=NSPOSIXErrorDomain, code=60):\\nOperation timed out",
     LAUNCH, AT_EDEVICE, "status 60: Operation timed out; the simulator was"},
    {"xcrun simctl launch: exit 149 An error was encountered processing the "
     "command (domain=com.apple.CoreSimulator.SimError, code=405):\\nUnable to "
     "lookup in current state: Shutdown",
     LAUNCH, AT_ENODEV, "current state: Shutdown; boot it"},
    {"xcrun simctl launch: exit 194 An error was encountered processing the "
     "command (domain=NSOSStatusErrorDomain, code=-10814):\\nno app",
     LAUNCH, AT_ENOAPP, "is not installed"},
    {"xcrun simctl launch: exit 0", LAUNCH, AT_EPROTO, "named no process"},
    {"xcrun simctl launch: exit 9", LAUNCH, AT_EDEVICE,
     "simctl launch failed with status 9: it said nothing"},
};

T_TEST(ios_failures)
{
    set_up();
    struct at_device *device = open_sim(NULL);
    for (size_t i = 0; i < T_LEN(failures); i++) {
        struct at_op op = within(20000);
        struct at_err err = AT_ERR_INIT;
        T_ROW(failures[i].order);
        setenv("STAND_IN_FAIL", failures[i].order, 1);
        T_NOT(run_one(failures[i].what, &op, device, &err));
        T_EQ_INT(err.code, failures[i].code);
        T_HAS(err.msg, failures[i].words);
        unsetenv("STAND_IN_FAIL"); // and it goes on as if nothing had been
        T_OK(run_one(failures[i].what, &op, device, &err));
    }
    at_device_free(device);
}

T_TEST(ios_tools_that_are_missing)
{
    struct at_op op = within(20000);
    struct at_err err = AT_ERR_INIT;

    set_up();
    struct at_device *device = open_sim(NULL);
    setenv("PATH", "/nowhere", 1);
    T_NOT(run_one(OPEN, &op, device, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "'xcrun' is not in PATH");
    T_NOT(run_one(SNAPSHOT, &op, device, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "brew install cameroncooke/axe/axe");
    at_device_free(device);
}

T_TEST(ios_axe_is_where_it_was_said_to_be)
{
    struct at_op op = within(20000);
    struct at_err err = AT_ERR_INIT;
    char cwd[1024];

    set_up();
    T_OK(getcwd(cwd, sizeof(cwd)) != NULL);
    struct at_device *device = open_sim(NULL);
    setenv("MOBILE_DEV_AGENT_AXE_PATH", "tests/stand-ins/axe", 1);
    T_NOT(run_one(TAP, &op, device, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "is 'tests/stand-ins/axe', which is no absolute path");
    setenv("MOBILE_DEV_AGENT_AXE_PATH", "/dev/null", 1);
    T_NOT(run_one(TAP, &op, device, &err));
    T_EQ_INT(err.code, AT_ENOTOOL);
    T_HAS(err.msg, "no program that can be run");
    char *axe = at_strfmt("%s/tests/stand-ins/axe", cwd);
    setenv("MOBILE_DEV_AGENT_AXE_PATH", axe, 1);
    setenv("PATH", path_before, 1);
    T_OK(run_one(TAP, &op, device, &err));
    unsetenv("MOBILE_DEV_AGENT_AXE_PATH");
    // A bundled one goes before PATH: beside the program, or in its share.
    static const char *const programs[] = {"mda", "bin/mda"};
    static const char *const bundled[] = {"bundled",
                                          "share/mobile-dev-agent/bundled"};
    for (size_t i = 0; i < T_LEN(programs); i++) {
        char *program = at_strfmt("%s/p%zu/%s", dir, i, programs[i]);
        char *bin = at_strfmt("%s/p%zu/bin", dir, i);
        char *folder = at_strfmt("%s/p%zu/%s", dir, i, bundled[i]);
        char *link = at_strfmt("%s/axe", folder);
        T_ROW(link);
        T_OK(at_folder_make(bin, NULL));
        T_OK(at_folder_make(folder, NULL));
        T_OK(at_file_write(program, AT_STR("#!/bin/sh\n"), NULL));
        T_OK(at_file_write(
            link, AT_STR("#!/bin/sh\necho bundled >&2\nexit 5\n"), NULL));
        T_EQ_INT(chmod(link, 0700), 0);
        at_ios_set_program(program);
        T_NOT(run_one(TAP, &op, device, &err));
        T_HAS(err.msg, "status 5: bundled");
        free(link);
        free(folder);
        free(bin);
        free(program);
    }
    at_ios_set_program("/nowhere/at/all");
    free(axe);
    at_device_free(device);
}

static bool
dies_soon(json_int_t pid)
{
    struct at_op op = within(5000);

    while (kill((pid_t)pid, 0) == 0) {
        int64_t then_ns = at_now_ns() + 5 * AT_NS_PER_MS;
        if (!at_op_wait_until(&op, then_ns, NULL))
            return false;
    }
    return true;
}

T_TEST(ios_what_hangs_is_ended)
{
    static const char *const orders[] = {"axe describe-ui: hang",
                                         "xcrun simctl launch: hang"};

    set_up();
    struct at_device *device = open_sim(NULL);
    for (size_t i = 0; i < T_LEN(orders); i++) {
        struct at_op op = within(1000);
        struct at_err err = AT_ERR_INIT;
        T_ROW(orders[i]);
        setenv("STAND_IN_FAIL", orders[i], 1);
        T_NOT(run_one(i == 0 ? SNAPSHOT : LAUNCH, &op, device, &err));
        T_EQ_INT(err.code, AT_ETIMEOUT);
        T_OK(at_now_ns() - op.deadline_ns < 2000 * AT_NS_PER_MS);
        char *text = read_in_dir("hang.json");
        T_OK(text != NULL);
        json_t *pids = at_json_parse(at_str(text), &err);
        T_OK(dies_soon(json_integer_value(json_object_get(pids, "pid"))));
        T_OK(dies_soon(json_integer_value(json_object_get(pids, "child"))));
        json_decref(pids);
        free(text);
    }
    at_device_free(device);
}

struct heard {
    struct at_buf text;
};

static void
hear_start(void *user, const struct at_proc_opts *opts, long pid)
{
    struct heard *heard = user;
    const char *secret =
        opts->secret_arg > 0 ? opts->argv[opts->secret_arg] : "";

    T_OK(pid > 0);
    at_buf_add_fmt(&heard->text, "%s %s '%s'\n", opts->tool, opts->action,
                   secret);
}

static void
hear_piece(void *user, bool is_err, struct at_str piece)
{
    (void)user;
    (void)is_err;
    (void)piece;
}

static void
hear_end(void *user, int exit_status, const struct at_err *why)
{
    struct heard *heard = user;

    at_buf_add_fmt(&heard->text, "ended %d%s\n", exit_status,
                   why ? " before its time" : "");
}

T_TEST(ios_tells_of_its_tools)
{
    struct heard heard = {.text = AT_BUF_INIT(4096)};
    const struct at_proc_listener listener = {hear_start, hear_piece, hear_end,
                                              &heard};
    struct at_op op = within(20000);
    const struct at_platform_call call = {&op, &listener};
    struct at_device *device;
    struct at_err err = AT_ERR_INIT;

    set_up();
    T_OK(at_ios_platform.open(&call, NULL, &device, &err));
    T_OK(at_device_text(&op, device, AT_STR("secret"), &err));
    T_OK(at_device_launch(&op, device, LOGIN, &err));
    T_EQ_TEXT(at_buf_text(&heard.text), "simctl list ''\nended 0\n"
                                        "axe type 'secret'\nended 0\n"
                                        "simctl launch ''\nended 0\n");
    at_device_free(device);
    at_buf_deinit(&heard.text);
}

T_TEST(ios_leaves_nothing)
{
    T_OK(at_folder_remove(dir, NULL));
    dir[0] = '\0';
    setenv("PATH", path_before, 1);
    free(path_before);
    path_before = NULL;
}

T_MAIN(T_CASE(ios_lists), T_CASE(ios_opens_what_can_be_used),
       T_CASE(ios_signs_in), T_CASE(ios_taps_otherwise),
       T_CASE(ios_snapshot_keeps_its_source), T_CASE(ios_screenshot),
       T_CASE(ios_app_lives_and_dies), T_CASE(ios_app_id_and_install),
       T_CASE(ios_logs), T_CASE(ios_follows_the_log),
       T_CASE(ios_boots_and_shuts_down), T_CASE(ios_builds), T_CASE(ios_checks),
       T_CASE(ios_failures), T_CASE(ios_tools_that_are_missing),
       T_CASE(ios_axe_is_where_it_was_said_to_be),
       T_CASE(ios_what_hangs_is_ended), T_CASE(ios_tells_of_its_tools),
       T_CASE(ios_leaves_nothing))
