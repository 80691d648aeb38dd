// clock.h: the time on the device, and how long things take on it
#ifndef VIRTUAL_ANDROID_MODEL_CLOCK_H
#define VIRTUAL_ANDROID_MODEL_CLOCK_H

#include "virtual-android/model/device.h"

struct vd_clock {
    int64_t (*read)(void *arg); // milliseconds
    void *arg;
    int64_t now_ms;     // time of the last vd_lock()
    int64_t started_ms; // when the device was made
    enum vd_profile profile;
};

enum { VD_BOOTED_BEFORE_MS = 754000 }; // uptime when the program starts

void vd_clock_init(struct vd_clock *clock, enum vd_profile profile);
int64_t vd_latency_ms(struct vd_device *device, const char *what);

#endif
