// boot.h: a device that is still starting: online long before it can be used
#ifndef VIRTUAL_ANDROID_MODEL_BOOT_H
#define VIRTUAL_ANDROID_MODEL_BOOT_H

#include <stdint.h>

struct vd_device;

void vd_boot_begin(struct vd_device *device, int64_t ms);
void vd_boot_sync(struct vd_device *device, int64_t now_ms);

#endif
