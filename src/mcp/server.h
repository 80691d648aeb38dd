// server.h: the MCP server, independent of the transport
//
// It speaks the revisions 2024-11-05 to 2025-11-25 with their handshake, and
// 2026-07-28 with `_meta` in each request; each message decides for itself
// which. Messages go in as bytes, answers come out of the sink. Receiving never
// waits for a tool.
#ifndef AT_MCP_SERVER_H
#define AT_MCP_SERVER_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "base/op.h"
#include "base/str.h"
#include "mcp/client.h"
#include "mcp/prompt.h"
#include "mcp/resource.h"
#include "mcp/sink.h"
#include "mcp/tool.h"

struct at_mcp;
struct at_rpc_error;
struct at_rpc_message;

// A method that is answered at once, in addition to those of every server.
struct at_mcp_extra {
    const char *method;
    const char *capability; // declared as an object
    const char *flag;       // a member of it that is true; NULL: none
    bool modern;            // in 2026-07-28 too
    // Returns the result, which the caller owns; NULL with error.
    json_t *(*handle)(void *context, const json_t *params,
                      struct at_rpc_error *error);
};

// All borrowed until at_mcp_free().
struct at_mcp_opts {
    const char *name;
    const char *title;
    const char *version;
    const char *instructions; // at most 2 KB: clients cut longer ones
    const struct at_tool *const *tools;
    size_t tool_count;
    const struct at_resource_source *const *resources; // if any
    size_t resource_count;
    const struct at_prompt *const *prompts; // likewise
    size_t prompt_count;
    const struct at_mcp_extra *extras;
    size_t extra_count;
    const struct at_client_hooks *client_hooks; // NULL: none
    struct at_tool_env env;
};

struct at_mcp *at_mcp_new(const struct at_mcp_opts *opts);
// Free it, after at_mcp_finish() only. NULL is allowed.
void at_mcp_free(struct at_mcp *mcp);

// Accept no more calls and wait for those that run, see at_calls_finish().
AT_CHECKED bool at_mcp_finish(const struct at_op *op, struct at_mcp *mcp,
                              int64_t soft_ns);

// One client: the connection over stdio, a single request over HTTP. One thread
// at a time receives.
struct at_mcp_peer {
    struct at_mcp *mcp;  // borrowed
    uint64_t id;         // unique in the server
    const char *version; // negotiated by initialize; NULL: not yet
    bool shared;         // its client has other peers too
};

void at_mcp_peer_init(struct at_mcp_peer *peer, struct at_mcp *mcp);

// Serve one message. A blank one is ignored.
void at_mcp_receive(struct at_mcp_peer *peer, struct at_str message,
                    const struct at_sink *sink);
// Serve a parsed message; takes it over.
void at_mcp_receive_parsed(struct at_mcp_peer *peer,
                           struct at_rpc_message *message,
                           const struct at_sink *sink);
// Cancel the calls of a peer that is gone.
void at_mcp_peer_leave(const struct at_mcp_peer *peer);
// Return the revision with a handshake of that name, or NULL.
const char *at_mcp_legacy_version(struct at_str name);
// Answer a message that was dropped because it is longer than max_bytes.
void at_mcp_refuse_long(const struct at_sink *sink, size_t max_bytes);

#endif
