// rpc.h: JSON-RPC 2.0 messages: bytes to a classified message, and back
//
// Pure. Rules: the MCP specification, base protocol, all revisions; ids keep
// their type and are never null.
#ifndef AT_MCP_RPC_H
#define AT_MCP_RPC_H

#include <jansson.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/str.h"

enum at_rpc_code {
    AT_RPC_PARSE_ERROR = -32700,
    AT_RPC_INVALID_REQUEST = -32600,
    AT_RPC_METHOD_NOT_FOUND = -32601,
    AT_RPC_INVALID_PARAMS = -32602,
    AT_RPC_INTERNAL_ERROR = -32603,
    AT_RPC_RESOURCE_NOT_FOUND = -32002, // only with a handshake
    AT_RPC_HEADER_MISMATCH = -32020,
    AT_RPC_MISSING_CAPABILITY = -32021,
    AT_RPC_UNSUPPORTED_VERSION = -32022,
};

struct at_rpc_error {
    int code; // enum at_rpc_code; 0: no error
    char message[256];
    json_t *data; // owned; NULL: none
};

enum at_rpc_kind {
    AT_RPC_REQUEST,
    AT_RPC_NOTIFICATION,
    AT_RPC_RESPONSE, // the answer to a request of the server
    AT_RPC_BATCH,    // root is an array
    AT_RPC_BAD,      // error says why; id is set if it could be read
};

struct at_rpc_message {
    enum at_rpc_kind kind;
    json_t *root;         // owned; NULL: the bytes are not JSON
    struct at_str method; // this and the next two are borrowed from root
    const json_t *id;     // string or integer; NULL: none
    const json_t *params; // an object; NULL: absent
    size_t bytes;         // approximate memory use
    struct at_rpc_error error;
};

// Parse a message, without a byte order mark at its start. deinit() is safe
// twice.
void at_rpc_parse(struct at_str text, struct at_rpc_message *out);
// Classify an element of a batch, bytes being its share; takes root over.
void at_rpc_classify(json_t *root, size_t bytes, struct at_rpc_message *out);
void at_rpc_message_deinit(struct at_rpc_message *message);

// Return true if this is a valid id or progress token.
bool at_rpc_id_valid(const json_t *id);

// Fill error; data is taken over and may be NULL.
void at_rpc_fail(struct at_rpc_error *error, int code, json_t *data,
                 const char *fmt, ...) AT_PRINTF(4, 5);
void at_rpc_error_deinit(struct at_rpc_error *error);

// Append a message. One that would exceed out->max becomes an internal error
// for the same id.
void at_rpc_write_result(const json_t *id, const json_t *result,
                         struct at_buf *out);
void at_rpc_write_error(const json_t *id, const struct at_rpc_error *error,
                        struct at_buf *out);
void at_rpc_write_notification(const char *method, const json_t *params,
                               struct at_buf *out);

#endif
