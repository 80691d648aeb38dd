// android.c: list the devices, open one, and its table of operations
#include "device/android/android.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/parse/device_list.h"
#include "device/android/parse/keys.h"
#include "device/android/backends/routed.h"
#include "device/android/helper/choice.h"
#include "device/android/adb/commands.h"
#include "device/android/adb/place.h"
#include "device/android/android_priv.h"
#include "device/android/framework/sync.h"
#include "device/android/record.h"
#include "device/android/same_device.h"
#include "screen/overlay.h"
#include "sys/clock.h"
#include "sys/lock.h"

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
    if (!at_adb_init_env(&adb, err) || !list_devices(op, &adb, out, err))
        return false;
    at_android_identify(op, &adb, out);
    return true;
}

static void
android_free(struct at_device *device)
{
    struct at_android *android = at_android_of(device);
    at_sync_free(android->sync);
    at_awake_deinit(&android->awake);
    at_router_deinit(&android->router);
    at_lock_release(android->lent);
    at_android_record_drop(android);
    at_place_drop(android);
    at_commands_clean_up(android);
    free(android);
}

static void
sync_set_app(struct at_device *device, const struct at_sync_app *app)
{
    struct at_android *android = at_android_of(device);
    struct at_source_ground ground = {.adb = android->adb};
    snprintf(ground.model, sizeof(ground.model), "%s", device->name);
    if (!android->sync)
        android->sync = at_sync_new(&ground, NULL);
    at_str_cut(android->app, sizeof(android->app), at_str(app->package));
    at_str_cut(android->framework, sizeof(android->framework),
               at_str(app->framework));
    android->followed[0] = '\0';
}

static void
follow(struct at_android *android, struct at_str package)
{
    if (package.len == 0 || at_str_is(package, android->followed))
        return;
    at_str_cut(android->followed, sizeof(android->followed), package);
    const struct at_sync_app app = {.package = android->followed,
                                    .framework = android->framework};
    at_sync_follow(android->sync, &app);
}

static void
sync_follow(struct at_device *device)
{
    struct at_android *android = at_android_of(device);
    follow(android, at_str(android->app));
}

static void
sync_meet(const struct at_op *op, struct at_device *device)
{
    at_sync_meet(op, at_android_of(device)->sync);
}

static bool
sync_wait(const struct at_op *op, struct at_device *device,
          struct at_sync_report *out, struct at_err *err)
{
    return at_sync_wait(op, at_android_of(device)->sync, out, err);
}

static size_t
sync_attached(struct at_device *device, const char *out[AT_SYNC_SOURCES_MAX])
{
    return at_sync_attached(at_android_of(device)->sync, out);
}

static size_t
sync_sources(struct at_device *device, const char *out[AT_SYNC_SOURCES_MAX])
{
    return at_sync_sources(at_android_of(device)->sync, out);
}

static void
sync_lines(struct at_device *device, struct at_argv *out)
{
    at_sync_lines(at_android_of(device)->sync, out);
}

// Add to a reading what the app's own sources know of it.
static void
complete(const struct at_op *op, struct at_device *device,
         struct at_snapshot *snapshot)
{
    struct at_android *android = at_android_of(device);
    struct at_tree *tree = snapshot->tree;
    struct at_overlay_query query;
    int64_t began_ns = at_now_ns();
    if (!android->sync || !at_overlay_query_of(tree, &query))
        return;
    query.patient = device->awaits_names;
    follow(android,
           android->app[0] ? at_str(android->app) : tree->front_package);
    snapshot->overlays = (struct at_buf)AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    at_sync_complete(op, android->sync, &query, tree,
                     device->keep_source ? &snapshot->overlays : NULL);
    device->app_ns = at_now_ns() - began_ns;
}

static bool
snapshot(const struct at_op *op, struct at_device *device,
         struct at_snapshot *out, struct at_err *err)
{
    if (!at_routed_snapshot(op, device, out, err))
        return false;
    complete(op, device, out);
    return true;
}

static bool
input(const struct at_op *op, struct at_device *device,
      const struct at_input *input, struct at_err *err)
{
    at_sync_note_input(at_android_of(device)->sync);
    return at_routed_input(op, device, input, err);
}

static bool
step(const struct at_op *op, struct at_device *device,
     const struct at_device_step *step, struct at_device_step_result *out,
     struct at_err *err)
{
    if (step->count > 0)
        at_sync_note_input(at_android_of(device)->sync);
    if (!at_routed_step(op, device, step, out, err))
        return false;
    if (out->snapshot.tree)
        complete(op, device, &out->snapshot);
    return true;
}

