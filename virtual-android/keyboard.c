// keyboard.c: focus, text fields and what keys do to them
#include "virtual-android/model.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/keys.h"

void
va_set_value(struct va_node *node, const char *text)
{
    at_buf_clear(&node->value);
    at_buf_add_text(&node->value, text);
    node->cursor = node->value.len;
}

void
va_focus(struct va_device *device, struct va_window *window,
         struct va_node *node)
{
    if (window->focus != node)
        va_tell_node(device, window, node, VA_EVENT_FOCUSED);
    window->focus = node;
    if (node)
        node->cursor = node->value.len;
    va_window_touch(device);
}

struct va_node *
va_field_in(struct va_window *window)
{
    struct va_node *node = window ? window->focus : NULL;
    if (!node || !(node->flags & VA_EDITABLE) || node->disabled || node->hidden)
        return NULL;
    return node;
}

// What the field makes of a character: its filters are the app's.
static bool
accepts(const struct va_node *node, struct at_str c, size_t chars)
{
    const char *drop = json_string_value(json_object_get(node->json, "drop"));
    json_t *max = json_object_get(node->json, "max_length");
    if (json_is_true(json_object_get(node->json, "numeric")) &&
        !isdigit((unsigned char)c.ptr[0]))
        return false;
    if (json_is_integer(max) && chars >= (size_t)json_integer_value(max))
        return false;
    return !drop || !at_str_has(at_str(drop), c);
}

// text as the field's filters let it in, after so many characters.
static void
filter(const struct va_node *node, struct at_str text, size_t chars,
       struct at_buf *out)
{
    bool upper = json_is_true(json_object_get(node->json, "uppercase"));
    while (text.len > 0) {
        size_t len = at_utf8_next(text, NULL);
        struct at_str c = at_str_head(text, len > 0 ? len : 1);
        text = at_str_skip(text, c.len);
        if (!accepts(node, c, chars))
            continue;
        if (c.len == 1 && upper)
            at_buf_add_char(out, (char)toupper((unsigned char)c.ptr[0]));
        else
            at_buf_add_str(out, c);
        chars++;
    }
}

static void
tell_text(struct va_device *device, struct va_window *window,
          struct va_node *node)
{
    va_window_touch(device);
    va_tell_node(device, window, node, VA_EVENT_TEXT);
    va_tell_node(device, window, node, VA_EVENT_SELECTION);
}

static void
splice(struct va_node *node, size_t from, size_t to, struct at_str text)
{
    struct at_buf made = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    struct at_str have = at_buf_str(&node->value);
    at_buf_add_str(&made, at_str_head(have, from));
    at_buf_add_str(&made, text);
    size_t cursor = made.len;
    at_buf_add_str(&made, at_str_skip(have, to));
    if (made.overflow) {
        at_buf_deinit(&made);
        return;
    }
    at_buf_deinit(&node->value);
    node->value = made;
    node->cursor = cursor;
}

bool
va_insert(struct va_device *device, struct va_window *window,
          struct at_str text)
{
    struct va_node *node = va_field_in(window);
    struct at_buf fine = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    if (!node)
        return false;
    filter(node, text, at_utf8_count(at_buf_str(&node->value)), &fine);
    if (fine.len > 0) {
        splice(node, node->cursor, node->cursor, at_buf_str(&fine));
        tell_text(device, window, node);
        va_fire(device, window, node, "change");
    } else {
        va_window_touch(device);
    }
    at_buf_deinit(&fine);
    return true;
}

// "set_text": false is a field that draws itself and reads keys only.
bool
va_set_text(struct va_device *device, struct va_window *window,
            struct va_node *node, struct at_str text)
{
    struct at_buf fine = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    if (node->disabled || !(node->flags & VA_EDITABLE) ||
        json_is_false(json_object_get(node->json, "set_text")))
        return false;
    filter(node, text, 0, &fine);
    bool same = at_str_eq(at_buf_str(&fine), at_buf_str(&node->value));
    splice(node, 0, node->value.len, at_buf_str(&fine));
    at_buf_deinit(&fine);
    if (!same) {
        tell_text(device, window, node);
        va_fire(device, window, node, "change");
    }
    return true;
}

static size_t
char_before(struct at_str text, size_t at)
{
    do {
        at--;
    } while (at > 0 && (text.ptr[at] & 0xC0) == 0x80);
    return at;
}

static size_t
char_after(struct at_str text, size_t at)
{
    do {
        at++;
    } while (at < text.len && (text.ptr[at] & 0xC0) == 0x80);
    return at;
}

static void
delete_beside(struct va_device *device, struct va_window *window, bool forward)
{
    struct va_node *node = va_field_in(window);
    struct at_str have = node ? at_buf_str(&node->value) : AT_STR("");
    if (!node || (forward ? node->cursor >= have.len : node->cursor == 0))
        return;
    size_t from = forward ? node->cursor : char_before(have, node->cursor);
    size_t to = forward ? char_after(have, node->cursor) : node->cursor;
    splice(node, from, to, AT_STR(""));
    tell_text(device, window, node);
    va_fire(device, window, node, "change");
}

