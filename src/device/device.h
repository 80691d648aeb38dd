// device.h: what every device can do
//
// A struct of operations, each with its contract here. Every operation may
// block until its op ends, is called from one thread at a time a device, and
// after a failure leaves the device usable: the next call works or fails with
// a clear error. An operation that is NULL is not offered on that kind of
// device; at_device_*() then fails with AT_EUNSUPPORTED and says so.
#ifndef AT_DEVICE_DEVICE_H
#define AT_DEVICE_DEVICE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/facts.h"
#include "device/input.h"
#include "screen/tree.h"

struct at_device;

// A way to reach a device, where it has several.
struct at_backend_state {
    const char *name; // "helper", "grpc", "adb": a literal
    bool up;
    char reason[256]; // why it is not, "" where it was not wanted yet
};
enum { AT_DEVICE_BACKENDS_MAX = 3 };

// Where one way failed and another was taken, in words.
enum { AT_FALLBACKS_KEPT = 8, AT_FALLBACK_TEXT_MAX = 240 };
struct at_fallbacks {
    size_t count; // since the device was opened; the latest are kept
    char text[AT_FALLBACKS_KEPT][AT_FALLBACK_TEXT_MAX]; // at number % KEPT
};

struct at_device_ops {
    // Mandatory. The tree of the screen now; never waits for idle on its own.
    // AT_ETREE with sys EBUSY: it cannot be read because it keeps moving.
    bool (*snapshot)(const struct at_op *op, struct at_device *device,
                     struct at_snapshot *out, struct at_err *err);
    // A whole PNG appended to out.
    bool (*screenshot)(const struct at_op *op, struct at_device *device,
                       struct at_buf *out, struct at_err *err);
    bool (*tap)(const struct at_op *op, struct at_device *device,
                struct at_point at, struct at_err *err);
    // Optional: tap node of tree, which is at that place, by what identifies
    // it. NULL: a tap at the place.
    bool (*tap_node)(const struct at_op *op, struct at_device *device,
                     const struct at_tree *tree, const struct at_node *node,
                     struct at_point at, struct at_err *err);
    // Two taps interval_ms apart, in one go.
    bool (*double_tap)(const struct at_op *op, struct at_device *device,
                       struct at_point at, int64_t interval_ms,
                       struct at_err *err);
    // A long press is a swipe that stays where it is.
    bool (*swipe)(const struct at_op *op, struct at_device *device,
                  const struct at_swipe *swipe, struct at_err *err);
    // Any of device/gesture.h; its points are kept on the screen.
    // AT_EUNSUPPORTED, with nothing done, where nothing here has two fingers.
    bool (*gesture)(const struct at_op *op, struct at_device *device,
                    struct at_gesture *gesture, struct at_err *err);
    // Optional: inputs, quiet by the device's own events and the tree, in one
    // round trip. AT_EUNSUPPORTED, with nothing done, where that cannot be had
    // now: the operations one by one may do it. True: the device has answered;
    // *out says what became of it, and holds what its snapshot owns.
    bool (*step)(const struct at_op *op, struct at_device *device,
                 const struct at_device_step *step,
                 struct at_device_stepped *out, struct at_err *err);
    // "KEYCODE_BACK", "BACK" or a number; repeat 1 or more, in one go.
    bool (*key)(const struct at_op *op, struct at_device *device,
                struct at_str key, unsigned repeat, struct at_err *err);
    // Type text into what has the focus. AT_EUNSUPPORTED, with nothing typed,
    // for text that no backend of this device can enter (names the first such
    // character and what would help).
    bool (*text)(const struct at_op *op, struct at_device *device,
                 struct at_str text, struct at_err *err);
    // Can it type any text, or only what `adb shell input text` can (the
    // command line holds that to a strict set)? NULL: any.
    bool (*types_any)(const struct at_op *op, struct at_device *device,
                      bool *out_any, struct at_err *err);
    // Bring the app to front through its launcher activity. AT_ENOAPP where it
    // is not installed, AT_EDEVICE where it has no launcher activity.
    bool (*launch)(const struct at_op *op, struct at_device *device,
                   const char *package, struct at_err *err);
    bool (*stop)(const struct at_op *op, struct at_device *device,
                 const char *package, struct at_err *err);
    // Process id, 0 where it does not run.
    bool (*pid)(const struct at_op *op, struct at_device *device,
                const char *package, int64_t *out_pid, struct at_err *err);
    bool (*info)(const struct at_op *op, struct at_device *device,
                 struct at_device_info *out, struct at_err *err);
    // Optional, in two halves, since looking into an app takes a moment: ask
    // does not wait for the answer, whatever is called next, and framework
    // takes it. AT_EUNSUPPORTED where nothing here can tell; AT_ENOAPP where
    // the app is not installed. A later ask forgets an earlier one.
    bool (*ask_framework)(const struct at_op *op, struct at_device *device,
                          const char *package, struct at_err *err);
    bool (*framework)(const struct at_op *op, struct at_device *device,
                      struct at_framework *out, struct at_err *err);
    bool (*logs)(const struct at_op *op, struct at_device *device,
                 const struct at_log_query *query, struct at_log_result *out,
                 struct at_err *err);
    // The log from now on, line by line, until op ends or the sink has enough
    // (which is no failure). query's max_lines and max_bytes are not used. An
    // app that starts, dies and starts again is followed.
    bool (*follow_logs)(const struct at_op *op, struct at_device *device,
                        const struct at_log_query *query,
                        const struct at_log_sink *sink, struct at_err *err);
    // A mark in the device's log for crash(): "what comes after now".
    bool (*log_mark)(const struct at_op *op, struct at_device *device,
                     char out_mark[64], struct at_err *err);
    // The newest crash or ANR of package after mark; none is no failure.
    bool (*crash)(const struct at_op *op, struct at_device *device,
                  const char *package, const char *mark, struct at_crash *out,
                  struct at_err *err);
    // A SharedPreferences file ("user" or "user.xml"), appended to out.
    bool (*prefs)(const struct at_op *op, struct at_device *device,
                  const char *package, struct at_str file, struct at_buf *out,
                  struct at_err *err);
    bool (*query_db)(const struct at_op *op, struct at_device *device,
                     const struct at_db_query *query, struct at_db_result *out,
                     struct at_err *err);
    // What was applied, in words, appended to out_message; what could not be
    // is the error (what had been applied by then is in its message).
    bool (*network)(const struct at_op *op, struct at_device *device,
                    const struct at_network *network,
                    struct at_buf *out_message, struct at_err *err);
    bool (*install)(const struct at_op *op, struct at_device *device,
                    const char *apk_path, struct at_err *err);
    bool (*uninstall)(const struct at_op *op, struct at_device *device,
                      const char *package, struct at_err *err);
    bool (*clear)(const struct at_op *op, struct at_device *device,
                  const char *package, struct at_err *err);
    // Current keyboard visibility, where the device can tell cheaply.
    bool (*keyboard_shown)(const struct at_op *op, struct at_device *device,
                           bool *out_shown, struct at_err *err);
    // Optional: choose how the device is reached: "auto", "adb", "grpc". What
    // could not be brought up before is tried again when it is wanted.
    // AT_EGRPC where the emulator's gRPC is asked for and cannot be had.
    bool (*use_backend)(const struct at_op *op, struct at_device *device,
                        struct at_str name, struct at_err *err);
    // Optional: how it can be reached as far as known; asks nobody. How many.
    size_t (*backends)(const struct at_device *device,
                       struct at_backend_state out[AT_DEVICE_BACKENDS_MAX]);
    void (*free)(struct at_device *device);
};

