// helper.h: the operations of com.agentest.helper, our program on the device
//
// It is copied, launched and called over streams of the adb server; the
// protocol is android/helper/PROTOCOL.md. A helper is used by one thread at a
// time; its own second thread keeps it alive between two requests.
//
// Errors: AT_EUNSUPPORTED if it is disabled, AT_EBUSY if another program holds
// the device's UiAutomation, AT_EDEVICE, AT_EPROTO and AT_ENODEV if it cannot
// be started or was lost, AT_EUSAGE for values that it would refuse,
// AT_ETIMEOUT and AT_ECANCELED if op ended. A message of at_helper_open()
// starts with the method and the failed stage: "helper: launch: …". A helper
// never restarts itself: see at_helper_state() and backends/supervisor.h.
#ifndef AT_DEVICE_ANDROID_HELPER_HELPER_H
#define AT_DEVICE_ANDROID_HELPER_HELPER_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/android/adb/client/adb.h"
#include "device/android/helper/helper_types.h"

struct at_helper;
struct at_lock;

struct at_helper_opts {
    const struct at_adb_device *device; // copied
    bool resident;    // run the jar by app_process, without installation
    bool may_install; // else: install it if it is missing or of another version
};

// Bring the helper to the device, launch it and wait until it answers.
// AGENTEST_HELPER_APK_DIR is the folder of its APK and its jar; a non-empty
// AGENTEST_DISABLE_HELPER other than 0 is AT_EUNSUPPORTED "helper: disabled …".
// The installed helper is AT_EUNSUPPORTED if it is not there in this version
// and may not be installed. The caller owns *out; NULL on failure. result may
// be NULL and is set in either case.
AT_CHECKED bool at_helper_open(const struct at_op *op,
                               const struct at_helper_opts *opts,
                               struct at_helper_open_result *result,
                               struct at_helper **out, struct at_err *err);
// Attach to the resident helper started by another program of this user, as
// at_helper_open() would; starts and ends nothing. AT_EUNSUPPORTED: not found.
// The caller owns *out; NULL on failure.
AT_CHECKED bool at_helper_join(const struct at_op *op,
                               const struct at_adb_device *device,
                               struct at_helper **out, struct at_err *err);
// End the helper on the device and wait briefly; a helper started by another
// program keeps running. NULL is allowed.
void at_helper_free(struct at_helper *helper);

// READY     it answered the last request
// DOUBTFUL  it did not in time: /status is asked before the next request
// STUCK     a request came during a long touch that its caller had given up,
//           and inputs wait for each other
// LOST      it ended, its connection broke, /status was not answered, or it
//           reports that it lost UiAutomation or knows another token
// Any answer makes a helper READY. STUCK and LOST helpers answer nothing more:
// close them and open another.
enum at_helper_state {
    AT_HELPER_READY,
    AT_HELPER_DOUBTFUL,
    AT_HELPER_STUCK,
    AT_HELPER_LOST,
};
enum at_helper_state at_helper_state(const struct at_helper *helper);

// Return true if another program has started it: closing it frees nothing.
bool at_helper_is_guest(const struct at_helper *helper);

// Return how long opening the helper waited until the device's UiAutomation was
// free, and forget it.
int64_t at_helper_take_waited_ms(struct at_helper *helper);

// Give the device's UiAutomation back, and take it again; a program that is
// about to end is waited for a moment. Both may be repeated. A request that
// finds it given back takes it again by itself.
AT_CHECKED bool at_helper_release(const struct at_op *op,
                                  struct at_helper *helper, struct at_err *err);
AT_CHECKED bool at_helper_acquire(const struct at_op *op,
                                  struct at_helper *helper, struct at_err *err);

// Until the lease is released, no program of this user takes UiAutomation again
// on that device: its requests fail with AT_EBUSY. The caller owns the result
// (at_lock_release); NULL with err.
struct at_lock *at_helper_lend(const struct at_op *op, const char *serial,
                               struct at_err *err);

// Read the tree of all windows, finished (at_tree_finish()). options may be
// NULL. The unchanged answer is appended to source, which may be NULL. The
// caller owns *out. AT_ETREE: no window has content now.
AT_CHECKED bool at_helper_tree(const struct at_op *op, struct at_helper *helper,
                               const struct at_helper_tree_options *options,
                               struct at_tree **out, struct at_buf *source,
                               struct at_err *err);

// Append a screenshot to bytes. options (NULL: a PNG of the whole screen) and
// out may be NULL.
AT_CHECKED bool at_helper_screenshot(
    const struct at_op *op, struct at_helper *helper,
    const struct at_helper_shot_options *options, struct at_buf *bytes,
    struct at_helper_shot *out, struct at_err *err);

// Append the screen's picture, a JPEG, to bytes once it is another one than the
// caller has; nothing is appended without a picture.
AT_CHECKED bool at_helper_frame(const struct at_op *op,
                                struct at_helper *helper,
                                const struct at_helper_frame_options *options,
                                struct at_buf *bytes,
                                struct at_helper_frame *out,
                                struct at_err *err);

// Detect an app's framework; package NULL is the app in front. Searching its
// files takes a moment, so the request uses a separate connection and the
// answer is received later. AT_EUSAGE if nothing was requested, AT_ENOAPP if
// the app is not installed. out is initialised; deinit it in either case.
AT_CHECKED bool at_helper_request_framework(const struct at_op *op,
                                            struct at_helper *helper,
                                            const char *package,
                                            struct at_err *err);
AT_CHECKED bool at_helper_receive_framework(const struct at_op *op,
                                            struct at_helper *helper,
                                            struct at_helper_framework *out,
                                            struct at_err *err);
void at_helper_framework_deinit(struct at_helper_framework *framework);

// Query an app's idling bridge without starting the app. *out is initialised.
AT_CHECKED bool at_helper_idling(const struct at_op *op,
                                 struct at_helper *helper, const char *package,
                                 struct at_helper_idling *out,
                                 struct at_err *err);

// Do one action, in pixels of the screen in its current orientation, and return
// when it is done. The helper lifts all fingers, even when it is ended.
// AT_EUSAGE: the helper refuses it; AT_EUNSUPPORTED: it cannot do it on this
// device.
AT_CHECKED bool at_helper_perform(const struct at_op *op,
                                  struct at_helper *helper,
                                  const struct at_helper_action *action,
                                  struct at_err *err);

// Do the actions, wait for quiet and read the tree, in one request. True means
// that the helper has answered: out has the results of the actions and the
// tree. out is initialised; deinit it in either case. The tree's JSON is
// appended to source, which may be NULL.
AT_CHECKED bool at_helper_do_step(const struct at_op *op,
                                  struct at_helper *helper,
                                  const struct at_helper_step *step,
                                  struct at_helper_outcome *out,
                                  struct at_buf *source, struct at_err *err);
void at_helper_outcome_deinit(struct at_helper_outcome *outcome);

#endif
