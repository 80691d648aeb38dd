// flow_trace.h: the contract's FlowTrace, written from the engine's trace
#ifndef AT_MCP_TOOLS_FLOW_TRACE_H
#define AT_MCP_TOOLS_FLOW_TRACE_H

#include <jansson.h>

#include "flow/trace.h"

// The parts to write besides the short form, which states each fact once and
// omits what a passed step, a fast device or the screen's text already shows.
enum at_trace_part {
    AT_TRACE_ECHO = 1 << 0,   // each member of the contract, actions included
    AT_TRACE_SCREEN = 1 << 1, // the screen's text, a member like the others
    AT_TRACE_PASSED = 1 << 2, // the results of steps that passed
    AT_TRACE_WHOLE = AT_TRACE_ECHO | AT_TRACE_SCREEN | AT_TRACE_PASSED,
};

// Write the parts of a trace. steps is the JSON that its steps were read from,
// which the results repeat without secrets, and without long actions where
// steps that passed are left out. The caller owns the result.
json_t *at_trace_json(const struct at_flow_trace *trace, const json_t *steps,
                      unsigned parts);

// Set the contract's members that count steps.
void at_trace_set_counts(const struct at_flow_trace *trace, json_t *json);

// The name of the member that holds the screen's text; NULL without a text.
const char *at_trace_screen_member(const struct at_flow_trace *trace);

// Set "backend" and, if another one served the newest tree, "treeBackend".
void at_backends_set(json_t *reply, const struct at_backends *backends);

#endif
