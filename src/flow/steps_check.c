// steps_check.c: waiting and assertions
#include "flow/exec.h"

#include "base/limits.h"
#include "flow/text.h"
#include "screen/compact.h"
#include "screen/gaps.h"
#include "screen/label.h"
#include "sys/cancel.h"
#include "sys/clock.h"

bool
at_step_wait(struct at_step_call *call, struct at_err *err)
{
    int64_t ms = at_args_int(call->step, "timeoutMs", 0);
    return at_step_wait_ms(call, at_now_ns(), ms, err) &&
           at_step_read(call, err);
}

bool
at_step_wait_for_stable(struct at_step_call *call, struct at_err *err)
{
    int64_t ms =
        at_args_int(call->step, "timeoutMs", at_app_times(call->app)->idle_ms);
    if (!at_step_settle(call, ms, 0, err))
        return false;
    if (call->idle.outcome == AT_IDLE_SETTLED)
        return true;
    return at_fail(err, AT_EIDLE, "not stable after %lld ms: %s, %s",
                   (long long)ms, at_idle_outcome_name(call->idle.outcome),
                   call->idle.detail);
}

// Does the newest tree satisfy the assertion? False with the reason.
typedef bool tree_check(struct at_step_call *call, struct at_err *why);

static bool
may_pass_later(enum at_code code)
{
    return code == AT_ENOTFOUND || code == AT_EASSERT || code == AT_ETREE;
}

// First on the tree that settled the step before; then on fresh readings,
// once, or until the step's timeoutMs has passed.
static bool
hold_until(struct at_step_call *call, tree_check *check, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    int64_t ms = at_args_int(call->step, "timeoutMs", 0);
    int64_t end_ns = at_now_ns() + ms * AT_NS_PER_MS;
    if (at_app_is_settled(call->app) && check(call, &why))
        return true;
    bool holds = at_step_read(call, &why) && check(call, &why);
    while (!holds && may_pass_later(why.code) && at_now_ns() < end_ns)
        holds = at_step_read_next(call, end_ns, &why) && check(call, &why);
    if (holds)
        return true;
    if (ms > 0 && may_pass_later(why.code)) {
        call->idle.outcome = AT_IDLE_TIMED_OUT;
        at_err_add(&why, "waited %lld ms", (long long)ms);
    }
    return at_step_fail_not_found(call, &why, err);
}

// The element, visible; otherwise the reason.
static const struct at_node *
seen(struct at_step_call *call, struct at_err *why)
{
    const struct at_node *node = at_step_look(call, "target", why);
    if (!node)
        return NULL;
    at_step_set_target(call, node);
    if (at_node_visible(at_app_tree(call->app), node))
        return node;
    at_fail(why, AT_ENOTFOUND, "%s is in the tree but not visible",
            at_buf_text(&call->target.with_ref));
    return NULL;
}

static bool
check_visible(struct at_step_call *call, struct at_err *why)
{
    return seen(call, why) != NULL;
}

bool
at_step_assert_visible(struct at_step_call *call, struct at_err *err)
{
    return hold_until(call, check_visible, err);
}

// A ref that was never given out, or that means several elements now, proves
// nothing by not being found.
static bool
is_certain(const struct at_step_call *call)
{
    struct at_selector selector;
    const struct at_tree *tree = at_app_tree(call->app);
    at_args_selector(call->step, "target", &selector);
    return selector.ref.len == 0 || call->target.plain.len > 0 ||
           at_ref_is_gone(at_app_refs(call->app), selector.ref, tree);
}

// Behind where the device stopped reading anything may stand.
static bool
fail_cut(const struct at_tree *tree, struct at_err *why)
{
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    at_gaps_write(tree, &gaps);
    at_fail(why, AT_ETREE,
            "it is not seen, which does not prove that it is not there: %s",
            at_buf_text(&gaps));
    at_buf_deinit(&gaps);
    return false;
}

