// properties.h: system properties and settings, by name
//
// Every function takes the device's lock.
#ifndef VIRTUAL_ANDROID_MODEL_PROPERTIES_H
#define VIRTUAL_ANDROID_MODEL_PROPERTIES_H

#include "base/buf.h"

struct vd_device;

// The entries of "prop" and of the namespaces of `settings`. get returns a copy
// that the caller owns, or NULL; list writes them in the order of names.
char *vd_device_get(struct vd_device *device, const char *space,
                    const char *name);
// value NULL removes the entry.
void vd_device_put(struct vd_device *device, const char *space,
                   const char *name, const char *value);
void vd_device_list(struct vd_device *device, const char *space,
                    struct at_buf *out, const char *fmt_start,
                    const char *fmt_middle, const char *fmt_end);

// Set the answer of the app's idling bridge, in the format of `content query`;
// "" or NULL: no bridge. The device is locked.
void vd_put_idling(struct vd_device *device, const char *package,
                   const char *row);

#endif
