// resources.h: the list of the resources that agentest offers
//
// Their context is a struct at_sessions (mcp/sessions.h).
#ifndef AT_MCP_TOOLS_RESOURCES_H
#define AT_MCP_TOOLS_RESOURCES_H

#include "mcp/resource.h"

enum { AT_RESOURCE_COUNT = 4 };
extern const struct at_resource_source *const at_resources[AT_RESOURCE_COUNT];

#endif
