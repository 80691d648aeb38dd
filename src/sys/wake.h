// wake.h: wakes a thread that polls descriptors, from any thread
#ifndef AT_SYS_WAKE_H
#define AT_SYS_WAKE_H

#include "base/err.h"

struct at_wake {
    int fds[2];
};

// Fails with AT_EIO if descriptors are exhausted.
AT_CHECKED bool at_wake_init(struct at_wake *wake, struct at_err *err);
void at_wake_deinit(struct at_wake *wake);
void at_wake_post(struct at_wake *wake); // never blocks
// Return a descriptor that is readable from at_wake_post() until
// at_wake_clear().
int at_wake_fd(const struct at_wake *wake);
void at_wake_clear(struct at_wake *wake);

#endif
