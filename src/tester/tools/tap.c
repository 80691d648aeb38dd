// tap.c: tap and tapByCoordinates
#include "base/quote.h"
#include "screen/words.h"
#include "tester/tools/tools.h"

static size_t
count_matches(const struct at_tool_runner_call *call,
              const struct at_tree *tree)
{
    struct at_selector selector = call->selector;
    selector.touch = true;
    return tree && selector.words.len > 0 ? at_selector_count(&selector, tree)
                                          : 1;
}

static void
say_tapped(struct at_tool_runner_call *call, const struct at_flow_trace *trace,
           size_t matches)
{
    const struct at_agent_touch *touch = &call->out->touch;
    struct at_buf *text = &call->out->text;
    at_agent_tool_say(call->out, AT_PREFIX_TAPPED, "(%d,%d)",
                      (int)touch->point.x_px, (int)touch->point.y_px);
    if (touch->element[0])
        at_buf_add_fmt(text, " %s", touch->element);
    if (call->handle)
        at_buf_add_fmt(text, " by %s", call->handle);
    if (matches > 1)
        at_buf_add_fmt(text, "; %zu matches, this is position %lld", matches,
                       (long long)call->selector.index);
    at_tool_runner_tell(trace, text);
}

static bool
tap(struct at_tool_runner_call *call, size_t matches, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_TAP);
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    step.target = call->selector;
    bool ok = at_tool_runner_step(call, &step, &trace, &why);
    if (ok)
        say_tapped(call, &trace, matches);
    else
        ok = at_tool_runner_fail(call, &trace, &why, err);
    at_flow_trace_deinit(&trace);
    return ok;
}

// The tree before the tap decides how many there are. The flow waits for an
// element that is missing, but a position out of range is answered at once.
bool
at_tool_tap(struct at_tool_runner_call *call, struct at_err *err)
{
    size_t matches = 1;
    at_tool_runner_aim(call, call->args.text);
    if (at_tool_runner_look(call, NULL))
        matches = count_matches(call, at_app_tree(call->runner->app));
    if (matches < 2 || call->selector.index < (int64_t)matches)
        return tap(call, matches, err);
    at_tool_runner_say_ambiguous(call, matches);
    return true;
}

// A recording names the element that was at the point, if one was known there.
bool
at_tool_tap_coordinates(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_TAP_COORDINATES);
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    if (at_tool_runner_has_target(call->target)) {
        step = (struct at_flow_step)AT_FLOW_STEP_INIT(AT_FLOW_TAP);
        step.target = at_tool_runner_target_selector(call->target);
        call->selector = step.target;
    }
    step.x = call->args.x;
    step.y = call->args.y;
    bool ok = at_tool_runner_step(call, &step, &trace, &why);
    if (ok)
        say_tapped(call, &trace, 1);
    else
        ok = at_tool_runner_fail(call, &trace, &why, err);
    at_flow_trace_deinit(&trace);
    return ok;
}
