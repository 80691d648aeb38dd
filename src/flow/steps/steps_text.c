#include "flow/steps/steps_text.h"

#include <string.h>

#include "base/alike.h"
#include "base/limits.h"
#include "flow/steps/batch.h"
#include "flow/changes/change.h"
#include "flow/steps/field.h"
#include "flow/steps/deferred_text.h"
#include "flow/steps/search.h"
#include "flow/steps/target.h"
#include "screen/label.h"
#include "screen/selector_report.h"
#include "sys/clock.h"

// Characters of a hidden text to delete without seeing them.
enum { HIDDEN_MAX_CHARS = 128 };

// Press a key repeat times, in as many inputs as needed.
static bool
press(struct at_step_call *call, const char *key, size_t repeat,
      struct at_err *err)
{
    bool ok = true;
    while (ok && repeat > 0) {
        unsigned part =
            repeat < AT_KEY_REPEAT_MAX ? (unsigned)repeat : AT_KEY_REPEAT_MAX;
        const struct at_input input = {
            .kind = AT_INPUT_KEY, .text = at_str(key), .repeat = part};
        ok = at_step_send(call, &input, err);
        repeat -= part;
    }
    return ok;
}

// Each input has the field, because a device may look it up by its identity.
static struct at_input
input_for(const struct at_field *field, enum at_input_kind kind)
{
    return (struct at_input){
        .kind = kind,
        .at = field->at,
        .tree = at_tree_snapshot_tree(field->before),
        .node = field->node,
        .force = field->through,
    };
}

static bool
focus(struct at_step_call *call, const struct at_field *field,
      struct at_err *err)
{
    const struct at_input tap = input_for(field, AT_INPUT_TAP);
    return field->focused || at_step_send(call, &tap, err);
}

// Delete the text from its end; if it has several lines, also delete the text
// after the caret's line.
static bool
erase(struct at_step_call *call, const struct at_field *field,
      struct at_err *err)
{
    size_t count = field->most_chars;
    if (at_field_hides_password(call, at_str(field->was)))
        count = HIDDEN_MAX_CHARS;
    return count == 0 || (press(call, "KEYCODE_MOVE_END", 1, err) &&
                          press(call, "KEYCODE_DEL", count, err) &&
                          (!strchr(field->was, '\n') ||
                           press(call, "KEYCODE_FORWARD_DEL", count, err)));
}

// Write the inputs for a text and return their number. The last enters it.
static size_t
inputs_of(const struct at_field *field, struct at_str value, bool replace,
          struct at_input inputs[AT_BATCH_STEP_INPUTS_MAX])
{
    size_t count = 0;
    if (!field->focused)
        inputs[count++] = input_for(field, AT_INPUT_TAP);
    if (!replace && *field->was)
        inputs[count++] = (struct at_input){.kind = AT_INPUT_KEY,
                                            .text = AT_STR("KEYCODE_MOVE_END"),
                                            .repeat = 1};
    inputs[count] =
        input_for(field, replace ? AT_INPUT_SET_TEXT : AT_INPUT_TEXT);
    inputs[count++].text = value;
    return count;
}

// Keep the text to send it with the next step, if possible. Steps already kept
// will have moved the focus.
static bool
wait_for_next(struct at_step_call *call, struct at_field *field,
              struct at_buf *expected, bool replace)
{
    struct at_input inputs[AT_BATCH_STEP_INPUTS_MAX];
    struct at_batch *batch = call->batch;
    if (batch && batch->count > 0)
        field->focused = false;
    if (!batch || !batch->allowed || !field->node)
        return false;
    size_t count = inputs_of(field, call->step->value, replace, inputs);
    at_batch_keep(call, field, expected, inputs, count);
    return true;
}

// Clear and type in one round trip, if the device can. If *out_entered is
// false, nothing was typed, and the caller fills the field key by key.
static bool
enter(struct at_step_call *call, struct at_field *field, struct at_str value,
      bool replace, bool *out_entered, struct at_err *err)
{
    struct at_input inputs[AT_BATCH_STEP_INPUTS_MAX];
    struct at_err why = AT_ERR_INIT;
    size_t count = inputs_of(field, value, replace, inputs);
    size_t done;
    *out_entered = at_step_inject_all(call, inputs, count, &done, &why);
    // A lookalike of a field may open the real one, which then has the focus.
    if (!*out_entered && done > 0 && call->refusal != AT_REFUSAL_NONE) {
        struct at_input *text = &inputs[count - 1];
        text->node = NULL;
        why = (struct at_err)AT_ERR_INIT;
        *out_entered = at_step_inject_all(call, text, 1, &done, &why);
        done = 1;
    }
    field->focused = field->focused || done > 0;
    if (*out_entered || why.code == AT_EUNSUPPORTED)
        return true;
    return at_err_pass(err, &why);
}

