// enter.c: text into a field: set at once, or typed key by key
//
// It looks at the field afterwards: what did not go in is never told as
// typed.
#include <string.h>

#include "base/limits.h"
#include "virtual-android/helper/api.h"
#include "virtual-android/model.h"

enum { KEY_TAB = 61, KEY_ENTER = 66 };

struct entering {
    struct va_api *api;
    const struct va_input *input;
    struct va_window *window;
    uint64_t window_id;
    struct va_node *field; // only while is_there()
    bool password;
    struct at_buf value; // the field's content, as far as it was last seen
};

static bool
is_there(struct entering *e)
{
    struct va_window *front = va_window_front(e->api->device);
    if (!front || front->id != e->window_id)
        return false;
    for (struct va_node *node = front->root; node;
         node = va_node_next(node, front->root)) {
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

static struct va_node *
field_at(struct va_window *window, struct at_point at)
{
    struct va_node *found = NULL;
    for (struct va_node *node = window->root; node;
         node = va_node_next(node, window->root)) {
        if (node->flags & VA_EDITABLE && va_node_shown(node) &&
            va_rect_has(node->seen, at))
            found = node;
    }
    return found;
}

static bool
find_field(struct entering *e)
{
    struct va_device *device = e->api->device;
    e->window = device->screen_off ? NULL : va_window_front(device);
    if (!e->window)
        return false;
    va_window_refresh(device, e->window);
    e->window_id = e->window->id;
    e->field = e->input->has_place ? field_at(e->window, e->input->at)
                                   : va_field_in(e->window);
    if (!e->field)
        return false;
    e->password = e->field->password;
    look(e);
    return true;
}

// At the cursor of the field that has the focus; another's is at its end.
static bool
set(struct entering *e)
{
    struct at_buf wanted = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    struct at_str before = at_buf_str(&e->value);
    bool at_cursor = e->window->focus == e->field;
    size_t cursor = at_cursor ? e->field->cursor : before.len;
    if (e->input->method == VA_ENTER_KEYS ||
        (e->password && !e->input->replace && before.len > 0))
        return false; // what is there cannot be read, so not be set again
    if (!e->input->replace)
        at_buf_add_str(&wanted, at_str_head(before, cursor));
    at_buf_add_str(&wanted, e->input->text);
    if (!e->input->replace)
        at_buf_add_str(&wanted, at_str_skip(before, cursor));
    struct at_str text = at_buf_str(&wanted);
    bool same = at_str_eq(text, before);
    bool ok = va_set_text(e->api->device, e->window, e->field, text);
    bool changed = !is_there(e) || e->password ||
                   !at_str_eq(at_buf_str(&e->field->value), before);
    at_buf_deinit(&wanted);
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
type_keys(struct va_device *device, struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        struct va_window *window = va_window_front(device);
        if (c == '\n' || c == '\t')
            va_key_press(device, c == '\n' ? KEY_ENTER : KEY_TAB, false);
        else if (window)
            va_insert(device, window, at_str_n(&c, 1));
    }
}

static bool
type(struct entering *e, struct va_refusal *refusal)
{
    struct va_device *device = e->api->device;
    if (e->input->method == VA_ENTER_SET || !on_key_map(e->input->text) ||
        (e->input->replace && e->value.len > 0))
        return false;
    if (e->input->method == VA_ENTER_AUTO) { // the fault takes the lock itself
        va_unlock(device);
        bool allowed = va_may_inject(e->api, refusal);
        va_lock(device);
        if (!allowed || !is_there(e))
            return false;
    }
    if (e->window->focus != e->field)
        va_focus(device, e->window, e->field);
    type_keys(device, e->input->text);
    return true;
}

// A game or a canvas has no field that the system knows, and may read keys all
// the same.
static bool
without_field(struct entering *e, struct va_refusal *refusal)
{
    const struct va_input *input = e->input;
    if (input->has_place)
        return va_refuse(refusal, VA_NO_FIELD,
                         "there is no text field at %d,%d", (int)input->at.x_px,
                         (int)input->at.y_px);
    if (input->replace || input->method != VA_ENTER_KEYS)
        return va_refuse(refusal, VA_NO_FIELD,
                         "no text field has the focus, tap one first");
    if (!on_key_map(input->text))
        return va_refuse(refusal, VA_TEXT_NOT_TYPED,
                         "the keyboard lacks one of the characters");
    type_keys(e->api->device, input->text);
    return true;
}

static bool
enter(struct entering *e, bool *out_set, struct va_refusal *refusal)
{
    if (!find_field(e)) {
        *out_set = false;
        return without_field(e, refusal);
    }
    *out_set = set(e);
    if (!*out_set && !type(e, refusal))
        return va_refuse(
            refusal, VA_TEXT_NOT_TYPED, "%s",
            e->input->method == VA_ENTER_SET
                ? "the field does not take text as a whole, try method keys"
                : "the field does not take text as a whole, and the keyboard "
                  "lacks one of the characters or the text has to be replaced");
    look(e);
    return true;
}

bool
va_enter(struct va_api *api, const struct va_input *input, struct va_writer *w,
         struct va_refusal *refusal)
{
    struct entering e = {.api = api,
                         .input = input,
                         .value = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES)};
    bool was_set = false;
    if (!va_api_spend(api, "helper-input") ||
        (input->method == VA_ENTER_KEYS && !va_may_inject(api, refusal)))
        return false;
    va_lock(api->device);
    bool ok = enter(&e, &was_set, refusal);
    va_unlock(api->device);
    if (ok) {
        va_put_text(w, "method", at_str(was_set ? "set" : "keys"));
        va_put_bool(w, "password", e.password);
        if (e.field && !e.password)
            va_put_text(w, "value", at_buf_str(&e.value));
    }
    at_buf_deinit(&e.value);
    return ok;
}
