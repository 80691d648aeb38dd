#include "flow/steps/field.h"

#include <stdlib.h>
#include <string.h>

#include "base/alike.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "flow/steps/deferred_text.h"
#include "flow/steps/target.h"
#include "flow/steps/text.h"
#include "screen/field_label.h"
#include "screen/label.h"
#include "screen/selector_report.h"
#include "sys/clock.h"

void
at_field_deinit(struct at_field *field)
{
    free(field->id);
    free(field->class_name);
    free(field->was);
    at_tree_snapshot_release(field->before);
}

static char *
dup_str(struct at_str text)
{
    return at_strndup(text.len ? text.ptr : "", text.len);
}

// Return the node itself, or the only field inside it, because frameworks wrap
// fields.
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
            at_buf_text(&call->result->target.with_ref), at_buf_text(&fields));
    at_buf_deinit(&fields);
    return false;
}

// People name a field by the words next to it. A ref, an id or a class names
// one element, which may be an output below a field.
static bool
names_by_words(const struct at_selector *target)
{
    return target->ref.len == 0 && target->id.len == 0 &&
           target->class_name.len == 0 && target->words_in != AT_WORDS_ID;
}

bool
at_field_aim(struct at_step_call *call, struct at_field *out,
             struct at_err *err)
{
    const struct at_node *node;
    struct at_selector touched = call->step->target;
    touched.touch = true;
    touched.labels = true;
    touched.fields = touched.fields || touched.words.len == 0;
    if (!at_step_locate(call, &touched, &node, err))
        return false;
    const struct at_node *field = field_within(node);
    if (!field && names_by_words(&touched))
        field = at_field_label_find(at_app_tree(call->app), node);
    if (!field)
        return fail_no_field(call, err);
    if (!at_node_has(field, AT_NODE_ENABLED))
        return at_fail(err, AT_EDISABLED, "%s is disabled, nothing was typed",
                       at_buf_text(&call->result->target.with_ref));
    if (field != node)
        at_step_set_target(call, field);
    if (!at_step_point_of(call, field, &out->at, err))
        return false;
    at_node_path(field, out->path, sizeof(out->path));
    out->id = dup_str(field->resource_id);
    out->class_name = dup_str(field->class_name);
    out->was = dup_str(field->text);
    // a text typed since then has moved the focus
    out->focused = at_node_has(field, AT_NODE_FOCUSED) &&
                   !at_deferred_texts_is_old_tree(call->deferred, call->app);
    out->secret = at_node_has(field, AT_NODE_PASSWORD) && !field->covered;
    // a text equal to the hint counts too
    bool maybe_filled = at_node_has(field, AT_NODE_MAYBE_FILLED);
    out->most_chars = at_utf8_count(maybe_filled ? field->hint : field->text);
    out->before = at_app_tree_snapshot(call->app);
    out->node = field;
    out->through = call->through;
    call->result->secret = out->secret;
    return true;
}

static bool
is_same_kind(const struct at_field *field, const struct at_node *node)
{
    return at_node_takes_text(node) &&
           at_str_is(node->class_name, field->class_name) &&
           at_str_is(node->resource_id, field->id);
}

// Return the number of nodes of the field's kind in the tree. *out_rank is the
// number of those before stop, if stop is among them.
static size_t
count_alike(const struct at_field *field, const struct at_tree *tree,
            const struct at_node *stop, size_t *out_rank)
{
    size_t count = 0;
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (node == stop)
            *out_rank = count;
        count += is_same_kind(field, node) ? 1 : 0;
    }
    return count;
}

// Find the field in the newest tree. Changes around it may have moved it, and
// another field may be at its place. If the tree has as many fields of its kind
// as before, take the one with the same rank; otherwise the only one with its
// id, then the focused one, because that receives text, then the one at its
// place. NULL: it is gone.
static const struct at_node *
field_find(const struct at_step_call *call, const struct at_field *field)
{
    const struct at_tree *tree = at_app_tree(call->app);
    const struct at_node *alike = NULL;
    const struct at_node *focused = NULL;
    const struct at_node *placed = NULL;
    size_t rank = 0;
    size_t before_count = count_alike(
        field, at_tree_snapshot_tree(field->before), field->node, &rank);
    size_t after_count = count_alike(field, tree, NULL, &(size_t){0});
    size_t at = 0;
    char path[AT_FIELD_PATH_MAX_BYTES];
    for (const struct at_node *node = tree->root; node;
         node = at_node_next(node, tree->root)) {
        if (!is_same_kind(field, node))
            continue;
        if (before_count == after_count && at++ == rank)
            return node;
        at_node_path(node, path, sizeof(path));
        if (strcmp(path, field->path) == 0)
            placed = node;
        alike = node;
        if (at_node_has(node, AT_NODE_FOCUSED))
            focused = node;
    }
    if (after_count == 1 && *field->id)
        return alike;
    return focused ? focused : placed;
}

