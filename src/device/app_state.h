// app_state.h: an app's data, kept on the device and put back
#ifndef AT_DEVICE_APP_STATE_H
#define AT_DEVICE_APP_STATE_H

#include <stdbool.h>

#include "base/err.h"
#include "base/op.h"

struct at_device;

// A name has letters, digits, '.', '-' and '_'.
struct at_app_state_name {
    const char *package; // borrowed
    const char *name;
};

// Stop the app. Keep its data by the name, over an earlier copy; only a
// complete one is kept. back: replace its data by that copy; AT_EDEVICE lists
// the names that there are.
typedef bool at_device_state_fn(const struct at_op *op,
                                struct at_device *device,
                                const struct at_app_state_name *which,
                                bool back, struct at_err *err);

// device.h has the common rules.
AT_CHECKED bool at_device_state(const struct at_op *op,
                                struct at_device *device,
                                const struct at_app_state_name *which,
                                bool back, struct at_err *err);

#endif
