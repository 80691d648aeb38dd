// recording.c: startScreenRecording, stopScreenRecording
#include "tester/tools/tools.h"

bool
at_tool_start_recording(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_tool_runner *runner = call->runner;
    struct at_err why = AT_ERR_INIT;
    size_t before = at_tool_runner_fallbacks(runner);
    if (!runner->recording && !at_tool_runner_record(call->op, runner, &why))
        return at_tool_runner_refuse(call, &why, err);
    at_agent_tool_say(call->out, AT_PREFIX_OK, "the screen is being recorded");
    at_tool_runner_tell_fallbacks(runner, before, &call->out->text);
    return true;
}

bool
at_tool_stop_recording(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_argv paths = AT_ARGV_INIT;
    struct at_err why = AT_ERR_INIT;
    if (!call->runner->recording) {
        at_agent_tool_say(call->out, AT_PREFIX_ERROR,
                          "the screen is not being recorded");
        return true;
    }
    size_t before = at_tool_runner_fallbacks(call->runner);
    bool ok = at_tool_runner_record_end(call->op, call->runner, &paths, &why);
    if (ok) {
        at_agent_tool_say(call->out, AT_PREFIX_OK, "%s",
                          paths.count > 0 ? paths.words[0] : "no video");
        for (size_t i = 1; i < paths.count; i++)
            at_buf_add_fmt(&call->out->text, ", %s", paths.words[i]);
        at_tool_runner_tell_fallbacks(call->runner, before, &call->out->text);
    } else {
        ok = at_tool_runner_refuse(call, &why, err);
    }
    at_argv_deinit(&paths);
    return ok;
}
