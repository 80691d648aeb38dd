// enter.c: text into a field: set at once, or typed key by key
//
// The field is read afterwards, so that text that was not entered is never
// reported as typed.
#include "virtual-android/helper/enter.h"

#include <string.h>

#include "base/limits.h"
#include "virtual-android/access/view.h"
#include "virtual-android/helper/inputs.h"

enum { KEY_TAB = 61, KEY_ENTER = 66 };

struct entering {
    struct vd_api *api;
    struct vd_view view;
    const struct vd_input *input;
    struct vd_window *window;
    uint64_t window_id;
    struct vd_node *field; // only while is_there()
    bool password;
    struct at_buf value; // the field's content when it was last read
};

static bool
is_there(struct entering *e)
{
    struct vd_window *front = vd_screen_front(e->api->device);
    if (!front || front->id != e->window_id)
        return false;
    for (struct vd_node *node = front->root; node;
         node = vd_node_next(node, front->root)) {
        if (node == e->field)
            return true;
    }
    return false;
}

static void
look(struct entering *e)
{
    if (!is_there(e))
        return;
    at_buf_clear(&e->value);
    at_buf_add_str(&e->value, at_buf_str(&e->field->value));
}

static struct vd_node *
field_at(struct vd_window *window, struct at_point at)
{
    struct vd_node *found = NULL;
    for (struct vd_node *node = window->root; node;
         node = vd_node_next(node, window->root)) {
        if (node->flags & VD_EDITABLE && vd_node_shown(node) &&
            vd_rect_has(node->seen, at))
            found = node;
    }
    return found;
}

static bool
find_field(struct entering *e)
{
    struct vd_device *device = e->api->device;
    e->window = e->view.front;
    if (!e->window)
        return false;
    vd_window_refresh(device, e->window);
    e->window_id = e->window->id;
    e->field = e->input->has_place ? field_at(e->window, e->input->at)
                                   : vd_field_focused(e->window);
    if (!e->field)
        return false;
    e->password = e->field->password;
    look(e);
    return true;
}

// Insert at the cursor of a focused field, at the end of any other.
static bool
set(struct entering *e)
{
    struct at_buf whole = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    struct at_str before = at_buf_str(&e->value);
    bool at_cursor = e->window->focus == e->field;
    size_t cursor = at_cursor ? e->field->cursor : before.len;
    if (e->input->method == VD_ENTER_KEYS ||
        (e->password && !e->input->replace && before.len > 0))
        return false; // its content cannot be read, so it cannot be set again
    if (!e->input->replace)
        at_buf_add_str(&whole, at_str_head(before, cursor));
    at_buf_add_str(&whole, e->input->text);
    if (!e->input->replace)
        at_buf_add_str(&whole, at_str_skip(before, cursor));
    struct at_str text = at_buf_str(&whole);
    bool same = at_str_eq(text, before);
    bool ok = vd_field_set_text(e->api->device, e->window, e->field, text);
    bool changed = !is_there(e) || e->password ||
                   !at_str_eq(at_buf_str(&e->field->value), before);
    at_buf_deinit(&whole);
    return ok && (same || changed);
}

static bool
on_key_map(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (!(c >= ' ' && c < 0x7f) && c != '\n' && c != '\t')
            return false;
    }
    return true;
}

static void
type_keys(struct vd_device *device, struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        struct vd_window *window = vd_screen_front(device);
        if (c == '\n' || c == '\t')
            vd_key_press(device, c == '\n' ? KEY_ENTER : KEY_TAB, false);
        else if (window)
            vd_field_insert(device, window, at_str_n(&c, 1));
    }
}

static bool
type(struct entering *e, struct vd_refusal *refusal)
{
    struct vd_device *device = e->api->device;
    if (e->input->method == VD_ENTER_SET || !on_key_map(e->input->text) ||
        (e->input->replace && e->value.len > 0))
        return false;
    if (e->input->method == VD_ENTER_AUTO) { // the fault takes the lock itself
        vd_view_unlock(device);
        bool allowed = vd_may_inject(e->api, refusal);
        vd_view_lock(device, &e->view);
        if (!allowed || !is_there(e))
            return false;
    }
    if (e->window->focus != e->field)
        vd_screen_focus(device, e->window, e->field);
    type_keys(device, e->input->text);
    return true;
}

// A game or a canvas may read keys without a field that the system knows.
static bool
without_field(struct entering *e, struct vd_refusal *refusal)
{
    const struct vd_input *input = e->input;
    if (input->has_place)
        return vd_refuse(refusal, VD_NO_FIELD,
                         "there is no text field at %d,%d", (int)input->at.x_px,
                         (int)input->at.y_px);
    if (input->replace || input->method != VD_ENTER_KEYS)
        return vd_refuse(refusal, VD_NO_FIELD,
                         "no text field has the focus, tap one first");
    if (!on_key_map(input->text))
        return vd_refuse(refusal, VD_TEXT_NOT_TYPED,
                         "the keyboard lacks one of the characters");
    type_keys(e->api->device, input->text);
    return true;
}

static bool
enter(struct entering *e, bool *out_set, struct vd_refusal *refusal)
{
    if (!find_field(e)) {
        *out_set = false;
        return without_field(e, refusal);
    }
    *out_set = set(e);
    if (!*out_set && !type(e, refusal))
        return vd_refuse(
            refusal, VD_TEXT_NOT_TYPED, "%s",
            e->input->method == VD_ENTER_SET
                ? "the field does not take text as a whole, try method keys"
                : "the field does not take text as a whole, and the keyboard "
                  "lacks one of the characters or the text has to be replaced");
    look(e);
    return true;
}

bool
vd_enter(struct vd_api *api, const struct vd_input *input, struct vd_writer *w,
         struct vd_refusal *refusal)
{
    struct entering e = {.api = api,
                         .input = input,
                         .value = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES)};
    bool was_set = false;
    if (!vd_api_simulate_latency(api, "helper-input") ||
        (input->method == VD_ENTER_KEYS && !vd_may_inject(api, refusal)))
        return false;
    vd_view_lock(api->device, &e.view);
    bool ok = enter(&e, &was_set, refusal);
    vd_view_unlock(api->device);
    if (ok) {
        vd_put_text(w, "method", at_str(was_set ? "set" : "keys"));
        vd_put_bool(w, "password", e.password);
        if (e.field && !e.password)
            vd_put_text(w, "value", at_buf_str(&e.value));
    }
    at_buf_deinit(&e.value);
    return ok;
}