// Told of each operation once it has ended.
struct at_device_watch {
    void (*did)(void *user, const char *operation, int64_t took_ns, bool ok);
    void *user;
};

struct at_proc_listener;

// Embedded as the first member of each kind of device.
struct at_device {
    const struct at_device_ops *ops;
    char serial[128]; // adb serial, simulator UDID
    char name[128];   // of a simulator; "" where not known
    int64_t spent_ns; // in device calls since creation, for the trace
    bool keep_source; // snapshots keep what they were read from
    bool hides_focus; // its trees never tell which element has the focus
    bool brief; // open for few calls: what takes long to bring up is used only
                // where nothing else can do it
    const char *input_by; // backend of the newest input, a literal; NULL: none
    struct at_fallbacks fallbacks;
    const struct at_device_watch *watch;     // borrowed; NULL: nobody
    const struct at_proc_listener *listener; // … of the tools it runs
};

void at_device_free(struct at_device *device); // NULL is allowed
size_t at_device_backends(const struct at_device *device,
                          struct at_backend_state out[AT_DEVICE_BACKENDS_MAX]);
// For who implements a device: one more fallback.
void at_device_fell_back(struct at_device *device, const char *fmt, ...)
    AT_PRINTF(2, 3);

// One function an operation: checks that it is offered, adds the time to
// spent_ns and puts the device's serial in front of the message.
#define AT_DEVICE_CALL(name, ...)                                              \
    AT_CHECKED bool at_device_##name(const struct at_op *op,                   \
                                     struct at_device *device, __VA_ARGS__)
