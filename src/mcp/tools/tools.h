// tools.h: the list of the tools that agentest offers
//
// Their context is a struct at_session (mcp/session.h), chosen by arguments
// that all of them take (mcp/sessions.h).
#ifndef AT_MCP_TOOLS_TOOLS_H
#define AT_MCP_TOOLS_TOOLS_H

#include "mcp/tool.h"

extern const struct at_tool at_tool_connect;
extern const struct at_tool at_tool_device_info;
extern const struct at_tool at_tool_get_logs;
extern const struct at_tool at_tool_get_shared_prefs;
extern const struct at_tool at_tool_get_ui_tree;
extern const struct at_tool at_tool_query_db;
extern const struct at_tool at_tool_reset_app;
extern const struct at_tool at_tool_run_flow;
extern const struct at_tool at_tool_screenshot;
extern const struct at_tool at_tool_set_network;

enum { AT_TOOL_COUNT = 10 };
extern const struct at_tool *const at_tools[AT_TOOL_COUNT]; // contract's order

// The first text that a client's model reads; at most 2 KB.
extern const char at_tools_instructions[];

// The schema of run_flow's steps, composed from the rows of flow/steps/step.h.
json_t *at_tools_steps_schema(void);

// The one description that the packageName argument has in all tools.
#define AT_TOOL_PACKAGE_ARG                                                    \
    {                                                                          \
        .name = "packageName", .help = "default: the connected app",           \
        .max_len = 256                                                         \
    }

// The session that a call uses, in two ways; the one may be enough for all.
// No help: connect says that all tools take them.
#define AT_TOOL_SESSION_ARG                                                    \
    {                                                                          \
        .name = "session", .max_len = 64                                       \
    }
#define AT_TOOL_DEVICE_ARG                                                     \
    {                                                                          \
        .name = "deviceId", .max_len = 127                                     \
    }

#endif
