#include "device/android/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "base/limits.h"
#include "base/quote.h"
#include "device/android/android.h"
#include "device/android/parse/packages.h"
#include "device/android/adb/shell.h"
#include "net/conn.h"
#include "sys/clock.h"

enum {
    SERVER_MS = 3000,
    SLOW_DUMP_MS = 5000,
    APPS_MAX = 40, // checked for being debuggable
};

static void
set_check(struct at_check *check, enum at_check_level level, const char *text,
          const char *remedy)
{
    check->level = level;
    at_str_cut(check->text, sizeof(check->text), at_str(text));
    at_str_cut(check->remedy, sizeof(check->remedy), at_str(remedy));
}

static void
set_failure(struct at_check *check, const struct at_err *err)
{
    set_check(check, AT_CHECK_BAD, err->msg, "");
}

void
at_android_check_program(struct at_check *out)
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_adb_find_program(&err);
    *out = (struct at_check){.name = "adb"};
    if (path)
        set_check(out, AT_CHECK_OK, path, "");
    else
        set_check(out, AT_CHECK_WARN, err.msg,
                  "needed only to start the adb server if none runs");
    free(path);
}

static bool
answers(const struct at_op *op, const struct at_adb *adb, struct at_err *err)
{
    struct at_op quick = at_op_sub(op, at_now_ns(), SERVER_MS);
    struct at_conn *conn;
    bool ok = at_conn_open(&quick, adb->endpoint, &conn, err);
    at_conn_free(conn);
    return ok;
}

// The server reports its version as four hex digits.
static unsigned
read_hex(struct at_str text)
{
    unsigned value = 0;
    for (size_t i = 0; i < text.len && i < 4; i++) {
        int digit = at_hex_digit(text.ptr[i]);
        value = value * 16 + (unsigned)(digit > 0 ? digit : 0);
    }
    return value;
}