bool
at_field_hides_password(struct at_step_call *call, struct at_str text)
{
    enum { API_TELLS = 26 };
    struct at_device_info info;
    return call->result->secret && text.len == 0 &&
           at_device_info(call->op, at_app_device(call->app), &info, NULL) &&
           info.api_level > 0 && info.api_level < API_TELLS;
}

static void
add_shown(const struct at_field *field, struct at_str text, struct at_buf *out)
{
    if (field->secret)
        at_buf_add_fmt(out, "(%zu characters)", at_utf8_count(text));
    else
        at_buf_add_str(out, text);
}

static void
set_value(struct at_step_call *call, const struct at_field *field,
          const struct at_node *node)
{
    at_buf_clear(&call->result->value);
    at_buf_clear(&call->result->hint);
    add_shown(field, node->text, &call->result->value);
    at_buf_add_str(&call->result->hint, node->hint);
    call->result->has_value = true;
}

void
at_field_accept(struct at_app *app, struct at_step_result *result,
                const struct at_field *field, struct at_str expected)
{
    at_buf_clear(&result->value);
    at_buf_clear(&result->hint);
    add_shown(field, expected, &result->value);
    at_buf_add_str(&result->hint, field->node->hint);
    result->has_value = true;
    if (expected.len > result->step->value.len && result->note.len == 0)
        at_buf_add_fmt(&result->note,
                       "the text was added to what the field held; %s",
                       at_app_advice(app)->replace);
}

static struct at_str
without_line_end(struct at_str text)
{
    while (text.len > 0 && text.ptr[text.len - 1] == '\n')
        text.len--;
    return text;
}

// A value equal to the hint looks like an empty field.
static bool
shows_as_hint(const struct at_node *node, struct at_str value)
{
    return at_node_has(node, AT_NODE_MAYBE_FILLED) && value.len > 0 &&
           at_alike_eq(node->hint, value);
}

// value is the expected content. A password shows dots, so compare their
// number. A final line end is Enter in a single-line field.
static bool
holds(const struct at_field *field, const struct at_node *node,
      struct at_str value)
{
    if (field->secret)
        return at_utf8_count(node->text) == at_utf8_count(value);
    return at_alike_eq(node->text, value) ||
           at_alike_eq(node->text, without_line_end(value)) ||
           shows_as_hint(node, value);
}

// Return true if the after tree has a node of this class, id and text. The text
// of a node with an id may have changed.
static bool
is_still_there(const struct at_node *node, const struct at_tree *after)
{
    for (const struct at_node *other = after->root; other;
         other = at_node_next(other, after->root)) {
        if (at_str_eq(node->class_name, other->class_name) &&
            at_str_eq(node->resource_id, other->resource_id) &&
            (node->resource_id.len > 0 || at_str_eq(node->text, other->text)))
            return true;
    }
    return false;
}

// Return true if another screen has replaced the field's, as after the last
// digit of a code: most of its other elements are gone.
static bool
is_other_screen(const struct at_step_call *call, const struct at_field *field)
{
    enum { SAMPLE_MAX = 64 };
    const struct at_tree *before = at_tree_snapshot_tree(field->before);
    const struct at_tree *after = at_app_tree(call->app);
    size_t count = 0;
    size_t gone = 0;
    for (const struct at_node *node = before->root; node && count < SAMPLE_MAX;
         node = at_node_next(node, before->root)) {
        bool named = node->resource_id.len > 0 || node->text.len > 0;
        if (!named || at_node_has(node, AT_NODE_CHROME) ||
            !at_node_visible(before, node) || is_same_kind(field, node))
            continue;
        count++;
        gone += is_still_there(node, after) ? 0 : 1;
    }
    return gone * 2 > count || (count == 0 && !at_str_eq(before->front_package,
                                                         after->front_package));
}

