// platform.c: Android's row of struct at_platform
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "device/android/pictures.h"
#include "device/android/adb/client/adb.h"
#include "device/android/android.h"
#include "device/android/avd.h"
#include "device/android/boot.h"
#include "device/android/check.h"
#include "device/android/adb/shell.h"
#include "device/android/scrcpy/source.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "wire/apk.h"

enum { RELEASE_MS = 3000 };

static bool
present(void)
{
    const char *socket = getenv("ADB_SERVER_SOCKET");
    char *program = at_adb_find_program(NULL);
    bool found = program || (socket && socket[0]);
    free(program);
    return found;
}

// Return "Android 14"; "" if the device does not answer in time.
static void
read_release(const struct at_op *op, const char *serial, char os[64])
{
    struct at_op quick = at_op_sub(op, at_now_ns(), RELEASE_MS);
    struct at_adb_result result;
    struct at_device *device;
    if (!at_android_open(&quick, serial, &device, NULL))
        return;
    if (at_shell_run(&quick, at_android_of(device),
                     "getprop ro.build.version.release", &result, NULL)) {
        struct at_str release = at_str_trim(at_buf_str(&result.out));
        if (release.len > 0 && release.len < 40)
            snprintf(os, 64, "Android %.*s", AT_STR_ARG(release));
    }
    at_adb_result_deinit(&result);
    at_device_free(device);
}

static void
add_device(const struct at_op *op, const struct at_android_entry *from,
           struct at_device_list *out)
{
    struct at_device_entry *entry = at_device_list_add(out);
    bool is_emulator = at_emulator_is(from->serial);
    snprintf(entry->id, sizeof(entry->id), "%s", from->serial);
    snprintf(entry->state, sizeof(entry->state), "%s", from->state);
    snprintf(entry->remedy, sizeof(entry->remedy), "%s", from->remedy);
    snprintf(entry->kind, sizeof(entry->kind), "%s",
             is_emulator ? "emulator" : "device");
    entry->usable = strcmp(from->state, "device") == 0 && !from->same_as[0];
    if (from->same_as[0])
        snprintf(entry->remedy, sizeof(entry->remedy),
                 "it is the device %s: use that name", from->same_as);
    if (is_emulator)
        at_emulator_avd(op, from->serial, entry->name);
    if (!entry->name[0])
        snprintf(entry->name, sizeof(entry->name), "%s", from->model);
    if (entry->usable)
        read_release(op, from->serial, entry->os);
}

// Find the emulator that runs an AVD in the list.
static const char *
running_as(const struct at_device_list *list, const char *avd)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->entries[i].kind, "emulator") == 0 &&
            strcmp(list->entries[i].name, avd) == 0)
            return list->entries[i].id;
    return NULL;
}

static void
add_avd(const struct at_avd *avd, struct at_device_list *out)
{
    const char *serial = running_as(out, avd->name);
    char state[64] = "stopped";
    if (serial)
        snprintf(state, sizeof(state), "runs as %.50s", serial);
    struct at_device_entry *entry = at_device_list_add(out);
    snprintf(entry->id, sizeof(entry->id), "%s", avd->name);
    snprintf(entry->name, sizeof(entry->name), "%s", avd->name);
    snprintf(entry->kind, sizeof(entry->kind), "avd");
    snprintf(entry->state, sizeof(entry->state), "%s", state);
    snprintf(entry->os, sizeof(entry->os), "%s", avd->os);
    entry->bootable = !serial;
    if (!serial)
        snprintf(entry->remedy, sizeof(entry->remedy),
                 "start it: device boot --avd %s", avd->name);
}

static bool
list_all(const struct at_platform_call *call, struct at_device_list *out,
         struct at_err *err)
{
    struct at_android_list devices;
    struct at_avd_list avds;
    *out = (struct at_device_list){0};
    if (!at_android_list(call->op, &devices, err))
        return false;
    for (size_t i = 0; i < devices.count; i++)
        add_device(call->op, &devices.entries[i], out);
    at_avd_list_read(&avds);
    for (size_t i = 0; i < avds.count; i++)
        add_avd(&avds.avds[i], out);
    at_avd_list_deinit(&avds);
    at_android_list_deinit(&devices);
    return true;
}

// Find the serial of the emulator that runs an AVD of that name. Returns false
// without an error if it does not run.
static bool
find_avd(const struct at_op *op, const char *selector, char out_serial[128],
         struct at_err *err)
{
    struct at_android_list devices;
    struct at_avd_list avds;
    at_avd_list_read(&avds);
    bool listed = at_avd_is_listed(&avds, selector);
    at_avd_list_deinit(&avds);
    if (!listed || !at_android_list(op, &devices, err))
        return false;
    bool found = at_emulator_find(op, &devices, selector, out_serial);
    at_android_list_deinit(&devices);
    if (!found)
        at_fail(err, AT_ENODEV,
                "AVD '%s' is not running: start it with device boot --avd %s",
                selector, selector);
    return found;
}

static bool
open_selected(const struct at_platform_call *call, const char *selector,
              struct at_device **out_device, struct at_err *err)
{
    char serial[128];
    struct at_err why = AT_ERR_INIT;
    *out_device = NULL;
    if (!selector || !selector[0] || strcmp(selector, "booted") == 0)
        selector = NULL;
    else if (find_avd(call->op, selector, serial, &why))
        selector = serial;
    if (why.code != AT_OK)
        return at_err_pass(err, &why);
    return at_android_open_only(call->op, selector, out_device, err);
}

static bool
read_app_id(const char *path, char **out_id, struct at_err *err)
{
    struct at_apk_info info = AT_APK_INFO_INIT;
    struct at_str bytes;
    *out_id = NULL;
    if (!at_file_map(path, &bytes, err))
        return false;
    bool ok = at_apk_info_parse(bytes, &info, err);
    if (ok)
        *out_id = at_strndup(info.package.ptr, info.package.len);
    else
        at_err_context(err, "'%s'", path);
    at_apk_info_deinit(&info);
    at_file_unmap(bytes);
    return ok;
}

static bool
open_video(const struct at_op *op, const char *id,
           const struct at_video_opts *opts, struct at_video **out,
           struct at_err *err)
{
    struct at_adb_device device = {.features_known = false};
    *out = NULL;
    at_str_cut(device.serial, sizeof(device.serial), at_str(id));
    bool ok = at_adb_init_env(&device.adb, err) &&
              at_scrcpy_video(op, &device, opts, out, err);
    if (!ok)
        at_err_context(err, "%s", id);
    return ok;
}

const struct at_platform at_android_platform = {
    .name = "android",
    .app_suffix = ".apk",
    .present = present,
    .list = list_all,
    .open = open_selected,
    .pictures = at_android_pictures,
    .video = open_video,
    .boot = at_android_boot,
    .adopt = at_android_adopt,
    .shutdown = at_android_shutdown,
    .app_id = read_app_id,
    .check = at_android_check_tools,
};
