// advice.h: next steps in messages to MCP clients, as tools to call
#ifndef AT_MCP_ADVICE_H
#define AT_MCP_ADVICE_H

#include "screen/advice.h"

extern const struct at_advice at_mcp_advice;

#endif
