// device_ops.h: the operations implemented by each kind of device
//
// Each implementation has one constant table. Users of a device call the
// at_device_*() functions of device.h, which documents the common rules.
#ifndef AT_DEVICE_DEVICE_OPS_H
#define AT_DEVICE_DEVICE_OPS_H

#include <stdbool.h>

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/app_state.h"
#include "device/app_version.h"
#include "device/facts.h"
#include "device/input.h"
#include "device/sync.h"

struct at_recorded;
struct at_image_info;
struct at_device;

struct at_device_ops {
    // Optional. Start to open what reading the screen needs, without waiting;
    // the first reading waits.
    void (*warm_up)(struct at_device *device);
    // Mandatory. Read the current tree without waiting for it to settle.
    // AT_EDEVICE with sys EBUSY: the screen keeps moving; with EAGAIN: there is
    // currently no tree.
    bool (*snapshot)(const struct at_op *op, struct at_device *device,
                     struct at_snapshot *out, struct at_err *err);
    // Append a complete PNG to out.
    bool (*screenshot)(const struct at_op *op, struct at_device *device,
                       struct at_buf *out, struct at_err *err);
    // Optional. Append a picture that was scaled and compressed on the device,
    // in any format, if that is currently the fastest way. AT_EUNSUPPORTED
    // otherwise: take a screenshot.
    bool (*small_picture)(const struct at_op *op, struct at_device *device,
                          const struct at_picture_limits *limits,
                          struct at_buf *out, struct at_image_info *info,
                          struct at_err *err);
    // Send one input. AT_EUNSUPPORTED, with nothing done, for a kind that the
    // device does not support, and for text that no backend can type (the
    // message has the first such character and a remedy).
    bool (*input)(const struct at_op *op, struct at_device *device,
                  const struct at_input *input, struct at_err *err);
    bool has_two_fingers; // false: no AT_INPUT_GESTURE
    // Optional: in one request, send inputs, wait for quiet by the device's own
    // events and read the tree. AT_EUNSUPPORTED, with nothing done, if that is
    // currently impossible; the single operations may work. True: the device
    // has answered; *out has the result and owns its snapshot.
    bool (*step)(const struct at_op *op, struct at_device *device,
                 const struct at_device_step *step,
                 struct at_device_step_result *out, struct at_err *err);
    // Optional: return true if a step currently looks up its inputs' nodes at
    // the moment of the touch. Does not access the device.
    bool (*finds)(const struct at_device *device);
    // Report whether the device can type any text, or only the text supported
    // by `adb shell input text` (for which the command line enforces a strict
    // set). NULL: any.
    bool (*types_any)(const struct at_op *op, struct at_device *device,
                      bool *out_any, struct at_err *err);
    // Bring the app to the front through its launcher activity. AT_ENOAPP if it
    // is not installed, AT_EDEVICE if it has no launcher activity.
    bool (*launch)(const struct at_op *op, struct at_device *device,
                   const char *package, struct at_err *err);
    bool (*stop)(const struct at_op *op, struct at_device *device,
                 const char *package, struct at_err *err);
    // Get the process id, 0 if the app is not running.
    bool (*pid)(const struct at_op *op, struct at_device *device,
                const char *package, int64_t *out_pid, struct at_err *err);
    at_device_app_version_fn *app_version; // optional
    // Optional: report whether the app draws a frame within a moment.
    bool (*draws)(const struct at_op *op, struct at_device *device,
                  const char *package, bool *out_draws, struct at_err *err);
    // Optional: append all names that open this device, at least one, starting
    // with the name of its lease.
    bool (*names)(const struct at_op *op, struct at_device *device,
                  struct at_argv *out, struct at_err *err);
    bool (*info)(const struct at_op *op, struct at_device *device,
                 struct at_device_info *out, struct at_err *err);
    // Optional. Detection takes a moment and has two halves: ask_framework
    // returns without waiting, whatever is called next, and framework receives
    // the answer. AT_EUNSUPPORTED if the device cannot know; AT_ENOAPP if the
    // app is not installed. A later request replaces an earlier one.
    bool (*ask_framework)(const struct at_op *op, struct at_device *device,
                          const char *package, struct at_err *err);
    bool (*framework)(const struct at_op *op, struct at_device *device,
                      struct at_framework *out, struct at_err *err);
    bool (*logs)(const struct at_op *op, struct at_device *device,
                 const struct at_log_query *query, struct at_log_result *out,
                 struct at_err *err);
    // Pass on new log lines until op ends or the sink has enough (which is not
    // a failure). query's max_lines and max_bytes are ignored. An app is
    // followed across restarts.
    bool (*follow_logs)(const struct at_op *op, struct at_device *device,
                        const struct at_log_query *query,
                        const struct at_log_sink *sink, struct at_err *err);
    // Mark the current position in the device's log for crash().
    bool (*log_mark)(const struct at_op *op, struct at_device *device,
                     char out_mark[64], struct at_err *err);
    // Find the latest crash or ANR of package after mark; finding none is not a
    // failure.
    bool (*crash)(const struct at_op *op, struct at_device *device,
                  const char *package, const char *mark, struct at_crash *out,
                  struct at_err *err);
    // Append a SharedPreferences file ("user" or "user.xml") or a DataStore
    // ("settings.preferences_pb") as XML to out; if file is NULL, append the
    // names of all such files, one per line. A path is relative to the app's
    // folder.
    bool (*prefs)(const struct at_op *op, struct at_device *device,
                  const char *package, struct at_str file, struct at_buf *out,
                  struct at_err *err);
    bool (*query_db)(const struct at_op *op, struct at_device *device,
                     const struct at_db_query *query, struct at_db_result *out,
                     struct at_err *err);
    // Append a description of the applied changes to out_message. The error
    // names what could not be applied and what had been applied before.
    bool (*network)(const struct at_op *op, struct at_device *device,
                    const struct at_network *network,
                    struct at_buf *out_message, struct at_err *err);
    bool (*install)(const struct at_op *op, struct at_device *device,
                    const char *apk_path, struct at_err *err);
    bool (*uninstall)(const struct at_op *op, struct at_device *device,
                      const char *package, struct at_err *err);
    bool (*clear)(const struct at_op *op, struct at_device *device,
                  const char *package, struct at_err *err);
    at_device_state_fn *state; // optional
    // Optional, to prepare a test. Turn the screen on and dismiss the keyguard.
    // A keyguard that asks for a PIN remains, which is not a failure.
    bool (*unlock)(const struct at_op *op, struct at_device *device,
                   struct at_err *err);
    // Write the package of the resumed activity, or "".
    bool (*resumed)(const struct at_op *op, struct at_device *device,
                    char out[256], struct at_err *err);
    // Grant or revoke a permission by its full or last name. AT_EUSAGE if the
    // app does not request it, or if it is not up to the user. Revoking a
    // granted permission kills the app's process.
    bool (*permit)(const struct at_op *op, struct at_device *device,
                   const char *package, const char *permission, bool granted,
                   struct at_err *err);
    // Open a link in the app and bring it to the front. AT_EUSAGE if none of
    // the app's activities handles it.
    bool (*open_link)(const struct at_op *op, struct at_device *device,
                      const char *package, const char *link,
                      struct at_err *err);
    // Set the app's locale, "" for the device's, and write the previous one.
    // The setting is permanent. AT_EUNSUPPORTED before Android 13.
    bool (*set_locale)(const struct at_op *op, struct at_device *device,
                       const char *package, const char *locale,
                       char out_before[64], struct at_err *err);
    // Rotate the screen permanently and write the previous rotation.
    bool (*rotate)(const struct at_op *op, struct at_device *device,
                   const struct at_rotation *rotation,
                   struct at_rotation *out_before, struct at_err *err);
    // Append the full names of what the app's manifest asks for.
    bool (*permissions)(const struct at_op *op, struct at_device *device,
                        const char *package, struct at_argv *out,
                        struct at_err *err);
    // Change several at once, in order; refused ones are counted.
    bool (*permit_all)(const struct at_op *op, struct at_device *device,
                       const char *package,
                       const struct at_permissions *changes,
                       size_t *out_refused, struct at_err *err);
    // Launch like launch(), with values for the intent.
    bool (*launch_with)(const struct at_op *op, struct at_device *device,
                        const char *package, const struct at_extras *extras,
                        struct at_err *err);
    // Kill the app's process unless it is in the foreground.
    bool (*kill)(const struct at_op *op, struct at_device *device,
                 const char *package, struct at_err *err);
    // Open a link in whatever app handles it. AT_EUSAGE if none does.
    bool (*view_link)(const struct at_op *op, struct at_device *device,
                      const char *link, struct at_err *err);
    // Report whether it is on and, unless set is NULL, set it permanently.
    bool (*turn)(const struct at_op *op, struct at_device *device,
                 enum at_switch which, const bool *set, bool *out_before,
                 struct at_err *err);
    // Pretend to be at this place, in degrees.
    bool (*locate)(const struct at_op *op, struct at_device *device,
                   double latitude, double longitude, struct at_err *err);
    // Copy a picture or video to the device's gallery.
    bool (*add_media)(const struct at_op *op, struct at_device *device,
                      const char *path, struct at_err *err);
    // Report whether the keyboard is shown, if that is cheap to determine.
    bool (*keyboard_shown)(const struct at_op *op, struct at_device *device,
                           bool *out_shown, struct at_err *err);
    // Optional: report whether touching a field opens no keyboard because the
    // device has a physical one. NULL: do not wait for a keyboard.
    bool (*keyboard_stays_hidden)(const struct at_op *op,
                                  struct at_device *device, bool *out_stays,
                                  struct at_err *err);
    // Optional, both or neither: see device/record.h.
    bool (*record_start)(const struct at_op *op, struct at_device *device,
                         const char *folder, struct at_err *err);
    bool (*record_stop)(const struct at_op *op, struct at_device *device,
                        const char *folder, struct at_recorded *out,
                        struct at_err *err);
    // Optional: choose the connection to the device: "auto", "adb", "grpc".
    // Backends that failed to open are retried when needed. AT_EGRPC if the
    // emulator's gRPC was chosen and is unusable.
    bool (*use_backend)(const struct at_op *op, struct at_device *device,
                        struct at_str name, struct at_err *err);
    // Optional, all or none: activities reported by the app itself
    // (device/sync.h). set_app: name the app under test; the same app again
    // means that it is relaunched. Asks no device. From then on a reading whose
    // tree lacks something is completed by the app's sources, or by those of
    // the app in front if the package is "". It waits for them 300 ms at most;
    // the tree's gaps name the sources that have not answered.
    void (*sync_set_app)(struct at_device *device,
                         const struct at_sync_app *app);
    // Attach to the app's sources in the background and return at once; do
    // nothing if that was done since set_app. After a relaunch, retry
    // unattached sources immediately, except those held by another debugger.
    void (*sync_follow)(struct at_device *device);
    // The app is up: retry unattached sources once, and wait until the attempts
    // or op have ended.
    void (*sync_meet)(const struct at_op *op, struct at_device *device);
    // Ask the attached sources for the app's activities, and wait until only
    // endless ones remain or op ends (true, with idle false). Sources that do
    // not answer are ignored; false only if op is cancelled. An activity that
    // was waited for in vain is ignored by later waits until it has ended.
    bool (*sync_wait)(const struct at_op *op, struct at_device *device,
                      struct at_sync_report *out, struct at_err *err);
    // Get the names of the attached sources without asking them. Return their
    // number.
    size_t (*sync_attached)(struct at_device *device,
                            const char *out[AT_SYNC_SOURCES_MAX]);
    // Like sync_attached for all sources the app may have: attached, or to be
    // retried.
    size_t (*sync_sources)(struct at_device *device,
                           const char *out[AT_SYNC_SOURCES_MAX]);
    // Append the diagnostic lines since the last call, with their tags.
    void (*sync_lines)(struct at_device *device, struct at_argv *out);
    // Optional: release what only one program on the device can hold (Android
    // has one UiAutomation), so another program can run UI tests there; back:
    // reacquire it.
    bool (*lend)(const struct at_op *op, struct at_device *device, bool back,
                 struct at_err *err);
    // Optional: describe the backends as far as known, without accessing the
    // device. Return their number.
    size_t (*backends)(const struct at_device *device,
                       struct at_backend_state out[AT_DEVICE_BACKENDS_MAX]);
    // Optional: check a key's name, offline. AT_EUSAGE lists similar names.
    bool (*check_key)(struct at_str key, struct at_err *err);
    void (*free)(struct at_device *device);
};

#endif
