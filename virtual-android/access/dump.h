// dump.h: a window as the XML of `uiautomator dump`
#ifndef VIRTUAL_ANDROID_ACCESS_DUMP_H
#define VIRTUAL_ANDROID_ACCESS_DUMP_H

#include <stdbool.h>

#include "base/buf.h"

struct vd_device;

enum vd_dump_how {
    VD_DUMP_COMPRESSED = 1 << 0, // without plain containers
    VD_DUMP_WINDOWS = 1 << 1,    // all windows, not the one in front alone
    VD_DUMP_BARS = 1 << 2,       // only those outside of the app
};

// Write the screen as uiautomator's XML; how is a bit mask. Return false
// without a root. Takes the device's lock.
bool vd_device_dump(struct vd_device *device, unsigned how, struct at_buf *out);

#endif
