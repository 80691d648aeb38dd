// steps_text.c: text goes into a field, and is read back from it
#include "flow/exec.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "flow/change.h"
#include "flow/text.h"
#include "screen/compact.h"
#include "screen/label.h"
#include "screen/selector_report.h"
#include "sys/clock.h"

enum {
    READ_BACK_MS = 3000, // for quick readings of a field that still changes
    PATH_MAX_BYTES = 1024,
    HIDDEN_MAX_CHARS = 128, // of a text that is deleted without being seen
};

// The field of a step, for finding it again in the next tree.
struct field {
    char path[PATH_MAX_BYTES];
    char *id;
    char *class_name;
    char *was; // its text before the step
    struct at_point at;
    bool focused;
    bool secret;
};

static void
field_deinit(struct field *field)
{
    free(field->id);
    free(field->class_name);
    free(field->was);
}

static char *
dup_str(struct at_str text)
{
    return at_strndup(text.len ? text.ptr : "", text.len);
}

// The node itself, or the only field inside it: frameworks wrap theirs.
static const struct at_node *
field_within(const struct at_node *top)
{
    const struct at_node *found = NULL;
    for (const struct at_node *node = top; node;
         node = at_node_next(node, top)) {
        if (!at_node_takes_text(node))
            continue;
        if (node == top)
            return node;
        if (found)
            return NULL;
        found = node;
    }
    return found;
}

static bool
fail_no_field(struct at_step_call *call, struct at_err *err)
{
    struct at_buf fields = AT_BUF_INIT(600);
    at_selector_write_fields(at_app_tree(call->app), at_app_refs(call->app),
                             &fields);
    at_fail(err, AT_EUSAGE, "%s is not a text field, nothing was typed (%s)",
            at_buf_text(&call->target.with_ref), at_buf_text(&fields));
    at_buf_deinit(&fields);
    return false;
}

static bool
field_aim(struct at_step_call *call, struct field *out, struct at_err *err)
{
    const struct at_node *node;
    if (!at_step_aim(call, "target", &node, &out->at, err))
        return false;
    const struct at_tree *tree = at_app_tree(call->app);
    const struct at_node *field = field_within(node);
    if (!field)
        return fail_no_field(call, err);
    if (!at_node_has(field, AT_NODE_ENABLED))
        return at_fail(err, AT_EDEVICE, "%s is disabled, nothing was typed",
                       at_buf_text(&call->target.with_ref));
    if (field != node) {
        at_step_set_target(call, field);
        out->at = at_rect_center(at_step_visible_rect(tree, field));
    }
    at_node_path(field, out->path, sizeof(out->path));
    out->id = dup_str(field->resource_id);
    out->class_name = dup_str(field->class_name);
    out->was = dup_str(field->text);
    out->focused = at_node_has(field, AT_NODE_FOCUSED);
    out->secret = at_node_has(field, AT_NODE_PASSWORD);
    call->secret = out->secret;
    return true;
}

static bool
is_same_kind(const struct field *field, const struct at_node *node)
{
    return at_node_takes_text(node) &&
           at_str_is(node->class_name, field->class_name) &&
           at_str_is(node->resource_id, field->id);
}

// The field in the newest tree: at its place; else the only one of its id;
// else the one that has the focus, which is where text goes. NULL: gone.
static const struct at_node *
field_find(const struct at_step_call *call, const struct field *field)
{
    const struct at_tree *tree = at_app_tree(call->app);
    const struct at_node *alike = NULL;
    const struct at_node *focused = NULL;
    size_t alike_count = 0;
    char path[PATH_MAX_BYTES];
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!is_same_kind(field, node))
            continue;
        at_node_path(node, path, sizeof(path));
        if (strcmp(path, field->path) == 0)
            return node;
        alike = node;
        alike_count++;
        if (at_node_has(node, AT_NODE_FOCUSED))
            focused = node;
    }
    return alike_count == 1 && *field->id ? alike : focused;
}

// As many times as asked, by as many commands as that takes.
static bool
press(struct at_step_call *call, const char *key, size_t repeat,
      struct at_err *err)
{
    bool ok = true;
    while (ok && repeat > 0) {
        unsigned part =
            repeat < AT_KEY_REPEAT_MAX ? (unsigned)repeat : AT_KEY_REPEAT_MAX;
        ok = at_device_key(call->op, at_app_device(call->app), at_str(key),
                           part, err);
        repeat -= part;
    }
    return ok;
}

