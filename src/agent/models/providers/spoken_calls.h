// spoken_calls.h: tool calls that a server left in the text of an answer; pure
//
// Local servers turn a model's calls into tool calls only if they know its
// template (vLLM: --tool-call-parser). Otherwise the call arrives as text:
//
//     <tool_call>{"name": "tap", "arguments": {"text": "Login"}}</tool_call>
//     a fenced JSON object, or an array of them
//     [TOOL_CALLS] [{"name": …}]    <|python_tag|>{"name": …}
//     <function=tap><parameter=text>Login</parameter></function>
//     <invoke name="tap"><parameter name="text">Login</parameter></invoke>
//
// Only names of our own tools are calls; prose stays prose.
#ifndef AT_AGENT_MODELS_PROVIDERS_SPOKEN_CALLS_H
#define AT_AGENT_MODELS_PROVIDERS_SPOKEN_CALLS_H

#include "agent/models/providers/provider.h"

// Turn the calls in the text of a reply without tool calls into calls, in their
// order. The text before the first one stays. If the text has the marks of a
// call that cannot be read, the reply stops with AT_MODEL_STOP_SPOKEN.
void at_spoken_calls_take(struct at_model_reply *reply);

#endif