AT_DEVICE_CALL(snapshot, struct at_snapshot *out, struct at_err *err);
AT_DEVICE_CALL(screenshot, struct at_buf *out, struct at_err *err);
AT_DEVICE_CALL(tap, struct at_point at, struct at_err *err);
AT_DEVICE_CALL(tap_node, const struct at_tree *tree, const struct at_node *node,
               struct at_point at, struct at_err *err);
AT_DEVICE_CALL(double_tap, struct at_point at, int64_t interval_ms,
               struct at_err *err);
AT_DEVICE_CALL(swipe, const struct at_swipe *swipe, struct at_err *err);
AT_DEVICE_CALL(gesture, struct at_gesture *gesture, struct at_err *err);
AT_DEVICE_CALL(step, const struct at_device_step *step,
               struct at_device_stepped *out, struct at_err *err);
AT_DEVICE_CALL(use_backend, struct at_str name, struct at_err *err);
AT_DEVICE_CALL(key, struct at_str key, unsigned repeat, struct at_err *err);
AT_DEVICE_CALL(text, struct at_str text, struct at_err *err);
AT_DEVICE_CALL(types_any, bool *out_any, struct at_err *err);
AT_DEVICE_CALL(launch, const char *package, struct at_err *err);
AT_DEVICE_CALL(stop, const char *package, struct at_err *err);
AT_DEVICE_CALL(pid, const char *package, int64_t *out_pid, struct at_err *err);
AT_DEVICE_CALL(info, struct at_device_info *out, struct at_err *err);
AT_DEVICE_CALL(ask_framework, const char *package, struct at_err *err);
AT_DEVICE_CALL(framework, struct at_framework *out, struct at_err *err);
AT_DEVICE_CALL(logs, const struct at_log_query *query,
               struct at_log_result *out, struct at_err *err);
AT_DEVICE_CALL(follow_logs, const struct at_log_query *query,
               const struct at_log_sink *sink, struct at_err *err);
AT_DEVICE_CALL(log_mark, char out_mark[64], struct at_err *err);
AT_DEVICE_CALL(crash, const char *package, const char *mark,
               struct at_crash *out, struct at_err *err);
AT_DEVICE_CALL(prefs, const char *package, struct at_str file,
               struct at_buf *out, struct at_err *err);
AT_DEVICE_CALL(query_db, const struct at_db_query *query,
               struct at_db_result *out, struct at_err *err);
AT_DEVICE_CALL(network, const struct at_network *network,
               struct at_buf *out_message, struct at_err *err);
AT_DEVICE_CALL(install, const char *apk_path, struct at_err *err);
AT_DEVICE_CALL(uninstall, const char *package, struct at_err *err);
AT_DEVICE_CALL(clear, const char *package, struct at_err *err);
AT_DEVICE_CALL(keyboard_shown, bool *out_shown, struct at_err *err);
#undef AT_DEVICE_CALL

// Does the device offer an operation: AT_DEVICE_OFFERS(device, clear)
#define AT_DEVICE_OFFERS(device, name) ((device)->ops->name != NULL)

#endif