// The keyboard may have covered the field: close it and read once more.
static bool
uncover(struct at_step_call *call, const struct at_field *field,
        const struct at_node **out_node, struct at_err *err)
{
    const struct at_input back = {
        .kind = AT_INPUT_KEY, .text = AT_STR("KEYCODE_BACK"), .repeat = 1};
    bool shown;
    if (!at_app_keyboard_shown(call->op, call->app, &shown) || !shown)
        return true;
    if (!at_step_send(call, &back, err) || !at_step_settle_app(call, err))
        return false;
    *out_node = field_find(call, field);
    if (*out_node)
        at_step_note(call, "the keyboard covered the field and was closed");
    return true;
}

// Decide what the field's absence means. *out_node is NULL on another screen.
static bool
look_for_lost(struct at_step_call *call, const struct at_field *field,
              const struct at_node **out_node, struct at_err *err)
{
    if (is_other_screen(call, field)) {
        at_step_note(call, "the screen has changed to another one: what the "
                           "field held could not be verified");
        return true;
    }
    if (!uncover(call, field, out_node, err))
        return false;
    return *out_node ||
           at_fail(err, AT_ETEXT,
                   "the field is gone from the screen: what it holds could not "
                   "be verified; %s",
                   at_app_advice(call->app)->scroll);
}

bool
at_field_is_on_its_way(const struct at_node *node, bool secret,
                       struct at_str was, struct at_str expected)
{
    struct at_str now = node->text;
    if (now.len == 0 || at_str_eq(now, was))
        return false;
    if (secret)
        return at_utf8_count(now) < at_utf8_count(expected) ||
               at_utf8_count(now) < at_utf8_count(was);
    return at_str_starts(expected, now) || at_str_starts(was, now);
}

// Return true if more keys may still arrive in the node. A text that may have
// been the hint is gone once the typed text stands alone.
static bool
may_get_more(const struct at_step_call *call, const struct at_field *field,
             const struct at_node *node, struct at_str expected)
{
    bool was_hint = field->node && at_node_has(field->node, AT_NODE_MAYBE_HINT);
    return at_node_has(node, AT_NODE_FOCUSED) &&
           !(was_hint && holds(field, node, call->step->value)) &&
           at_field_is_on_its_way(node, field->secret, at_str(field->was),
                                  expected);
}

// Read the field back, once if the reading is good, or quiet with another text
// than a part of the expected one; other bad ones may have come too early.
// *out_node is NULL if the field is gone.
static bool
read_back(struct at_step_call *call, const struct at_field *field,
          struct at_str value, const struct at_node **out_node,
          struct at_err *err)
{
    int64_t start_ns = at_now_ns();
    bool is_read = call->has_device_result;
    for (;; is_read = false) {
        if (!is_read && !at_step_read(call, err))
            return false;
        *out_node = field_find(call, field);
        bool good = *out_node && holds(field, *out_node, value);
        bool comes = *out_node && may_get_more(call, field, *out_node, value);
        if (good || (at_app_is_settled(call->app) && !comes) ||
            at_now_ns() - start_ns > AT_FIELD_READ_BACK_MS * AT_NS_PER_MS)
            break;
        if (!at_step_wait_ms(call, at_app_read_began_ns(call->app),
                             AT_IDLE_POLL_MS, err))
            return false;
    }
    if (!*out_node && !look_for_lost(call, field, out_node, err))
        return false;
    if (*out_node)
        set_value(call, field, *out_node);
    return true;
}

// Dumps before Android 14 show the hint of an empty field as its text. If
// deleting does not change a text, or changes it into another one, it is
// assumed to be the hint.
static bool
may_be_hint(const struct at_field *field, const struct at_node *node)
{
    struct at_str was = at_str(field->was);
    return at_node_has(node, AT_NODE_MAYBE_HINT) &&
           (at_str_eq(was, node->text) || !at_str_has(was, node->text));
}

static bool
pass_hidden(struct at_step_call *call)
{
    call->result->has_value = false; // it may not be empty
    at_step_note(call, "Android before 8 does not report what a password field "
                       "holds: it could not be verified");
    return true;
}

static bool
judge_cleared(struct at_step_call *call, const struct at_field *field,
              const struct at_node *node, struct at_err *err)
{
    struct at_buf left = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (!at_node_has(node, AT_NODE_SHOWS_HINT) &&
        at_field_hides_password(call, node->text))
        return pass_hidden(call);
    if (node->text.len == 0)
        return true;
    if (may_be_hint(field, node)) {
        at_buf_clear(&call->result->value);
        at_buf_clear(&call->result->hint);
        at_buf_add_str(&call->result->hint, node->text);
        at_step_note(call, "what the field still shows is taken for its hint: "
                           "this device's dump does not mark hints");
        return true;
    }
    add_shown(field, at_utf8_head(node->text, 200), &left);
    at_fail(err, AT_ETEXT,
            "the field is not empty after its text was deleted, left is "
            "\"%s\" (%zu of %zu characters)",
            at_buf_text(&left), at_utf8_count(node->text),
            at_utf8_count(at_str(field->was)));
    at_buf_deinit(&left);
    return false;
}