static bool
focus(struct at_step_call *call, const struct field *field, struct at_err *err)
{
    at_step_acts(call);
    return field->focused ||
           at_device_tap(call->op, at_app_device(call->app), field->at, err);
}

// Before Android 8 a password field shows nothing, however full it is.
static bool
hides_password(struct at_step_call *call, struct at_str text)
{
    enum { API_TELLS = 26 };
    struct at_device_info info;
    return call->secret && text.len == 0 &&
           at_device_info(call->op, at_app_device(call->app), &info, NULL) &&
           info.api_level > 0 && info.api_level < API_TELLS;
}

// Delete what stands there from the end; of a text of several lines also what
// stands after the caret's line.
static bool
erase(struct at_step_call *call, const struct field *field, struct at_err *err)
{
    size_t count = at_utf8_count(at_str(field->was));
    if (hides_password(call, at_str(field->was)))
        count = HIDDEN_MAX_CHARS;
    return count == 0 || (press(call, "KEYCODE_MOVE_END", 1, err) &&
                          press(call, "KEYCODE_DEL", count, err) &&
                          (!strchr(field->was, '\n') ||
                           press(call, "KEYCODE_FORWARD_DEL", count, err)));
}

// Clear and type in one round trip, where the device can. *out_entered false,
// with nothing typed: the field is to be filled key by key.
static bool
enter(struct at_step_call *call, struct field *field, struct at_str value,
      bool replace, bool *out_entered, struct at_err *err)
{
    struct at_input inputs[3];
    struct at_err why = AT_ERR_INIT;
    size_t count = 0;
    size_t done;
    if (!field->focused)
        inputs[count++] =
            (struct at_input){.kind = AT_INPUT_TAP, .at = field->at};
    if (!replace && *field->was)
        inputs[count++] = (struct at_input){.kind = AT_INPUT_KEY,
                                            .text = AT_STR("KEYCODE_MOVE_END"),
                                            .repeat = 1};
    inputs[count++] = (struct at_input){
        .kind = replace ? AT_INPUT_SET_TEXT : AT_INPUT_TEXT, .text = value};
    *out_entered = at_step_inject_all(call, inputs, count, &done, &why);
    field->focused = field->focused || done > 0;
    if (*out_entered || why.code == AT_EUNSUPPORTED)
        return true;
    return err ? (*err = why, false) : false;
}

static void
add_shown(const struct field *field, struct at_str text, struct at_buf *out)
{
    if (field->secret)
        at_buf_add_fmt(out, "(%zu characters)", at_utf8_count(text));
    else
        at_buf_add_str(out, text);
}

static void
set_value(struct at_step_call *call, const struct field *field,
          const struct at_node *node)
{
    at_buf_clear(&call->value);
    at_buf_clear(&call->hint);
    add_shown(field, node->text, &call->value);
    at_buf_add_str(&call->hint, node->hint);
    call->has_value = true;
}

// Does what node holds satisfy a step? Called with each reading.
typedef bool field_check(const struct field *field, const struct at_node *node,
                         struct at_str value);

// Read the field back. One reading does where it is quiet or good; a quick
// one that is not may have come too early. *out_node NULL: the field is gone.
static bool
read_back(struct at_step_call *call, const struct field *field,
          field_check *check, struct at_str value,
          const struct at_node **out_node, struct at_err *err)
{
    int64_t start_ns = at_now_ns();
    bool stepped = call->stepped; // that reading is there
    for (;; stepped = false) {
        if (!stepped && !at_step_read(call, err))
            return false;
        *out_node = field_find(call, field);
        bool good = *out_node && check(field, *out_node, value);
        if (good || at_app_is_settled(call->app) ||
            at_now_ns() - start_ns > READ_BACK_MS * AT_NS_PER_MS)
            break;
        if (!at_step_wait_ms(call, at_app_read_began_ns(call->app),
                             AT_IDLE_POLL_MS, err))
            return false;
    }
    if (*out_node)
        set_value(call, field, *out_node);
    else
        at_step_note(call, "the field is gone from the screen: what it holds "
                           "could not be verified");
    return true;
}

