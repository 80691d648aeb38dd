#include "maestro/run/typing.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/run/act.h"
#include "maestro/run/random.h"
#include "maestro/run/values.h"
#include "screen/label.h"
#include "sys/cancel.h"
#include "sys/clock.h"

// Maestro types ASCII by key events, which control characters do not have.
static size_t
drop_controls(struct at_str text, struct at_buf *out)
{
    size_t dropped = 0;
    bool keys = at_str_is_ascii(text);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (keys && (c < 0x20 || c == 0x7f))
            dropped++;
        else
            at_buf_add_char(out, (char)c);
    }
    return dropped;
}

static const struct at_node *
focused_field(const struct at_tree *tree)
{
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (at_node_has(node, AT_NODE_FOCUSED) && at_node_takes_text(node))
            return node;
    }
    return NULL;
}

static const struct at_node *
focused_now(struct at_maestro_call *call)
{
    struct at_app *app = call->run->app;
    return at_app_is_current(app) ? focused_field(at_app_tree(app)) : NULL;
}

// Quote the start of the field's text. Secrets are masked before it is cut, and
// one whose last characters were erased.
static void
note_field(struct at_maestro_call *call, const struct at_node *field,
           const char *before, const char *after)
{
    enum { SHOWN = 200 };
    char *safe = at_maestro_masked_cut(call->run, field->text);
    at_maestro_note(call, "%s\"%.*s\"%s", before,
                    AT_STR_ARG(at_utf8_head(at_str(safe), SHOWN)), after);
    free(safe);
}

// Maestro does not look whether the text has arrived.
static void
note_text(struct at_maestro_call *call, struct at_str typed)
{
    struct at_device *device = at_maestro_device(call);
    const struct at_node *field = focused_now(call);
    if (device->hides_focus || !at_app_is_current(call->run->app))
        return;
    if (!field)
        at_maestro_note(call, "no text field had the focus: the text may have "
                              "gone nowhere");
    else if (!at_node_has(field, AT_NODE_PASSWORD) &&
             !at_node_has(field, AT_NODE_TEXT_CUT) &&
             !at_str_has(field->text, typed) &&
             (call->command->secret ||
              at_maestro_scope_shows(call->run->opts->scope, typed, false)))
        at_maestro_note(call, "the field does not hold what was typed");
    else if (!at_node_has(field, AT_NODE_PASSWORD) &&
             !at_node_has(field, AT_NODE_TEXT_CUT) &&
             !at_str_has(field->text, typed))
        note_field(call, field, "the field holds ", " now, not what was typed");
}

// One character after the other, with the pauses of delay:.
static bool
type_slowly(struct at_maestro_call *call, struct at_str text,
            struct at_err *err)
{
    const struct at_op *op = call->run->op;
    int64_t pause_ns = call->command->delay_ms * AT_NS_PER_MS;
    for (size_t at = 0; at < text.len;) {
        struct at_str rest = at_str_skip(text, at);
        uint32_t character;
        size_t len = at_utf8_next(rest, &character);
        const struct at_input input = {.kind = AT_INPUT_TEXT,
                                       .text = at_str_head(rest, len)};
        if ((at > 0 && !at_op_wait_until(op, at_now_ns() + pause_ns, err)) ||
            !at_maestro_send(call, &input, err))
            return false;
        at += len;
    }
    return true;
}

static bool
type(struct at_maestro_call *call, struct at_str text, struct at_err *err)
{
    struct at_buf typed = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    size_t dropped = drop_controls(text, &typed);
    const struct at_input input = {.kind = AT_INPUT_TEXT,
                                   .text = at_buf_str(&typed)};
    if (dropped > 0)
        at_maestro_note(call,
                        "%zu line breaks, tabs or control characters were not "
                        "typed, as Maestro drops them; use pressKey: Enter",
                        dropped);
    bool ok =
        typed.len == 0 || (call->command->delay_ms > 0
                               ? type_slowly(call, at_buf_str(&typed), err)
                               : at_maestro_inject(call, &input, NULL, err));
    ok = ok && at_maestro_settle(call, -1, err);
    if (ok && typed.len > 0)
        note_text(call, at_buf_str(&typed));
    at_buf_deinit(&typed);
    return ok;
}

bool
at_maestro_input_text(struct at_maestro_call *call, struct at_err *err)
{
    return type(call, call->command->text, err);
}

bool
at_maestro_input_random(struct at_maestro_call *call, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_MAESTRO_TEXT_MAX_BYTES);
    at_maestro_random_text(call->command->random, call->command->count, &text);
    bool ok = type(call, at_buf_str(&text), err);
    if (ok)
        at_maestro_note(call, "typed \"%s\"", at_buf_text(&text));
    at_buf_deinit(&text);
    return ok;
}

bool
at_maestro_paste_text(struct at_maestro_call *call, struct at_err *err)
{
    if (call->run->copied)
        return type(call, at_str(call->run->copied), err);
    at_maestro_note(call, "nothing was copied, so nothing was pasted");
    return true;
}

bool
at_maestro_set_clipboard(struct at_maestro_call *call, struct at_err *err)
{
    (void)err;
    at_maestro_copy(call->run, call->command->text);
    return true;
}

enum { ERASE = 50 }; // so many are meant to empty the field

static void
note_erased(struct at_maestro_call *call)
{
    const struct at_node *field = focused_now(call);
    if (at_maestro_device(call)->hides_focus)
        return;
    if (!field)
        at_maestro_note(call, "no text field had the focus");
    else if (field->text.len > 0 && call->command->count >= ERASE &&
             !at_node_has(field, AT_NODE_PASSWORD))
        note_field(call, field, "the field still holds ", "");
}