static void
key_del(struct va_device *device, struct va_window *window)
{
    delete_beside(device, window, false);
}

static void
key_forward_del(struct va_device *device, struct va_window *window)
{
    delete_beside(device, window, true);
}

static void
key_clear(struct va_device *device, struct va_window *window)
{
    struct va_node *node = va_field_in(window);
    va_window_touch(device);
    if (!node || node->value.len == 0)
        return;
    va_set_value(node, "");
    tell_text(device, window, node);
}

static void
key_move_end(struct va_device *device, struct va_window *window)
{
    struct va_node *node = va_field_in(window);
    (void)device;
    if (node)
        node->cursor = node->value.len;
}

static void
key_move_home(struct va_device *device, struct va_window *window)
{
    struct va_node *node = va_field_in(window);
    (void)device;
    if (node)
        node->cursor = 0;
}

static void
key_left(struct va_device *device, struct va_window *window)
{
    struct va_node *node = va_field_in(window);
    (void)device;
    if (node && node->cursor > 0)
        node->cursor = char_before(at_buf_str(&node->value), node->cursor);
}

static void
key_right(struct va_device *device, struct va_window *window)
{
    struct va_node *node = va_field_in(window);
    (void)device;
    if (node && node->cursor < node->value.len)
        node->cursor = char_after(at_buf_str(&node->value), node->cursor);
}

static void
key_tab(struct va_device *device, struct va_window *window)
{
    struct va_node *from = window->focus ? window->focus : window->root;
    for (struct va_node *node = va_node_next(from, window->root); node;
         node = va_node_next(node, window->root)) {
        if (node->flags & VA_FOCUSABLE && !node->hidden && !node->disabled &&
            !(node->flags & VA_SCROLLABLE)) {
            va_focus(device, window, node);
            return;
        }
    }
}

// In a field of several lines a new line, else what the app says, else the
// keyboard's own "done".
static void
key_enter(struct va_device *device, struct va_window *window)
{
    struct va_node *node = va_field_in(window);
    struct va_node *focus = window->focus;
    if (node && json_object_get(node->json, "lines")) {
        splice(node, node->cursor, node->cursor, AT_STR("\n"));
        tell_text(device, window, node);
        va_fire(device, window, node, "change");
    } else if (node && !va_fire(device, window, node, "enter")) {
        device->keyboard = false;
        va_window_touch(device);
    } else if (!node && focus && focus->flags & VA_CLICKABLE) {
        va_fire(device, window, focus, "tap");
    }
}

static void
key_back(struct va_device *device, struct va_window *window)
{
    va_window_touch(device);
    if (device->keyboard) {
        device->keyboard = false;
        return;
    }
    bool stays = json_is_false(json_object_get(window->json, "cancelable"));
    if (window->dialog) {
        if (stays || va_fire(device, window, NULL, "back"))
            return;
        if (window == device->system)
            va_window_close(device, &device->system);
        else
            va_window_close(device, &window->app->top);
        va_window_touch(device);
        return;
    }
    if (!va_fire(device, window, NULL, "back"))
        va_app_back(device, window->app);
}

static void
key_home(struct va_device *device, struct va_window *window)
{
    (void)window;
    va_app_home(device);
}

static void
key_power(struct va_device *device, struct va_window *window)
{
    (void)window;
    device->screen_off = !device->screen_off;
    device->keyboard = false;
    va_window_touch(device);
}

static void
key_sleep(struct va_device *device, struct va_window *window)
{
    (void)window;
    device->screen_off = true;
    device->keyboard = false;
}

static void
key_wakeup(struct va_device *device, struct va_window *window)
{
    (void)window;
    device->screen_off = false;
    va_window_touch(device);
}

static const struct {
    int code;
    void (*press)(struct va_device *device, struct va_window *window);
} presses[] = {
    {3, key_home},       {4, key_back},          {21, key_left},
    {22, key_right},     {26, key_power},        {28, key_clear},
    {61, key_tab},       {66, key_enter},        {67, key_del},
    {111, key_back},     {112, key_forward_del}, {122, key_move_home},
    {123, key_move_end}, {160, key_enter},       {223, key_sleep},
    {224, key_wakeup},
};

bool
va_key_press(struct va_device *device, int code, bool long_press)
{
    struct va_window *window = va_window_front(device);
    char typed = va_key_char(code);
    (void)long_press;
    if (!window)
        return false;
    if (device->screen_off && code != 26 && code != 224)
        return true;
    for (size_t i = 0; i < AT_LEN(presses); i++) {
        if (presses[i].code == code) {
            presses[i].press(device, window);
            return true;
        }
    }
    char event[64];
    at_str_cut(event, sizeof(event), at_str(va_key_name(code)));
    if (typed && va_insert(device, window, at_str_n(&typed, 1)))
        return true;
    va_fire(device, window, NULL, event);
    return true;
}