static bool
is_empty(const struct field *field, const struct at_node *node,
         struct at_str value)
{
    (void)field;
    (void)value;
    return node->text.len == 0;
}

// Dumps before Android 14 show the hint of an empty field as its text. What
// deleting does not change, or turns into something else, is taken for that.
static bool
may_be_hint(const struct field *field, const struct at_node *node)
{
    struct at_str was = at_str(field->was);
    return at_node_has(node, AT_NODE_MAYBE_HINT) &&
           (at_str_eq(was, node->text) || !at_str_has(was, node->text));
}

static bool
pass_hidden(struct at_step_call *call)
{
    call->has_value = false; // it is not known to be empty
    at_step_note(call, "Android before 8 does not tell what a password field "
                       "holds: it could not be verified");
    return true;
}

static bool
check_cleared(struct at_step_call *call, const struct field *field,
              const struct at_node *node, struct at_err *err)
{
    struct at_buf left = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (!at_node_has(node, AT_NODE_SHOWS_HINT) &&
        hides_password(call, node->text))
        return pass_hidden(call);
    if (node->text.len == 0)
        return true;
    if (may_be_hint(field, node)) {
        at_buf_clear(&call->value);
        at_buf_clear(&call->hint);
        at_buf_add_str(&call->hint, node->text);
        at_step_note(call, "what the field still shows is taken for its hint: "
                           "this device's dump does not tell hint from text");
        return true;
    }
    add_shown(field, at_utf8_head(node->text, 200), &left);
    at_fail(err, AT_EDEVICE,
            "the field is not empty after its text was deleted, left is "
            "\"%s\" (%zu of %zu characters)",
            at_buf_text(&left), at_utf8_count(node->text),
            at_utf8_count(at_str(field->was)));
    at_buf_deinit(&left);
    return false;
}

static bool
empty_field(struct at_step_call *call, struct field *field, struct at_err *err)
{
    bool entered;
    return enter(call, field, AT_STR(""), true, &entered, err) &&
           (entered || (focus(call, field, err) && erase(call, field, err)));
}

static bool
clear_field(struct at_step_call *call, struct field *field, struct at_err *err)
{
    const struct at_node *node;
    return empty_field(call, field, err) &&
           read_back(call, field, is_empty, at_str(""), &node, err) &&
           (!node || check_cleared(call, field, node, err));
}

bool
at_step_clear_text(struct at_step_call *call, struct at_err *err)
{
    struct field field = {.focused = false};
    bool ok = field_aim(call, &field, err) && clear_field(call, &field, err);
    field_deinit(&field);
    return ok;
}

static struct at_str
without_line_end(struct at_str text)
{
    while (text.len > 0 && text.ptr[text.len - 1] == '\n')
        text.len--;
    return text;
}

// value is what the field should hold. A password shows dots: their number
// counts. A line end at the end is Enter to a field of one line.
static bool
holds(const struct field *field, const struct at_node *node,
      struct at_str value)
{
    if (field->secret)
        return at_utf8_count(node->text) == at_utf8_count(value);
    return at_str_eq(node->text, value) ||
           at_str_eq(node->text, without_line_end(value));
}

static bool
fail_differs(const struct field *field, const struct at_node *node,
             struct at_str expected, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (field->secret)
        at_buf_add_fmt(&text, "expected %zu characters, found %zu",
                       at_utf8_count(expected), at_utf8_count(node->text));
    else
        at_text_write_difference(expected, node->text, &text);
    at_fail(err, AT_EDEVICE, "the field does not hold what was typed: %s%s",
            at_buf_text(&text),
            at_node_has(node, AT_NODE_FOCUSED) ? "" : "; it has not the focus");
    at_buf_deinit(&text);
    return false;
}

// What stood there may have been a hint that the dump showed as text, or may
// have been selected and so replaced: then the typed text alone is right too.
static bool
judge_typed(struct at_step_call *call, const struct field *field,
            const struct at_node *node, const struct at_buf *expected,
            struct at_err *err)
{
    struct at_str value = at_args_str(call->step, "value");
    bool appended = expected->len > value.len;
    if (holds(field, node, at_buf_str(expected))) {
        const char *replace = at_app_advice(call->app)->replace;
        if (appended)
            at_step_note(call, "the text was added to what the field held%s%s",
                         replace ? "; " : "", replace ? replace : "");
        return true;
    }
    if (!appended && hides_password(call, node->text))
        return pass_hidden(call);
    if (!appended || !holds(field, node, value))
        return fail_differs(field, node, at_buf_str(expected), err);
    at_step_note(call, "what the field showed before is gone: it was its hint, "
                       "or it was replaced");
    return true;
}

