#include "virtual-android/model/screen.h"

#include "base/alloc.h"
#include "virtual-android/model/listener.h"
#include "virtual-android/model/state.h"

struct vd_window *
vd_screen_front(struct vd_device *device)
{
    if (device->screen.system)
        return device->screen.system;
    struct vd_app *app = vd_app_front(device);
    return app ? app->top : NULL;
}

void
vd_screen_changed(struct vd_device *device)
{
    device->screen.last_change_ms = device->clock.now_ms;
    struct vd_window *front = vd_screen_front(device);
    if (front)
        front->dirty = true;
}

int32_t
vd_screen_keyboard_top(const struct vd_device *device)
{
    if (!device->screen.keyboard)
        return device->hardware.height_px;
    return device->hardware.height_px - device->hardware.height_px * 37 / 100;
}

// Search the app's front dialogs and the screen below them.
struct vd_node *
vd_screen_node(struct vd_app *app, const char *id,
               struct vd_window **out_window)
{
    for (struct vd_window *w = app ? app->top : NULL; w; w = w->below) {
        struct vd_node *node = vd_node_find(w, id);
        *out_window = w;
        if (node)
            return node;
        if (!w->dialog)
            break;
    }
    return NULL;
}

void
vd_screen_focus(struct vd_device *device, struct vd_window *window,
                struct vd_node *node)
{
    if (window->focus != node)
        vd_emit_node(device, window, node, VD_EVENT_FOCUSED);
    window->focus = node;
    if (node)
        node->cursor = node->value.len;
    vd_screen_changed(device);
}

void
vd_screen_set_toast(struct vd_device *device, const char *package, char *text,
                    int64_t ms)
{
    struct vd_toast *toast = &device->screen.toast;
    free(toast->text);
    free(toast->package);
    toast->text = text;
    toast->package = at_strdup(package);
    toast->until_ms = device->clock.now_ms + ms;
}

const struct vd_toast *
vd_screen_toast(const struct vd_device *device)
{
    const struct vd_toast *toast = &device->screen.toast;
    bool shows = toast->text && device->clock.now_ms < toast->until_ms;
    return shows ? toast : NULL;
}
