// The operations of an Android device that the parsers' tests do not reach:
// through a real adb server, on virtual-android.
#include "device/device.h"

#include <pthread.h>

#include "tests/unit/device/android/adb_rig.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/android.h"
#include "device/android/adb/shell.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/t.h"

#define NOTES "com.example.notes"
#define SHOP "com.example.shop"

static struct adb_rig rig;
static struct adb_rig_device now; // Android 14
static struct adb_rig_device old; // API 23: neither cmd nor shell v2

static struct at_device *
open_device(const struct adb_rig_device *of)
{
    struct at_op op = rig_op(20000);
    struct at_device *device;
    struct at_err err = AT_ERR_INIT;
    if (!at_android_open(&op, of->serial, &device, &err) ||
        !at_device_use_backend(&op, device, AT_STR("adb"), &err))
        fail_msg("%s", err.msg);
    return device;
}

// The output of a command line of the device's shell; free it.
static char *
shell(struct at_device *device, const char *command)
{
    struct at_op op = rig_op(20000);
    struct at_adb_result result;
    struct at_err err = AT_ERR_INIT;
    if (!at_shell_run(&op, at_android_of(device), command, &result, &err))
        fail_msg("%s", err.msg);
    char *text = at_buf_take(&result.out);
    at_adb_result_deinit(&result);
    return text;
}

static void
run(struct at_device *device, const char *command)
{
    free(shell(device, command));
}

T_TEST(a_snapshot_keeps_its_source_on_request)
{
    struct at_device *device = open_device(&now);
    struct at_op op = rig_op(20000);
    struct at_snapshot snapshot;
    struct at_err err = AT_ERR_INIT;
    T_OK(at_device_snapshot(&op, device, &snapshot, &err));
    T_EQ_SIZE(snapshot.source.len, 0);
    T_EQ_TEXT(snapshot.source_format, "uiautomator");
    at_tree_free(snapshot.tree);
    device->keep_source = true;
    T_OK(at_device_snapshot(&op, device, &snapshot, &err));
    T_OK(at_str_starts(at_buf_str(&snapshot.source), AT_STR("<?xml")));
    T_HAS(at_buf_text(&snapshot.source), "</hierarchy>");
    T_OK(snapshot.tree->node_count > 0);
    at_tree_free(snapshot.tree);
    at_buf_deinit(&snapshot.source);
    at_device_free(device);
}

// A screen that lacks something makes the reading attach to its app, even if no
// app was named; a complete one does not. Without set_app nothing is attached.
T_TEST(an_incomplete_reading_attaches_to_its_app)
{
    static const struct {
        const char *name;
        const char *activity;
        const char *package; // NULL: no app is set
        const char *followed;
    } apps[] = {
        {"complete", NOTES "/.LoginActivity", "", ""},
        {"icons without names", SHOP "/.MainActivity", "", SHOP},
        {"another app is named", SHOP "/.MainActivity", "com.named",
         "com.named"},
        {"no app is set", SHOP "/.MainActivity", NULL, ""},
    };
    for (size_t i = 0; i < T_LEN(apps); i++) {
        struct at_device *device = open_device(&now);
        struct at_op op = rig_op(20000);
        struct at_snapshot snapshot;
        struct at_err err = AT_ERR_INIT;
        const struct at_sync_app app = {.package = apps[i].package,
                                        .framework = ""};
        T_ROW(apps[i].name);
        char start[128];
        snprintf(start, sizeof(start), "am start -n %s", apps[i].activity);
        run(device, start);
        if (apps[i].package)
            at_device_sync_set_app(device, &app);
        T_OK(at_device_snapshot(&op, device, &snapshot, &err));
        T_EQ_TEXT(at_android_of(device)->followed, apps[i].followed);
        at_tree_free(snapshot.tree);
        at_buf_deinit(&snapshot.overlays);
        at_device_free(device);
    }
}

static bool
types_any(struct at_device *device)
{
    struct at_op op = rig_op(20000);
    struct at_err err = AT_ERR_INIT;
    bool any;
    if (!at_device_types_any(&op, device, &any, &err))
        fail_msg("%s", err.msg);
    return any;
}