bool
at_field_check_cleared(struct at_step_call *call, const struct at_field *field,
                       struct at_err *err)
{
    const struct at_node *node;
    return read_back(call, field, at_str(""), &node, err) &&
           (!node || judge_cleared(call, field, node, err));
}

static bool
fail_differs(const struct at_field *field, const struct at_node *node,
             struct at_str expected, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (field->secret)
        at_buf_add_fmt(&text, "expected %zu characters, found %zu",
                       at_utf8_count(expected), at_utf8_count(node->text));
    else
        at_text_write_difference(expected, node->text, &text);
    at_fail(err, AT_ETEXT, "the field does not hold what was typed: %s%s%s",
            at_buf_text(&text),
            at_node_has(node, AT_NODE_FOCUSED) ? "" : "; it is not focused",
            at_str_has(node->state, AT_STR("read only")) ? "; it is read only"
                                                         : "");
    at_buf_deinit(&text);
    return false;
}

static bool
fail_cut(struct at_str text, struct at_str expected, struct at_err *err)
{
    return at_fail(err, AT_ETEXT,
                   "the field took only the beginning, %zu of %zu characters",
                   at_utf8_count(text), at_utf8_count(expected));
}

// Compare the typed text with the content of the field or of a row of fields.
// It is a failure if the old text is still there after a replacement, unless it
// may have been the hint.
static enum at_text_likeness
likeness(const struct at_step_call *call, const struct at_field *field,
         struct at_str text)
{
    const struct at_str none = AT_STR("");
    struct at_str value = call->step->value;
    struct at_str was = at_str(field->was);
    if (at_str_eq(text, was))
        return AT_TEXT_OTHER;
    enum at_text_likeness added = at_text_compare(was, value, text);
    bool whole = added == AT_TEXT_EQUAL || added == AT_TEXT_FORMATTED;
    if (!call->step->replace || was.len == 0) {
        bool hint = field->node && at_node_has(field->node, AT_NODE_MAYBE_HINT);
        return whole || !hint ? added : at_text_compare(none, value, text);
    }
    return whole ? AT_TEXT_OTHER : at_text_compare(none, value, text);
}

// A code may have one field per character, in one row, each of which moves the
// focus to the next when it is full. NULL: node is the last of them.
static const struct at_node *
next_box(const struct at_tree *tree, const struct at_node *box)
{
    const struct at_node *node = at_node_next(box, tree->root);
    while (node && !at_node_takes_text(node))
        node = at_node_next(node, tree->root);
    bool alike = node && at_str_eq(node->class_name, box->class_name) &&
                 node->bounds.top == box->bounds.top &&
                 node->bounds.bottom == box->bounds.bottom;
    return alike ? node : NULL;
}

// Append the content of all boxes from the first on. Returns their number.
static size_t
join_boxes(const struct at_tree *tree, const struct at_node *box,
           struct at_buf *out)
{
    size_t count = 0;
    for (; box && count < AT_FIELD_BOXES_MAX; box = next_box(tree, box)) {
        at_buf_add_str(out, box->text);
        count++;
    }
    return count;
}

// Check all fields together into which the text may have continued.
static bool
judge_boxes(struct at_step_call *call, const struct at_field *field,
            const struct at_node *node, struct at_str expected,
            struct at_err *err)
{
    struct at_buf all =
        AT_BUF_INIT(AT_FIELD_BOXES_MAX * AT_NODE_TEXT_MAX_BYTES);
    size_t count = join_boxes(at_app_tree(call->app), node, &all);
    struct at_str text = at_buf_str(&all);
    enum at_text_likeness made = AT_TEXT_CUT;
    if (field->secret && at_utf8_count(text) == at_utf8_count(expected))
        made = AT_TEXT_EQUAL;
    else if (!field->secret)
        made = likeness(call, field, text);
    bool ok = count > 1 && (made == AT_TEXT_EQUAL || made == AT_TEXT_FORMATTED);
    if (ok) {
        at_buf_clear(&call->result->value);
        add_shown(field, text, &call->result->value);
        at_step_note(call, "the fields of one row took the text together");
    } else if (field->secret) {
        fail_differs(field, node, expected, err);
    } else {
        fail_cut(made == AT_TEXT_CUT ? text : node->text, expected, err);
    }
    at_buf_deinit(&all);
    return ok;
}

