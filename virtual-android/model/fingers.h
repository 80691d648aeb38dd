// fingers.h: any number of fingers: pinching and turning
#ifndef VIRTUAL_ANDROID_MODEL_FINGERS_H
#define VIRTUAL_ANDROID_MODEL_FINGERS_H

struct vd_device;
struct vd_touch;

void vd_touch_fingers(struct vd_device *device, const struct vd_touch *touch);

#endif
