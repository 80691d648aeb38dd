// run.h: the helper from its launch to its end: HelperInstrumentation, Main
#ifndef VIRTUAL_ANDROID_HELPER_RUN_H
#define VIRTUAL_ANDROID_HELPER_RUN_H

#include "base/err.h"
#include "base/str.h"
#include "virtual-android/helper/lifecycle.h"

struct vd_device;

enum { VD_LAUNCH_WORDS = 16 };

struct vd_launch {
    struct vd_device *device; // borrowed, as all of it is
    int pid;
    const char *args;          // the command line that holds the UiAutomation
    struct vd_lifecycle *life; // linger_ms is set here
    struct at_str version;
    int64_t version_code;
    bool waits; // -w: without it the system gives no UiAutomation
    // From -e.
    struct {
        const char *name;
        const char *value;
    } words[VD_LAUNCH_WORDS];
    size_t word_count;
    struct at_str line; // replaces stdin: the resident's
    bool is_resident;
    // Called at each stage with its members, "NAME=VALUE" up to NULL, sorted.
    void (*report)(void *arg, const char *const *members);
    void *arg;
};

struct vd_ended {
    bool killed;
    const char *stage;  // reached
    const char *reason; // NULL: see err
    struct at_err err;
};

// Blocks until it is over.
void vd_helper_run(const struct vd_launch *launch, struct vd_ended *out);

#endif
