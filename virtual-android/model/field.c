#include "virtual-android/model/field.h"

#include <ctype.h>
#include <string.h>

#include "base/limits.h"
#include "virtual-android/model/listener.h"
#include "virtual-android/model/rules.h"
#include "virtual-android/model/screen.h"
#include "virtual-android/model/web.h"
#include "virtual-android/model/window.h"

struct vd_node *
vd_field_focused(struct vd_window *window)
{
    struct vd_node *node = window ? window->focus : NULL;
    if (!node || !(node->flags & VD_EDITABLE) || node->disabled || node->hidden)
        return NULL;
    return node;
}

// Return true if the app's filters accept a character.
static bool
accepts(const struct vd_node *node, struct at_str c, size_t chars)
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

// The part of text that the field's filters accept after so many characters.
static void
filter(const struct vd_node *node, struct at_str text, size_t chars,
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
emit_text(struct vd_device *device, struct vd_window *window,
          struct vd_node *node)
{
    vd_screen_changed(device);
    vd_emit_node(device, window, node, VD_EVENT_TEXT);
    vd_emit_node(device, window, node, VD_EVENT_SELECTION);
}

static void
splice(struct vd_node *node, size_t from, size_t to, struct at_str text)
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
vd_field_insert(struct vd_device *device, struct vd_window *window,
                struct at_str text)
{
    struct vd_node *node = vd_field_focused(window);
    struct at_buf fine = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    if (!node)
        return vd_web_type(device, window, text);
    filter(node, text, at_utf8_count(at_buf_str(&node->value)), &fine);
    if (fine.len > 0) {
        splice(node, node->cursor, node->cursor, at_buf_str(&fine));
        emit_text(device, window, node);
        vd_fire(device, window, node, "change");
    } else {
        vd_screen_changed(device);
    }
    at_buf_deinit(&fine);
    return true;
}

// "set_text": false is for a field that draws itself and reads only keys.
bool
vd_field_set_text(struct vd_device *device, struct vd_window *window,
                  struct vd_node *node, struct at_str text)
{
    struct at_buf fine = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    if (node->disabled || !(node->flags & VD_EDITABLE) ||
        json_is_false(json_object_get(node->json, "set_text")))
        return false;
    filter(node, text, 0, &fine);
    bool same = at_str_eq(at_buf_str(&fine), at_buf_str(&node->value));
    splice(node, 0, node->value.len, at_buf_str(&fine));
    at_buf_deinit(&fine);
    if (!same) {
        emit_text(device, window, node);
        vd_fire(device, window, node, "change");
    }
    return true;
}

bool
vd_field_set_progress(struct vd_device *device, struct vd_window *window,
                      struct vd_node *node, int32_t progress)
{
    if (node->disabled || !(node->flags & VD_SEEK) ||
        json_is_false(json_object_get(node->json, "set_progress")))
        return false;
    node->progress = progress;
    vd_screen_changed(device);
    vd_fire(device, window, node, "change");
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
delete_beside(struct vd_device *device, struct vd_window *window, bool forward)
{
    struct vd_node *node = vd_field_focused(window);
    struct at_str have = node ? at_buf_str(&node->value) : AT_STR("");
    if (!node || (forward ? node->cursor >= have.len : node->cursor == 0))
        return;
    size_t from = forward ? node->cursor : char_before(have, node->cursor);
    size_t to = forward ? char_after(have, node->cursor) : node->cursor;
    splice(node, from, to, AT_STR(""));
    emit_text(device, window, node);
    vd_fire(device, window, node, "change");
}

void
vd_field_delete_left(struct vd_device *device, struct vd_window *window)
{
    delete_beside(device, window, false);
}

void
vd_field_delete_right(struct vd_device *device, struct vd_window *window)
{
    delete_beside(device, window, true);
}

void
vd_field_clear(struct vd_device *device, struct vd_window *window)
{
    struct vd_node *node = vd_field_focused(window);
    vd_screen_changed(device);
    if (!node || node->value.len == 0)
        return;
    vd_node_set_value(node, "");
    emit_text(device, window, node);
}

void
vd_field_move_end(struct vd_device *device, struct vd_window *window)
{
    struct vd_node *node = vd_field_focused(window);
    (void)device;
    if (node)
        node->cursor = node->value.len;
}

void
vd_field_move_home(struct vd_device *device, struct vd_window *window)
{
    struct vd_node *node = vd_field_focused(window);
    (void)device;
    if (node)
        node->cursor = 0;
}

void
vd_field_move_left(struct vd_device *device, struct vd_window *window)
{
    struct vd_node *node = vd_field_focused(window);
    (void)device;
    if (node && node->cursor > 0)
        node->cursor = char_before(at_buf_str(&node->value), node->cursor);
}

void
vd_field_move_right(struct vd_device *device, struct vd_window *window)
{
    struct vd_node *node = vd_field_focused(window);
    (void)device;
    if (node && node->cursor < node->value.len)
        node->cursor = char_after(at_buf_str(&node->value), node->cursor);
}

void
vd_field_new_line(struct vd_device *device, struct vd_window *window)
{
    struct vd_node *node = vd_field_focused(window);
    splice(node, node->cursor, node->cursor, AT_STR("\n"));
    emit_text(device, window, node);
    vd_fire(device, window, node, "change");
}