// Unlike Maestro's Backspaces, this looks whether anything is left.
static bool
erase_all(struct at_maestro_call *call, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_CLEAR_TEXT);
    step.target.focused = true;
    return at_maestro_step(call, &step, err);
}

bool
at_maestro_erase_text(struct at_maestro_call *call, struct at_err *err)
{
    int64_t count = call->command->count;
    if (count == AT_MAESTRO_ALL)
        return erase_all(call, err);
    for (int64_t done = 0; done < count;) {
        int64_t left = count - done;
        unsigned some =
            (unsigned)(left < AT_KEY_REPEAT_MAX ? left : AT_KEY_REPEAT_MAX);
        if (!at_maestro_press(call, "KEYCODE_DEL", some, err))
            return false;
        done += some;
    }
    if (!at_maestro_settle(call, -1, err))
        return false;
    note_erased(call);
    return true;
}

// The keys that Maestro presses on iOS; the others do nothing there.
static bool
press_on_ios(struct at_maestro_call *call, const char *name, struct at_err *err)
{
    static const struct at_str names[] = {
        AT_STR_ROW("Enter"),
        AT_STR_ROW("Backspace"),
        AT_STR_ROW("Home"),
        AT_STR_ROW("Lock"),
    };
    if (at_str_in(at_str(name), names, AT_LEN(names)))
        return at_maestro_press(call, name, 1, err) &&
               at_maestro_settle(call, -1, err);
    at_maestro_note(call, "%s does nothing on iOS, as in Maestro", name);
    return true;
}

bool
at_maestro_press_key(struct at_maestro_call *call, struct at_err *err)
{
    const char *name;
    char number[16];
    int code = at_maestro_key_code(call->command->text, &name);
    if (code == 0) {
        at_maestro_fail_hard(call->run);
        return at_fail(err, AT_EUSAGE, "Unknown key name: %.*s",
                       AT_STR_ARG(call->command->text));
    }
    if (at_maestro_is_ios(call))
        return press_on_ios(call, name, err);
    if (at_str_is(at_str(name), "Tab"))
        at_maestro_note(call, "Maestro presses Space for Tab on Android, and "
                              "so did this");
    snprintf(number, sizeof(number), "%d", code);
    return at_maestro_press(call, number, 1, err) &&
           at_maestro_settle(call, -1, err);
}

bool
at_maestro_back(struct at_maestro_call *call, struct at_err *err)
{
    if (at_maestro_is_ios(call)) {
        at_maestro_note(call, "iOS has no Back: nothing was done, as in "
                              "Maestro; tap the app's own button");
        return true;
    }
    return at_maestro_press(call, "KEYCODE_BACK", 1, err) &&
           at_maestro_settle(call, -1, err);
}

// Maestro knows Gboard by the ids of its elements, and no other keyboard.
static bool
shows_gboard(struct at_maestro_call *call)
{
    static const struct at_str package =
        AT_STR_ROW("com.google.android.inputmethod.latin");
    struct at_app *app = call->run->app;
    const struct at_tree *tree = at_app_tree(app);
    if (!tree || !at_app_is_current(app))
        return false;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (at_str_starts(node->resource_id, package) ||
            at_str_eq(node->package, package))
            return true;
    }
    return false;
}

static bool
fail_keyboard(struct at_err *err)
{
    return at_fail(err, AT_EASSERT,
                   "Couldn't hide the keyboard. This can happen if the app "
                   "uses a custom input or doesn't expose a standard "
                   "dismiss action");
}

// The keyboard of iOS has a key whose id is "delete".
static bool
shows_delete_key(struct at_maestro_call *call)
{
    const struct at_tree *tree = at_app_tree(call->run->app);
    if (!tree || !at_app_is_current(call->run->app))
        return false;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (at_str_is(node->resource_id, "delete"))
            return true;
    }
    return false;
}

// Short strokes in the middle of the screen end typing in most apps.
static bool
hide_on_ios(struct at_maestro_call *call, struct at_err *err)
{
    static const struct at_point ends[] = {{50, 47}, {47, 50}};
    enum { STROKE_MS = 50 };
    int32_t width_px;
    int32_t height_px;
    if (!at_maestro_screen(call, &width_px, &height_px, err))
        return false;
    struct at_point from = at_maestro_percent(width_px, height_px, 50, 50);
    for (size_t i = 0; i < AT_LEN(ends) && (i == 0 || shows_delete_key(call));
         i++) {
        struct at_point to =
            at_maestro_percent(width_px, height_px, ends[i].x_px, ends[i].y_px);
        if (!at_maestro_stroke(call, from, to, STROKE_MS, err) ||
            !at_maestro_settle(call, -1, err))
            return false;
    }
    return !shows_delete_key(call) || fail_keyboard(err);
}

bool
at_maestro_hide_keyboard(struct at_maestro_call *call, struct at_err *err)
{
    bool shown = true;
    if (at_maestro_is_ios(call))
        return hide_on_ios(call, err);
    bool known = at_app_keyboard_shown(call->run->op, call->run->app, &shown);
    if (!at_maestro_press(call, "KEYCODE_BACK", 1, err) ||
        !at_maestro_settle(call, -1, err))
        return false;
    if (known && !shown)
        at_maestro_note(call,
                        "no keyboard was showing: sent Back anyway, which "
                        "may have left the screen");
    bool stays = shows_gboard(call);
    bool still = false;
    if (stays)
        return fail_keyboard(err);
    if (at_app_keyboard_shown(call->run->op, call->run->app, &still) && still)
        at_maestro_note(call, "the keyboard is still showing; Maestro "
                              "recognises Gboard only");
    return true;
}
