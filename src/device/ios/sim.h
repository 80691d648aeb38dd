// sim.h: an open simulator, and its operations by file; private to this folder
#ifndef AT_DEVICE_IOS_SIM_H
#define AT_DEVICE_IOS_SIM_H

#include "device/ios/parse_simctl.h"
#include "device/platform.h"

struct at_ios {
    struct at_device base; // first
    struct at_sim sim;     // as the list had it when it was opened
    int32_t width_px;      // of the last tree, in points; 0 before the first
    int32_t height_px;
};

struct at_ios *at_ios_of(struct at_device *device);
// What runs tools for an operation of this device.
struct at_platform_call at_ios_call(const struct at_op *op,
                                    struct at_device *device);
// simctl's state of one simulator is Booted, or AT_ENODEV says how to make it.
AT_CHECKED bool at_ios_check_usable(const struct at_sim *sim,
                                    struct at_err *err);

// Lists and selects in one go; selector NULL or "": otherwise.
AT_CHECKED bool at_ios_pick(const struct at_platform_call *call,
                            const char *selector, const char *otherwise,
                            struct at_sim *out, struct at_err *err);

#define AT_IOS_OP(name, ...)                                                   \
    AT_CHECKED bool at_ios_##name(const struct at_op *op,                      \
                                  struct at_device *device, __VA_ARGS__)
// screen.c
AT_IOS_OP(snapshot, struct at_snapshot *out, struct at_err *err);
AT_IOS_OP(screenshot, struct at_buf *out, struct at_err *err);
// input.c
AT_IOS_OP(tap, struct at_point at, struct at_err *err);
AT_IOS_OP(tap_node, const struct at_tree *tree, const struct at_node *node,
          struct at_point at, struct at_err *err);
AT_IOS_OP(double_tap, struct at_point at, int64_t interval_ms,
          struct at_err *err);
AT_IOS_OP(swipe, const struct at_swipe *swipe, struct at_err *err);
AT_IOS_OP(key, struct at_str key, unsigned repeat, struct at_err *err);
AT_IOS_OP(text, struct at_str text, struct at_err *err);
// apps.c
AT_IOS_OP(launch, const char *app_id, struct at_err *err);
AT_IOS_OP(stop, const char *app_id, struct at_err *err);
AT_IOS_OP(pid, const char *app_id, int64_t *out_pid, struct at_err *err);
AT_IOS_OP(install, const char *path, struct at_err *err);
AT_IOS_OP(uninstall, const char *app_id, struct at_err *err);
// The folder of an installed app, "/…/Sample.app"; AT_ENOAPP. Owned by the
// caller.
AT_IOS_OP(container, const char *app_id, char **out_path, struct at_err *err);
AT_CHECKED bool at_ios_check_app_id(const char *app_id, struct at_err *err);
// logs.c
AT_IOS_OP(logs, const struct at_log_query *query, struct at_log_result *out,
          struct at_err *err);
AT_IOS_OP(follow_logs, const struct at_log_query *query,
          const struct at_log_sink *sink, struct at_err *err);
#undef AT_IOS_OP

// boot.c, build.c, app_id.c, check.c: rows of struct at_platform
AT_CHECKED bool at_ios_boot(const struct at_platform_call *call,
                            const struct at_boot_opts *opts, char out_id[128],
                            struct at_err *err);
AT_CHECKED bool at_ios_shutdown(const struct at_platform_call *call,
                                const char *selector, char out_id[128],
                                struct at_err *err);
AT_CHECKED bool at_ios_erase(const struct at_platform_call *call,
                             const char *selector, char out_id[128],
                             struct at_err *err);
AT_CHECKED bool at_ios_app_id(const char *path, char **out_id,
                              struct at_err *err);
AT_CHECKED bool at_ios_build(const struct at_platform_call *call,
                             const struct at_build_opts *opts,
                             struct at_build_result *out, struct at_err *err);
size_t at_ios_check(const struct at_platform_call *call, struct at_check *out);

#endif