static bool
clear_field(struct at_step_call *call, struct at_field *field,
            struct at_err *err)
{
    struct at_buf none = AT_BUF_INIT(0);
    bool entered;
    if (wait_for_next(call, field, &none, true))
        return true;
    return enter(call, field, AT_STR(""), true, &entered, err) &&
           (entered || (focus(call, field, err) && erase(call, field, err))) &&
           at_field_check_cleared(call, field, err);
}

// Fail because the field with the text to delete is unknown.
static bool
fail_unseen(struct at_err *err)
{
    return at_fail(err, AT_EUNSUPPORTED,
                   "this device does not tell which field has the focus, and "
                   "nothing was typed or deleted: clear the field by its id or "
                   "text, then type");
}

static bool
is_unseen(const struct at_step_call *call)
{
    return call->step->target.focused && at_app_device(call->app)->hides_focus;
}

typedef bool fill_field(struct at_step_call *call, struct at_field *field,
                        struct at_err *err);

// Aim at the field and fill it. Aim again if the device has refused to touch it
// because it is not as in the tree.
static bool
fill(struct at_step_call *call, struct at_field *field, fill_field *how,
     struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    for (;;) {
        struct at_err why = AT_ERR_INIT;
        if (!at_field_aim(call, field, err))
            return false;
        if (how(call, field, &why))
            return true;
        if (!at_step_may_aim_again(call, began_ns))
            return at_step_fail_refused(call, &why, err);
        at_field_deinit(field);
        *field = (struct at_field){.focused = false};
    }
}

bool
at_step_clear_text(struct at_step_call *call, struct at_err *err)
{
    struct at_field field = {.focused = false};
    if (is_unseen(call))
        return fail_unseen(err);
    bool ok = fill(call, &field, clear_field, err);
    at_field_deinit(&field);
    return ok;
}

static bool
type_by_keys(struct at_step_call *call, const struct at_field *field,
             struct at_str value, bool replace, struct at_err *err)
{
    bool grafted = field->node && at_node_has(field->node, AT_NODE_GRAFTED);
    struct at_input text = {.kind = AT_INPUT_TEXT};
    if (grafted) // the device does not know that the field has the focus
        text = input_for(field, AT_INPUT_TEXT);
    text.text = value;
    if (!focus(call, field, err))
        return false;
    if (replace && !erase(call, field, err))
        return false;
    if (!replace && *field->was && !press(call, "KEYCODE_MOVE_END", 1, err))
        return false;
    return value.len == 0 || at_step_send(call, &text, err);
}

static bool
send_text(struct at_step_call *call, struct at_field *field, struct at_err *err)
{
    struct at_str value = call->step->value;
    bool replace = call->step->replace;
    bool entered;
    return enter(call, field, value, replace, &entered, err) &&
           (entered || type_by_keys(call, field, value, replace, err));
}

// The content of a filled password field cannot be read, so characters that no
// key types cannot be added to it.
static bool
advise_replace(struct at_step_call *call, const struct at_field *field,
               struct at_err *err)
{
    const char *replace = at_app_advice(call->app)->replace;
    if (err && err->code == AT_EUNSUPPORTED && field->secret && *field->was &&
        !call->step->replace && replace)
        at_err_add(err, "%s", replace);
    return false;
}

// While a field takes only the beginning and moves the focus to the next one,
// type the rest there.
static bool
check_typed(struct at_step_call *call, const struct at_field *field,
            const struct at_buf *expected, struct at_err *err)
{
    size_t left = call->step->value.len;
    struct at_str rest;
    for (;;) {
        struct at_err why = AT_ERR_INIT;
        if (at_field_check_typed(call, field, expected, &why))
            return true;
        if (why.code != AT_ETEXT || !at_field_goes_on(call, field, &rest) ||
            rest.len >= left)
            return at_err_pass(err, &why);
        left = rest.len;
        const struct at_input input = {.kind = AT_INPUT_TEXT, .text = rest};
        if (!at_step_send(call, &input, err))
            return false;
    }
}

// A field may have lost the focus since the tree was read. If the text had no
// effect, tap the field and send the text once more.
static bool
type_into(struct at_step_call *call, struct at_field *field,
          struct at_buf *expected, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    bool was_focused = field->focused;
    bool keyboard = false;
    bool may_owe = at_deferred_texts_may(call, &keyboard);
    if (may_owe) // only reading back shows that the focus was elsewhere
        field->focused = false;
    if (!call->step->replace)
        at_buf_add_text(expected, field->was);
    at_buf_add_str(expected, call->step->value);
    if (wait_for_next(call, field, expected, call->step->replace))
        return true;
    was_focused = was_focused && field->focused;
    if (!send_text(call, field, err))
        return advise_replace(call, field, err);
    if (may_owe && at_deferred_texts_keep(call, field, expected, keyboard))
        return true;
    if (check_typed(call, field, expected, &why))
        return true;
    if (!was_focused || why.code != AT_ETEXT ||
        !at_field_took_nothing(call, field))
        return at_err_pass(err, &why);
    field->focused = false;
    at_step_note(call, "the field was not focused, as the tree had it: it was "
                       "tapped");
    return send_text(call, field, err) &&
           check_typed(call, field, expected, err);
}

