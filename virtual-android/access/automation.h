// automation.h: the registered UiAutomation
//
// As in AOSP's UiAutomationManager one is registered at a time, and a second
// one is refused.
#ifndef VIRTUAL_ANDROID_ACCESS_AUTOMATION_H
#define VIRTUAL_ANDROID_ACCESS_AUTOMATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct vd_device;

// Register one. pid is 0 for the shell's own process, as with `uiautomator`;
// args is its command line and is copied. Fails with AT_EBUSY and the
// exception's text if another one is registered.
AT_CHECKED bool vd_automation_take(struct vd_device *device, int pid,
                                   const char *args, uint64_t *out_ticket,
                                   struct at_err *err);
// ticket may be 0, or that of a registration that has ended already.
void vd_automation_release(struct vd_device *device, uint64_t ticket);
// Release it in ms: its stream is closed, but its process has not ended yet.
void vd_automation_linger(struct vd_device *device, uint64_t ticket,
                          int64_t ms);
// Kill the shell's process that is registered, if matches(arg, its command
// line); it does not linger.
bool vd_automation_kill(struct vd_device *device,
                        bool (*matches)(void *arg, const char *args),
                        void *arg);
// Keep accessibility events from now on (a11y_events.h).
void vd_automation_listen(struct vd_device *device, uint64_t ticket);

// Write the command line of the registered process, or of the one that a fault
// pretends; "" for none. Returns its pid, as it has registered.
int vd_automation_holder(struct vd_device *device, char *buf, size_t cap);

// For access/ only, with the lock taken.
void vd_automation_end(struct vd_device *device);
void vd_automation_sync(struct vd_device *device); // end one that lingered

#endif
