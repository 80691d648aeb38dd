// touch.c: fingers: taps, long presses, swipes
#include "virtual-android/model.h"

#include <stdlib.h>
#include <string.h>

static bool
on_keyboard(struct va_device *device, struct at_point at)
{
    return device->keyboard && at.y_px >= va_keyboard_top(device);
}

// The window that a finger at this place touches; NULL where none minds.
static struct va_window *
touched(struct va_device *device, struct at_point at)
{
    struct va_window *window = va_window_front(device);
    if (!window || device->screen_off || on_keyboard(device, at))
        return NULL;
    va_window_refresh(device, window);
    return window;
}

// A dialog goes when somebody touches beside it.
static bool
touched_outside(struct va_device *device, struct va_window *window,
                struct at_point at)
{
    if (!window->dialog || va_rect_has(window->root->rect, at))
        return false;
    bool stays = json_is_false(json_object_get(window->json, "cancelable"));
    if (!stays && window->app->top == window) {
        va_window_close(device, &window->app->top);
        va_window_touch(device);
    }
    return true;
}

// A finger on a list that still rolls stops it and does nothing else.
static bool
stop_rolling(struct va_device *device, struct va_window *window,
             struct at_point at)
{
    bool stopped = false;
    for (struct va_node *node = window->root; node;
         node = va_node_next(node, window->root)) {
        if (node->fling_px != 0 && va_rect_has(node->seen, at)) {
            node->fling_px = 0;
            stopped = true;
        }
    }
    if (stopped)
        va_window_touch(device);
    return stopped;
}

static void
toggle(struct va_node *node)
{
    if (json_is_object(json_object_get(node->json, "checked")))
        return; // follows a condition
    if (!(node->kind->flags & VA_RADIO)) {
        node->checked = !node->checked;
        return;
    }
    struct va_node *c = node->parent ? node->parent->first_child : NULL;
    for (; c; c = c->next) {
        if (c->kind->flags & VA_RADIO)
            c->checked = false;
    }
    node->checked = true;
}

static void
seek(struct va_device *device, struct va_window *window, struct va_node *node,
     int32_t x)
{
    int32_t width = node->rect.right - node->rect.left;
    int32_t at = (x - node->rect.left) * 100 / (width > 0 ? width : 1);
    node->progress = at < 0 ? 0 : at > 100 ? 100 : at;
    va_window_touch(device);
    va_fire(device, window, node, "change");
}

static bool
is_second_tap(struct va_device *device, struct va_window *window,
              struct va_node *node)
{
    bool second = device->last_tap.window_id == window->id &&
                  device->last_tap.node == node &&
                  device->now_ms - device->last_tap.at_ms <= VA_DOUBLE_TAP_MS;
    device->last_tap.window_id = window->id;
    device->last_tap.node = second ? NULL : node;
    device->last_tap.at_ms = device->now_ms;
    return second;
}

static void
activate(struct va_device *device, struct va_window *window,
         struct va_node *node, struct at_point at)
{
    if (node->disabled)
        return;
    if (node->flags & VA_SEEK) {
        seek(device, window, node, at.x_px);
        return;
    }
    if (node->flags & VA_EDITABLE) {
        va_focus(device, window, node);
        device->keyboard = true;
        va_window_touch(device);
    }
    if (node->flags & VA_CHECKABLE && !node->fixed) {
        toggle(node);
        va_window_touch(device);
    }
    bool second = is_second_tap(device, window, node);
    if (node->flags & VA_CLICKABLE)
        va_tell_node(device, window, node, VA_EVENT_CLICKED);
    if (second && va_fire(device, window, node, "double_tap"))
        return;
    va_fire(device, window, node, "tap");
}

void
va_touch_tap(struct va_device *device, struct at_point at)
{
    struct va_window *window = touched(device, at);
    if (!window || touched_outside(device, window, at))
        return;
    if (stop_rolling(device, window, at))
        return;
    struct va_node *node = va_window_hit(window, at);
    if (node)
        activate(device, window, node, at);
}

void
va_touch_long(struct va_device *device, struct at_point at)
{
    struct va_window *window = touched(device, at);
    if (!window || touched_outside(device, window, at))
        return;
    struct va_node *node = va_window_hit(window, at);
    if (!node || node->disabled)
        return;
    if (node->flags & VA_LONG_CLICKABLE)
        va_tell_node(device, window, node, VA_EVENT_LONG_CLICKED);
    bool handled = va_fire(device, window, node, "long_press");
    if (!handled) // then lifting the finger is a click
        activate(device, window, node, at);
}

// Can its content still move by this much, in part?
static bool
can_move(const struct va_node *node, int32_t by)
{
    return by > 0 ? node->scroll_px < va_scroll_max(node) : node->scroll_px > 0;
}

// The innermost that scrolls along this axis, preferably one not at its end.
static struct va_node *
find_scroller(struct va_window *window, struct at_point at, enum va_layout axis,
              int32_t by)
{
    struct va_node *found = NULL;
    for (struct va_node *node = window->root; node;
         node = va_node_next(node, window->root)) {
        if (!(node->flags & VA_SCROLLABLE) || node->kind->layout != axis ||
            node->fixed || !va_rect_has(node->seen, at))
            continue;
        if (!found || can_move(node, by) || !can_move(found, by))
            found = node;
    }
    return found;
}

static void
scroll(struct va_device *device, struct va_window *window, struct va_node *node,
       int32_t by)
{
    int32_t max = va_scroll_max(node);
    int32_t was = node->scroll_px;
    int32_t to = was + by;
    json_t *fling = json_object_get(node->json, "fling");
    int64_t fling_ms = json_integer_value(fling);
    node->scroll_px = to < 0 ? 0 : to > max ? max : to;
    if (fling_ms > 0 && node->scroll_px != was) {
        node->fling_px = by;
        node->fling_start_ms = device->now_ms;
        node->fling_end_ms = device->now_ms + fling_ms;
    }
    if (node->scroll_px == was)
        return;
    va_tell_node(device, window, node, VA_EVENT_SCROLLED);
    va_window_touch(device);
}

static const char *
swipe_name(int32_t dx, int32_t dy)
{
    if (abs(dx) > abs(dy))
        return dx < 0 ? "swipe_left" : "swipe_right";
    return dy < 0 ? "swipe_up" : "swipe_down";
}

void
va_touch_swipe(struct va_device *device, struct at_point from,
               struct at_point to, int64_t duration_ms)
{
    int32_t dx = to.x_px - from.x_px;
    int32_t dy = to.y_px - from.y_px;
    if (abs(dx) <= VA_TOUCH_SLOP_PX && abs(dy) <= VA_TOUCH_SLOP_PX) {
        if (duration_ms >= VA_LONG_PRESS_MS)
            va_touch_long(device, from);
        else
            va_touch_tap(device, from);
        return;
    }
    struct va_window *window = touched(device, from);
    if (!window)
        return;
    stop_rolling(device, window, from);
    bool sideways = abs(dx) > abs(dy);
    struct va_node *node = va_window_hit(window, from);
    if (node && node->flags & VA_SEEK && !node->disabled) {
        seek(device, window, node, to.x_px);
        return;
    }
    int32_t by = sideways ? -dx : -dy;
    struct va_node *scroller = find_scroller(
        window, from, sideways ? VA_LAYOUT_ROW : VA_LAYOUT_COLUMN, by);
    if (scroller)
        scroll(device, window, scroller, by);
    else
        va_fire(device, window, node, swipe_name(dx, dy));
}
