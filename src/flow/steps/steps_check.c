#include "flow/steps/steps_check.h"

#include "base/alike.h"
#include "base/limits.h"
#include "flow/changes/change.h"
#include "flow/steps/state.h"
#include "flow/steps/target.h"
#include "flow/steps/text.h"
#include "flow/changes/toast.h"
#include "flow/steps/visibility.h"
#include "base/quote.h"
#include "screen/label.h"
#include "sys/cancel.h"
#include "sys/clock.h"

bool
at_step_wait(struct at_step_call *call, struct at_err *err)
{
    return at_step_wait_ms(call, at_now_ns(), call->step->timeout_ms, err) &&
           at_step_read(call, err);
}

bool
at_step_wait_for_stable(struct at_step_call *call, struct at_err *err)
{
    int64_t ms = call->step->timeout_ms == AT_ABSENT
                     ? at_app_times(call->app)->idle_ms
                     : call->step->timeout_ms;
    if (!at_step_settle(call, ms, 0, err))
        return false;
    if (call->result->idle.outcome == AT_IDLE_SETTLED)
        return true;
    return at_fail(err, AT_EIDLE, "not stable after %lld ms: %s, %s",
                   (long long)ms,
                   at_idle_outcome_name(call->result->idle.outcome),
                   call->result->idle.detail);
}

// Return true if the newest tree satisfies the assertion; why is the reason.
typedef bool tree_check(struct at_step_call *call, struct at_err *why);

static tree_check check_visible;

struct assertion {
    tree_check *check;
};

static bool
check_assertion(struct at_step_call *call, void *user, struct at_err *why)
{
    const struct assertion *assertion = user;
    return assertion->check(call, why);
}

// Wait for a condition, and add to the reason what may hide an element.
static bool
hold_until(struct at_step_call *call, tree_check *check, struct at_err *err)
{
    struct assertion assertion = {check};
    struct at_err why = AT_ERR_INIT;
    if (at_step_await(call, check_assertion, &assertion, &why))
        return true;
    if (check == check_visible)
        at_toast_explain(call->app, &call->step->target, &why);
    return at_step_fail_not_found(call, &why, err);
}

// Find the step's target, or any of several. Fails with the reason if none is
// visible.
static bool
see(struct at_step_call *call, bool any, struct at_visibility *out,
    struct at_err *why)
{
    struct at_visibility_query query = {.selector = call->step->target};
    query.selector.app_only = true; // the client's tree has only the app
    query.selector.any = any;
    at_visibility_check(call->app, &query, out);
    if (out->node)
        at_step_set_target(call, out->node);
    return out->visible || at_err_pass(why, &out->why);
}

static bool
check_visible(struct at_step_call *call, struct at_err *why)
{
    struct at_visibility seen;
    return see(call, true, &seen, why) || at_toast_stands_in(call);
}

bool
at_step_assert_visible(struct at_step_call *call, struct at_err *err)
{
    return hold_until(call, check_visible, err);
}

static void
note_doubt(struct at_step_call *call)
{
    struct at_buf doubt = AT_BUF_INIT(AT_KIB);
    if (at_visibility_write_doubt(call->app, &doubt))
        at_step_note(call, "%s", at_buf_text(&doubt));
    at_buf_deinit(&doubt);
}

static bool
check_not_visible(struct at_step_call *call, struct at_err *why)
{
    struct at_visibility seen;
    if (see(call, true, &seen, NULL))
        return at_fail(why, AT_EASSERT, "%s is visible, expected it not to be",
                       at_buf_text(&call->result->target.with_ref));
    if (!seen.absent)
        return at_err_pass(why, &seen.why);
    at_buf_clear(&call->result->target.with_ref);
    at_buf_clear(&call->result->target.plain);
    if (!at_visibility_is_absent(call->app, &seen, why)) {
        at_err_context(why, "it is not seen, which does not prove that it is "
                            "not there");
        return false;
    }
    if (!at_toast_is_gone(call, why))
        return false;
    note_doubt(call);
    return true;
}

// An element that never existed looks like one that is gone; only earlier trees
// tell them apart. A ref was given out for an element.
static void
note_seen(struct at_step_call *call)
{
    const struct at_selector *target = &call->step->target;
    bool forgot = false;
    if (target->ref.len > 0 ||
        at_seen_has(at_history_seen(at_app_history(call->app)), target,
                    &forgot))
        at_step_note(call, "it was seen earlier in this session");
    else if (forgot)
        at_step_note(call, "it was not seen lately; the oldest screens of this "
                           "session are forgotten");
    else
        at_step_note(call, "it was never seen in this session: check the "
                           "target, unless it must never appear");
}

bool
at_step_assert_not_visible(struct at_step_call *call, struct at_err *err)
{
    if (!hold_until(call, check_not_visible, err))
        return false;
    note_seen(call);
    return true;
}

bool
at_step_assert_toast(struct at_step_call *call, struct at_err *err)
{
    return hold_until(call, at_toast_check, err);
}

// An empty field has the empty value, whatever its hint.
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
    at_quote_write(head, out);
    if (head.len < text.len)
        at_buf_add_text(out, "...");
    if (text.len == 0 && node->hint.len > 0) {
        at_buf_add_text(out, " (it is empty and shows its hint ");
        at_quote_write(at_utf8_head(node->hint, 100), out);
        at_buf_add_text(out, ")");
    }
}

