// check_tools.c: the programs and devices of this machine, for doctor
#include "device/android/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "device/android/adb/client/adb.h"
#include "device/android/android.h"
#include "device/android/boot.h"
#include "sys/clock.h"

enum { VERSION_MS = 10000, DEVICE_MS = 30000, DEVICES_SHOWN = 3 };
_Static_assert(4 + DEVICES_SHOWN * AT_CHECK_DEVICE_COUNT <=
                   AT_PLATFORM_CHECKS_MAX,
               "all rows fit");

// Find the version: the word after the last "ersion ". adb prints that of its
// protocol first ("Android Debug Bridge version 1.0.41", "Version 34.0.4").
static void
take_version(struct at_str text, char out[64])
{
    static const struct at_str key = AT_STR_ROW("ersion ");
    for (ptrdiff_t at; (at = at_str_find(text, key)) >= 0;) {
        size_t len = 0;
        text = at_str_skip(text, (size_t)at + key.len);
        while (len < text.len && (unsigned char)text.ptr[len] > ' ')
            len++;
        if (len > 0 && text.ptr[0] >= '0' && text.ptr[0] <= '9')
            at_str_cut(out, 64, at_str_head(text, len));
    }
}

// Check a program at path. If path is NULL, err gives the reason.
static void
check_program(const struct at_platform_call *call, const char *path,
              const char *option, const struct at_err *err,
              struct at_check *out)
{
    const char *const argv[] = {path, option, NULL};
    struct at_proc_opts opts = {.argv = argv, .listener = call->listener};
    struct at_op op = at_op_sub(call->op, at_now_ns(), VERSION_MS);
    struct at_proc_result result;
    struct at_err why = AT_ERR_INIT;
    if (!path) {
        out->level = AT_CHECK_MISSING;
        snprintf(out->text, sizeof(out->text), "%s", err->msg);
        return;
    }
    at_str_cut(out->path, sizeof(out->path), at_str(path));
    at_proc_result_init(&result, 64 * AT_KIB);
    if (!at_proc_run(&op, &opts, &result, &why)) {
        out->level = AT_CHECK_BAD;
        snprintf(out->text, sizeof(out->text), "%.500s does not run: %.500s",
                 path, why.msg);
        snprintf(out->remedy, sizeof(out->remedy), "install it again");
    } else {
        take_version(at_buf_str(&result.out), out->version);
        snprintf(out->text, sizeof(out->text), "%s%s%s", path,
                 out->version[0] ? ", version " : "", out->version);
    }
    at_proc_result_deinit(&result);
}

static void
check_adb(const struct at_platform_call *call, struct at_check *out)
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_adb_find_program(&err);
    *out = (struct at_check){.name = "adb"};
    check_program(call, path, "version", &err, out);
    if (!path)
        snprintf(out->remedy, sizeof(out->remedy),
                 "install the Android SDK platform-tools, or Debian's package "
                 "adb, or set ANDROID_HOME");
    free(path);
}

static void
check_emulator(const struct at_platform_call *call, struct at_check *out)
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_android_find_emulator(&err);
    *out = (struct at_check){.name = "emulator"};
    check_program(call, path, "-version", &err, out);
    if (!path) {
        out->level = AT_CHECK_WARN;
        snprintf(out->remedy, sizeof(out->remedy),
                 "only `device boot --avd` needs it");
    }
    free(path);
}

// A running server is enough without the program.
static void
check_server(const struct at_platform_call *call, struct at_check *adb,
             struct at_check *out)
{
    at_android_check_server(call->op, false, out);
    out->name = "adb server";
    if (out->level == AT_CHECK_OK) {
        if (adb->level == AT_CHECK_MISSING)
            adb->level = AT_CHECK_WARN;
        return;
    }
    if (!out->remedy[0]) { // it exists but does not answer as it should
        snprintf(out->remedy, sizeof(out->remedy),
                 "restart it: `adb kill-server`; if that hangs, end the "
                 "process adb");
        return;
    }
    bool startable = adb->level == AT_CHECK_OK;
    if (startable)
        out->level = AT_CHECK_WARN;
    snprintf(out->remedy, sizeof(out->remedy), "%s",
             startable ? "the first command for a device starts it"
                       : "install adb: it starts the server");
}

// Write "emulator-5554 (device, Pixel), …".
static void
describe(const struct at_android_list *list, struct at_check *out)
{
    struct at_buf text = AT_BUF_INIT(sizeof(out->text) - 1);
    for (size_t i = 0; i < list->count; i++) {
        const struct at_android_entry *entry = &list->entries[i];
        at_buf_add_fmt(&text, "%s%s (%s%s%s)", i ? ", " : "", entry->serial,
                       entry->state, entry->model[0] ? ", " : "", entry->model);
        if (!entry->remedy[0] || out->remedy[0])
            continue;
        out->level = AT_CHECK_WARN;
        snprintf(out->remedy, sizeof(out->remedy), "%s", entry->remedy);
    }
    snprintf(out->text, sizeof(out->text), "%s", at_buf_text(&text));
    at_buf_deinit(&text);
}

// Put the serial in front: the rows have the same names for all devices.
static size_t
check_device(const struct at_platform_call *call, const char *serial,
             struct at_check *out)
{
    struct at_op op = at_op_sub(call->op, at_now_ns(), DEVICE_MS);
    at_android_check_device(&op, serial, out);
    for (size_t i = 0; i < AT_CHECK_DEVICE_COUNT; i++) {
        char text[AT_ERR_MSG_MAX];
        snprintf(text, sizeof(text), "%s", out[i].text);
        if (!at_str_starts(at_str(text), at_str(serial)))
            snprintf(out[i].text, sizeof(out[i].text), "%.127s: %.880s", serial,
                     text);
    }
    return AT_CHECK_DEVICE_COUNT;
}

static size_t
check_devices(const struct at_platform_call *call, struct at_check *out)
{
    struct at_android_list list;
    struct at_err err = AT_ERR_INIT;
    size_t count = 1;
    size_t shown = 0;
    *out = (struct at_check){.name = "devices"};
    if (!at_android_list(call->op, &list, &err)) {
        out->level = AT_CHECK_BAD;
        snprintf(out->text, sizeof(out->text), "%s", err.msg);
        return count;
    }
    describe(&list, out);
    if (list.count == 0) {
        out->level = AT_CHECK_WARN;
        snprintf(out->text, sizeof(out->text), "none is connected");
        snprintf(out->remedy, sizeof(out->remedy),
                 "connect one with USB debugging on, or start an emulator: "
                 "device boot --avd NAME");
    }
    for (size_t i = 0; i < list.count && shown < DEVICES_SHOWN; i++) {
        if (strcmp(list.entries[i].state, "device") != 0)
            continue;
        shown++;
        count += check_device(call, list.entries[i].serial, out + count);
    }
    at_android_list_deinit(&list);
    return count;
}

size_t
at_android_check_tools(const struct at_platform_call *call,
                       struct at_check *out)
{
    check_adb(call, &out[0]);
    check_server(call, &out[0], &out[1]);
    check_emulator(call, &out[2]);
    if (out[1].level != AT_CHECK_OK)
        return 3;
    return 3 + check_devices(call, out + 3);
}
