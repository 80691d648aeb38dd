// touch.c: fingers: taps, long presses, swipes
#include "virtual-android/model/touch.h"

#include <stdlib.h>
#include <string.h>

#include "virtual-android/model/layout.h"
#include "virtual-android/model/listener.h"
#include "virtual-android/model/rules.h"
#include "virtual-android/model/state.h"
#include "virtual-android/model/web.h"

static bool
on_keyboard(struct vd_device *device, struct at_point at)
{
    return device->screen.keyboard && at.y_px >= vd_screen_keyboard_top(device);
}

// The window that a finger at this place touches, or NULL.
static struct vd_window *
touched(struct vd_device *device, struct at_point at)
{
    struct vd_window *window = vd_screen_front(device);
    if (!window || device->screen.off || on_keyboard(device, at))
        return NULL;
    vd_window_refresh(device, window);
    return window;
}

// A touch outside of a dialog closes it.
static bool
touched_outside(struct vd_device *device, struct vd_window *window,
                struct at_point at)
{
    if (!window->dialog || vd_rect_has(window->root->rect, at))
        return false;
    bool stays = json_is_false(json_object_get(window->json, "cancelable"));
    if (!stays && window->app->top == window) {
        vd_window_close(device, &window->app->top);
        vd_screen_changed(device);
    }
    return true;
}

// A finger on a list that is flung stops it and has no other effect.
static bool
stop_rolling(struct vd_device *device, struct vd_window *window,
             struct at_point at)
{
    bool stopped = false;
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        if (node->fling_px != 0 && vd_rect_has(node->seen, at)) {
            node->fling_px = 0;
            stopped = true;
        }
    }
    if (stopped)
        vd_screen_changed(device);
    return stopped;
}

static void
toggle(struct vd_node *node)
{
    if (json_is_object(json_object_get(node->json, "checked")))
        return; // follows a condition
    if (!(node->kind->flags & VD_RADIO)) {
        node->checked = !node->checked;
        return;
    }
    struct vd_node *c = node->parent ? node->parent->first_child : NULL;
    for (; c; c = c->next) {
        if (c->kind->flags & VD_RADIO)
            c->checked = false;
    }
    node->checked = true;
}

static void
seek(struct vd_device *device, struct vd_window *window, struct vd_node *node,
     int32_t x)
{
    int32_t width = node->rect.right - node->rect.left;
    int32_t at = (x - node->rect.left) * 100 / (width > 0 ? width : 1);
    node->progress = at < 0 ? 0 : at > 100 ? 100 : at;
    vd_screen_changed(device);
    vd_fire(device, window, node, "change");
}

static bool
is_second_tap(struct vd_device *device, struct vd_window *window,
              struct vd_node *node)
{
    bool second =
        device->last_tap.window_id == window->id &&
        device->last_tap.node == node &&
        device->clock.now_ms - device->last_tap.at_ms <= VD_DOUBLE_TAP_MS;
    device->last_tap.window_id = window->id;
    device->last_tap.node = second ? NULL : node;
    device->last_tap.at_ms = device->clock.now_ms;
    return second;
}

// With a keyboard of keys, as an emulator has the computer's, the screen's own
// shows only if the user wants it to.
static bool
has_keyboard(const struct vd_device *device)
{
    const json_t *secure = json_object_get(device->settings, "secure");
    const char *shows = json_string_value(
        json_object_get(secure, "show_ime_with_hard_keyboard"));
    return !shows || strcmp(shows, "0") != 0;
}

static void
activate(struct vd_device *device, struct vd_window *window,
         struct vd_node *node, struct at_point at)
{
    if (node->disabled)
        return;
    if (node->flags & VD_SEEK) {
        seek(device, window, node, at.x_px);
        return;
    }
    if (node->flags & VD_EDITABLE) {
        vd_screen_focus(device, window, node);
        if (has_keyboard(device))
            vd_screen_open_keyboard(device);
        else
            vd_screen_hide_keyboard(device);
        vd_screen_changed(device);
    }
    if (node->flags & VD_CHECKABLE && !node->fixed) {
        toggle(node);
        vd_screen_changed(device);
    }
    bool second = is_second_tap(device, window, node);
    if (node->flags & VD_CLICKABLE)
        vd_emit_node(device, window, node, VD_EVENT_CLICKED);
    if (second && vd_fire(device, window, node, "double_tap"))
        return;
    vd_fire(device, window, node, "tap");
}

