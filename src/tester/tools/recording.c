// recording.c: startScreenRecording, stopScreenRecording
#include "tester/tools/tools.h"

static bool
say_unable(struct at_hands_call *call)
{
    at_agent_tool_say(call->out, AT_PREFIX_ERROR,
                      "the screen of this device cannot be recorded");
    return true;
}

bool
at_tool_start_recording(struct at_hands_call *call, struct at_err *err)
{
    (void)err;
    return say_unable(call);
}

bool
at_tool_stop_recording(struct at_hands_call *call, struct at_err *err)
{
    (void)err;
    return say_unable(call);
}