void
at_android_check_server(const struct at_op *op, bool start,
                        struct at_check *out)
{
    struct at_buf text = AT_BUF_INIT(AT_ADB_REPLY_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    struct at_adb adb;
    *out = (struct at_check){.name = "server"};
    if (!at_adb_init_env(&adb, &err)) {
        set_failure(out, &err);
    } else if (!start && !answers(op, &adb, &err)) {
        set_check(
            out, AT_CHECK_BAD, err.msg,
            "`agentest doctor --start` starts it, and so does the first tool "
            "call; this check changes nothing");
    } else if (!at_adb_query(op, &adb, "host:version", &text, &err)) {
        set_failure(out, &err);
    } else {
        snprintf(out->text, sizeof(out->text), "%s, version %u", adb.endpoint,
                 read_hex(at_buf_str(&text)));
    }
    at_buf_deinit(&text);
}

static void
check_android(const struct at_op *op, struct at_device *device,
              struct at_check *check)
{
    struct at_device_info info;
    struct at_err err = AT_ERR_INIT;
    if (!at_device_info(op, device, &info, &err)) {
        set_failure(check, &err);
        return;
    }
    snprintf(check->text, sizeof(check->text),
             "%s (API level %" PRId32 "), %s %s, %s%s", info.release,
             info.api_level, info.manufacturer, info.model, info.abi,
             info.emulator ? ", emulator" : "");
}

static void
check_screen(const struct at_op *op, struct at_device *device,
             struct at_check *check)
{
    struct at_device_info info;
    struct at_err err = AT_ERR_INIT;
    if (!at_device_info(op, device, &info, &err))
        set_failure(check, &err);
    else if (info.width_px <= 0)
        set_check(check, AT_CHECK_WARN, "`wm size` does not report its size",
                  "is the screen on?");
    else
        snprintf(check->text, sizeof(check->text),
                 "%" PRId32 "x%" PRId32 ", %" PRId32 " dpi", info.width_px,
                 info.height_px, info.density_dpi);
}

static void
check_tree(const struct at_op *op, struct at_device *device,
           struct at_check *check)
{
    struct at_snapshot snapshot = {0};
    struct at_err err = AT_ERR_INIT;
    if (!at_device_snapshot(op, device, &snapshot, &err)) {
        set_failure(check, &err);
        return;
    }
    int64_t took_ms = snapshot.took_ns / AT_NS_PER_MS;
    snprintf(check->text, sizeof(check->text),
             "%zu nodes in %" PRId64 " ms, %s in front",
             snapshot.tree->node_count, took_ms,
             AT_NAME(snapshot.tree->front_package));
    if (took_ms > SLOW_DUMP_MS) {
        check->level = AT_CHECK_WARN;
        snprintf(check->remedy, sizeof(check->remedy),
                 "each reading takes that long: turn animations off in its "
                 "developer options");
    }
    at_tree_free(snapshot.tree);
}

// Make one command that prints the names of the apps that run-as accepts.
static size_t
make_debuggable_query(struct at_str listed, struct at_buf *out)
{
    struct at_str line;
    size_t count = 0;
    while (count < APPS_MAX && at_str_next_line(&listed, &line)) {
        char name[256];
        line = at_str_trim(line);
        if (at_str_starts(line, AT_STR("package:")))
            line = at_str_skip(line, strlen("package:"));
        at_str_cut(name, sizeof(name), line);
        if (!at_package_check(name, NULL))
            continue;
        at_buf_add_fmt(out, "%srun-as %s true 2>/dev/null && echo %s",
                       count ? "; " : "", name, name);
        count++;
    }
    at_buf_add_text(out, count ? "; true" : "true");
    return count;
}

static void
name_apps(struct at_check *check, struct at_str names, size_t checked)
{
    struct at_buf text = AT_BUF_INIT(sizeof(check->text) - 1);
    struct at_str line;
    size_t count = 0;
    while (at_str_next_line(&names, &line)) {
        at_buf_add_fmt(&text, "%s%.*s", count ? ", " : "", AT_STR_ARG(line));
        count++;
    }
    snprintf(check->text, sizeof(check->text),
             "%zu of %zu installed apps debuggable%s%.800s", count, checked,
             count ? ": " : "", at_buf_text(&text));
    if (count == 0) {
        check->level = AT_CHECK_WARN;
        snprintf(check->remedy, sizeof(check->remedy),
                 "preferences and databases can be read only in debug builds: "
                 "install one (`adb install app-debug.apk`)");
    }
    at_buf_deinit(&text);
}

static void
check_apps(const struct at_op *op, struct at_device *device,
           struct at_check *check)
{
    struct at_android *android = at_android_of(device);
    struct at_buf command = AT_BUF_INIT(64 * AT_KIB);
    struct at_adb_result listed, said;
    struct at_err err = AT_ERR_INIT;
    bool ok = at_shell_run(op, android, "pm list packages -3", &listed, &err);
    size_t checked =
        ok ? make_debuggable_query(at_buf_str(&listed.out), &command) : 0;
    if (!ok) {
        set_check(check, AT_CHECK_WARN, err.msg, "");
    } else {
        if (at_shell_run(op, android, at_buf_text(&command), &said, &err))
            name_apps(check, at_buf_str(&said.out), checked);
        else
            set_check(check, AT_CHECK_WARN, err.msg, "");
        at_adb_result_deinit(&said);
    }
    at_adb_result_deinit(&listed);
    at_buf_deinit(&command);
}

static void
check_keyboard(const struct at_op *op, struct at_device *device,
               struct at_check *check)
{
    struct at_adb_result result;
    struct at_err err = AT_ERR_INIT;
    bool ok =
        at_shell_run(op, at_android_of(device),
                     "settings get secure default_input_method", &result, &err);
    struct at_str name = at_str_trim(at_buf_str(&result.out));
    if (!ok)
        set_check(check, AT_CHECK_WARN, err.msg, "");
    else if (at_shell_printed(&result, "com.android.adbkeyboard/"))
        set_check(check, AT_CHECK_OK, "ADBKeyBoard: types any text", "");
    else {
        set_check(check, AT_CHECK_WARN, "", "");
        snprintf(check->text, sizeof(check->text),
                 "%.*s: ASCII can be typed, other text only if the "
                 "clipboard can be set from a shell",
                 (int)(name.len < 200 ? name.len : 200), name.ptr);
        snprintf(check->remedy, sizeof(check->remedy),
                 "for any script install ADBKeyBoard and `adb shell ime set "
                 "com.android.adbkeyboard/.AdbIME`");
    }
    at_adb_result_deinit(&result);
}

static const struct {
    const char *name;
    void (*run)(const struct at_op *op, struct at_device *device,
                struct at_check *check);
} device_checks[] = {
    {"android", check_android},   {"screen", check_screen},
    {"tree", check_tree},         {"apps", check_apps},
    {"keyboard", check_keyboard},
};
_Static_assert(AT_LEN(device_checks) == AT_CHECK_DEVICE_COUNT, "all of them");

void
at_android_check_device(const struct at_op *op, const char *serial,
                        struct at_check out[AT_CHECK_DEVICE_COUNT])
{
    struct at_err err = AT_ERR_INIT;
    struct at_device *device;
    // the device stays as it is: no helper is installed
    bool open = at_android_open(op, serial, &device, &err) &&
                at_device_use_backend(op, device, AT_STR("adb"), &err);

    for (size_t i = 0; i < AT_CHECK_DEVICE_COUNT; i++) {
        out[i] = (struct at_check){.name = device_checks[i].name};
        if (open)
            device_checks[i].run(op, device, &out[i]);
        else
            set_failure(&out[i], &err);
    }
    at_device_free(device);
}