// Nodes that a screen at rest has lost are lost in each reading.
static void
note_gaps(struct at_step_call *call)
{
    struct at_buf gaps = AT_BUF_INIT(AT_KIB);
    if (at_gaps_write(at_app_tree(call->app), &gaps))
        at_step_note(call, "%s, and it may be among them", at_buf_text(&gaps));
    at_buf_deinit(&gaps);
}

static bool
check_not_visible(struct at_step_call *call, struct at_err *why)
{
    struct at_err absent = AT_ERR_INIT;
    if (seen(call, &absent))
        return at_fail(why, AT_EASSERT, "%s is visible, expected it not to be",
                       at_buf_text(&call->target.with_ref));
    if (absent.code == AT_ENOTFOUND && is_certain(call)) {
        at_buf_clear(&call->target.with_ref);
        at_buf_clear(&call->target.plain);
        if (at_tree_is_cut(at_app_tree(call->app)))
            return fail_cut(at_app_tree(call->app), why);
        note_gaps(call);
        return true;
    }
    if (why)
        *why = absent;
    return false;
}

bool
at_step_assert_not_visible(struct at_step_call *call, struct at_err *err)
{
    return hold_until(call, check_not_visible, err);
}

// A field's text is its value: an empty field has none, whatever its hint.
static struct at_str
text_of(const struct at_node *node)
{
    return node->role == AT_ROLE_TEXT_FIELD ? node->text
                                            : at_node_effective_text(node);
}

static void
add_found(const struct at_node *node, struct at_str text, struct at_buf *out)
{
    struct at_str head = at_utf8_head(text, 200);
    at_compact_write_quoted(head, out);
    if (head.len < text.len)
        at_buf_add_text(out, "...");
    if (text.len == 0 && node->hint.len > 0) {
        at_buf_add_text(out, " (it is empty and shows its hint ");
        at_compact_write_quoted(at_utf8_head(node->hint, 100), out);
        at_buf_add_text(out, ")");
    }
}

static bool
fail_text(struct at_step_call *call, const struct at_node *node, bool whole,
          struct at_err *why)
{
    struct at_str value = at_args_str(call->step, "value");
    struct at_str text = text_of(node);
    struct at_buf msg = AT_BUF_INIT(AT_ERR_MSG_MAX);
    if (call->secret) {
        return at_fail(why, AT_EASSERT,
                       "%s is a password field: it shows %zu dots, its text "
                       "cannot be read",
                       at_buf_text(&call->target.with_ref),
                       at_utf8_count(text));
    }
    at_buf_add_text(&msg, whole ? "expected text " : "expected text with ");
    at_compact_write_quoted(at_utf8_head(value, 200), &msg);
    at_buf_add_text(&msg, ", found ");
    add_found(node, text, &msg);
    // texts that differ from the start on are told already
    if (whole && value.len > 0 && text.len > 0 && value.ptr[0] == text.ptr[0]) {
        at_buf_add_text(&msg, "; ");
        at_text_write_difference(value, text, &msg);
    }
    if (at_node_has(node, AT_NODE_TEXT_CUT))
        at_buf_add_text(&msg, "; the device has cut its text");
    at_fail(why, AT_EASSERT, "%s", at_buf_text(&msg));
    at_buf_deinit(&msg);
    return false;
}

static bool
check_text(struct at_step_call *call, struct at_err *why)
{
    const struct at_node *node = seen(call, why);
    bool whole = at_str_is(at_str(call->row->name), "assert_text_equals");
    struct at_str value = at_args_str(call->step, "value");
    if (!node)
        return false;
    call->secret = at_node_has(node, AT_NODE_PASSWORD);
    if (call->secret && node->text.len > 0) // dots are no text
        return fail_text(call, node, whole, why);
    bool holds = whole ? at_str_eq(text_of(node), value)
                       : at_str_has(text_of(node), value);
    return holds || fail_text(call, node, whole, why);
}

bool
at_step_assert_text(struct at_step_call *call, struct at_err *err)
{
    return hold_until(call, check_text, err);
}
