// launch.h: the command that runs the helper, and the stages that it reports
//
// A thread reads its output as long as it runs, and it must run as long as the
// helper is needed, because it owns the helper's UiAutomation. One other thread
// calls these functions.
#ifndef AT_DEVICE_ANDROID_HELPER_LAUNCH_H
#define AT_DEVICE_ANDROID_HELPER_LAUNCH_H

#include "base/op.h"
#include "device/android/adb/client/adb.h"
#include "device/android/parse/instrument.h"

struct at_helper_launch;

struct at_helper_launch_opts {
    const struct at_adb_device *device; // copied
    const char *command;                // copied
    const char *input;                  // copied; NULL: none, and it is ended
    // Is called from the thread once the command has ended. May be NULL.
    void (*ended)(void *user);
    void *user;
};

// Start it. The caller owns *out; NULL on failure (AT_EIO).
AT_CHECKED bool at_helper_launch_start(const struct at_helper_launch_opts *opts,
                                       struct at_helper_launch **out,
                                       struct at_err *err);

// Wait until the helper serves (*out_serving) or has ended. AT_ETIMEOUT if op
// ends first.
AT_CHECKED bool at_helper_launch_wait(const struct at_op *op,
                                      struct at_helper_launch *launch,
                                      bool *out_serving, struct at_err *err);

// Return whether the command has ended.
bool at_helper_launch_ended(struct at_helper_launch *launch);
// Return its reports so far. *out_why is the error of its connection, AT_OK
// after a clean end.
struct at_instrument_report at_helper_launch_report(
    struct at_helper_launch *launch, struct at_err *out_why);

// Wait until it ends by itself or op ends, then end it. NULL is allowed.
void at_helper_launch_free(const struct at_op *op,
                           struct at_helper_launch *launch);

#endif
