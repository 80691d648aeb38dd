// report.c: stepDone
#include <stdlib.h>

#include "base/alloc.h"
#include "tester/tools/tools.h"

// The model's verdict is only noted; the strategy decides.
bool
at_tool_step_done(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_agent_tool_result *out = call->out;
    struct at_str reason = call->args.reason;
    (void)err;
    out->step = (size_t)call->args.step;
    out->passed = at_str_is(call->args.verdict, "PASS");
    free(out->reason);
    out->reason = at_strndup(reason.ptr, reason.len);
    at_agent_tool_say(out, AT_PREFIX_OK, "step %zu is noted", out->step);
    return true;
}
