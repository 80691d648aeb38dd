// lock.h: locking the device, which brings it up to the present
#ifndef VIRTUAL_ANDROID_MODEL_LOCK_H
#define VIRTUAL_ANDROID_MODEL_LOCK_H

struct vd_device;

void vd_lock(struct vd_device *device);
void vd_unlock(struct vd_device *device);

#endif
