// dump.h: a window as the XML of `uiautomator dump`
#ifndef VIRTUAL_ANDROID_ACCESS_DUMP_H
#define VIRTUAL_ANDROID_ACCESS_DUMP_H

#include <stdbool.h>

#include "base/buf.h"

struct vd_device;

// Write the front window as uiautomator's XML. Returns false without a root.
// Takes the device's lock.
bool vd_device_dump(struct vd_device *device, bool compressed,
                    struct at_buf *out);

#endif
