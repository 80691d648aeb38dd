// device.h: the operations of a device
//
// Every operation may block until its op ends. A device is used by one thread
// at a time. It stays usable after a failure: the next call works or fails with
// a clear error. Operations that a kind of device lacks are NULL; their
// at_device_*() fails with AT_EUNSUPPORTED.
#ifndef AT_DEVICE_DEVICE_H
#define AT_DEVICE_DEVICE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/app_state.h"
#include "device/app_version.h"
#include "device/device_ops.h"
#include "device/event.h"
#include "device/facts.h"
#include "device/input.h"
#include "screen/tree.h"

struct at_proc_listener;

// Embedded as the first member of each kind of device.
struct at_device {
    const struct at_device_ops *ops;
    char serial[128];  // adb serial or simulator UDID
    char name[128];    // model, or name of a simulator; "" if unknown
    size_t chosen_of;  // usable devices to choose from; 0: it was named
    int64_t spent_ns;  // time in device calls since creation, for the trace
    int64_t app_ns;    // time of the current call spent waiting for the app
    bool keep_source;  // snapshots include their source
    bool awaits_names; // snapshots wait until the app has named its components
    bool records;      // the screen is being recorded
    bool hides_focus;  // its trees do not mark the focused element
    // Opened for few requests, so slow backends are the last resort.
    bool brief;
    const char *input_by; // backend of the latest input: a literal, or NULL
    struct at_fallbacks fallbacks;
    const struct at_device_watch *watch;     // borrowed; may be NULL
    const struct at_device_events *events;   // borrowed; may be NULL
    const struct at_proc_listener *listener; // for the tools it runs
};

void at_device_free(struct at_device *device); // NULL is allowed
// Return true if a step finds and touches the current position of its inputs'
// nodes, or else touches nothing.
bool at_device_finds(const struct at_device *device);
size_t at_device_backends(const struct at_device *device,
                          struct at_backend_state out[AT_DEVICE_BACKENDS_MAX]);
// For implementations of a device: record a fallback.
void at_device_note_fallback(struct at_device *device, const char *fmt, ...)
    AT_PRINTF(2, 3);
// For implementations of a device: report an event.
void at_device_tell_event(struct at_device *device,
                          const struct at_device_event *event);

void at_device_warm_up(struct at_device *device); // see at_device_ops

// Each checks that the operation exists, adds its time to spent_ns and prefixes
// messages with the device's serial.
AT_CHECKED bool at_device_snapshot(const struct at_op *op,
                                   struct at_device *device,
                                   struct at_snapshot *out, struct at_err *err);
AT_CHECKED bool at_device_screenshot(const struct at_op *op,
                                     struct at_device *device,
                                     struct at_buf *out, struct at_err *err);
AT_CHECKED bool at_device_small_picture(const struct at_op *op,
                                        struct at_device *device,
                                        const struct at_picture_limits *limits,
                                        struct at_buf *out,
                                        struct at_image_info *info,
                                        struct at_err *err);
AT_CHECKED bool at_device_input(const struct at_op *op,
                                struct at_device *device,
                                const struct at_input *input,
                                struct at_err *err);
AT_CHECKED bool at_device_step(const struct at_op *op, struct at_device *device,
                               const struct at_device_step *step,
                               struct at_device_step_result *out,
                               struct at_err *err);
AT_CHECKED bool at_device_use_backend(const struct at_op *op,
                                      struct at_device *device,
                                      struct at_str name, struct at_err *err);
AT_CHECKED bool at_device_lend(const struct at_op *op, struct at_device *device,
                               bool back, struct at_err *err);
AT_CHECKED bool at_device_types_any(const struct at_op *op,
                                    struct at_device *device, bool *out_any,
                                    struct at_err *err);
AT_CHECKED bool at_device_launch(const struct at_op *op,
                                 struct at_device *device, const char *package,
                                 struct at_err *err);
AT_CHECKED bool at_device_stop(const struct at_op *op, struct at_device *device,
                               const char *package, struct at_err *err);
AT_CHECKED bool at_device_pid(const struct at_op *op, struct at_device *device,
                              const char *package, int64_t *out_pid,
                              struct at_err *err);
AT_CHECKED bool at_device_draws(const struct at_op *op,
                                struct at_device *device, const char *package,
                                bool *out_draws, struct at_err *err);
AT_CHECKED bool at_device_info(const struct at_op *op, struct at_device *device,
                               struct at_device_info *out, struct at_err *err);
AT_CHECKED bool at_device_ask_framework(const struct at_op *op,
                                        struct at_device *device,
                                        const char *package,
                                        struct at_err *err);
AT_CHECKED bool at_device_framework(const struct at_op *op,
                                    struct at_device *device,
                                    struct at_framework *out,
                                    struct at_err *err);
// Activities of the app itself (device_ops.h: sync_*). On a device without such
// sources none is attached, and waits end at once.
void at_device_sync_set_app(struct at_device *device,
                            const struct at_sync_app *app);
void at_device_sync_follow(struct at_device *device);
void at_device_sync_meet(const struct at_op *op, struct at_device *device);
AT_CHECKED bool at_device_sync_wait(const struct at_op *op,
                                    struct at_device *device,
                                    struct at_sync_report *out,
                                    struct at_err *err);
