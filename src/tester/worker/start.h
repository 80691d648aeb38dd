// start.h: prepare the device and the app for a scenario's start
#ifndef AT_TESTER_WORKER_START_H
#define AT_TESTER_WORKER_START_H

#include "agent/scenario.h"
#include "base/op.h"
#include "device/device.h"

// Settings of the device that a start has changed, as they were before.
struct at_start_changes {
    bool has_locale;
    char locale[64];
    bool has_rotation;
    struct at_rotation rotation;
};

// Do everything but the launch: unlock the screen, clear or install the app,
// set its permissions and locale, turn the screen. Appends each change to out,
// with "; " before it. A failure may leave the app half prepared.
AT_CHECKED bool at_start_prepare(const struct at_op *op,
                                 struct at_device *device,
                                 const struct at_scenario *scenario,
                                 struct at_start_changes *changes,
                                 struct at_buf *out, struct at_err *err);
// Undo the changes. Appends each one that could not be undone to out, with "; "
// before it.
void at_start_undo(const struct at_op *op, struct at_device *device,
                   const char *package, struct at_start_changes *changes,
                   struct at_buf *out);

#endif