T_TEST(any_text_is_typed_by_an_input_method_that_can)
{
    struct at_device *device = open_device(&now);
    T_NOT(types_any(device));
    run(device, "settings put secure default_input_method "
                "com.android.adbkeyboard/.AdbIME");
    T_NOT(types_any(device)); // known from before
    at_device_free(device);
    device = open_device(&now);
    T_OK(types_any(device));
    run(device, "settings put secure default_input_method "
                "com.google.android.inputmethod.latin/.LatinIME");
    at_device_free(device);
}

// A log that a separate thread follows.
struct follower {
    struct at_device *device;
    struct at_log_query query;
    struct at_cancel *cancel;
    size_t enough; // lines; 0: never
    pthread_t thread;
    bool ok;
    struct at_err err;
    pthread_mutex_t lock; // guards what follows
    struct at_buf lines;
    size_t count;
};

static bool
take_line(void *user, struct at_str line)
{
    struct follower *f = user;
    pthread_mutex_lock(&f->lock);
    at_buf_add_str(&f->lines, line);
    at_buf_add_char(&f->lines, '\n');
    bool more = ++f->count != f->enough;
    pthread_mutex_unlock(&f->lock);
    return more;
}

static void *
follow(void *arg)
{
    struct follower *f = arg;
    struct at_op op = rig_op(30000);
    struct at_log_sink sink = {take_line, f};
    op.cancel = f->cancel;
    f->ok = at_device_follow_logs(&op, f->device, &f->query, &sink, &f->err);
    return NULL;
}

static bool
has_line(struct follower *f, const char *needle)
{
    pthread_mutex_lock(&f->lock);
    bool found = at_str_has(at_buf_str(&f->lines), at_str(needle));
    pthread_mutex_unlock(&f->lock);
    return found;
}

static size_t
count_of(struct follower *f)
{
    pthread_mutex_lock(&f->lock);
    size_t count = f->count;
    pthread_mutex_unlock(&f->lock);
    return count;
}

static void
start_following(struct follower *f, const char *package, const char *text,
                size_t enough)
{
    *f = (struct follower){
        .device = open_device(&now),
        .query = {.package = at_str(package), .text = at_str(text)},
        .cancel = at_cancel_new(NULL, NULL),
        .enough = enough,
        .lines = AT_BUF_INIT(AT_MIB),
    };
    pthread_mutex_init(&f->lock, NULL);
    T_EQ_INT(pthread_create(&f->thread, NULL, follow, f), 0);
}

// Say something until it is heard, or without command wait for it.
static void
wait_for_line(struct follower *f, struct at_device *device, const char *command,
              const char *needle)
{
    struct at_op op = rig_op(20000);
    while (!has_line(f, needle)) {
        if (command)
            run(device, command);
        if (!at_op_wait_until(&op, at_now_ns() + 20 * AT_NS_PER_MS, NULL))
            fail_msg("no line '%s' in '%s'", needle, at_buf_text(&f->lines));
    }
}

static void
end_following(struct follower *f)
{
    at_cancel_fire(f->cancel);
    pthread_join(f->thread, NULL);
    at_cancel_free(f->cancel);
    at_device_free(f->device);
    at_buf_deinit(&f->lines);
    pthread_mutex_destroy(&f->lock);
}

T_TEST(a_log_is_followed_until_cancelled)
{
    struct at_device *device = open_device(&now);
    struct follower f;
    run(device, "log -t Before an old line of the needle");
    start_following(&f, NULL, "needle", 0);
    wait_for_line(&f, device, "log -t After a needle; log -t After none",
                  "After   : a needle");
    T_NOT(has_line(&f, "none"));
    T_NOT(has_line(&f, "old line"));
    int64_t began_ns = at_now_ns();
    at_cancel_fire(f.cancel);
    pthread_join(f.thread, NULL);
    T_OK(at_now_ns() - began_ns < 5000 * AT_NS_PER_MS);
    T_NOT(f.ok);
    T_EQ_INT(f.err.code, AT_ECANCELED);
    T_EQ_INT(pthread_create(&f.thread, NULL, follow, &f), 0);
    end_following(&f);
    at_device_free(device);
}

T_TEST(a_sink_that_has_enough_ends_it)
{
    struct at_device *device = open_device(&now);
    struct follower f;
    start_following(&f, NULL, "needle", 1);
    wait_for_line(&f, device, "log -t T needle", "needle");
    pthread_join(f.thread, NULL);
    T_OK(f.ok);
    T_EQ_INT(pthread_create(&f.thread, NULL, follow, &f), 0);
    end_following(&f);
    at_device_free(device);
}

