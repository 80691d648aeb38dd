// stuck_touch.h: a finger that a failed request may have left on the screen
//
// The finger of a killed process or a closed stream stays down: the device
// waits for its end forever, and all later tests fail. After a request that may
// have left one down, the device is checked, and a harmless touch ends it. If
// the device cannot be reached, this is postponed to the next request by any
// client of the process.
#ifndef AT_DEVICE_ANDROID_BACKENDS_STUCK_TOUCH_H
#define AT_DEVICE_ANDROID_BACKENDS_STUCK_TOUCH_H

#include "device/android/backends/request.h"
#include "device/android/backends/supervisor.h"

struct at_stuck_touch {
    bool pending;
    bool is_new;        // left by the request that has just failed
    struct at_point at; // start of the touch
    const char *name;   // input name, "swipe": a literal
    const char *by;     // name of the backend: a literal
};

// Note that a request failed which the backend may have carried out in part.
void at_stuck_touch_note(struct at_stuck_touch *touch, const char *by,
                         const struct at_request *request);

// Lift a pending finger by adb within ms, whatever the time left to the caller.
// The result is added to why, which may be NULL, and to the device's fallbacks.
// Return true if the device was reached, false also if no finger was pending.
bool at_stuck_touch_lift(struct at_stuck_touch *touch,
                         struct at_supervisor *adb, int64_t ms,
                         struct at_err *why);

// Keep a pending finger when its device is closed, and take it over when the
// device is opened again in this process.
void at_stuck_touch_leave(const struct at_stuck_touch *touch,
                          const char *serial);
void at_stuck_touch_take_over(struct at_stuck_touch *touch, const char *serial);

#endif
