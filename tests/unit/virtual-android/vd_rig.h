// vd_rig.h: a virtual device for tests: apps from text, a clock by hand, and
// its shell
#ifndef AT_TESTS_UNIT_VIRTUAL_ANDROID_VD_RIG_H
#define AT_TESTS_UNIT_VIRTUAL_ANDROID_VD_RIG_H

#include "virtual-android/model/device.h"
#include "virtual-android/files.h"

struct vd_rig {
    struct vd_device *device; // owned
    struct vd_files *files;   // owned
    int64_t now_ms;
    int closes;        // waits until vd_rig_run()'s stream closes; 0: never
    struct at_buf out; // output of the last vd_rig_run()
    struct at_buf err;
};

// One app; its package is com.example.t and it is started.
void vd_rig_init(struct vd_rig *rig, const char *app_json);
// The same at an API level.
void vd_rig_init_level(struct vd_rig *rig, const char *app_json, int api_level);
// The same from a file of the project, or NULL for none; nothing is started.
void vd_rig_init_file(struct vd_rig *rig, const char *path);
void vd_rig_deinit(struct vd_rig *rig);

// A screen whose root is a column of these nodes.
char *vd_rig_app(const char *nodes_json, const char *screen_keys_json);

// The dump's XML; free it.
char *vd_rig_dump(struct vd_rig *rig);
// The value of an attribute of the first node with resource id :id/ID, as in
// the XML; "" if absent. Valid until the next call.
const char *vd_rig_attr(struct vd_rig *rig, const char *id, const char *name);
void vd_rig_tap(struct vd_rig *rig, const char *id); // its middle

// Run a command line in the device's shell. Returns its exit status.
int vd_rig_run(struct vd_rig *rig, const char *line);

#endif
