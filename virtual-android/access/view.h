// view.h: the screen as UiAutomation reads it and acts on its fields
//
// The headers included here are those of the model that such a client needs.
// The device is locked from vd_view_lock() to vd_view_unlock().
#ifndef VIRTUAL_ANDROID_ACCESS_VIEW_H
#define VIRTUAL_ANDROID_ACCESS_VIEW_H

#include "virtual-android/model/field.h"
#include "virtual-android/model/keyboard.h"
#include "virtual-android/model/layout.h"
#include "virtual-android/model/screen.h"
#include "virtual-android/model/window.h"

struct vd_view {
    int32_t width_px; // unrotated screen
    int32_t height_px;
    bool keyboard;
    struct vd_window *front; // NULL: none, or the screen is off
};

void vd_view_lock(struct vd_device *device, struct vd_view *out);
void vd_view_unlock(struct vd_device *device);
// The window's name for accessibility services.
const char *vd_view_title(const struct vd_window *window);

#endif
