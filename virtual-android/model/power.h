// power.h: screen timeout and keyguard
//
// As on a device: without `stay_on_while_plugged_in` the screen goes off
// `screen_off_timeout` after it was turned on. Injected input does not count as
// use. Condition "lock" selects the keyguard: "swipe", "pin" or "" for none.
#ifndef VIRTUAL_ANDROID_MODEL_POWER_H
#define VIRTUAL_ANDROID_MODEL_POWER_H

#include <stdbool.h>
#include <stdint.h>

struct vd_device;

void vd_power_sleep(struct vd_device *device);
void vd_power_wake(struct vd_device *device);
// Let the screen go off if its time is over.
void vd_power_sync(struct vd_device *device, int64_t now_ms);

bool vd_keyguard_shows(const struct vd_device *device);
bool vd_keyguard_is_secure(const struct vd_device *device);
void vd_keyguard_show(struct vd_device *device);
// One that asks for a PIN stays.
void vd_keyguard_dismiss(struct vd_device *device);

#endif
