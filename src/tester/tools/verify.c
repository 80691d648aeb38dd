// verify.c: assertions that the engine evaluates
#include "base/limits.h"
#include "tester/tools/tools.h"

// The screen of another app proves nothing about this one.
static bool
is_app_shown(struct at_hands_call *call, struct at_err *err)
{
    const struct at_aim aim = {.tree = at_app_tree(call->hands->app)};
    bool ok = at_hands_may_act(call, &aim, err);
    call->out->acted = false;
    call->out->refused = false;
    call->out->needs_approval = false;
    call->outside = false; // an assertion brings nothing back
    if (!ok)
        at_err_add(err, "nothing was asserted");
    return ok;
}

static size_t
count(const struct at_hands_call *call)
{
    struct at_selector selector = call->selector;
    selector.index = -1;
    selector.app_only = true;
    size_t found =
        selector.words.len > 0
            ? at_selector_count(&selector, at_app_tree(call->hands->app))
            : 1;
    return found > 0 ? found : 1;
}

// Note which element proves it; a toast is none.
static void
note_proof(struct at_hands_call *call)
{
    const struct at_tree *tree = at_app_tree(call->hands->app);
    struct at_selector selector = call->selector;
    selector.app_only = true;
    const struct at_node *node =
        tree ? at_selector_find(&selector, tree, NULL, NULL) : NULL;
    if (node)
        at_hands_note_element(call, tree, node);
}

static void
say_visible(struct at_hands_call *call, const struct at_flow_trace *trace)
{
    const struct at_step_result *result = &trace->results[0];
    struct at_str line = at_trace_text(trace, &result->target);
    size_t found = count(call);
    if (line.len > 0)
        at_agent_tool_say(call->out, AT_PREFIX_VISIBLE,
                          "%zu match(es) for '%.*s'", found,
                          AT_STR_ARG(at_hands_wanted(call)));
    else
        at_agent_tool_say(call->out, AT_PREFIX_VISIBLE,
                          "no element, but a toast says '%.*s'",
                          AT_STR_ARG(at_hands_wanted(call)));
    if (line.len > 0)
        at_buf_add_fmt(&call->out->text, ": %.*s",
                       AT_STR_ARG(at_utf8_head(line, 160)));
    at_hands_tell(trace, &call->out->text);
    call->out->evidence = AT_EVIDENCE_HELD;
    note_proof(call);
}

static void
say_gone(struct at_hands_call *call, const struct at_flow_trace *trace)
{
    at_agent_tool_say(call->out, AT_PREFIX_OK,
                      "'%.*s' is not visible (as expected)",
                      AT_STR_ARG(at_hands_wanted(call)));
    at_hands_tell(trace, &call->out->text);
    call->out->evidence = AT_EVIDENCE_HELD;
}

static void
say_failed(struct at_hands_call *call, const char *words,
           const struct at_err *why)
{
    at_agent_tool_say(call->out, AT_PREFIX_NOT_VISIBLE, "'%.*s' %s (%s)",
                      AT_STR_ARG(at_hands_wanted(call)), words, why->msg);
    call->out->evidence = AT_EVIDENCE_FAILED;
}

static bool
verify(struct at_hands_call *call, bool visible, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(
        visible ? AT_FLOW_ASSERT_VISIBLE : AT_FLOW_ASSERT_NOT_VISIBLE);
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    enum at_code failed = visible ? AT_ENOTFOUND : AT_EASSERT;
    at_hands_aim(call, "text");
    step.target = call->selector;
    bool ok = at_hands_step(call, &step, &trace, &why);
    bool judged = ok || (why.code == failed && !trace.crashed);
    if (judged && !is_app_shown(call, &why))
        judged = ok = false;
    if (ok && visible)
        say_visible(call, &trace);
    else if (ok)
        say_gone(call, &trace);
    else if (judged)
        say_failed(call, visible ? "not on screen" : "is still visible", &why);
    else
        judged = at_hands_fail(call, &trace, &why, err);
    at_flow_trace_deinit(&trace);
    return judged;
}

bool
at_tool_verify_visible(struct at_hands_call *call, struct at_err *err)
{
    return verify(call, true, err);
}

bool
at_tool_verify_not_visible(struct at_hands_call *call, struct at_err *err)
{
    return verify(call, false, err);
}
