#include "virtual-android/model/clock.h"

#include <string.h>

#include "base/op.h"
#include "sys/clock.h"
#include "virtual-android/model/state.h"

static int64_t
monotonic(void *arg)
{
    (void)arg;
    return at_now_ns() / AT_NS_PER_MS;
}

static const struct {
    const char *what;
    int64_t ms;
} realistic[] = {
    {"dump", 900},        {"tap", 70},
    {"text", 70},         {"key", 70},
    {"swipe", 70},        {"launch", 400},
    {"screenshot", 250},  {"other", 20},
    {"instrument", 350},  {"helper-connect", 120},
    {"helper-input", 8},  {"helper-idle", 180},
    {"helper-tree", 40},  {"helper-screenshot", 90},
    {"app-process", 480}, {"helper-frame", 40},
    {"helper-look", 20},
};

void
vd_clock_init(struct vd_clock *clock, enum vd_profile profile)
{
    clock->read = monotonic;
    clock->now_ms = clock->started_ms = monotonic(NULL);
    clock->profile = profile;
}

int64_t
vd_latency_ms(struct vd_device *device, const char *what)
{
    if (device->clock.profile == VD_PROFILE_ZERO)
        return 0;
    for (size_t i = 0; i < AT_LEN(realistic); i++) {
        if (strcmp(realistic[i].what, what) == 0)
            return realistic[i].ms;
    }
    return 20;
}
