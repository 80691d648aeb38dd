#include "virtual-android/model/keyboard.h"

#include <stdio.h>

#include "virtual-android/model/field.h"
#include "virtual-android/model/keys.h"
#include "virtual-android/model/lifecycle.h"
#include "virtual-android/model/power.h"
#include "virtual-android/model/rules.h"
#include "virtual-android/model/state.h"
#include "virtual-android/model/web.h"

static void
key_tab(struct vd_device *device, struct vd_window *window)
{
    struct vd_node *from = window->focus ? window->focus : window->root;
    for (struct vd_node *node = vd_node_next(from, window->root); node;
         node = vd_node_next(node, window->root)) {
        if (node->flags & VD_FOCUSABLE && !node->hidden && !node->disabled &&
            !(node->flags & VD_SCROLLABLE)) {
            vd_screen_focus(device, window, node);
            return;
        }
    }
}

// A field of several lines gets a new line; otherwise the app's "enter" runs,
// or by default the keyboard hides.
static void
key_enter(struct vd_device *device, struct vd_window *window)
{
    struct vd_node *node = vd_field_focused(window);
    struct vd_node *focus = window->focus;
    if (node && json_object_get(node->json, "lines")) {
        vd_field_new_line(device, window);
    } else if (node && !vd_fire(device, window, node, "enter")) {
        vd_screen_hide_keyboard(device);
        vd_screen_changed(device);
    } else if (!node && focus && focus->flags & VD_CLICKABLE) {
        vd_fire(device, window, focus, "tap");
    }
}

static void
key_back(struct vd_device *device, struct vd_window *window)
{
    vd_screen_changed(device);
    if (device->screen.keyboard) {
        vd_screen_hide_keyboard(device);
        return;
    }
    bool stays = json_is_false(json_object_get(window->json, "cancelable"));
    if (window->dialog) {
        if (stays || vd_fire(device, window, NULL, "back"))
            return;
        if (window == device->screen.system)
            vd_window_close(device, &device->screen.system);
        else
            vd_window_close(device, &window->app->top);
        vd_screen_changed(device);
        return;
    }
    if (!vd_fire(device, window, NULL, "back"))
        vd_app_back(device, window->app);
}

static void
key_home(struct vd_device *device, struct vd_window *window)
{
    (void)window;
    vd_app_home(device);
}

static void
key_power(struct vd_device *device, struct vd_window *window)
{
    (void)window;
    if (device->screen.off)
        vd_power_wake(device);
    else
        vd_power_sleep(device);
    vd_screen_changed(device);
}

static void
key_sleep(struct vd_device *device, struct vd_window *window)
{
    (void)window;
    vd_power_sleep(device);
}

static void
key_wakeup(struct vd_device *device, struct vd_window *window)
{
    (void)window;
    vd_power_wake(device);
}

static void
key_paste(struct vd_device *device, struct vd_window *window)
{
    const char *clip =
        json_string_value(json_object_get(device->conditions, "clipboard"));
    if (clip && *clip)
        vd_field_insert(device, window, at_str(clip));
}

static const struct {
    int code;
    void (*press)(struct vd_device *device, struct vd_window *window);
} presses[] = {
    {3, key_home},
    {4, key_back},
    {21, vd_field_move_left},
    {22, vd_field_move_right},
    {26, key_power},
    {28, vd_field_clear},
    {61, key_tab},
    {66, key_enter},
    {67, vd_field_delete_left},
    {111, key_back},
    {112, vd_field_delete_right},
    {122, vd_field_move_home},
    {123, vd_field_move_end},
    {160, key_enter},
    {223, key_sleep},
    {224, key_wakeup},
    {279, key_paste},
};

bool
vd_key_press(struct vd_device *device, int code, bool long_press)
{
    struct vd_window *window = vd_screen_front(device);
    char typed = vd_key_char(code);
    (void)long_press;
    if (!window)
        return false;
    if (device->screen.off && code != 26 && code != 224)
        return true;
    if (vd_web_key(device, window, code))
        return true;
    for (size_t i = 0; i < AT_LEN(presses); i++) {
        if (presses[i].code == code) {
            presses[i].press(device, window);
            return true;
        }
    }
    char event[64];
    snprintf(event, sizeof(event), "KEYCODE_%s", vd_key_name(code));
    if (typed && vd_field_insert(device, window, at_str_n(&typed, 1)))
        return true;
    vd_fire(device, window, NULL, event);
    return true;
}
