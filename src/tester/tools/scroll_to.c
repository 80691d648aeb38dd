// scroll_to.c: scrollTo: scrolls until an element is seen
#include "tester/tools/tools.h"

static bool
say_found(struct at_tool_runner_call *call, const struct at_flow_trace *trace)
{
    struct at_str line = at_trace_text(trace, &trace->results[0].target);
    at_agent_tool_say(call->out, AT_PREFIX_OK, "'%.*s' is on the screen%s%.*s",
                      AT_STR_ARG(at_tool_runner_wanted(call)),
                      line.len > 0 ? ": " : "",
                      AT_STR_ARG(at_utf8_head(line, 160)));
    at_tool_runner_tell(trace, &call->out->text);
    return true;
}

bool
at_tool_scroll_to(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_SCROLL_TO);
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    at_tool_runner_aim(call, call->args.text);
    step.target = call->selector;
    step.direction = at_direction_find(call->args.direction);
    bool ok = at_tool_runner_step(call, &step, &trace, &why);
    ok = ok ? say_found(call, &trace)
            : at_tool_runner_fail(call, &trace, &why, err);
    at_flow_trace_deinit(&trace);
    return ok;
}
