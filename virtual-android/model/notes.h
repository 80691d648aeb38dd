// notes.h: a record of what reached the device, for tests
#ifndef VIRTUAL_ANDROID_MODEL_NOTES_H
#define VIRTUAL_ANDROID_MODEL_NOTES_H

#include "base/buf.h"

struct vd_device;

// Each takes the device's lock. The newest VD_NOTES_MAX are kept.
enum { VD_NOTES_MAX = 1000 };
void vd_device_note(struct vd_device *device, const char *fmt, ...)
    AT_PRINTF(2, 3);
void vd_device_write_notes(struct vd_device *device, struct at_buf *out);
void vd_device_clear_notes(struct vd_device *device);

// The device is locked.
void vd_note(struct vd_device *device, const char *fmt, ...) AT_PRINTF(2, 3);

#endif
