// commands.h: the operations of device.h by commands on the device over adb
//
// They need nothing on the device but Android's own programs. Each function
// keeps the contract of the operation of its name.
#ifndef AT_DEVICE_ANDROID_ADB_COMMANDS_H
#define AT_DEVICE_ANDROID_ADB_COMMANDS_H

#include "device/device.h"

struct at_android;
struct at_power;

bool at_commands_snapshot(const struct at_op *op, struct at_device *device,
                          struct at_snapshot *out, struct at_err *err);
bool at_commands_screenshot(const struct at_op *op, struct at_device *device,
                            struct at_buf *out, struct at_err *err);
bool at_commands_input(const struct at_op *op, struct at_device *device,
                       const struct at_input *input, struct at_err *err);
// End a touch that is down, if any, without an app acting on it. at: where it
// started.
bool at_commands_release(const struct at_op *op, struct at_device *device,
                         struct at_point at, bool *out_was_down,
                         struct at_err *err);
// Type input's text.
bool at_commands_text(const struct at_op *op, struct at_device *device,
                      const struct at_input *input, struct at_err *err);
bool at_commands_types_any(const struct at_op *op, struct at_device *device,
                           bool *out_any, struct at_err *err);
bool at_commands_launch(const struct at_op *op, struct at_device *device,
                        const char *package, struct at_err *err);
bool at_commands_stop(const struct at_op *op, struct at_device *device,
                      const char *package, struct at_err *err);
bool at_commands_pid(const struct at_op *op, struct at_device *device,
                     const char *package, int64_t *out_pid, struct at_err *err);
bool at_commands_app_version(const struct at_op *op, struct at_device *device,
                             const char *package, char out[64],
                             struct at_err *err);
bool at_commands_draws(const struct at_op *op, struct at_device *device,
                       const char *package, bool *out_draws,
                       struct at_err *err);
bool at_commands_info(const struct at_op *op, struct at_device *device,
                      struct at_device_info *out, struct at_err *err);
bool at_commands_logs(const struct at_op *op, struct at_device *device,
                      const struct at_log_query *query,
                      struct at_log_result *out, struct at_err *err);
bool at_commands_follow_logs(const struct at_op *op, struct at_device *device,
                             const struct at_log_query *query,
                             const struct at_log_sink *sink,
                             struct at_err *err);
bool at_commands_log_mark(const struct at_op *op, struct at_device *device,
                          char out_mark[64], struct at_err *err);
bool at_commands_crash(const struct at_op *op, struct at_device *device,
                       const char *package, const char *mark,
                       struct at_crash *out, struct at_err *err);
bool at_commands_prefs(const struct at_op *op, struct at_device *device,
                       const char *package, struct at_str file,
                       struct at_buf *out, struct at_err *err);
bool at_commands_query_db(const struct at_op *op, struct at_device *device,
                          const struct at_db_query *query,
                          struct at_db_result *out, struct at_err *err);
bool at_commands_network(const struct at_op *op, struct at_device *device,
                         const struct at_network *network,
                         struct at_buf *out_message, struct at_err *err);
at_device_state_fn at_commands_state;
bool at_commands_install(const struct at_op *op, struct at_device *device,
                         const char *apk_path, struct at_err *err);
bool at_commands_uninstall(const struct at_op *op, struct at_device *device,
                           const char *package, struct at_err *err);
// Ask whether the device is awake and unlocked, in one round trip.
bool at_commands_power(const struct at_op *op, struct at_device *device,
                       struct at_power *out, struct at_err *err);
// Turn the screen on and dismiss the keyguard, which may take a moment, then do
// the same.
bool at_commands_wake(const struct at_op *op, struct at_device *device,
                      struct at_power *out, struct at_err *err);
bool at_commands_unlock(const struct at_op *op, struct at_device *device,
                        struct at_err *err);
bool at_commands_resumed(const struct at_op *op, struct at_device *device,
                         char out[256], struct at_err *err);
bool at_commands_permit(const struct at_op *op, struct at_device *device,
                        const char *package, const char *permission,
                        bool granted, struct at_err *err);
bool at_commands_open_link(const struct at_op *op, struct at_device *device,
                           const char *package, const char *link,
                           struct at_err *err);
bool at_commands_set_locale(const struct at_op *op, struct at_device *device,
                            const char *package, const char *locale,
                            char out_before[64], struct at_err *err);
bool at_commands_rotate(const struct at_op *op, struct at_device *device,
                        const struct at_rotation *rotation,
                        struct at_rotation *out_before, struct at_err *err);
bool at_commands_clear(const struct at_op *op, struct at_device *device,
                       const char *package, struct at_err *err);
bool at_commands_permissions(const struct at_op *op, struct at_device *device,
                             const char *package, struct at_argv *out,
                             struct at_err *err);
bool at_commands_permit_all(const struct at_op *op, struct at_device *device,
                            const char *package,
                            const struct at_permissions *changes,
                            size_t *out_refused, struct at_err *err);
bool at_commands_launch_with(const struct at_op *op, struct at_device *device,
                             const char *package,
                             const struct at_extras *extras,
                             struct at_err *err);
bool at_commands_kill(const struct at_op *op, struct at_device *device,
                      const char *package, struct at_err *err);
bool at_commands_view_link(const struct at_op *op, struct at_device *device,
                           const char *link, struct at_err *err);
bool at_commands_turn(const struct at_op *op, struct at_device *device,
                      enum at_switch which, const bool *set, bool *out_before,
                      struct at_err *err);
bool at_commands_add_media(const struct at_op *op, struct at_device *device,
                           const char *path, struct at_err *err);
bool at_commands_keyboard_shown(const struct at_op *op,
                                struct at_device *device, bool *out_shown,
                                struct at_err *err);
bool at_commands_keyboard_stays_hidden(const struct at_op *op,
                                       struct at_device *device,
                                       bool *out_stays, struct at_err *err);

// Remove what an interrupted dump may have left on the device. Best effort,
// short.
void at_commands_clean_up(struct at_android *android);

#endif
