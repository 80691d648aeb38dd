// sim.h: an open simulator and its operations, by file; private to this folder
#ifndef AT_DEVICE_IOS_SIM_H
#define AT_DEVICE_IOS_SIM_H

#include "device/ios/parse_simctl.h"
#include "device/platform.h"

struct at_ios_recording;

struct at_ios {
    struct at_device base; // must be first
    struct at_sim sim;     // list entry at the time of opening
    int32_t width_px;      // last tree in points; 0 before the first
    int32_t height_px;
    struct at_ios_recording *recording; // owned; NULL: none
};

struct at_ios *at_ios_of(struct at_device *device);
// Return the context for tools run by an operation.
struct at_platform_call at_ios_call(const struct at_op *op,
                                    struct at_device *device);
// Check that the simulator is booted; AT_ENODEV advises how to boot it.
AT_CHECKED bool at_ios_check_usable(const struct at_sim *sim,
                                    struct at_err *err);

// List the simulators and select one; otherwise replaces a selector that is
// NULL or "".
AT_CHECKED bool at_ios_pick(const struct at_platform_call *call,
                            const char *selector, const char *otherwise,
                            struct at_sim *out, struct at_err *err);

// screen.c
AT_CHECKED bool at_ios_snapshot(const struct at_op *op,
                                struct at_device *device,
                                struct at_snapshot *out, struct at_err *err);
AT_CHECKED bool at_ios_screenshot(const struct at_op *op,
                                  struct at_device *device, struct at_buf *out,
                                  struct at_err *err);
// input.c
AT_CHECKED bool at_ios_input(const struct at_op *op, struct at_device *device,
                             const struct at_input *input, struct at_err *err);
// apps.c
AT_CHECKED bool at_ios_launch(const struct at_op *op, struct at_device *device,
                              const char *app_id, struct at_err *err);
AT_CHECKED bool at_ios_stop(const struct at_op *op, struct at_device *device,
                            const char *app_id, struct at_err *err);
AT_CHECKED bool at_ios_pid(const struct at_op *op, struct at_device *device,
                           const char *app_id, int64_t *out_pid,
                           struct at_err *err);
AT_CHECKED bool at_ios_install(const struct at_op *op, struct at_device *device,
                               const char *path, struct at_err *err);
AT_CHECKED bool at_ios_uninstall(const struct at_op *op,
                                 struct at_device *device, const char *app_id,
                                 struct at_err *err);
// Find the folder of an installed app, "/…/Sample.app", owned by the caller;
// AT_ENOAPP.
AT_CHECKED bool at_ios_container(const struct at_op *op,
                                 struct at_device *device, const char *app_id,
                                 char **out_path, struct at_err *err);
AT_CHECKED bool at_ios_check_app_id(const char *app_id, struct at_err *err);
// settings.c
AT_CHECKED bool at_ios_view_link(const struct at_op *op,
                                 struct at_device *device, const char *link,
                                 struct at_err *err);
AT_CHECKED bool at_ios_turn(const struct at_op *op, struct at_device *device,
                            enum at_switch which, const bool *set,
                            bool *out_before, struct at_err *err);
AT_CHECKED bool at_ios_locate(const struct at_op *op, struct at_device *device,
                              double latitude, double longitude,
                              struct at_err *err);
AT_CHECKED bool at_ios_add_media(const struct at_op *op,
                                 struct at_device *device, const char *path,
                                 struct at_err *err);
// record.c
AT_CHECKED bool at_ios_record_start(const struct at_op *op,
                                    struct at_device *device,
                                    const char *folder, struct at_err *err);
AT_CHECKED bool at_ios_record_stop(const struct at_op *op,
                                   struct at_device *device, const char *folder,
                                   struct at_recorded *out, struct at_err *err);
// End and drop a recording that was not stopped. Best effort, brief.
void at_ios_record_drop(struct at_ios *ios);
// logs.c
AT_CHECKED bool at_ios_logs(const struct at_op *op, struct at_device *device,
                            const struct at_log_query *query,
                            struct at_log_result *out, struct at_err *err);
AT_CHECKED bool at_ios_follow_logs(const struct at_op *op,
                                   struct at_device *device,
                                   const struct at_log_query *query,
                                   const struct at_log_sink *sink,
                                   struct at_err *err);

// boot.c, build.c, app_id.c, check.c: members of struct at_platform
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
