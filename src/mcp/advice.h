// advice.h: what messages advise an MCP client: tools that it can call
#ifndef AT_MCP_ADVICE_H
#define AT_MCP_ADVICE_H

#include "screen/advice.h"

extern const struct at_advice at_mcp_advice;

#endif