static bool
type_by_keys(struct at_step_call *call, const struct field *field,
             struct at_str value, bool replace, struct at_err *err)
{
    if (!focus(call, field, err))
        return false;
    if (replace && !erase(call, field, err))
        return false;
    if (!replace && *field->was && !press(call, "KEYCODE_MOVE_END", 1, err))
        return false;
    return value.len == 0 ||
           at_device_text(call->op, at_app_device(call->app), value, err);
}

static bool
type_into(struct at_step_call *call, struct field *field,
          struct at_buf *expected, struct at_err *err)
{
    const struct at_node *node;
    struct at_str value = at_args_str(call->step, "value");
    bool replace = at_args_bool(call->step, "replace", false);
    bool entered;
    if (!enter(call, field, value, replace, &entered, err) ||
        (!entered && !type_by_keys(call, field, value, replace, err)))
        return false;
    if (!replace)
        at_buf_add_text(expected, field->was);
    at_buf_add_str(expected, value);
    if (!read_back(call, field, holds, at_buf_str(expected), &node, err))
        return false;
    return !node || judge_typed(call, field, node, expected, err);
}

// The field of after whose text is another than it was; *out_was is what it
// was. NULL where that is none, or more than one.
static const struct at_node *
changed_field(const struct at_tree *before, const struct at_tree *after,
              struct at_str *out_was)
{
    const struct at_node *was = before->root;
    const struct at_node *found = NULL;
    for (const struct at_node *node = after->root; node;
         node = at_node_next(node, after->root)) {
        // fields stand in both trees in the same order
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
judge_taker(struct at_step_call *call, const struct at_node *node,
            struct at_str was, struct at_err *err)
{
    const struct field field = {.secret = at_node_has(node, AT_NODE_PASSWORD)};
    struct at_buf expected = AT_BUF_INIT(2 * AT_NODE_TEXT_MAX_BYTES);
    struct at_str value = at_args_str(call->step, "value");
    at_step_set_target(call, node);
    call->secret = field.secret;
    set_value(call, &field, node);
    at_buf_add_str(&expected, was);
    at_buf_add_str(&expected, value);
    // the caret may have stood anywhere, and a hint may have stood there
    bool ok = holds(&field, node, at_buf_str(&expected)) ||
              holds(&field, node, value) ||
              (!field.secret && at_str_has(node->text, value)) ||
              fail_differs(&field, node, at_buf_str(&expected), err);
    at_buf_deinit(&expected);
    return ok;
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

// Read until a field has taken the text, or the screen has settled without.
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
        if (node)
            return judge_taker(call, node, was, err);
        if (at_app_is_settled(call->app) ||
            at_now_ns() - start_ns > READ_BACK_MS * AT_NS_PER_MS) {
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

// Where the tree does not tell which field has the focus, the one that took
// the text is known by what it holds afterwards.
static bool
type_unseen(struct at_step_call *call, struct at_err *err)
{
    if (!at_app_is_current(call->app) && !at_step_read(call, err))
        return false;
    struct at_app_hold *before = at_app_hold(call->app);
    at_step_acts(call);
    bool ok = at_device_text(call->op, at_app_device(call->app),
                             at_args_str(call->step, "value"), err) &&
              find_taker(call, at_app_held_tree(before), err);
    at_app_release(before);
    return ok;
}

bool
at_step_type(struct at_step_call *call, struct at_err *err)
{
    struct field field = {.focused = false};
    struct at_selector selector;
    at_args_selector(call->step, "target", &selector);
    if (selector.focused && at_app_device(call->app)->hides_focus)
        return type_unseen(call, err);
    struct at_buf expected = AT_BUF_INIT(2 * AT_NODE_TEXT_MAX_BYTES);
    bool ok =
        field_aim(call, &field, err) && type_into(call, &field, &expected, err);
    at_buf_deinit(&expected);
    field_deinit(&field);
    return ok;
}
