// run.h: the helper from its launch to its end, as HelperInstrumentation
#ifndef VIRTUAL_ANDROID_HELPER_RUN_H
#define VIRTUAL_ANDROID_HELPER_RUN_H

#include "base/err.h"
#include "base/str.h"
#include "virtual-android/helper/life.h"

struct va_device;

enum { VA_LAUNCH_WORDS = 16 };

struct va_launch {
    struct va_device *device; // borrowed, as all of it is
    int pid;
    const char *component; // as it was given
    struct va_life *life;  // linger_ms is set here
    struct at_str version;
    int64_t version_code;
    bool waits; // -w: without it the system gives no UiAutomation
    // What -e gave.
    struct {
        const char *name;
        const char *value;
    } words[VA_LAUNCH_WORDS];
    size_t word_count;
    // A stage is reached; port is 0 but at the last one.
    void (*tell)(void *arg, const char *stage, uint16_t port);
    void *arg;
};

struct va_ended {
    bool killed;
    const char *stage;  // reached
    const char *reason; // NULL: err tells
    struct at_err err;
};

// Blocks until it is over.
void va_helper_run(const struct va_launch *launch, struct va_ended *out);

#endif
