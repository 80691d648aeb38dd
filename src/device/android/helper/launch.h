// launch.h: `am instrument` and how far it has come
//
// A thread reads its output as long as it runs; it must run as long as the
// helper is wanted, since the helper's UiAutomation is its. Calls come from
// one other thread.
#ifndef AT_DEVICE_ANDROID_HELPER_LAUNCH_H
#define AT_DEVICE_ANDROID_HELPER_LAUNCH_H

#include "base/op.h"
#include "device/android/adb/adb.h"
#include "device/android/helper/parse_instrument.h"

struct at_helper_launch;

struct at_helper_launch_opts {
    const struct at_adb_device *device; // copied
    const char *token;
    int port; // 0: a free one
};

// Begin. The caller owns *out; NULL on failure (AT_EIO).
AT_CHECKED bool at_helper_launch_start(const struct at_helper_launch_opts *opts,
                                       struct at_helper_launch **out,
                                       struct at_err *err);

// Wait until the helper serves (*out_serving) or has ended. AT_ETIMEOUT where
// it does neither before op ends.
AT_CHECKED bool at_helper_launch_wait(const struct at_op *op,
                                      struct at_helper_launch *launch,
                                      bool *out_serving, struct at_err *err);

// Has it ended?
bool at_helper_launch_ended(struct at_helper_launch *launch);
// What it has told so far, and the error of its connection, which is AT_OK
// where that ended in order.
struct at_instrument_told at_helper_launch_told(struct at_helper_launch *launch,
                                                struct at_err *out_why);

// Wait until it ends by itself or op ends, then end it. NULL is allowed.
void at_helper_launch_free(const struct at_op *op,
                           struct at_helper_launch *launch);

#endif
