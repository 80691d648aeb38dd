// tool.h: a tool of the MCP server: one file, one constant row
//
// `tools/list` and the check of arguments read the same rows. A tool calls
// the engine and encodes; it holds no engine logic.
#ifndef AT_MCP_TOOL_H
#define AT_MCP_TOOL_H

#include <jansson.h>
#include <stdint.h>

#include "base/err.h"
#include "base/limits.h"
#include "base/op.h"
#include "base/str.h"
#include "mcp/args.h"

struct at_client;
struct at_progress;
struct at_tool;
struct at_tool_env;

enum at_tool_hint {
    AT_TOOL_READ_ONLY = 1 << 0,
    AT_TOOL_DESTRUCTIVE = 1 << 1,
    AT_TOOL_IDEMPOTENT = 1 << 2,
    AT_TOOL_OPEN_WORLD = 1 << 3,
    AT_TOOL_CONNECTS = 1 << 4, // opens a context; not in tools/list
};

struct at_tool_call {
    struct at_op op;
    const json_t *args; // checked against the rows
    const struct at_tool *tool;
    const struct at_tool_env *env;
    void *context;                // env's, or its scope's; borrowed
    struct at_progress *progress; // NULL: the client does not want any
    struct at_client *client;     // NULL: no client
    json_t *content;              // owned: the blocks, in order
    json_t *structured;           // owned: the same as one object
    bool failed;                  // the content describes a failure (isError)
};

struct at_tool {
    const char *name;
    const char *title;
    const char *description;
    unsigned hints;                // enum at_tool_hint
    const struct at_arg *args;     // up to the row without a name
    const struct at_arg *results;  // structuredContent, likewise
    int64_t max_ms;                // limit of the whole call
    json_t *(*steps_schema)(void); // if args has AT_ARG_STEPS, else NULL
    // Fill call->content. If it fails, the client gets err instead.
    bool (*run)(struct at_tool_call *call, struct at_err *err);
};

// Return the Tool object of tools/list, which the caller owns.
json_t *at_tool_describe(const struct at_tool *tool);

// The caller of a tool, as far as a context depends on it.
struct at_tool_caller {
    uint64_t peer;
    bool shared;                 // its client has other peers too
    char lane[AT_MCP_LANE_ROOM]; // lane that runs the call
};

// The rule by which calls choose a context. context is the env's.
struct at_tool_scope {
    // A call has come in: set caller's lane. args are not checked yet. Never
    // waits.
    void (*lane)(void *context, const struct at_tool *tool, const json_t *args,
                 struct at_tool_caller *caller);
    // Set call->context before the tool runs, in that lane.
    bool (*enter)(void *context, struct at_tool_call *call, struct at_err *err);
    // The tool has run and failed with err, or not (AT_OK). err may be replaced
    // by a better reason.
    void (*leave)(void *context, struct at_tool_call *call, struct at_err *err);
};

// Shared by all tools of a server.
struct at_tool_env {
    void *context; // handed to each call
    // Called after each call that has failed. May be NULL.
    void (*failed)(void *context, const struct at_err *err);
    const struct at_tool_scope *scope;   // NULL: one context for all
    const struct at_tool_caller *caller; // the server's, for each call
};

// Run a tool and return the CallToolResult, which the caller owns. If args do
// not match the rows, it is an error and the tool does not run. cancel,
// progress and client may be NULL.
json_t *at_tool_run(const struct at_tool *tool, const json_t *args,
                    const struct at_tool_env *env, struct at_cancel *cancel,
                    struct at_progress *progress, struct at_client *client);

// Append a text block. Malformed UTF-8 becomes U+FFFD; a text longer than
// AT_MCP_TEXT_MAX_BYTES is cut, and says so at its end.
void at_tool_add_text(struct at_tool_call *call, struct at_str text);
// Append value, an object taken over, as JSON text, and its members to
// structuredContent. The caller keeps the text below AT_MCP_TEXT_MAX_BYTES, see
// tools/reply.h.
void at_tool_add_json(struct at_tool_call *call, json_t *value);
// Set a member of structuredContent (value taken over) to the content of
// another block. Clients show a model either of them, so both must say the
// same. Not for an image's bytes.
void at_tool_set(struct at_tool_call *call, const char *name, json_t *value);
// Append an image block: bytes in the image's own format.
void at_tool_add_image(struct at_tool_call *call, struct at_str bytes,
                       const char *mime_type);

#endif
