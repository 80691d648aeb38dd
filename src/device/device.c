// device.c: calls each operation of a device: checks that it exists, measures
// it, names the device in its error
#include "device/device.h"

#include <stdarg.h>
#include <stdio.h>

#include "device/app_version.h"
#include "device/record.h"
#include "sys/clock.h"

void
at_device_free(struct at_device *device)
{
    if (device)
        device->ops->free(device);
}

bool
at_device_finds(const struct at_device *device)
{
    return device->ops->finds && device->ops->finds(device);
}

size_t
at_device_backends(const struct at_device *device,
                   struct at_backend_state out[AT_DEVICE_BACKENDS_MAX])
{
    return device->ops->backends ? device->ops->backends(device, out) : 0;
}

void
at_device_tell_event(struct at_device *device,
                     const struct at_device_event *event)
{
    if (device->events)
        device->events->happened(device->events->user, event);
}

void
at_device_note_fallback(struct at_device *device, const char *fmt, ...)
{
    struct at_fallbacks *fallbacks = &device->fallbacks;
    char text[AT_ERR_MSG_MAX];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    at_str_cut(fallbacks->text[fallbacks->count++ % AT_FALLBACKS_KEPT],
               AT_FALLBACK_TEXT_MAX, at_str(text));
}

// An operation being measured.
struct call {
    struct at_device *device;
    const char *name;
    int64_t began_ns;
};

static bool
not_offered(const struct call *call, struct at_err *err)
{
    return at_fail(err, AT_EUNSUPPORTED,
                   "%s: '%s' is not offered on this kind of device",
                   call->device->serial, call->name);
}

static bool
ended(const struct call *call, bool ok, struct at_err *err)
{
    struct at_device *device = call->device;
    int64_t took_ns = at_now_ns() - call->began_ns - device->app_ns;
    device->app_ns = 0;
    device->spent_ns += took_ns;
    if (!ok && err)
        at_err_context(err, "%s", device->serial);
    if (device->watch)
        device->watch->did(device->watch->user, call->name, took_ns, ok);
    return ok;
}

bool
at_device_snapshot(const struct at_op *op, struct at_device *device,
                   struct at_snapshot *out, struct at_err *err)
{
    struct call call = {device, "snapshot", at_now_ns()};
    return device->ops->snapshot
               ? ended(&call, device->ops->snapshot(op, device, out, err), err)
               : not_offered(&call, err);
}

