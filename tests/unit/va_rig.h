// va_rig.h: a virtual device for tests: apps from text, a clock by hand, and
// its shell
#ifndef TESTS_UNIT_VA_RIG_H
#define TESTS_UNIT_VA_RIG_H

#include "virtual-android/device.h"
#include "virtual-android/files.h"

struct va_rig {
    struct va_device *device; // owned
    struct va_files *files;   // owned
    int64_t now_ms;
    int closes;        // in so many waits the stream of va_rig_run(); 0: never
    struct at_buf out; // of the last va_rig_run()
    struct at_buf err;
};

// One app; its package is com.example.t and it is started.
void va_rig_init(struct va_rig *rig, const char *app_json);
// The same at an API level.
void va_rig_init_level(struct va_rig *rig, const char *app_json, int api_level);
// The same from a file of the project, or NULL for none; nothing is started.
void va_rig_init_file(struct va_rig *rig, const char *path);
void va_rig_deinit(struct va_rig *rig);

// A screen whose root is a column of these nodes.
char *va_rig_app(const char *nodes_json, const char *screen_keys_json);

// The dump's XML; free it.
char *va_rig_dump(struct va_rig *rig);
// The value of attribute of the first node with resource id :id/ID, as it
// stands in the XML; "" where there is none. Valid until the next call.
const char *va_rig_attr(struct va_rig *rig, const char *id, const char *name);
void va_rig_tap(struct va_rig *rig, const char *id); // its middle

// Run a command line in the device's shell; its exit status.
int va_rig_run(struct va_rig *rig, const char *line);

#endif
