// device.c: the calls of device.h: is it offered, how long, on which device
#include "device/device.h"

#include <stdarg.h>
#include <stdio.h>

#include "sys/clock.h"

void
at_device_free(struct at_device *device)
{
    if (device)
        device->ops->free(device);
}

size_t
at_device_backends(const struct at_device *device,
                   struct at_backend_state out[AT_DEVICE_BACKENDS_MAX])
{
    return device->ops->backends ? device->ops->backends(device, out) : 0;
}

void
at_device_fell_back(struct at_device *device, const char *fmt, ...)
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

static bool
not_offered(const struct at_device *device, const char *name,
            struct at_err *err)
{
    return at_fail(err, AT_EUNSUPPORTED,
                   "%s: '%s' is not offered on this kind of device",
                   device->serial, name);
}

static bool
ended(struct at_device *device, const char *name, int64_t began_ns, bool ok,
      struct at_err *err)
{
    int64_t took_ns = at_now_ns() - began_ns;
    device->spent_ns += took_ns;
    if (!ok && err)
        at_err_context(err, "%s", device->serial);
    if (device->watch)
        device->watch->did(device->watch->user, name, took_ns, ok);
    return ok;
}

#define PARAMS(...) __VA_ARGS__
#define CALL(name, params, ...)                                                \
    bool at_device_##name(const struct at_op *op, struct at_device *device,    \
                          PARAMS params, struct at_err *err)                   \
    {                                                                          \
        int64_t began_ns = at_now_ns();                                        \
        if (!device->ops->name)                                                \
            return not_offered(device, #name, err);                            \
        return ended(device, #name, began_ns,                                  \
                     device->ops->name(op, device, __VA_ARGS__, err), err);    \
    }

// clang-format off
CALL(snapshot, (struct at_snapshot *out), out)
CALL(screenshot, (struct at_buf *out), out)
CALL(tap, (struct at_point at), at)
CALL(tap_node, (const struct at_tree *tree, const struct at_node *node,
                struct at_point at), tree, node, at)
CALL(double_tap, (struct at_point at, int64_t interval_ms), at, interval_ms)
CALL(swipe, (const struct at_swipe *swipe), swipe)
CALL(gesture, (struct at_gesture *gesture), gesture)
CALL(use_backend, (struct at_str name), name)
CALL(key, (struct at_str key, unsigned repeat), key, repeat)
CALL(text, (struct at_str text), text)
CALL(types_any, (bool *out_any), out_any)
CALL(launch, (const char *package), package)
CALL(stop, (const char *package), package)
CALL(pid, (const char *package, int64_t *out_pid), package, out_pid)
CALL(info, (struct at_device_info *out), out)
CALL(ask_framework, (const char *package), package)
CALL(framework, (struct at_framework *out), out)
CALL(logs, (const struct at_log_query *query, struct at_log_result *out),
     query, out)
CALL(follow_logs, (const struct at_log_query *query,
                   const struct at_log_sink *sink), query, sink)
CALL(log_mark, (char out_mark[64]), out_mark)
CALL(crash, (const char *package, const char *mark, struct at_crash *out),
     package, mark, out)
CALL(prefs, (const char *package, struct at_str file, struct at_buf *out),
     package, file, out)
CALL(query_db, (const struct at_db_query *query, struct at_db_result *out),
     query, out)
CALL(network, (const struct at_network *network, struct at_buf *out_message),
     network, out_message)
CALL(install, (const char *apk_path), apk_path)
CALL(uninstall, (const char *package), package)
CALL(clear, (const char *package), package)
CALL(keyboard_shown, (bool *out_shown), out_shown)
// clang-format on

// One that cannot be had now is no call of the device: others follow.
bool
at_device_step(const struct at_op *op, struct at_device *device,
               const struct at_device_step *step, struct at_device_stepped *out,
               struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    struct at_err why = AT_ERR_INIT;

    if (!device->ops->step)
        return not_offered(device, "step", err);
    bool ok = device->ops->step(op, device, step, out, &why);
    if (ok || why.code != AT_EUNSUPPORTED)
        ended(device, "step", began_ns, ok, &why);
    if (!ok && err)
        *err = why;
    return ok;
}
