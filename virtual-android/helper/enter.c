// enter.c: text into a field: set at once, typed key by key, or pasted
//
// The field is read afterwards, so text is never reported as typed unless it
// was entered.
#include "virtual-android/helper/enter.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/access/view.h"
#include "virtual-android/helper/aim.h"
#include "virtual-android/helper/inputs.h"

enum { KEY_TAB = 61, KEY_ENTER = 66, KEY_PASTE = 279 };

struct entering {
    struct vd_api *api;
    struct vd_view view;
    const struct vd_input *input;
    bool has_place; // its own, or that of its target now
    struct at_point at;
    struct vd_window *window;
    uint64_t window_id;
    struct vd_node *field; // only while is_there()
    bool password;
    bool refuses_set; // faults, as they were at the beginning
    bool has_clipboard;
    bool changed;        // pasting changed the field
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
    e->field =
        e->has_place ? field_at(e->window, e->at) : vd_field_focused(e->window);
    if (!e->field)
        return false;
    e->password = e->field->password;
    look(e);
    return true;
}

static bool
may(const struct entering *e, enum vd_enter_method method)
{
    return e->input->method == VD_ENTER_AUTO || e->input->method == method;
}

// Insert at the cursor of a focused field, at the end of any other.
static bool
set(struct entering *e)
{
    struct at_buf whole = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES);
    struct at_str before = at_buf_str(&e->value);
    bool at_cursor = e->window->focus == e->field;
    size_t cursor = at_cursor ? e->field->cursor : before.len;
    if (!may(e, VD_ENTER_SET) || e->refuses_set ||
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
may_press(struct entering *e, struct vd_refusal *refusal)
{
    if (e->input->method == VD_ENTER_KEYS || e->input->method == VD_ENTER_PASTE)
        return true;                // asked already
    vd_view_unlock(e->api->device); // the fault takes the lock itself
    bool allowed = vd_may_inject(e->api, refusal);
    vd_view_lock(e->api->device, &e->view);
    return allowed && is_there(e);
}

static bool
type(struct entering *e, struct vd_refusal *refusal)
{
    struct vd_device *device = e->api->device;
    if (!may(e, VD_ENTER_KEYS) || !on_key_map(e->input->text) ||
        (e->input->replace && e->value.len > 0) || !may_press(e, refusal))
        return false;
    if (e->window->focus != e->field)
        vd_screen_focus(device, e->window, e->field);
    type_keys(device, e->input->text);
    return true;
}

static void
copy(struct entering *e, const char *text)
{
    vd_view_unlock(e->api->device);
    vd_device_set_condition(e->api->device, "clipboard", text);
    vd_view_lock(e->api->device, &e->view);
}

// Copy the text and press the key. The clipboard is always restored.
static void
press_paste(struct entering *e, bool clear)
{
    struct vd_device *device = e->api->device;
    char old[4096];
    vd_view_unlock(device);
    vd_device_condition(device, "clipboard", old, sizeof(old));
    vd_view_lock(device, &e->view);
    char *text = at_strndup(e->input->text.ptr, e->input->text.len);
    copy(e, text);
    free(text);
    bool there = !e->field || is_there(e);
    if (there && clear)
        vd_field_clear(device, e->window); // the paste replaces a selection
    if (there)
        vd_key_press(device, KEY_PASTE, false);
    e->changed =
        there && e->field && is_there(e) &&
        !at_str_eq(at_buf_str(&e->field->value), at_buf_str(&e->value));
    copy(e, old);
}

static bool
paste(struct entering *e, struct vd_refusal *refusal)
{
    if (!may(e, VD_ENTER_PASTE) || !e->has_clipboard || !may_press(e, refusal))
        return false;
    if (e->window->focus != e->field)
        vd_screen_focus(e->api->device, e->window, e->field);
    press_paste(e, e->input->replace);
    return e->changed;
}

static const char *
reason(const struct entering *e)
{
    if (e->input->method == VD_ENTER_SET)
        return "the field does not take text as a whole, try method keys";
    if (e->input->method == VD_ENTER_KEYS)
        return "the keyboard lacks one of the characters, or the text has to "
               "be replaced";
    return e->has_clipboard
               ? "the field takes text neither as a whole nor by keys nor from "
                 "the clipboard"
               : "the field takes text neither as a whole nor by keys, and "
                 "this "
                 "helper may not use the clipboard here";
}

// A game, a canvas or a page may read keys without a field that the system
// knows.
static bool
without_field(struct entering *e, struct vd_refusal *refusal)
{
    const struct vd_input *input = e->input;
    bool pastes = input->method == VD_ENTER_PASTE;
    if (e->has_place)
        return vd_refuse(refusal, VD_NO_FIELD,
                         "there is no text field at %d,%d", (int)e->at.x_px,
                         (int)e->at.y_px);
    if (input->replace || (!pastes && input->method != VD_ENTER_KEYS))
        return vd_refuse(refusal, VD_NO_FIELD,
                         "no text field has the focus, tap one first");
    if (pastes ? !e->has_clipboard : !on_key_map(input->text))
        return vd_refuse(refusal, VD_TEXT_NOT_TYPED, "%s", reason(e));
    if (pastes)
        press_paste(e, false);
    else
        type_keys(e->api->device, input->text);
    return true;
}

static bool
enter(struct entering *e, const char **out_method, struct vd_refusal *refusal)
{
    *out_method = e->input->method == VD_ENTER_PASTE ? "paste" : "keys";
    if (!find_field(e))
        return without_field(e, refusal);
    *out_method = "keys";
    if (set(e))
        *out_method = "set";
    else if (!type(e, refusal)) {
        *out_method = "paste";
        if (refusal->code == VD_NOT_REFUSED && !paste(e, refusal))
            vd_refuse(refusal, VD_TEXT_NOT_TYPED, "%s", reason(e));
    }
    look(e);
    return refusal->code == VD_NOT_REFUSED;
}

// A password field shows only how many characters it has.
static bool
holds_expected(const struct entering *e)
{
    struct at_str value = at_buf_str(&e->value);
    struct at_str expected = e->input->expected;
    return e->field &&
           (e->password ? at_utf8_count(value) == at_utf8_count(expected)
                        : at_str_eq(value, expected));
}

bool
vd_enter(struct vd_api *api, const struct vd_input *input, struct vd_writer *w,
         struct vd_refusal *refusal)
{
    struct entering e = {.api = api,
                         .input = input,
                         .has_place = input->has_place || input->has_target,
                         .at = input->at,
                         .value = AT_BUF_INIT(AT_NODE_TEXT_MAX_BYTES)};
    const char *method;
    bool injects =
        input->method == VD_ENTER_KEYS || input->method == VD_ENTER_PASTE;
    if (!vd_api_simulate_latency(api, "helper-input") ||
        (injects && !vd_may_inject(api, refusal)))
        return false;
    e.refuses_set = input->method != VD_ENTER_KEYS &&
                    vd_device_take_fault(api->device, "no-set-text");
    e.has_clipboard =
        vd_device_fault_left(api->device, "clipboard-denied") == 0;
    vd_device_fire(api->device, "before_touch");
    if (input->has_target && !vd_aim_field(api, &input->target, &e.at, refusal))
        return false;
    vd_view_lock(api->device, &e.view);
    bool ok = enter(&e, &method, refusal);
    vd_view_unlock(api->device);
    if (ok && input->has_expected && !holds_expected(&e))
        ok = vd_refuse(refusal, VD_TEXT_OTHER,
                       "the field holds something else than expected");
    if (ok) {
        vd_put_text(w, "method", at_str(method));
        vd_put_bool(w, "password", e.password);
        if (e.field && !e.password)
            vd_put_text(w, "value", at_buf_str(&e.value));
    }
    at_buf_deinit(&e.value);
    return ok;
}
