#include "virtual-android/access/view.h"

#include "virtual-android/model/state.h"

void
vd_view_lock(struct vd_device *device, struct vd_view *out)
{
    vd_lock(device);
    *out = (struct vd_view){
        .width_px = device->hardware.width_px,
        .height_px = device->hardware.height_px,
        .keyboard = device->screen.keyboard,
        .front = device->screen.off ? NULL : vd_screen_front(device),
    };
}

void
vd_view_unlock(struct vd_device *device)
{
    vd_unlock(device);
}

const char *
vd_view_title(const struct vd_window *window)
{
    return window->app->label;
}
