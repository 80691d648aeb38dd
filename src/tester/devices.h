// devices.h: one device of all platforms, by its id
#ifndef AT_TESTER_DEVICES_H
#define AT_TESTER_DEVICES_H

#include "base/str.h"
#include "device/platform.h"

enum { AT_DEVICE_ID_MAX = 128 };

// Find the platform of the device called id, which can be opened now. platforms
// ends with NULL. AT_ENOTFOUND: it is not connected; AT_ENODEV: it cannot be
// used, with its state and what makes it usable.
AT_CHECKED bool at_devices_find(const struct at_op *op,
                                const struct at_platform *const *platforms,
                                struct at_str id,
                                const struct at_platform **out,
                                struct at_err *err);

#endif