#define MAY_BE_HINT                                                            \
    "what the field shows may be its hint: this device's dump does not mark "  \
    "hints"

static bool
fail_text(struct at_step_call *call, const struct at_node *node,
          struct at_str text, bool whole, struct at_err *why)
{
    struct at_str value = call->step->value;
    struct at_buf msg = AT_BUF_INIT(AT_ERR_MSG_MAX);
    bool maybe_hint = at_node_has(node, AT_NODE_MAYBE_HINT);
    if (call->result->secret) {
        return at_fail(
            why, AT_EASSERT,
            "%s is a password field: it shows %zu %s, its text "
            "cannot be read",
            at_buf_text(&call->result->target.with_ref), at_utf8_count(text),
            maybe_hint ? "characters, which may be its hint" : "dots");
    }
    at_buf_add_text(&msg, whole ? "expected text " : "expected text with ");
    at_quote_write(at_utf8_head(value, 200), &msg);
    at_buf_add_text(&msg, ", found ");
    add_found(node, text, &msg);
    // if the first characters differ, the message shows them anyway
    if (whole && value.len > 0 && text.len > 0 && value.ptr[0] == text.ptr[0]) {
        at_buf_add_text(&msg, "; ");
        at_text_write_difference(value, text, &msg);
    }
    if (maybe_hint)
        at_buf_add_text(&msg, "; " MAY_BE_HINT);
    if (at_node_has(node, AT_NODE_TEXT_CUT))
        at_buf_add_text(&msg, "; the device has cut its text");
    at_fail(why, AT_EASSERT, "%s", at_buf_text(&msg));
    at_buf_deinit(&msg);
    return false;
}

static bool
check_text(struct at_step_call *call, struct at_err *why)
{
    struct at_visibility seen;
    bool ok = see(call, false, &seen, why);
    const struct at_node *node = seen.node;
    bool whole = call->step->action == AT_FLOW_ASSERT_TEXT_EQUALS;
    struct at_str value = call->step->value;
    if (!ok)
        return false;
    call->result->secret = at_node_has(node, AT_NODE_PASSWORD);
    if (call->result->secret && node->text.len > 0) // the text is only dots
        return fail_text(call, node, node->text, whole, why);
    bool holds = whole ? at_alike_eq(text_of(node), value)
                       : at_alike_has(text_of(node), value);
    if (holds && value.len > 0 && at_node_has(node, AT_NODE_MAYBE_HINT))
        at_step_note(call, "%s", MAY_BE_HINT);
    return holds || fail_text(call, node, text_of(node), whole, why);
}

bool
at_step_assert_text(struct at_step_call *call, struct at_err *err)
{
    return hold_until(call, check_text, err);
}

static bool
check_value(struct at_step_call *call, const struct at_node *node,
            struct at_err *why)
{
    call->result->secret = at_node_has(node, AT_NODE_PASSWORD);
    bool dots = call->result->secret && node->text.len > 0;
    return (!dots && at_state_has_value(node, call->step->value)) ||
           fail_text(call, node, at_state_value(node), true, why);
}

static bool
check_state(struct at_step_call *call, struct at_err *why)
{
    const struct at_flow_step *step = call->step;
    struct at_buf found = AT_BUF_INIT(AT_KIB);
    struct at_visibility seen;
    if (!see(call, false, &seen, why))
        return false;
    bool ok =
        step->state.len == 0 || at_state_holds(seen.node, step->state, &found);
    if (!ok)
        at_fail(why, AT_EASSERT, "%s", at_buf_text(&found));
    at_buf_deinit(&found);
    return ok && (!step->value.ptr || check_value(call, seen.node, why));
}

bool
at_step_assert_state(struct at_step_call *call, struct at_err *err)
{
    return hold_until(call, check_state, err);
}

// A wait for any change is for an effect of the previous step, which may
// already have come with that step. A second wait is for another change.
static bool
came_before(struct at_step_call *call)
{
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    if (call->credited)
        return false;
    if (call->message) {
        at_buf_add_text(&text, "text ");
        at_quote_write(at_str(call->message), &text);
    } else {
        at_journal_write_message(at_app_journal(call->app), &text);
    }
    if (text.len > 0)
        at_step_note(call, "it came with the step before: %s",
                     at_buf_text(&text));
    call->credited = text.len > 0;
    at_buf_deinit(&text);
    return call->credited;
}

// Return true if anything has come since the step began.
static bool
check_news(struct at_step_call *call, struct at_err *why)
{
    const struct at_tree *before = at_tree_snapshot_tree(call->before);
    if (at_journal_has_news(at_app_journal(call->app)) ||
        (before && at_app_has_changed(call->app, before)))
        return true;
    if (came_before(call))
        return true;
    if (!before)
        call->before = at_app_tree_snapshot(call->app);
    return at_fail(why, AT_EASSERT,
                   "nothing new: the screen is as it was, and "
                   "no toast has come");
}

bool
at_step_wait_until(struct at_step_call *call, struct at_err *err)
{
    const struct at_flow_step *given = call->step;
    struct at_flow_step step = *given;
    tree_check *check = at_selector_empty(&step.target) ? check_news
                        : step.gone                     ? check_not_visible
                                                        : check_visible;
    if (step.timeout_ms == AT_ABSENT)
        step.timeout_ms = AT_WAIT_UNTIL_MS;
    call->step = &step;
    bool ok = hold_until(call, check, err);
    if (ok && step.gone)
        note_seen(call);
    call->step = given;
    return ok;
}