bool
at_field_goes_on(const struct at_step_call *call, const struct at_field *field,
                 struct at_str *out_rest)
{
    const struct at_tree *tree = at_app_tree(call->app);
    const struct at_node *first = field_find(call, field);
    struct at_str rest = call->step->value;
    if (!first || (*field->was && !call->step->replace))
        return false;
    for (const struct at_node *box = first; box; box = next_box(tree, box)) {
        if (box != first && at_node_has(box, AT_NODE_FOCUSED)) {
            *out_rest = rest;
            return rest.len > 0 && rest.len < call->step->value.len;
        }
        size_t len = at_utf8_head(rest, at_utf8_count(box->text)).len;
        if (!field->secret && !at_str_eq(at_str_n(rest.ptr, len), box->text))
            return false;
        rest = at_str_skip(rest, len);
    }
    return false;
}

// The previous text may have been a hint shown as text, or may have been
// selected and so replaced. In both cases the typed text alone is correct, too.
static bool
judge_typed(struct at_step_call *call, const struct at_field *field,
            const struct at_node *node, const struct at_buf *expected,
            struct at_err *err)
{
    struct at_str value = call->step->value;
    bool appended = expected->len > value.len;
    if (shows_as_hint(node, at_buf_str(expected)))
        at_step_note(call, "the text is the same as the field's hint, and this "
                           "device's dump does not tell them apart");
    if (holds(field, node, at_buf_str(expected))) {
        if (appended)
            at_step_note(call, "the text was added to what the field held; %s",
                         at_app_advice(call->app)->replace);
        return true;
    }
    if (!appended && at_field_hides_password(call, node->text))
        return pass_hidden(call);
    enum at_text_likeness made =
        field->secret ? AT_TEXT_OTHER : likeness(call, field, node->text);
    if (made == AT_TEXT_FORMATTED) {
        at_step_note(call, "the field shows the text in a form of its own");
        return true;
    }
    bool cut = field->secret ? node->text.len > 0 && !appended &&
                                   at_utf8_count(node->text) <
                                       at_utf8_count(at_buf_str(expected))
                             : made == AT_TEXT_CUT;
    if (cut)
        return judge_boxes(call, field, node, at_buf_str(expected), err);
    if (!appended || !holds(field, node, value))
        return fail_differs(field, node, at_buf_str(expected), err);
    at_step_note(call, "what the field showed before is gone: it was its hint, "
                       "or it was replaced");
    return true;
}

bool
at_field_check_typed(struct at_step_call *call, const struct at_field *field,
                     const struct at_buf *expected, struct at_err *err)
{
    const struct at_node *node;
    if (!read_back(call, field, at_buf_str(expected), &node, err))
        return false;
    if (!node)
        return true;
    if (!judge_typed(call, field, node, expected, err))
        return false;
    if (!field->secret && !at_str_is(node->text, field->was))
        at_app_note_typed(call->app, node);
    return true;
}

bool
at_field_took_nothing(const struct at_step_call *call,
                      const struct at_field *field)
{
    const struct at_node *node = field_find(call, field);
    return node && at_str_is(node->text, field->was);
}

bool
at_field_check_taker(struct at_step_call *call, const struct at_node *node,
                     struct at_str was, struct at_err *err)
{
    const struct at_field field = {
        .secret = at_node_has(node, AT_NODE_PASSWORD) && !node->covered};
    struct at_buf expected = AT_BUF_INIT(2 * AT_NODE_TEXT_MAX_BYTES);
    struct at_str value = call->step->value;
    at_step_set_target(call, node);
    call->result->secret = field.secret;
    set_value(call, &field, node);
    at_buf_add_str(&expected, was);
    at_buf_add_str(&expected, value);
    // the caret may have been anywhere, and the previous text may be a hint
    bool ok = holds(&field, node, at_buf_str(&expected)) ||
              holds(&field, node, value) ||
              (!field.secret && at_alike_has(node->text, value)) ||
              fail_differs(&field, node, at_buf_str(&expected), err);
    at_buf_deinit(&expected);
    return ok;
}
