// automation.h: the device's one UiAutomation, and the process that an
// instrumentation runs in
//
// As in AOSP's UiAutomationManager one is registered at a time and who comes
// second is refused; and starting an instrumentation stops its target's
// process first, so that a second start replaces the first.
#ifndef VIRTUAL_ANDROID_AUTOMATION_H
#define VIRTUAL_ANDROID_AUTOMATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct at_cancel;
struct va_device;

// pid 0 is the shell's own process, as `uiautomator` has one; args its command
// line, copied. AT_EBUSY with the exception's text where another is registered.
AT_CHECKED bool va_automation_take(struct va_device *device, int pid,
                                   const char *args, uint64_t *out_ticket,
                                   struct at_err *err);
// 0, or the ticket of one that has ended already, is allowed.
void va_automation_release(struct va_device *device, uint64_t ticket);
// Its stream is closed, its process is not yet at its end: released in ms.
void va_automation_linger(struct va_device *device, uint64_t ticket,
                          int64_t ms);
// The shell's process that is registered dies, if matches(arg, its command
// line); so nothing of it lingers.
bool va_automation_kill(struct va_device *device,
                        bool (*matches)(void *arg, const char *args),
                        void *arg);
// Accessibility events are kept from now on until the end (events.h).
void va_automation_listen(struct va_device *device, uint64_t ticket);

// The process of an instrumentation of an installed package, once what ran of
// the package is stopped. killed is borrowed until va_instrument_end() and is
// fired when the process is killed: force-stop, update, a second start. 0
// where the package is not installed.
int va_instrument_start(struct va_device *device, const char *package,
                        const char *component, struct at_cancel *killed);
// The socket "tcp:PORT" becomes the process's until its end. AT_EBUSY where
// somebody has it.
AT_CHECKED bool va_instrument_listen(struct va_device *device, int pid,
                                     uint16_t port, const char *endpoint,
                                     struct at_err *err);
void va_instrument_end(struct va_device *device, int pid);
// It dies of itself, in the middle of what it does.
void va_instrument_kill(struct va_device *device, int pid);

// The command line of the process that is registered, or of the one that stands
// behind a fault; "" for nobody.
void va_automation_holder(struct va_device *device, char *buf, size_t cap);

#endif
