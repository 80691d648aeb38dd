// prompts.h: the list of the prompts that agentest offers
//
// Their context is a struct at_sessions (mcp/sessions.h).
#ifndef AT_MCP_TOOLS_PROMPTS_H
#define AT_MCP_TOOLS_PROMPTS_H

#include "mcp/prompt.h"

enum { AT_PROMPT_COUNT = 3 };
extern const struct at_prompt *const at_prompts[AT_PROMPT_COUNT];

#endif