bool
at_device_screenshot(const struct at_op *op, struct at_device *device,
                     struct at_buf *out, struct at_err *err)
{
    struct call call = {device, "screenshot", at_now_ns()};
    return device->ops->screenshot
               ? ended(&call, device->ops->screenshot(op, device, out, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_small_picture(const struct at_op *op, struct at_device *device,
                        const struct at_picture_limits *limits,
                        struct at_buf *out, struct at_image_info *info,
                        struct at_err *err)
{
    struct call call = {device, "small_picture", at_now_ns()};
    return device->ops->small_picture
               ? ended(&call,
                       device->ops->small_picture(op, device, limits, out, info,
                                                  err),
                       err)
               : not_offered(&call, err);
}

static const char *const input_names[] = {
    [AT_INPUT_TAP] = "tap",           [AT_INPUT_DOUBLE_TAP] = "double_tap",
    [AT_INPUT_SWIPE] = "swipe",       [AT_INPUT_GESTURE] = "gesture",
    [AT_INPUT_KEY] = "key",           [AT_INPUT_TEXT] = "text",
    [AT_INPUT_SET_TEXT] = "set_text", [AT_INPUT_VALUE] = "value",
};

bool
at_device_input(const struct at_op *op, struct at_device *device,
                const struct at_input *input, struct at_err *err)
{
    struct call call = {device, input_names[input->kind], at_now_ns()};
    return device->ops->input
               ? ended(&call, device->ops->input(op, device, input, err), err)
               : not_offered(&call, err);
}

bool
at_device_use_backend(const struct at_op *op, struct at_device *device,
                      struct at_str name, struct at_err *err)
{
    struct call call = {device, "use_backend", at_now_ns()};
    return device->ops->use_backend
               ? ended(&call, device->ops->use_backend(op, device, name, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_lend(const struct at_op *op, struct at_device *device, bool back,
               struct at_err *err)
{
    struct call call = {device, "lend", at_now_ns()};
    return device->ops->lend
               ? ended(&call, device->ops->lend(op, device, back, err), err)
               : not_offered(&call, err);
}

bool
at_device_types_any(const struct at_op *op, struct at_device *device,
                    bool *out_any, struct at_err *err)
{
    struct call call = {device, "types_any", at_now_ns()};
    return device->ops->types_any
               ? ended(&call, device->ops->types_any(op, device, out_any, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_launch(const struct at_op *op, struct at_device *device,
                 const char *package, struct at_err *err)
{
    struct call call = {device, "launch", at_now_ns()};
    return device->ops->launch
               ? ended(&call, device->ops->launch(op, device, package, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_stop(const struct at_op *op, struct at_device *device,
               const char *package, struct at_err *err)
{
    struct call call = {device, "stop", at_now_ns()};
    return device->ops->stop
               ? ended(&call, device->ops->stop(op, device, package, err), err)
               : not_offered(&call, err);
}

bool
at_device_pid(const struct at_op *op, struct at_device *device,
              const char *package, int64_t *out_pid, struct at_err *err)
{
    struct call call = {device, "pid", at_now_ns()};
    return device->ops->pid
               ? ended(&call,
                       device->ops->pid(op, device, package, out_pid, err), err)
               : not_offered(&call, err);
}

bool
at_device_app_version(const struct at_op *op, struct at_device *device,
                      const char *package, char out[64], struct at_err *err)
{
    struct call call = {device, "app_version", at_now_ns()};
    return device->ops->app_version
               ? ended(&call,
                       device->ops->app_version(op, device, package, out, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_draws(const struct at_op *op, struct at_device *device,
                const char *package, bool *out_draws, struct at_err *err)
{
    struct call call = {device, "draws", at_now_ns()};
    return device->ops->draws
               ? ended(&call,
                       device->ops->draws(op, device, package, out_draws, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_info(const struct at_op *op, struct at_device *device,
               struct at_device_info *out, struct at_err *err)
{
    struct call call = {device, "info", at_now_ns()};
    return device->ops->info
               ? ended(&call, device->ops->info(op, device, out, err), err)
               : not_offered(&call, err);
}

bool
at_device_ask_framework(const struct at_op *op, struct at_device *device,
                        const char *package, struct at_err *err)
{
    struct call call = {device, "ask_framework", at_now_ns()};
    return device->ops->ask_framework
               ? ended(&call,
                       device->ops->ask_framework(op, device, package, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_framework(const struct at_op *op, struct at_device *device,
                    struct at_framework *out, struct at_err *err)
{
    struct call call = {device, "framework", at_now_ns()};
    return device->ops->framework
               ? ended(&call, device->ops->framework(op, device, out, err), err)
               : not_offered(&call, err);
}

void
at_device_sync_set_app(struct at_device *device, const struct at_sync_app *app)
{
    if (device->ops->sync_set_app)
        device->ops->sync_set_app(device, app);
}

void
at_device_sync_follow(struct at_device *device)
{
    if (device->ops->sync_follow)
        device->ops->sync_follow(device);
}

void
at_device_warm_up(struct at_device *device)
{
    if (device->ops->warm_up)
        device->ops->warm_up(device);
}

void
at_device_sync_meet(const struct at_op *op, struct at_device *device)
{
    struct call call = {device, "sync_meet", at_now_ns()};
    if (!device->ops->sync_meet)
        return;
    device->ops->sync_meet(op, device);
    (void)!ended(&call, true, NULL);
}

// Do not count the time: it is spent waiting for the app, not the device.
bool
at_device_sync_wait(const struct at_op *op, struct at_device *device,
                    struct at_sync_report *out, struct at_err *err)
{
    *out = (struct at_sync_report){.idle = true};
    return !device->ops->sync_wait ||
           device->ops->sync_wait(op, device, out, err);
}

size_t
at_device_sync_attached(struct at_device *device,
                        const char *out[AT_SYNC_SOURCES_MAX])
{
    return device->ops->sync_attached ? device->ops->sync_attached(device, out)
                                      : 0;
}

size_t
at_device_sync_sources(struct at_device *device,
                       const char *out[AT_SYNC_SOURCES_MAX])
{
    return device->ops->sync_sources ? device->ops->sync_sources(device, out)
                                     : 0;
}

void
at_device_sync_lines(struct at_device *device, struct at_argv *out)
{
    if (device->ops->sync_lines)
        device->ops->sync_lines(device, out);
}

bool
at_device_logs(const struct at_op *op, struct at_device *device,
               const struct at_log_query *query, struct at_log_result *out,
               struct at_err *err)
{
    struct call call = {device, "logs", at_now_ns()};
    return device->ops->logs
               ? ended(&call, device->ops->logs(op, device, query, out, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_follow_logs(const struct at_op *op, struct at_device *device,
                      const struct at_log_query *query,
                      const struct at_log_sink *sink, struct at_err *err)
{
    struct call call = {device, "follow_logs", at_now_ns()};
    return device->ops->follow_logs
               ? ended(&call,
                       device->ops->follow_logs(op, device, query, sink, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_log_mark(const struct at_op *op, struct at_device *device,
                   char out_mark[64], struct at_err *err)
{
    struct call call = {device, "log_mark", at_now_ns()};
    return device->ops->log_mark
               ? ended(&call, device->ops->log_mark(op, device, out_mark, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_crash(const struct at_op *op, struct at_device *device,
                const char *package, const char *mark, struct at_crash *out,
                struct at_err *err)
{
    struct call call = {device, "crash", at_now_ns()};
    return device->ops->crash
               ? ended(&call,
                       device->ops->crash(op, device, package, mark, out, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_prefs(const struct at_op *op, struct at_device *device,
                const char *package, struct at_str file, struct at_buf *out,
                struct at_err *err)
{
    struct call call = {device, "prefs", at_now_ns()};
    return device->ops->prefs
               ? ended(&call,
                       device->ops->prefs(op, device, package, file, out, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_query_db(const struct at_op *op, struct at_device *device,
                   const struct at_db_query *query, struct at_db_result *out,
                   struct at_err *err)
{
    struct call call = {device, "query_db", at_now_ns()};
    return device->ops->query_db
               ? ended(&call,
                       device->ops->query_db(op, device, query, out, err), err)
               : not_offered(&call, err);
}

bool
at_device_network(const struct at_op *op, struct at_device *device,
                  const struct at_network *network, struct at_buf *out_message,
                  struct at_err *err)
{
    struct call call = {device, "network", at_now_ns()};
    return device->ops->network
               ? ended(&call,
                       device->ops->network(op, device, network, out_message,
                                            err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_install(const struct at_op *op, struct at_device *device,
                  const char *apk_path, struct at_err *err)
{
    struct call call = {device, "install", at_now_ns()};
    return device->ops->install
               ? ended(&call, device->ops->install(op, device, apk_path, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_uninstall(const struct at_op *op, struct at_device *device,
                    const char *package, struct at_err *err)
{
    struct call call = {device, "uninstall", at_now_ns()};
    return device->ops->uninstall
               ? ended(&call, device->ops->uninstall(op, device, package, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_clear(const struct at_op *op, struct at_device *device,
                const char *package, struct at_err *err)
{
    struct call call = {device, "clear", at_now_ns()};
    return device->ops->clear
               ? ended(&call, device->ops->clear(op, device, package, err), err)
               : not_offered(&call, err);
}

bool
at_device_state(const struct at_op *op, struct at_device *device,
                const struct at_app_state_name *which, bool back,
                struct at_err *err)
{
    struct call call = {device, back ? "restore state" : "keep state",
                        at_now_ns()};
    return device->ops->state
               ? ended(&call, device->ops->state(op, device, which, back, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_unlock(const struct at_op *op, struct at_device *device,
                 struct at_err *err)
{
    struct call call = {device, "unlock", at_now_ns()};
    return device->ops->unlock
               ? ended(&call, device->ops->unlock(op, device, err), err)
               : not_offered(&call, err);
}

bool
at_device_names(const struct at_op *op, struct at_device *device,
                struct at_argv *out, struct at_err *err)
{
    struct call call = {device, "names", at_now_ns()};
    return device->ops->names
               ? ended(&call, device->ops->names(op, device, out, err), err)
               : not_offered(&call, err);
}

bool
at_device_resumed(const struct at_op *op, struct at_device *device,
                  char out[256], struct at_err *err)
{
    struct call call = {device, "resumed", at_now_ns()};
    out[0] = '\0';
    return device->ops->resumed
               ? ended(&call, device->ops->resumed(op, device, out, err), err)
               : not_offered(&call, err);
}

bool
at_device_permit(const struct at_op *op, struct at_device *device,
                 const char *package, const char *permission, bool granted,
                 struct at_err *err)
{
    struct call call = {device, "permissions", at_now_ns()};
    return device->ops->permit
               ? ended(&call,
                       device->ops->permit(op, device, package, permission,
                                           granted, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_open_link(const struct at_op *op, struct at_device *device,
                    const char *package, const char *link, struct at_err *err)
{
    struct call call = {device, "deepLink", at_now_ns()};
    return device->ops->open_link
               ? ended(&call,
                       device->ops->open_link(op, device, package, link, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_set_locale(const struct at_op *op, struct at_device *device,
                     const char *package, const char *locale,
                     char out_before[64], struct at_err *err)
{
    struct call call = {device, "locale", at_now_ns()};
    out_before[0] = '\0';
    return device->ops->set_locale
               ? ended(&call,
                       device->ops->set_locale(op, device, package, locale,
                                               out_before, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_rotate(const struct at_op *op, struct at_device *device,
                 const struct at_rotation *rotation,
                 struct at_rotation *out_before, struct at_err *err)
{
    struct call call = {device, "orientation", at_now_ns()};
    *out_before = (struct at_rotation){0};
    return device->ops->rotate ? ended(&call,
                                       device->ops->rotate(op, device, rotation,
                                                           out_before, err),
                                       err)
                               : not_offered(&call, err);
}

// Make the call if this kind of device has the operation.
#define OFFER(name, title, ...)                                                \
    struct call call = {device, title, at_now_ns()};                           \
    return device->ops->name                                                   \
               ? ended(&call, device->ops->name(__VA_ARGS__), err)             \
               : not_offered(&call, err)

bool
at_device_permissions(const struct at_op *op, struct at_device *device,
                      const char *package, struct at_argv *out,
                      struct at_err *err)
{
    OFFER(permissions, "permissions", op, device, package, out, err);
}

bool
at_device_permit_all(const struct at_op *op, struct at_device *device,
                     const char *package, const struct at_permissions *changes,
                     size_t *out_refused, struct at_err *err)
{
    OFFER(permit_all, "permissions", op, device, package, changes, out_refused,
          err);
}

bool
at_device_launch_with(const struct at_op *op, struct at_device *device,
                      const char *package, const struct at_extras *extras,
                      struct at_err *err)
{
    OFFER(launch_with, "launch with arguments", op, device, package, extras,
          err);
}

bool
at_device_kill(const struct at_op *op, struct at_device *device,
               const char *package, struct at_err *err)
{
    OFFER(kill, "kill", op, device, package, err);
}

bool
at_device_view_link(const struct at_op *op, struct at_device *device,
                    const char *link, struct at_err *err)
{
    OFFER(view_link, "link", op, device, link, err);
}

bool
at_device_turn(const struct at_op *op, struct at_device *device,
               enum at_switch which, const bool *set, bool *out_before,
               struct at_err *err)
{
    OFFER(turn, "dark or airplane mode", op, device, which, set, out_before,
          err);
}

bool
at_device_locate(const struct at_op *op, struct at_device *device,
                 double latitude, double longitude, struct at_err *err)
{
    OFFER(locate, "location", op, device, latitude, longitude, err);
}

bool
at_device_add_media(const struct at_op *op, struct at_device *device,
                    const char *path, struct at_err *err)
{
    OFFER(add_media, "media", op, device, path, err);
}

bool
at_device_keyboard_shown(const struct at_op *op, struct at_device *device,
                         bool *out_shown, struct at_err *err)
{
    struct call call = {device, "keyboard_shown", at_now_ns()};
    return device->ops->keyboard_shown
               ? ended(&call,
                       device->ops->keyboard_shown(op, device, out_shown, err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_keyboard_stays_hidden(const struct at_op *op,
                                struct at_device *device, bool *out_stays,
                                struct at_err *err)
{
    struct call call = {device, "keyboard_stays_hidden", at_now_ns()};
    return device->ops->keyboard_stays_hidden
               ? ended(&call,
                       device->ops->keyboard_stays_hidden(op, device, out_stays,
                                                          err),
                       err)
               : not_offered(&call, err);
}

bool
at_device_record_start(const struct at_op *op, struct at_device *device,
                       const char *folder, struct at_err *err)
{
    struct call call = {device, "record_start", at_now_ns()};
    if (!device->ops->record_start)
        return not_offered(&call, err);
    bool ok = device->records
                  ? at_fail(err, AT_EUSAGE, "a recording is running already")
                  : device->ops->record_start(op, device, folder, err);
    device->records = device->records || ok;
    return ended(&call, ok, err);
}

bool
at_device_record_stop(const struct at_op *op, struct at_device *device,
                      const char *folder, struct at_recorded *out,
                      struct at_err *err)
{
    struct call call = {device, "record_stop", at_now_ns()};
    if (!device->ops->record_stop)
        return not_offered(&call, err);
    bool ok = device->records
                  ? device->ops->record_stop(op, device, folder, out, err)
                  : at_fail(err, AT_EUSAGE, "no recording is running");
    device->records = false;
    return ended(&call, ok, err);
}

// AT_EUNSUPPORTED does not count, because the caller uses other operations
// instead.
bool
at_device_step(const struct at_op *op, struct at_device *device,
               const struct at_device_step *step,
               struct at_device_step_result *out, struct at_err *err)
{
    struct call call = {device, "step", at_now_ns()};
    struct at_err why = AT_ERR_INIT;
    if (!device->ops->step)
        return not_offered(&call, err);
    bool ok = device->ops->step(op, device, step, out, &why);
    if (ok || why.code != AT_EUNSUPPORTED)
        ended(&call, ok, &why);
    return ok || at_err_pass(err, &why);
}
