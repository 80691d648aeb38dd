// helper.h: what the program on the device does for us
//
// com.agentest.helper: installed, launched and asked by this, all over streams
// of the adb server; its wire is android/helper/PROTOCOL.md. One thread at a
// time; a thread of its own keeps the helper alive between two calls.
//
// Errors: AT_EUNSUPPORTED where it is switched off, AT_EBUSY where another
// holds the device's UiAutomation, AT_EDEVICE, AT_EPROTO and AT_ENODEV where
// it cannot be brought up or was lost, AT_EUSAGE for what it would refuse,
// AT_ETIMEOUT and AT_ECANCELED where op ended. Messages of a bring-up begin
// with its stage: "helper: launch: …". After any of them
// at_helper_untouched() says whether another way may be tried without doing a
// thing twice. A helper that was lost is launched again, once a minute at
// most, by the call that finds it so; also one that is still in the middle of a
// long touch that its caller has given up, for inputs wait for each other.
#ifndef AT_DEVICE_ANDROID_HELPER_HELPER_H
#define AT_DEVICE_ANDROID_HELPER_HELPER_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/android/adb/adb.h"
#include "device/android/helper/helper_types.h"

struct at_helper;

const char *at_helper_stage_name(enum at_helper_stage stage);

// Tell where this program lies, by main's argv[0], so that an APK that is
// installed with it is found. Before any thread.
void at_helper_set_program(const char *argv0);

// Bring it up: install it where it is missing or stale, launch it, wait until
// it answers. AGENTEST_DISABLE_HELPER, unless empty or 0, is AT_EUNSUPPORTED
// "helper: disabled …"; AGENTEST_HELPER_APK_DIR says where its APK is looked
// for. device is copied. The caller owns *out; NULL on failure. came may be
// NULL and is told in any case.
AT_CHECKED bool at_helper_open(const struct at_op *op,
                               const struct at_adb_device *device,
                               struct at_helper_came *came,
                               struct at_helper **out, struct at_err *err);
// Ends the helper on the device, within a short time. NULL is allowed.
void at_helper_free(struct at_helper *helper);

// Of the time when it was launched: no request.
const struct at_helper_status *at_helper_known(const struct at_helper *helper);
// False: it was lost and could not be launched again; calls fail at once until
// a minute has passed.
bool at_helper_is_up(const struct at_helper *helper);
// What bringing it up has waited since this was asked last, for the device's
// UiAutomation, which something held that was about to end.
int64_t at_helper_take_held_ms(struct at_helper *helper);
// Has the call that failed last left the device as it was?
bool at_helper_untouched(const struct at_helper *helper);

AT_CHECKED bool at_helper_status(const struct at_op *op,
                                 struct at_helper *helper,
                                 struct at_helper_status *out,
                                 struct at_err *err);

// The tree of all windows, finished (at_tree_finish()). ask may be NULL. The
// answer as it came is appended to source, which may be NULL. *out is owned by
// the caller; AT_ETREE where there is none: no window gives content now.
AT_CHECKED bool at_helper_tree(const struct at_op *op, struct at_helper *helper,
                               const struct at_helper_tree_ask *ask,
                               struct at_tree **out, struct at_buf *source,
                               struct at_err *err);

// Appended to bytes. ask (NULL: a whole PNG) and out may be NULL.
AT_CHECKED bool at_helper_screenshot(const struct at_op *op,
                                     struct at_helper *helper,
                                     const struct at_helper_shot_ask *ask,
                                     struct at_buf *bytes,
                                     struct at_helper_shot *out,
                                     struct at_err *err);

AT_CHECKED bool at_helper_wait_idle(const struct at_op *op,
                                    struct at_helper *helper,
                                    const struct at_helper_idle_ask *ask,
                                    struct at_helper_idle *out,
                                    struct at_err *err);

// What an app is made with. Looking into its files takes a moment: ask does not
// wait, on a connection beside the one that other calls use, and take reads the
// answer. package NULL: the app in front. Neither launches a helper that was
// lost. AT_EUSAGE where nothing was asked, AT_ENOAPP where the app is not
// installed. out is set anew; deinit it in any case.
AT_CHECKED bool at_helper_ask_framework(const struct at_op *op,
                                        struct at_helper *helper,
                                        const char *package,
                                        struct at_err *err);
AT_CHECKED bool at_helper_take_framework(const struct at_op *op,
                                         struct at_helper *helper,
                                         struct at_helper_framework *out,
                                         struct at_err *err);
void at_helper_framework_deinit(struct at_helper_framework *framework);

// Inputs, in pixels of the screen as it is shown. Each returns once it is
// done; what went down is lifted by the helper, also when it is ended.
// A single one. AT_EUSAGE: what the helper does not take; AT_EUNSUPPORTED: the
// text or event cannot be given to this device by the helper.
AT_CHECKED bool at_helper_act(const struct at_op *op, struct at_helper *helper,
                              const struct at_helper_action *action,
                              struct at_err *err);
AT_CHECKED bool at_helper_tap(const struct at_op *op, struct at_helper *helper,
                              struct at_point at, struct at_err *err);
AT_CHECKED bool at_helper_double_tap(const struct at_op *op,
                                     struct at_helper *helper,
                                     struct at_point at, int64_t interval_ms,
                                     struct at_err *err);
AT_CHECKED bool at_helper_long_press(const struct at_op *op,
                                     struct at_helper *helper,
                                     struct at_point at, int64_t duration_ms,
                                     struct at_err *err);
AT_CHECKED bool at_helper_swipe(const struct at_op *op,
                                struct at_helper *helper,
                                const struct at_swipe *swipe,
                                struct at_err *err);
// Any of gesture.h's swipes, presses, pinches and rotations.
AT_CHECKED bool at_helper_gesture(const struct at_op *op,
                                  struct at_helper *helper,
                                  const struct at_gesture *gesture,
                                  struct at_err *err);
AT_CHECKED bool at_helper_key(const struct at_op *op, struct at_helper *helper,
                              struct at_str key, unsigned repeat,
                              struct at_err *err);
// Any text into the field that has the focus, at its cursor.
AT_CHECKED bool at_helper_text(const struct at_op *op, struct at_helper *helper,
                               struct at_str text, struct at_err *err);

// Inputs, then quiet, then the tree: one round trip.
// True: the helper has answered, whatever became of the actions: see did and
// tree. out is set anew; deinit it in any case. The tree's JSON is appended to
// source, which may be NULL.
AT_CHECKED bool at_helper_do_step(const struct at_op *op,
                                  struct at_helper *helper,
                                  const struct at_helper_step *step,
                                  struct at_helper_outcome *out,
                                  struct at_buf *source, struct at_err *err);
void at_helper_outcome_deinit(struct at_helper_outcome *outcome);

#endif