size_t at_device_sync_attached(struct at_device *device,
                               const char *out[AT_SYNC_SOURCES_MAX]);
size_t at_device_sync_sources(struct at_device *device,
                              const char *out[AT_SYNC_SOURCES_MAX]);
void at_device_sync_lines(struct at_device *device, struct at_argv *out);
AT_CHECKED bool at_device_logs(const struct at_op *op, struct at_device *device,
                               const struct at_log_query *query,
                               struct at_log_result *out, struct at_err *err);
AT_CHECKED bool at_device_follow_logs(const struct at_op *op,
                                      struct at_device *device,
                                      const struct at_log_query *query,
                                      const struct at_log_sink *sink,
                                      struct at_err *err);
AT_CHECKED bool at_device_log_mark(const struct at_op *op,
                                   struct at_device *device, char out_mark[64],
                                   struct at_err *err);
AT_CHECKED bool at_device_crash(const struct at_op *op,
                                struct at_device *device, const char *package,
                                const char *mark, struct at_crash *out,
                                struct at_err *err);
AT_CHECKED bool at_device_prefs(const struct at_op *op,
                                struct at_device *device, const char *package,
                                struct at_str file, struct at_buf *out,
                                struct at_err *err);
AT_CHECKED bool at_device_query_db(const struct at_op *op,
                                   struct at_device *device,
                                   const struct at_db_query *query,
                                   struct at_db_result *out,
                                   struct at_err *err);
AT_CHECKED bool at_device_network(const struct at_op *op,
                                  struct at_device *device,
                                  const struct at_network *network,
                                  struct at_buf *out_message,
                                  struct at_err *err);
AT_CHECKED bool at_device_install(const struct at_op *op,
                                  struct at_device *device,
                                  const char *apk_path, struct at_err *err);
AT_CHECKED bool at_device_uninstall(const struct at_op *op,
                                    struct at_device *device,
                                    const char *package, struct at_err *err);
AT_CHECKED bool at_device_clear(const struct at_op *op,
                                struct at_device *device, const char *package,
                                struct at_err *err);
AT_CHECKED bool at_device_unlock(const struct at_op *op,
                                 struct at_device *device, struct at_err *err);
AT_CHECKED bool at_device_names(const struct at_op *op,
                                struct at_device *device, struct at_argv *out,
                                struct at_err *err);
AT_CHECKED bool at_device_resumed(const struct at_op *op,
                                  struct at_device *device, char out[256],
                                  struct at_err *err);
AT_CHECKED bool at_device_permit(const struct at_op *op,
                                 struct at_device *device, const char *package,
                                 const char *permission, bool granted,
                                 struct at_err *err);
AT_CHECKED bool at_device_open_link(const struct at_op *op,
                                    struct at_device *device,
                                    const char *package, const char *link,
                                    struct at_err *err);
AT_CHECKED bool at_device_set_locale(const struct at_op *op,
                                     struct at_device *device,
                                     const char *package, const char *locale,
                                     char out_before[64], struct at_err *err);
AT_CHECKED bool at_device_rotate(const struct at_op *op,
                                 struct at_device *device,
                                 const struct at_rotation *rotation,
                                 struct at_rotation *out_before,
                                 struct at_err *err);
AT_CHECKED bool at_device_permissions(const struct at_op *op,
                                      struct at_device *device,
                                      const char *package, struct at_argv *out,
                                      struct at_err *err);
AT_CHECKED bool at_device_permit_all(const struct at_op *op,
                                     struct at_device *device,
                                     const char *package,
                                     const struct at_permissions *changes,
                                     size_t *out_refused, struct at_err *err);
AT_CHECKED bool at_device_launch_with(const struct at_op *op,
                                      struct at_device *device,
                                      const char *package,
                                      const struct at_extras *extras,
                                      struct at_err *err);
AT_CHECKED bool at_device_kill(const struct at_op *op, struct at_device *device,
                               const char *package, struct at_err *err);
AT_CHECKED bool at_device_view_link(const struct at_op *op,
                                    struct at_device *device, const char *link,
                                    struct at_err *err);
AT_CHECKED bool at_device_turn(const struct at_op *op, struct at_device *device,
                               enum at_switch which, const bool *set,
                               bool *out_before, struct at_err *err);
AT_CHECKED bool at_device_locate(const struct at_op *op,
                                 struct at_device *device, double latitude,
                                 double longitude, struct at_err *err);
AT_CHECKED bool at_device_add_media(const struct at_op *op,
                                    struct at_device *device, const char *path,
                                    struct at_err *err);
AT_CHECKED bool at_device_keyboard_shown(const struct at_op *op,
                                         struct at_device *device,
                                         bool *out_shown, struct at_err *err);
AT_CHECKED bool at_device_keyboard_stays_hidden(const struct at_op *op,
                                                struct at_device *device,
                                                bool *out_stays,
                                                struct at_err *err);

// Return true if the device has an operation: AT_DEVICE_OFFERS(device, clear)
#define AT_DEVICE_OFFERS(device, name) ((device)->ops->name != NULL)

#endif
