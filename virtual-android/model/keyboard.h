// keyboard.h: effects of keys on the screen in front
#ifndef VIRTUAL_ANDROID_MODEL_KEYBOARD_H
#define VIRTUAL_ANDROID_MODEL_KEYBOARD_H

#include <stdbool.h>

struct vd_device;

// Returns false without a window to receive it.
bool vd_key_press(struct vd_device *device, int code, bool long_press);

#endif