void
vd_touch_tap(struct vd_device *device, struct at_point at)
{
    struct vd_window *window = touched(device, at);
    if (!window || touched_outside(device, window, at))
        return;
    if (stop_rolling(device, window, at) ||
        vd_web_touch(device, window, at, at))
        return;
    struct vd_node *node = vd_window_hit(window, at);
    if (node)
        activate(device, window, node, at);
}

void
vd_touch_long(struct vd_device *device, struct at_point at)
{
    struct vd_window *window = touched(device, at);
    if (!window || touched_outside(device, window, at))
        return;
    struct vd_node *node = vd_window_hit(window, at);
    if (vd_web_touch(device, window, at, at) || !node || node->disabled)
        return;
    if (node->flags & VD_LONG_CLICKABLE)
        vd_emit_node(device, window, node, VD_EVENT_LONG_CLICKED);
    bool handled = vd_fire(device, window, node, "long_press");
    if (!handled) // otherwise lifting the finger is a click
        activate(device, window, node, at);
}

// Return true if its content can move in this direction.
static bool
can_move(const struct vd_node *node, int32_t by)
{
    return by > 0 ? node->scroll_px < vd_scroll_max(node) : node->scroll_px > 0;
}

// The innermost node that scrolls along this axis, preferably one that is not
// at its end.
static struct vd_node *
find_scroller(struct vd_window *window, struct at_point at, enum vd_layout axis,
              int32_t by)
{
    struct vd_node *found = NULL;
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        if (!(node->flags & VD_SCROLLABLE) || node->kind->layout != axis ||
            node->fixed || !vd_rect_has(node->seen, at))
            continue;
        if (!found || can_move(node, by) || !can_move(found, by))
            found = node;
    }
    return found;
}

static void
scroll(struct vd_device *device, struct vd_window *window, struct vd_node *node,
       int32_t by)
{
    int32_t max = vd_scroll_max(node);
    int32_t was = node->scroll_px;
    int32_t to = was + by;
    json_t *fling = json_object_get(node->json, "fling");
    int64_t fling_ms = json_integer_value(fling);
    node->scroll_px = to < 0 ? 0 : to > max ? max : to;
    if (fling_ms > 0 && node->scroll_px != was) {
        node->fling_px = by;
        node->fling_start_ms = device->clock.now_ms;
        node->fling_end_ms = device->clock.now_ms + fling_ms;
    }
    if (node->scroll_px == was)
        return;
    vd_emit_node(device, window, node, VD_EVENT_SCROLLED);
    vd_screen_changed(device);
}

static const char *
swipe_name(int32_t dx, int32_t dy)
{
    if (abs(dx) > abs(dy))
        return dx < 0 ? "swipe_left" : "swipe_right";
    return dy < 0 ? "swipe_up" : "swipe_down";
}

void
vd_touch_swipe(struct vd_device *device, struct at_point from,
               struct at_point to, int64_t duration_ms)
{
    int32_t dx = to.x_px - from.x_px;
    int32_t dy = to.y_px - from.y_px;
    if (abs(dx) <= VD_TOUCH_SLOP_PX && abs(dy) <= VD_TOUCH_SLOP_PX) {
        if (duration_ms >= VD_LONG_PRESS_MS)
            vd_touch_long(device, from);
        else
            vd_touch_tap(device, from);
        return;
    }
    struct vd_window *window = touched(device, from);
    if (!window)
        return;
    stop_rolling(device, window, from);
    if (vd_web_touch(device, window, from, to))
        return;
    bool sideways = abs(dx) > abs(dy);
    struct vd_node *node = vd_window_hit(window, from);
    if (node && node->flags & VD_SEEK && !node->disabled) {
        seek(device, window, node, to.x_px);
        return;
    }
    int32_t by = sideways ? -dx : -dy;
    struct vd_node *scroller = find_scroller(
        window, from, sideways ? VD_LAYOUT_ROW : VD_LAYOUT_COLUMN, by);
    if (scroller)
        scroll(device, window, scroller, by);
    else
        vd_fire(device, window, node, swipe_name(dx, dy));
}