static const struct at_device_ops ops = {
    .warm_up = at_routed_warm_up,
    .snapshot = snapshot,
    .screenshot = at_routed_screenshot,
    .small_picture = at_routed_small_picture,
    .input = input,
    .has_two_fingers = true,
    .step = step,
    .finds = at_routed_finds,
    .types_any = at_routed_types_any,
    .ask_framework = at_routed_ask_framework,
    .framework = at_routed_framework,
    .launch = at_commands_launch,
    .stop = at_commands_stop,
    .pid = at_commands_pid,
    .app_version = at_commands_app_version,
    .draws = at_commands_draws,
    .info = at_commands_info,
    .names = at_android_names,
    .logs = at_commands_logs,
    .follow_logs = at_commands_follow_logs,
    .log_mark = at_commands_log_mark,
    .crash = at_commands_crash,
    .prefs = at_commands_prefs,
    .query_db = at_commands_query_db,
    .network = at_commands_network,
    .install = at_commands_install,
    .uninstall = at_commands_uninstall,
    .clear = at_commands_clear,
    .state = at_commands_state,
    .unlock = at_commands_unlock,
    .resumed = at_commands_resumed,
    .permit = at_commands_permit,
    .open_link = at_commands_open_link,
    .set_locale = at_commands_set_locale,
    .rotate = at_commands_rotate,
    .permissions = at_commands_permissions,
    .permit_all = at_commands_permit_all,
    .launch_with = at_commands_launch_with,
    .kill = at_commands_kill,
    .view_link = at_commands_view_link,
    .turn = at_commands_turn,
    .locate = at_commands_locate,
    .add_media = at_commands_add_media,
    .keyboard_shown = at_commands_keyboard_shown,
    .keyboard_stays_hidden = at_commands_keyboard_stays_hidden,
    .record_start = at_android_record_start,
    .record_stop = at_android_record_stop,
    .check_key = at_keycode_check,
    .use_backend = at_routed_use_backend,
    .sync_set_app = sync_set_app,
    .sync_follow = sync_follow,
    .sync_meet = sync_meet,
    .sync_wait = sync_wait,
    .sync_attached = sync_attached,
    .sync_sources = sync_sources,
    .sync_lines = sync_lines,
    .lend = at_routed_lend,
    .backends = at_routed_backends,
    .free = android_free,
};

static const at_backend_kinds backends = {
    [AT_BACKEND_ADB] = &at_backend_adb,
    [AT_BACKEND_GRPC] = &at_backend_grpc,
    [AT_BACKEND_RESIDENT] = &at_backend_resident,
    [AT_BACKEND_HELPER] = &at_backend_helper,
};

static struct at_device *
new_device(const struct at_adb *adb, const struct at_android_entry *entry)
{
    struct at_android *android = at_alloc(sizeof(*android));
    const char *serial = entry->serial;
    android->base.ops = &ops;
    android->adb.adb = *adb;
    snprintf(android->base.serial, sizeof(android->base.serial), "%s", serial);
    at_str_cut(android->base.name, sizeof(android->base.name),
               at_str(entry->model));
    snprintf(android->adb.serial, sizeof(android->adb.serial), "%s", serial);
    at_router_init(&android->router, android, backends);
    return &android->base;
}

struct opening {
    struct at_adb adb;
    const char *serial; // "": any device
    bool only;          // fail if there is another
    struct at_device *device;
};

// A named device that is missing or offline may just be reconnecting. Without a
// name there is nothing to wait for.
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
    bool named = opening->serial[0];
    if (!named)
        at_android_identify(op, &opening->adb, &list);
    bool ok =
        opening->only && !named
            ? at_android_select_only(&list, &index, &why)
            : at_android_select(&list, at_str(opening->serial), &index, &why);
    if (ok)
        opening->device = new_device(&opening->adb, &list.entries[index]);
    else if (err)
        *err = why;
    if (ok && !named)
        opening->device->chosen_of = at_android_count_usable(&list);
    *out_again = why.code == AT_ENODEV && named;
    at_android_list_deinit(&list);
    return ok;
}

const char *
at_android_named(const char *serial)
{
    const char *named = serial && serial[0] ? serial : getenv("ANDROID_SERIAL");
    return named ? named : "";
}

static bool
open_device(const struct at_op *op, struct opening *opening,
            struct at_device **out_device, struct at_err *err)
{
    enum at_helper_choice choice;
    *out_device = NULL;
    if (!at_helper_choose(&choice, err) ||
        !at_adb_init_env(&opening->adb, err) ||
        !at_adb_retry(op, attempt_open, opening, err))
        return false;
    *out_device = opening->device;
    return true;
}

bool
at_android_open(const struct at_op *op, const char *serial,
                struct at_device **out_device, struct at_err *err)
{
    struct opening opening = {.serial = at_android_named(serial)};
    return open_device(op, &opening, out_device, err);
}

bool
at_android_open_only(const struct at_op *op, const char *serial,
                     struct at_device **out_device, struct at_err *err)
{
    struct opening opening = {.serial = at_android_named(serial), .only = true};
    return open_device(op, &opening, out_device, err);
}