bool
at_step_judge_text(struct at_step_call *call, const struct at_field *field,
                   const struct at_buf *expected, struct at_err *err)
{
    return call->step->action == AT_FLOW_CLEAR_TEXT
               ? at_field_check_cleared(call, field, err)
               : check_typed(call, field, expected, err);
}

static bool
type_field(struct at_step_call *call, struct at_field *field,
           struct at_err *err)
{
    struct at_buf expected = AT_BUF_INIT(2 * AT_NODE_TEXT_MAX_BYTES);
    bool ok = type_into(call, field, &expected, err);
    at_buf_deinit(&expected);
    return ok;
}

// Find the only field of after whose text has changed; *out_was is its previous
// text. NULL unless exactly one has.
static const struct at_node *
changed_field(const struct at_tree *before, const struct at_tree *after,
              struct at_str *out_was)
{
    const struct at_node *was = before->root;
    const struct at_node *found = NULL;
    for (const struct at_node *node = after->root; node;
         node = at_node_next(node, after->root)) {
        // fields have the same order in both trees
        if (!at_node_takes_text(node))
            continue;
        do {
            was = was ? at_node_next(was, before->root) : NULL;
        } while (was && !at_node_takes_text(was));
        if (!was || !at_str_eq(was->resource_id, node->resource_id))
            return NULL;
        if (at_str_eq(was->text, node->text))
            continue;
        if (found)
            return NULL;
        found = node;
        *out_was = was->text;
    }
    return found;
}

static bool
fail_no_taker(struct at_step_call *call, struct at_err *err)
{
    struct at_buf fields = AT_BUF_INIT(600);
    at_selector_write_fields(at_app_tree(call->app), at_app_refs(call->app),
                             &fields);
    at_fail(err, AT_EDEVICE,
            "the text was sent, but nothing on the screen has changed: tap a "
            "field first (%s)",
            at_buf_text(&fields));
    at_buf_deinit(&fields);
    return false;
}

// Return true if the node, which held was or a hint, may get more of the text.
static bool
is_on_its_way(const struct at_step_call *call, const struct at_node *node,
              struct at_str was)
{
    struct at_str value = call->step->value;
    struct at_buf expected = AT_BUF_INIT(2 * AT_NODE_TEXT_MAX_BYTES);
    at_buf_add_str(&expected, was);
    at_buf_add_str(&expected, value);
    bool secret = at_node_has(node, AT_NODE_PASSWORD) && !node->covered;
    bool has_all = secret ? at_utf8_count(node->text) == at_utf8_count(value)
                          : at_alike_has(node->text, value);
    bool comes = !has_all && at_field_is_on_its_way(node, secret, was,
                                                    at_buf_str(&expected));
    at_buf_deinit(&expected);
    return comes;
}

// Read until a field has taken the text, or the screen has settled without it.
static bool
find_taker(struct at_step_call *call, const struct at_tree *before,
           struct at_err *err)
{
    int64_t start_ns = at_now_ns();
    for (;;) {
        struct at_str was;
        if (!at_step_read(call, err))
            return false;
        const struct at_tree *after = at_app_tree(call->app);
        const struct at_node *node = changed_field(before, after, &was);
        bool late =
            at_now_ns() - start_ns > AT_FIELD_READ_BACK_MS * AT_NS_PER_MS;
        if (node && (late || !is_on_its_way(call, node, was)))
            return at_field_check_taker(call, node, was, err);
        if (!node && (late || at_app_is_settled(call->app))) {
            if (!at_change_seen(before, after))
                return fail_no_taker(call, err);
            at_step_note(call, "no text field shows the text: what took it "
                               "is not known");
            return true;
        }
        if (!at_step_wait_ms(call, at_app_read_began_ns(call->app),
                             AT_IDLE_POLL_MS, err))
            return false;
    }
}

// If the tree does not show which field is focused, find the field that took
// the text by its changed content.
static bool
type_unseen(struct at_step_call *call, struct at_err *err)
{
    if (!at_app_is_current(call->app) && !at_step_read(call, err))
        return false;
    struct at_tree_snapshot *before = at_app_tree_snapshot(call->app);
    const struct at_input text = {.kind = AT_INPUT_TEXT,
                                  .text = call->step->value};
    bool ok = at_step_send(call, &text, err) &&
              find_taker(call, at_tree_snapshot_tree(before), err);
    at_tree_snapshot_release(before);
    return ok;
}

bool
at_step_type(struct at_step_call *call, struct at_err *err)
{
    struct at_field field = {.focused = false};
    if (is_unseen(call))
        return call->step->replace ? fail_unseen(err) : type_unseen(call, err);
    bool ok = fill(call, &field, type_field, err);
    if (ok && !call->defers && field.node && at_search_is_field(field.node) &&
        at_app_is_current(call->app))
        ok = at_search_settle(call, at_tree_snapshot_tree(field.before), err);
    at_field_deinit(&field);
    return ok;
}
