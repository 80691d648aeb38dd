// device_lease.h: one command at a time acts on a device
//
// A command that acts looks, acts and verifies; two at once, of two shells,
// would each take the other's change for its own. Commands that only read need
// no lease.
#ifndef AT_CLI_DEVICE_LEASE_H
#define AT_CLI_DEVICE_LEASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/op.h"
#include "device/device.h"
#include "session/run.h"
#include "sys/lock.h"

struct at_device_lease {
    struct at_device *device; // borrowed
    int64_t wait_ms;          // limit of the wait for another command
    struct at_command_run *run;
    bool waited;          // another one was waited for
    struct at_lock *lock; // owned by the caller; NULL on failure
};

// Take the lease of the device for one command. Fails with AT_EBUSY, naming the
// holder. Warns if a session of another program has the device.
AT_CHECKED bool at_device_lease_take(const struct at_op *op,
                                     struct at_device_lease *lease,
                                     struct at_err *err);

#endif
