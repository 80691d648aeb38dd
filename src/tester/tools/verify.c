// verify.c: assertions that an element is visible, or is not
#include <stdlib.h>

#include "base/alloc.h"
#include "screen/label.h"
#include "tester/tools/tools.h"

// The screen of another app proves nothing about this one.
static bool
is_app_shown(struct at_tool_runner_call *call, struct at_err *err)
{
    const struct at_aim aim = {.tree = at_app_tree(call->runner->app)};
    bool ok = at_tool_runner_may_act(call, &aim, err);
    call->out->acted = false;
    call->out->refused = false;
    call->out->needs_approval = false;
    call->outside = false; // an assertion brings nothing back
    if (!ok)
        at_err_add(err, "nothing was asserted");
    return ok;
}

static size_t
count(const struct at_tool_runner_call *call)
{
    struct at_selector selector = call->selector;
    selector.index = -1;
    selector.app_only = true;
    size_t found =
        selector.words.len > 0
            ? at_selector_count(&selector, at_app_tree(call->runner->app))
            : 1;
    return found > 0 ? found : 1;
}

// The element that the call means in the newest tree; NULL: a toast, or none.
static const struct at_node *
find(const struct at_tool_runner_call *call)
{
    struct at_app *app = call->runner->app;
    struct at_selector selector = call->selector;
    selector.app_only = true;
    return at_app_tree(app) ? at_selector_find(&selector, at_app_tree(app),
                                               at_app_refs(app), NULL)
                            : NULL;
}

// The text by which people know an element; its id if it has none.
static struct at_str
text_of(const struct at_node *node)
{
    const struct at_str texts[] = {
        at_node_label(node, NULL), at_node_plain_text(node),
        at_node_effective_text(node), at_node_id_name(node)};
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        if (texts[i].len > 0)
            return texts[i];
    }
    return AT_STR("");
}

// A person sees texts: the text of an element replaces its ref or id.
static struct at_str
claimed_text(const struct at_tool_runner_call *call, const struct at_node *node)
{
    bool by_text =
        call->selector.words.len > 0 && call->selector.words_in != AT_WORDS_ID;
    if (by_text || !node)
        return at_tool_runner_wanted(call);
    return text_of(node);
}

// Give the engine the assertion, which the rules of proof judge.
static void
testify(struct at_tool_runner_call *call, bool visible,
        const struct at_node *node)
{
    struct at_claim claim;
    at_claim_init(&claim, visible ? AT_CLAIM_TEXT : AT_CLAIM_ABSENT);
    struct at_str text = claimed_text(call, node);
    free(claim.text);
    claim.text = at_strndup(text.len ? text.ptr : "", text.len);
    at_tool_runner_testify(call, &claim);
}

static void
say_visible(struct at_tool_runner_call *call, const struct at_flow_trace *trace)
{
    const struct at_step_result *result = &trace->results[0];
    struct at_str line = at_trace_text(trace, &result->target);
    size_t found = count(call);
    if (line.len > 0)
        at_agent_tool_say(call->out, AT_PREFIX_VISIBLE,
                          "%zu match(es) for '%.*s'", found,
                          AT_STR_ARG(at_tool_runner_wanted(call)));
    else
        at_agent_tool_say(call->out, AT_PREFIX_VISIBLE,
                          "no element, but a toast says '%.*s'",
                          AT_STR_ARG(at_tool_runner_wanted(call)));
    if (line.len > 0)
        at_buf_add_fmt(&call->out->text, ": %.*s",
                       AT_STR_ARG(at_utf8_head(line, 160)));
    at_tool_runner_tell(trace, &call->out->text);
    call->out->evidence = AT_EVIDENCE_HELD;
    const struct at_node *node = find(call);
    if (node)
        at_tool_runner_note_element(call, at_app_tree(call->runner->app), node);
    testify(call, true, node);
}

static void
say_gone(struct at_tool_runner_call *call, const struct at_flow_trace *trace)
{
    at_agent_tool_say(call->out, AT_PREFIX_OK,
                      "'%.*s' is not visible (as expected)",
                      AT_STR_ARG(at_tool_runner_wanted(call)));
    at_tool_runner_tell(trace, &call->out->text);
    call->out->evidence = AT_EVIDENCE_HELD;
    testify(call, false, NULL);
}

static void
say_failed(struct at_tool_runner_call *call, bool visible,
           const struct at_err *why)
{
    const char *words = visible ? "not on screen" : "is still visible";
    at_agent_tool_say(call->out, AT_PREFIX_NOT_VISIBLE, "'%.*s' %s (%.*s)",
                      AT_STR_ARG(at_tool_runner_wanted(call)), words,
                      AT_STR_ARG(at_tool_runner_short_reason(why)));
    call->out->evidence = AT_EVIDENCE_FAILED;
    testify(call, visible, NULL);
}

static bool
is_known(const struct at_tool_runner_call *call)
{
    return call->selector.ref.len == 0 ||
           at_ref_is_known(at_app_refs(call->runner->app), call->selector.ref);
}

static bool
verify(struct at_tool_runner_call *call, bool visible, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(
        visible ? AT_FLOW_ASSERT_VISIBLE : AT_FLOW_ASSERT_NOT_VISIBLE);
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    enum at_code failed = visible ? AT_ENOTFOUND : AT_EASSERT;
    at_tool_runner_aim(call, call->args.text);
    step.target = call->selector;
    bool ok = at_tool_runner_step(call, &step, &trace, &why);
    // A ref that was never given out measures nothing.
    bool judged =
        ok || (why.code == failed && !trace.crashed && is_known(call));
    if (judged && !is_app_shown(call, &why))
        judged = ok = false;
    if (ok && visible)
        say_visible(call, &trace);
    else if (ok)
        say_gone(call, &trace);
    else if (judged)
        say_failed(call, visible, &why);
    else
        judged = at_tool_runner_fail(call, &trace, &why, err);
    at_flow_trace_deinit(&trace);
    return judged;
}

bool
at_tool_verify_visible(struct at_tool_runner_call *call, struct at_err *err)
{
    return verify(call, true, err);
}

bool
at_tool_verify_not_visible(struct at_tool_runner_call *call, struct at_err *err)
{
    return verify(call, false, err);
}