// Its first process, none, and the next one.
T_TEST(an_app_is_followed_through_its_restart)
{
    struct at_device *device = open_device(&now);
    struct follower f;
    run(device, "am force-stop " NOTES);
    start_following(&f, NOTES, NULL, 0);
    wait_for_line(&f, device,
                  "am force-stop " NOTES "; am start -n " NOTES
                  "/.LoginActivity",
                  "login screen shown");
    size_t before = count_of(&f);
    run(device, "log -t Shell not of the app; am force-stop " NOTES);
    run(device, "am start -n " NOTES "/.AboutActivity");
    struct at_op op = rig_op(20000);
    while (count_of(&f) == before)
        T_OK(at_op_wait_until(&op, at_now_ns() + 20 * AT_NS_PER_MS, NULL));
    T_OK(has_line(&f, "Application started"));
    T_NOT(has_line(&f, "Shell"));
    T_NOT(has_line(&f, "ActivityManager"));
    end_following(&f);
    at_device_free(device);
}

static void
tap_id(struct at_device *device, const char *id)
{
    struct at_op op = rig_op(20000);
    struct at_snapshot snapshot;
    struct at_err err = AT_ERR_INIT;
    bool found = false;
    T_OK(at_device_snapshot(&op, device, &snapshot, &err));
    const struct at_node *root = snapshot.tree->root;
    for (const struct at_node *node = root; node && !found;
         node = at_node_next(node, root)) {
        const struct at_rect *box = &node->bounds;
        struct at_point at = {(box->left + box->right) / 2,
                              (box->top + box->bottom) / 2};
        const struct at_input tap = {.kind = AT_INPUT_TAP, .at = at};
        found = at_str_ends(node->resource_id, at_str(id));
        if (found)
            T_OK(at_device_input(&op, device, &tap, &err));
    }
    at_tree_free(snapshot.tree);
    T_OK(found);
}

T_TEST(the_log_of_an_app_says_that_it_hung)
{
    struct at_device *device = open_device(&now);
    struct at_op op = rig_op(20000);
    struct at_log_query query = {.package = AT_STR(NOTES), .max_lines = 100};
    struct at_log_result result;
    struct at_err err = AT_ERR_INIT;
    struct follower f;
    run(device, "am force-stop " NOTES "; logcat -c");
    start_following(&f, NOTES, NULL, 0);
    wait_for_line(&f, device,
                  "am force-stop " NOTES "; am start -n " NOTES
                  "/.SettingsActivity",
                  "Application started");
    tap_id(device, "id/anr");
    wait_for_line(&f, device, NULL, "ANR in " NOTES);
    wait_for_line(&f, device, NULL, "Reason: Input dispatching timed out");
    end_following(&f);
    T_OK(at_device_logs(&op, device, &query, &result, &err));
    T_HAS(at_buf_text(&result.text), "Application started");
    T_HAS(at_buf_text(&result.text), "E ActivityManager: ANR in " NOTES);
    T_NOT(strstr(at_buf_text(&result.text), "Start proc"));
    at_buf_deinit(&result.text);
    // Not by its process, which is not known any more.
    at_device_free(device);
    device = open_device(&now);
    run(device, "am force-stop " NOTES);
    T_OK(at_device_logs(&op, device, &query, &result, &err));
    T_HAS(at_buf_text(&result.text), "ANR in " NOTES);
    T_HAS(result.note, "not running");
    at_buf_deinit(&result.text);
    at_device_free(device);
}

typedef bool app_op(const struct at_op *op, struct at_device *device,
                    const char *what, struct at_err *err);

static bool
install(const struct at_op *op, struct at_device *device, const char *what,
        struct at_err *err)
{
    return at_device_install(op, device, what, err);
}

static bool
uninstall(const struct at_op *op, struct at_device *device, const char *what,
          struct at_err *err)
{
    return at_device_uninstall(op, device, what, err);
}

static bool
clear(const struct at_op *op, struct at_device *device, const char *what,
      struct at_err *err)
{
    return at_device_clear(op, device, what, err);
}

