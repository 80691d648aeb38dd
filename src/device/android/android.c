// android.c: the list of devices, opening one, and which back end does what
#include "device/android/android.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/device_list.h"
#include "device/android/route/routed.h"
#include "device/android/via_adb/via_adb.h"

static bool
list_devices(const struct at_op *op, const struct at_adb *adb,
             struct at_android_list *out, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_ADB_REPLY_MAX_BYTES);
    bool ok = at_adb_query(op, adb, "host:devices-l", &text, err);

    *out = (struct at_android_list){0};
    if (ok)
        at_android_list_read(at_buf_str(&text), out);
    at_buf_deinit(&text);
    return ok;
}

bool
at_android_list(const struct at_op *op, struct at_android_list *out,
                struct at_err *err)
{
    struct at_adb adb;

    *out = (struct at_android_list){0};
    return at_adb_init_env(&adb, err) && list_devices(op, &adb, out, err);
}

static void
android_free(struct at_device *device)
{
    struct at_routed *routed = (struct at_routed *)device;

    at_router_deinit(&routed->router);
    at_via_adb_clean_up(&routed->android);
    free(routed);
}

static const struct at_device_ops ops = {
    .snapshot = at_routed_snapshot,
    .screenshot = at_routed_screenshot,
    .tap = at_routed_tap,
    .double_tap = at_routed_double_tap,
    .swipe = at_routed_swipe,
    .gesture = at_routed_gesture,
    .step = at_routed_step,
    .key = at_routed_key,
    .text = at_routed_text,
    .types_any = at_routed_types_any,
    .ask_framework = at_routed_ask_framework,
    .framework = at_routed_framework,
    .launch = at_via_adb_launch,
    .stop = at_via_adb_stop,
    .pid = at_via_adb_pid,
    .info = at_via_adb_info,
    .logs = at_via_adb_logs,
    .follow_logs = at_via_adb_follow_logs,
    .log_mark = at_via_adb_log_mark,
    .crash = at_via_adb_crash,
    .prefs = at_via_adb_prefs,
    .query_db = at_via_adb_query_db,
    .network = at_via_adb_network,
    .install = at_via_adb_install,
    .uninstall = at_via_adb_uninstall,
    .clear = at_via_adb_clear,
    .keyboard_shown = at_via_adb_keyboard_shown,
    .use_backend = at_routed_use_backend,
    .backends = at_routed_backends,
    .free = android_free,
};

static const at_backend_kinds backends = {
    [AT_BACKEND_ADB] = &at_backend_adb,
    [AT_BACKEND_GRPC] = &at_backend_grpc,
    [AT_BACKEND_HELPER] = &at_backend_helper,
};

static struct at_device *
new_device(const struct at_adb *adb, const char *serial)
{
    struct at_routed *routed = at_alloc(sizeof(*routed));
    struct at_android *android = &routed->android;

    android->base.ops = &ops;
    android->adb.adb = *adb;
    snprintf(android->base.serial, sizeof(android->base.serial), "%s", serial);
    snprintf(android->adb.serial, sizeof(android->adb.serial), "%s", serial);
    at_router_init(&routed->router, android, backends);
    return &android->base;
}

struct opening {
    struct at_adb adb;
    const char *serial; // "": any
    struct at_device *device;
};

// A device asked for by name that is not there, or is offline, may just be
// reconnecting. Nobody waits for any device at all.
static bool
attempt_open(const struct at_op *op, void *arg, bool *out_again,
             struct at_err *err)
{
    struct opening *opening = arg;
    struct at_android_list list;
    struct at_err why = AT_ERR_INIT;
    size_t index;

    if (!list_devices(op, &opening->adb, &list, err))
        return false;
    bool ok = at_android_select(&list, at_str(opening->serial), &index, &why);
    if (ok)
        opening->device = new_device(&opening->adb, list.entries[index].serial);
    else if (err)
        *err = why;
    *out_again = why.code == AT_ENODEV && opening->serial[0];
    at_android_list_deinit(&list);
    return ok;
}

bool
at_android_open(const struct at_op *op, const char *serial,
                struct at_device **out_device, struct at_err *err)
{
    struct opening opening = {.serial = serial};

    *out_device = NULL;
    if (!serial || !serial[0])
        opening.serial = getenv("ANDROID_SERIAL");
    if (!opening.serial)
        opening.serial = "";
    if (!at_adb_init_env(&opening.adb, err) ||
        !at_adb_retry(op, attempt_open, &opening, err))
        return false;
    *out_device = opening.device;
    return true;
}
