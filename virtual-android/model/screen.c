#include "virtual-android/model/screen.h"

#include "base/alloc.h"
#include "virtual-android/model/fault_counts.h"
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

void
vd_screen_open_keyboard(struct vd_device *device)
{
    static const int64_t slow_ms[] = {600, 1000, 1500};
    struct vd_screen *screen = &device->screen;
    if (screen->keyboard || screen->keyboard_due_ms > 0)
        return;
    screen->keyboard = !vd_fault_take(device, "slow-keyboard");
    if (!screen->keyboard)
        screen->keyboard_due_ms =
            device->clock.now_ms +
            slow_ms[screen->keyboards_opened++ % AT_LEN(slow_ms)];
}

void
vd_screen_hide_keyboard(struct vd_device *device)
{
    device->screen.keyboard = false;
    device->screen.keyboard_due_ms = 0;
}

void
vd_screen_sync_keyboard(struct vd_device *device, int64_t now_ms)
{
    int64_t due_ms = device->screen.keyboard_due_ms;
    if (due_ms == 0 || due_ms > now_ms)
        return;
    device->screen.keyboard_due_ms = 0;
    device->screen.keyboard = true;
    if (due_ms > device->clock.now_ms)
        device->clock.now_ms = due_ms;
    vd_screen_changed(device);
    vd_listener_sync(device);
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
