// device_ops.h: the operations that a kind of device implements
//
// Each implementation has one constant table of them. Users of a device call
// at_device_*() of device.h, which also says what holds for all of these.
#ifndef AT_DEVICE_DEVICE_OPS_H
#define AT_DEVICE_DEVICE_OPS_H

#include <stdbool.h>

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/app_version.h"
#include "device/facts.h"
#include "device/input.h"
#include "device/sync.h"

struct at_recorded;
struct at_overlay_wish;
struct at_image_info;
struct at_device;

struct at_device_ops {
    // Optional. Begin to open what reading the screen needs, and do not wait:
    // the first reading does.
    void (*warm_up)(struct at_device *device);
    // Mandatory. Read the screen's tree now; never waits until it is settled.
    // AT_EDEVICE with sys EBUSY: the screen keeps moving too much; with EAGAIN:
    // there is none to read at this moment.
    bool (*snapshot)(const struct at_op *op, struct at_device *device,
                     struct at_snapshot *out, struct at_err *err);
    // Append a whole PNG to out.
    bool (*screenshot)(const struct at_op *op, struct at_device *device,
                       struct at_buf *out, struct at_err *err);
    // Optional. Append a picture that the device itself has made small enough
    // and compressed, in whatever way, if that is the quickest one now.
    // AT_EUNSUPPORTED otherwise: a screenshot may be had.
    bool (*small_picture)(const struct at_op *op, struct at_device *device,
                          const struct at_picture_limits *limits,
                          struct at_buf *out, struct at_image_info *info,
                          struct at_err *err);
    // Send one input. AT_EUNSUPPORTED, with nothing done, for a kind that the
    // device does not take, and for text that none of its backends can type
    // (the message has the first such character and a remedy).
    bool (*input)(const struct at_op *op, struct at_device *device,
                  const struct at_input *input, struct at_err *err);
    bool has_two_fingers; // false: AT_INPUT_GESTURE is not offered
    // Optional: send inputs, wait for quiet by the device's own events and read
    // the tree, in one request. AT_EUNSUPPORTED, with nothing done, if this is
    // not possible now: the single operations may be. True: the device has
    // answered; *out has the result and owns its snapshot.
    bool (*step)(const struct at_op *op, struct at_device *device,
                 const struct at_device_step *step,
                 struct at_device_step_result *out, struct at_err *err);
    // Optional: does a step look for the node of its inputs now, at the moment
    // of the touch? Asks no device.
    bool (*finds)(const struct at_device *device);
    // Report whether the device can type any text, or only what `adb shell
    // input text` can (the command line holds that to a strict set). NULL: any.
    bool (*types_any)(const struct at_op *op, struct at_device *device,
                      bool *out_any, struct at_err *err);
    // Bring the app to the front through its launcher activity. AT_ENOAPP if it
    // is not installed, AT_EDEVICE if it has no launcher activity.
    bool (*launch)(const struct at_op *op, struct at_device *device,
                   const char *package, struct at_err *err);
    bool (*stop)(const struct at_op *op, struct at_device *device,
                 const char *package, struct at_err *err);
    // Get the process id, 0 if the app does not run.
    bool (*pid)(const struct at_op *op, struct at_device *device,
                const char *package, int64_t *out_pid, struct at_err *err);
    at_device_app_version_fn *app_version; // optional
    // Optional: has the app drawn a frame within a moment?
    bool (*draws)(const struct at_op *op, struct at_device *device,
                  const char *package, bool *out_draws, struct at_err *err);
    // Optional: append all names by which this device can be opened; the first
    // is that of its lease. At least one.
    bool (*names)(const struct at_op *op, struct at_device *device,
                  struct at_argv *out, struct at_err *err);
    bool (*info)(const struct at_op *op, struct at_device *device,
                 struct at_device_info *out, struct at_err *err);
    // Optional. It takes a moment, so it has two halves: ask_framework does not
    // wait for the answer, whatever is called next, and framework receives it.
    // AT_EUNSUPPORTED if the device cannot know; AT_ENOAPP if the app is not
    // installed. A later request replaces an earlier one.
    bool (*ask_framework)(const struct at_op *op, struct at_device *device,
                          const char *package, struct at_err *err);
    bool (*framework)(const struct at_op *op, struct at_device *device,
                      struct at_framework *out, struct at_err *err);
    bool (*logs)(const struct at_op *op, struct at_device *device,
                 const struct at_log_query *query, struct at_log_result *out,
                 struct at_err *err);
    // Pass on the log from now on, line by line, until op ends or the sink has
    // enough (which is not a failure). query's max_lines and max_bytes are not
    // used. An app that starts, dies and starts again is followed.
    bool (*follow_logs)(const struct at_op *op, struct at_device *device,
                        const struct at_log_query *query,
                        const struct at_log_sink *sink, struct at_err *err);
    // Make a mark in the device's log for crash(): later entries count.
    bool (*log_mark)(const struct at_op *op, struct at_device *device,
                     char out_mark[64], struct at_err *err);
    // Find the newest crash or ANR of package after mark; finding none is not a
    // failure.
    bool (*crash)(const struct at_op *op, struct at_device *device,
                  const char *package, const char *mark, struct at_crash *out,
                  struct at_err *err);
    // Append a SharedPreferences file ("user" or "user.xml") or a DataStore
    // ("settings.preferences_pb"), as XML, to out; without one (NULL) the names
    // of those there are, a line each. A path is one below the app's folder.
    bool (*prefs)(const struct at_op *op, struct at_device *device,
                  const char *package, struct at_str file, struct at_buf *out,
                  struct at_err *err);
    bool (*query_db)(const struct at_op *op, struct at_device *device,
                     const struct at_db_query *query, struct at_db_result *out,
                     struct at_err *err);
    // Append what was applied, in words, to out_message. The error says what
    // could not be applied, and what had been before.
    bool (*network)(const struct at_op *op, struct at_device *device,
                    const struct at_network *network,
                    struct at_buf *out_message, struct at_err *err);
    bool (*install)(const struct at_op *op, struct at_device *device,
                    const char *apk_path, struct at_err *err);
    bool (*uninstall)(const struct at_op *op, struct at_device *device,
                      const char *package, struct at_err *err);
    bool (*clear)(const struct at_op *op, struct at_device *device,
                  const char *package, struct at_err *err);
    // Optional, to prepare a test. Turn the screen on and dismiss the keyguard;
    // one that asks for a PIN stays, which is not a failure.
    bool (*unlock)(const struct at_op *op, struct at_device *device,
                   struct at_err *err);
    // Write the package whose activity is resumed, "" if none is.
    bool (*resumed)(const struct at_op *op, struct at_device *device,
                    char out[256], struct at_err *err);
    // Grant or revoke a permission by its full or last name. AT_EUSAGE if the
    // app does not ask for it, or the user cannot decide about it. Revoking one
    // that the app has ends its process.
    bool (*permit)(const struct at_op *op, struct at_device *device,
                   const char *package, const char *permission, bool granted,
                   struct at_err *err);
    // Open a link in the app and bring it to the front. AT_EUSAGE if the app
    // has no activity for it.
    bool (*open_link)(const struct at_op *op, struct at_device *device,
                      const char *package, const char *link,
                      struct at_err *err);
    // Set the app's own locale, "" for the device's, and write what it was. The
    // device keeps it until it is set again. AT_EUNSUPPORTED before Android 13.
    bool (*set_locale)(const struct at_op *op, struct at_device *device,
                       const char *package, const char *locale,
                       char out_before[64], struct at_err *err);
    // Turn the screen, and write how it turned before. The device keeps it.
    bool (*rotate)(const struct at_op *op, struct at_device *device,
                   const struct at_rotation *rotation,
                   struct at_rotation *out_before, struct at_err *err);
    // Report whether the keyboard is shown, if the device can find out cheaply.
    bool (*keyboard_shown)(const struct at_op *op, struct at_device *device,
                           bool *out_shown, struct at_err *err);
    // Optional: does the device say that a touched field opens no keyboard,
    // because it has one of keys? NULL: none is waited for.
    bool (*keyboard_stays_hidden)(const struct at_op *op,
                                  struct at_device *device, bool *out_stays,
                                  struct at_err *err);
    // Optional, both or none: see device/record.h.
    bool (*record_start)(const struct at_op *op, struct at_device *device,
                         const char *folder, struct at_err *err);
    bool (*record_stop)(const struct at_op *op, struct at_device *device,
                        const char *folder, struct at_recorded *out,
                        struct at_err *err);
    // Optional: choose how the device is reached: "auto", "adb", "grpc".
    // Backends that failed to open are tried again when they are needed.
    // AT_EGRPC if the emulator's gRPC was chosen and cannot be used.
    bool (*use_backend)(const struct at_op *op, struct at_device *device,
                        struct at_str name, struct at_err *err);
    // Optional, all or none: what the app itself says that it is still doing
    // (device/sync.h). follow: attach to the app's sources in the background
    // and return at once. For the app that is followed already this is its next
    // launch: what is not attached is tried at once, unless another debugger
    // has it. NULL lets go of all.
    void (*sync_follow)(struct at_device *device,
                        const struct at_sync_app *app);
    // The app is up: try what is not attached once more, and wait until the
    // attempts have ended, or op ends.
    void (*sync_meet)(const struct at_op *op, struct at_device *device);
    // Ask the attached sources what the app is doing, and wait until nothing is
    // left that ends by itself, or op ends (true, with idle false). A source
    // that does not answer is left out; false only if op is cancelled. What was
    // waited for in vain is endured: it is not waited for again until it has
    // ended.
    bool (*sync_wait)(const struct at_op *op, struct at_device *device,
                      struct at_sync_report *out, struct at_err *err);
    // Put into the tree of a new reading what the sources know besides, for
    // what the tree lacks. They are waited for 300 ms at most; what they do not
    // know by then is left out.
    void (*sync_complete)(const struct at_op *op, struct at_device *device,
                          const struct at_overlay_wish *wish,
                          struct at_snapshot *snapshot);
    // The names of the attached sources; asks nobody. Returns their number.
    size_t (*sync_attached)(struct at_device *device,
                            const char *out[AT_SYNC_SOURCES_MAX]);
    // The same of those that the app may have: attached, or tried again.
    size_t (*sync_sources)(struct at_device *device,
                           const char *out[AT_SYNC_SOURCES_MAX]);
    // Append the lines of diagnostics since the last call, with their tags.
    void (*sync_lines)(struct at_device *device, struct at_argv *out);
    // Optional: give back what only one program on the device can have (Android
    // has one UiAutomation), so that another program's UI tests can run there;
    // back: take it again.
    bool (*lend)(const struct at_op *op, struct at_device *device, bool back,
                 struct at_err *err);
    // Optional: describe the backends as far as known; asks no device. Returns
    // their number.
    size_t (*backends)(const struct at_device *device,
                       struct at_backend_state out[AT_DEVICE_BACKENDS_MAX]);
    // Optional: check a key's name; asks no device. AT_EUSAGE lists similar
    // names.
    bool (*check_key)(struct at_str key, struct at_err *err);
    void (*free)(struct at_device *device);
};

#endif
