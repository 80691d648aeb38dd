// instrument.h: the process of the running instrumentation
//
// Starting an instrumentation first stops its target's process, so a second
// start replaces the first.
#ifndef VIRTUAL_ANDROID_ACCESS_INSTRUMENT_H
#define VIRTUAL_ANDROID_ACCESS_INSTRUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct at_cancel;
struct vd_device;

// Stop the package and start the process of its instrumentation. killed is
// borrowed until vd_instrument_end() and is fired when the process is killed by
// force-stop, an update or a second start. Returns 0 if the package is not
// installed.
int vd_instrument_start(struct vd_device *device, const char *package,
                        const char *component, struct at_cancel *killed);
// Give the socket "tcp:PORT" to the process until its end. Fails with AT_EBUSY
// if it is in use.
AT_CHECKED bool vd_instrument_listen(struct vd_device *device, int pid,
                                     uint16_t port, const char *endpoint,
                                     struct at_err *err);
void vd_instrument_end(struct vd_device *device, int pid);
// Crash it.
void vd_instrument_kill(struct vd_device *device, int pid);

// For access/ only, with the lock taken: a process is about to end.
void vd_instrument_process_ends(struct vd_device *device, int pid);

#endif
