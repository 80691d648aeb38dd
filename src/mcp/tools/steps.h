// steps.h: the steps of run_flow, read from JSON
#ifndef AT_MCP_TOOLS_STEPS_H
#define AT_MCP_TOOLS_STEPS_H

#include <jansson.h>

#include "flow/flow.h"

// Read and check all steps. AT_EUSAGE names the first bad one and says that no
// step ran. The caller frees out->steps; texts are borrowed from json.
AT_CHECKED bool at_steps_read(const json_t *json, struct at_flow *out,
                              struct at_err *err);

#endif
