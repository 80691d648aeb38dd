// tool_name.h: tool names as models write them, and as every API takes them
// back
//
// Models name tools with the namespace that their training had
// ("functions.tap", "default_api:tap"), or with remains of their own template
// ("tap<|channel|>json"). Chat completions and Anthropic refuse such a name
// when it comes back in the history, so it is cleaned where the reply is read.
#ifndef AT_AGENT_MODELS_PROVIDERS_TOOL_NAME_H
#define AT_AGENT_MODELS_PROVIDERS_TOOL_NAME_H

#include <stdbool.h>

#include "base/str.h"

enum { AT_TOOL_NAME_MAX = 64 };

// Return a name of 1 to AT_TOOL_NAME_MAX letters, digits, "_" and "-": the
// tool that is meant, if there is one, or else the name with other characters
// replaced. The caller owns it.
char *at_tool_name_clean(struct at_str given);
// Return true if that is the name of a tool of ours.
bool at_tool_name_is_known(struct at_str name);
// Return true if the cleaned name is the wrapper in which some models put
// several calls: multi_tool_use.parallel.
bool at_tool_name_is_parallel(struct at_str clean);

#endif
