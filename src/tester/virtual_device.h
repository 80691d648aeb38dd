// virtual_device.h: the virtual device that a server starts for its sample
//
// One `virtual-android` process at most, on this machine's loopback address.
// It ends with this program, even if that is killed: it waits for the end of a
// socket that only the two of them have.
#ifndef AT_TESTER_VIRTUAL_DEVICE_H
#define AT_TESTER_VIRTUAL_DEVICE_H

#include "device/platform.h"

struct at_virtual_device;

// argv0 is this program's: virtual-android is looked for beside it, then in
// PATH. platforms end with NULL and are borrowed.
struct at_virtual_device *at_virtual_device_new(
    const char *argv0, const struct at_platform *const *platforms);
// Ends the process. NULL is allowed.
void at_virtual_device_free(struct at_virtual_device *device);

// Return true if it could be started. AT_ENOTOOL: virtual-android or adb is not
// installed, with what to do.
AT_CHECKED bool at_virtual_device_check(const struct at_virtual_device *device,
                                        struct at_err *err);
// Start the device unless it runs, and wait until its platform can use it.
// Writes its id. Fails as the check above does. Any thread may call.
AT_CHECKED bool at_virtual_device_start(const struct at_op *op,
                                        struct at_virtual_device *device,
                                        char out_id[128], struct at_err *err);

#endif