static const struct {
    const char *name;
    app_op *run;
    const char *what;
    enum at_code code;
    const char *says;
} apps[] = {
    {"none to remove", uninstall, "com.example.tiny", AT_ENOAPP,
     "not installed"},
    {"none to clear", clear, "com.example.nots", AT_ENOAPP,
     "near: 'com.example.notes'"},
    {"no name", clear, "a b; reboot", AT_EUSAGE, "package name"},
    {"install", install, "tests/data/apk/aapt.apk", AT_OK, ""},
    {"install again", install, "tests/data/apk/aapt2.apk", AT_OK, ""},
    {"remove", uninstall, "com.example.tiny", AT_OK, ""},
    {"no APK", install, "tests/data/apk/README.md", AT_EDEVICE,
     "that file is not an APK"},
    {"no file", install, "tests/data/apk/none.apk", AT_EIO, "none.apk"},
    {"the system's", uninstall, "com.android.settings", AT_EDEVICE,
     "belong to the system"},
};

static void
check_apps(const struct adb_rig_device *of)
{
    struct at_device *device = open_device(of);
    for (size_t i = 0; i < T_LEN(apps); i++) {
        struct at_op op = rig_op(20000);
        struct at_err err = AT_ERR_INIT;

        T_ROW(apps[i].name);
        bool ok = apps[i].run(&op, device, apps[i].what, &err);
        if (!ok && apps[i].code == AT_OK)
            T_EQ_TEXT(err.msg, "");
        T_EQ_INT(err.code, apps[i].code);
        T_EQ_INT(ok, apps[i].code == AT_OK);
        T_HAS(err.msg, apps[i].says);
    }
    at_device_free(device);
}

T_TEST(apps_come_and_go)
{
    check_apps(&now);
}

T_TEST(apps_come_and_go_before_api_24)
{
    check_apps(&old);
}

T_TEST(a_starting_device_says_so)
{
    struct at_device *device = open_device(&now);
    struct at_op op = rig_op(20000);
    struct at_err err = AT_ERR_INIT;
    adb_rig_console(&now, "virtual boot 60000");
    T_NOT(at_device_clear(&op, device, NOTES, &err));
    adb_rig_console(&now, "virtual boot 0");
    T_EQ_INT(err.code, AT_EDEVICE);
    T_HAS(err.msg, "still starting");
    at_device_free(device);
}

// A pushed file is removed even if the time ends in the middle.
T_TEST(a_pushed_apk_does_not_stay)
{
    struct at_device *device = open_device(&old);
    struct at_op op = rig_op(20000);
    struct at_err err = AT_ERR_INIT;
    T_OK(at_device_install(&op, device, "tests/data/apk/aapt.apk", &err));
    char *left = shell(device, "ls /data/local/tmp");
    T_NOT(strstr(left, ".apk"));
    free(left);
    adb_rig_console(&old, "virtual fault stall 1");
    op = rig_op(500);
    T_NOT(at_device_install(&op, device, "tests/data/apk/aapt.apk", &err));
    adb_rig_console(&old, "virtual fault stall 0");
    T_EQ_INT(err.code, AT_ETIMEOUT);
    left = shell(device, "ls /data/local/tmp");
    T_NOT(strstr(left, ".apk"));
    free(left);
    at_device_free(device);
}

T_TEST(one_statement_is_run)
{
    struct at_device *device = open_device(&now);
    struct at_op op = rig_op(20000);
    struct at_db_query query = {NOTES, AT_STR("notes.db"),
                                AT_STR("SELECT 1; DELETE FROM notes")};
    struct at_db_result result;
    struct at_err err = AT_ERR_INIT;
    run(device, "am start -n " NOTES "/.LoginActivity");
    T_NOT(at_device_query_db(&op, device, &query, &result, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_HAS(err.msg, "begins at character 11: 'DELETE FROM notes'");
    query.sql = AT_STR("SELECT 1;");
    T_OK(at_device_query_db(&op, device, &query, &result, &err));
    T_EQ_TEXT(at_buf_text(&result.rows), "1\n");
    at_buf_deinit(&result.rows);
    at_device_free(device);
}

int
main(int argc, char **argv)
{
    static const char *const api23[] = {"--api", "23", NULL};
    (void)argc;
    if (!adb_rig_init(&rig, argv[0])) {
        printf("skipped: %zu tests, there is no adb program\n", t_count());
        return 0;
    }
    now = adb_rig_start(&rig, NULL);
    old = adb_rig_start(&rig, api23);
    int failed = T_RUN(NULL, NULL);
    adb_rig_deinit(&rig);
    return failed;
}
