// wait.c: wait and waitFor
#include "tester/tools/tools.h"

enum { WAIT_MIN_MS = 50, WAIT_MAX_MS = 10000 };

// Without a limit a recording is played.
static bool
has_time(struct at_tool_runner_call *call)
{
    if (!call->limits_wait || call->wait_ms > 0)
        return true;
    at_agent_tool_say(call->out, AT_PREFIX_TIMEOUT,
                      "no time for waiting is left in this step: end it with "
                      "stepDone");
    return false;
}

bool
at_tool_wait(struct at_tool_runner_call *call, struct at_err *err)
{
    int64_t ms = call->args.ms;
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_WAIT);
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    if (!has_time(call))
        return true;
    ms = ms < WAIT_MIN_MS ? WAIT_MIN_MS : ms;
    step.timeout_ms = ms < WAIT_MAX_MS ? ms : WAIT_MAX_MS;
    bool ok = at_tool_runner_step(call, &step, &trace, &why);
    if (ok) {
        at_agent_tool_say(call->out, AT_PREFIX_OK, "waited %lld ms",
                          (long long)step.timeout_ms);
        at_tool_runner_tell(&trace, &call->out->text);
        at_tool_runner_show(call);
    } else {
        ok = at_tool_runner_fail(call, &trace, &why, err);
    }
    at_flow_trace_deinit(&trace);
    return ok;
}

static void
say_held(struct at_tool_runner_call *call, const struct at_flow_trace *trace,
         bool gone)
{
    struct at_str wanted = at_tool_runner_wanted(call);
    struct at_str line = at_trace_text(trace, &trace->results[0].target);
    if (gone)
        at_agent_tool_say(call->out, AT_PREFIX_OK, "'%.*s' is not visible",
                          AT_STR_ARG(wanted));
    else
        at_agent_tool_say(call->out, AT_PREFIX_VISIBLE, "'%.*s'%s%.*s",
                          AT_STR_ARG(wanted), line.len > 0 ? ": " : "",
                          AT_STR_ARG(at_utf8_head(line, 160)));
    at_tool_runner_tell(trace, &call->out->text);
    call->out->evidence = AT_EVIDENCE_HELD;
}

// A wait in vain is not a failed assertion: the model may have guessed the
// words.
static void
say_in_vain(struct at_tool_runner_call *call, const struct at_err *why,
            bool gone)
{
    at_agent_tool_say(call->out, AT_PREFIX_NOT_VISIBLE, "'%.*s' %s (%.*s)",
                      AT_STR_ARG(at_tool_runner_wanted(call)),
                      gone ? "is still visible" : "has not come",
                      AT_STR_ARG(at_tool_runner_short_reason(why)));
}

static bool
wait_for(struct at_tool_runner_call *call, bool gone, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_WAIT_UNTIL);
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    at_tool_runner_aim(call, gone ? call->args.absent : call->args.text);
    step.target = call->selector;
    step.gone = gone;
    step.timeout_ms = 1000 * call->args.seconds;
    bool ok = at_tool_runner_step(call, &step, &trace, &why);
    bool judged = ok || (why.code == (gone ? AT_EASSERT : AT_ENOTFOUND) &&
                         !trace.crashed);
    if (judged && !at_tool_runner_is_inside(call->runner))
        at_agent_tool_say(call->out, AT_PREFIX_ERROR,
                          "another app is in front: nothing was asserted");
    else if (ok)
        say_held(call, &trace, gone);
    else if (judged)
        say_in_vain(call, &why, gone);
    else
        judged = at_tool_runner_fail(call, &trace, &why, err);
    at_flow_trace_deinit(&trace);
    if (judged)
        at_tool_runner_show(call);
    return judged;
}

bool
at_tool_wait_for(struct at_tool_runner_call *call, struct at_err *err)
{
    bool comes = call->args.text.len > 0;
    bool gone = call->args.absent.len > 0;
    if (comes && gone) {
        at_agent_tool_say(call->out, AT_PREFIX_ERROR,
                          "waitFor takes 'text' or 'absent', not both");
        return true;
    }
    return !has_time(call) || wait_for(call, gone, err);
}
