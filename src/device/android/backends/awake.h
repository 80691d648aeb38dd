// awake.h: a device that sleeps or is locked, and keeping it awake
//
// A phone turns its screen off while a client thinks, because a tool's touches
// do not count as use. Before an input or a picture the device's state is
// checked, unless a reading has shown lately that it is awake; a reading that
// fails, or shows the lock screen, is a reason to check, too. A sleeping device
// is woken and its keyguard dismissed. One that asks for a PIN stays locked,
// and the reply says so. After a client's key that turns the screen off nothing
// is woken until it is on again: that is part of the test.
//
// While a device is open, but not for few requests (`brief`), its screen stays
// on as long as it has power: a command on the device changes the setting for
// that (stay_on_while_plugged_in), and restores it when its input ends, also
// because the client was killed. Among several sessions of this host one does
// that, and the next takes over when it ends. AGENTEST_DISABLE_KEEP_AWAKE, not
// empty and not 0, turns this off.
#ifndef AT_DEVICE_ANDROID_BACKENDS_AWAKE_H
#define AT_DEVICE_ANDROID_BACKENDS_AWAKE_H

#include "base/err.h"
#include "base/op.h"
#include "device/android/backends/request.h"

struct at_android;
struct at_helper_launch;
struct at_lock;

struct at_awake {
    int64_t seen_ns; // when the device was last known to be awake; 0: never
    int64_t told_ns; // time of the last report that it is locked; 0: never
    int64_t put_to_sleep_ns;       // time of the client's key; 0: not asleep
    bool tried;                    // tried to dismiss the current keyguard
    struct at_helper_launch *kept; // owned; the command that keeps it awake
    struct at_lock *keeps;         // owned; one session of this host does
};

void at_awake_deinit(struct at_awake *awake);

// Before a request. AT_EDEVICE, with nothing done, if the device has gone to
// sleep and is locked now: an input would go to the lock screen.
AT_CHECKED bool at_awake_prepare(const struct at_op *op,
                                 struct at_android *android,
                                 const struct at_request *request,
                                 struct at_err *err);

// After a request that was carried out. Returns true if it may be repeated,
// because it has read nothing of a device that slept, or a lock screen that is
// gone now.
bool at_awake_accept(const struct at_op *op, struct at_android *android,
                     const struct at_request *request);

// After a request that failed: wake the device if that may be why. Returns true
// if the request may be repeated; else why says that the device is asleep or
// locked, if it is.
bool at_awake_mend(const struct at_op *op, struct at_android *android,
                   const struct at_request *request, struct at_err *why);

#endif
