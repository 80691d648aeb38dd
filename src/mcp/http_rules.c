// http_rules.c: one rule after the other, the first broken one answers
#include "mcp/http_rules.h"

#include "base/base64.h"
#include "base/limits.h"
#include "wire/json.h"
#include "mcp/server_priv.h"

enum {
    BAD_REQUEST = 400,
    UNAUTHORIZED = 401,
    NOT_FOUND = 404,
    NOT_ALLOWED = 405,
    NOT_ACCEPTABLE = 406,
    TOO_LARGE = 413,
    BAD_TYPE = 415,
};

static void
refuse(struct at_http_verdict *out, unsigned status, const char *text)
{
    out->status = status;
    at_rpc_fail(&out->error, AT_RPC_INVALID_REQUEST, NULL, "%s", text);
}

static void
check_access(const struct at_http_policy *policy,
             const struct at_http_request *request, struct at_http_verdict *out)
{
    struct at_http_refusal refusal =
        at_http_check_asker(policy, &request->asker);
    if (refusal.status != 0)
        refuse(out, refusal.status, refusal.text);
    else if (!at_str_is(request->path, "/mcp"))
        out->status = NOT_FOUND;
    else if (!at_http_token_given(policy, request->authorization))
        refuse(out, UNAUTHORIZED, "Authorization must be Bearer and the token");
}

static void
check_form(const struct at_http_request *request, struct at_http_verdict *out)
{
    int64_t length;
    if (!at_str_is(request->method, "POST"))
        refuse(out, NOT_ALLOWED, "only POST: there are no sessions");
    else if (!at_str_eq_nocase(at_http_media_type(request->content_type),
                               AT_STR("application/json")))
        refuse(out, BAD_TYPE, "Content-Type must be application/json");
    else if (request->content_length.ptr &&
             !at_str_to_i64(request->content_length, 0, AT_HTTP_BODY_MAX_BYTES,
                            &length))
        refuse(out, TOO_LARGE, "the body may have at most 4 MiB");
    else if (!at_http_accepts(request->accept, "application/json",
                              "application/*") ||
             !at_http_accepts(request->accept, "text/event-stream", "text/*"))
        refuse(out, NOT_ACCEPTABLE,
               "Accept must have application/json and text/event-stream");
}

void
at_http_check_head(const struct at_http_policy *policy,
                   const struct at_http_request *request,
                   struct at_http_verdict *out)
{
    *out = (struct at_http_verdict){0};
    check_access(policy, request, out);
    if (out->status == 0)
        check_form(request, out);
}

static const json_t *
claim_of(const json_t *params)
{
    return json_object_get(json_object_get(params, "_meta"),
                           AT_MCP_META "protocolVersion");
}

const char *
at_http_legacy_version(const struct at_http_request *request)
{
    if (!request->protocol_version.ptr)
        return at_mcp_legacy_version(AT_STR("2025-03-26"));
    return at_mcp_legacy_version(at_str_trim(request->protocol_version));
}

static void
check_batch(const struct at_http_request *request, const json_t *batch,
            struct at_http_verdict *out)
{
    size_t count = json_array_size(batch);
    const char *version = at_http_legacy_version(request);
    if (count == 0 || count > AT_MCP_BATCH_MAX)
        refuse(out, BAD_REQUEST, "a batch has 1 to 100 messages");
    if (!version || !at_str_is(at_str(version), "2025-03-26"))
        refuse(out, BAD_REQUEST,
               "batches were in the revision 2025-03-26 only");
    for (size_t i = 0; i < count; i++) {
        const json_t *element = json_array_get(batch, i);
        if (claim_of(json_object_get(element, "params")))
            refuse(out, BAD_REQUEST,
                   "a message of 2026-07-28 is not part of a batch");
    }
}

static void
mismatch(struct at_http_verdict *out, const char *text)
{
    out->status = BAD_REQUEST;
    at_rpc_fail(&out->error, AT_RPC_HEADER_MISMATCH, NULL, "%s", text);
}

// Return true if value, which may be written as =?base64?...?=, is the text of
// member.
static bool
header_names(struct at_str value, const json_t *member)
{
    struct at_str head = AT_STR("=?base64?");
    struct at_str tail = AT_STR("?=");
    struct at_buf decoded = AT_BUF_INIT(AT_HTTP_HEAD_MAX_BYTES);
    struct at_str name = at_str_trim(value);
    bool ok = true;
    if (at_str_starts(name, head) && at_str_ends(name, tail) &&
        name.len >= head.len + tail.len) {
        struct at_str inner = at_str_skip(name, head.len);
        ok = at_base64_read(at_str_head(inner, inner.len - tail.len), &decoded);
        name = at_buf_str(&decoded);
    }
    ok = ok && at_str_eq(name, at_json_str(member));
    at_buf_deinit(&decoded);
    return ok;
}

// The member of params that Mcp-Name repeats.
static const struct {
    const char *method;
    const char *member;
} names[] = {
    {"prompts/get", "name"},
    {"resources/read", "uri"},
    {"tools/call", "name"},
};

static void
check_name(const struct at_http_request *request,
           const struct at_rpc_message *message, struct at_http_verdict *out)
{
    for (size_t i = 0; i < AT_LEN(names); i++) {
        const json_t *member =
            json_object_get(message->params, names[i].member);
        if (at_str_is(message->method, names[i].method) &&
            json_is_string(member) &&
            (!request->mcp_name.ptr ||
             !header_names(request->mcp_name, member)))
            mismatch(out, "Mcp-Name must repeat params.name or params.uri");
    }
}

static void
check_modern(const struct at_mcp *mcp, const struct at_http_request *request,
             const struct at_rpc_message *message, struct at_http_verdict *out)
{
    enum at_mcp_era era;
    struct at_rpc_error error = {0};
    bool valid = at_mcp_read_meta(message, &era, &error);
    struct at_str claim = at_json_str(claim_of(message->params));
    struct at_str version = at_str_trim(request->protocol_version);
    if (!valid && error.code != AT_RPC_UNSUPPORTED_VERSION) {
        *out = (struct at_http_verdict){BAD_REQUEST, error};
        return;
    }
    if (!request->protocol_version.ptr || !at_str_eq(version, claim))
        mismatch(out, "MCP-Protocol-Version must repeat the version of _meta");
    else if (!request->mcp_method.ptr ||
             !at_str_eq(at_str_trim(request->mcp_method), message->method))
        mismatch(out, "Mcp-Method must repeat the method");
    else
        check_name(request, message, out);
    if (out->status == 0 && !valid) {
        *out = (struct at_http_verdict){BAD_REQUEST, error};
        return;
    }
    at_rpc_error_deinit(&error);
    if (out->status == 0 &&
        !at_mcp_has_method(mcp, AT_MCP_MODERN, message->method)) {
        out->status = NOT_FOUND;
        at_rpc_fail(&out->error, AT_RPC_METHOD_NOT_FOUND, NULL,
                    "no such method in " AT_MCP_MODERN_VERSION);
    }
}

static void
check_legacy(const struct at_http_request *request,
             const struct at_rpc_message *message, struct at_http_verdict *out)
{
    bool initialize = at_str_is(message->method, "initialize");
    bool modern = at_str_is(at_str_trim(request->protocol_version),
                            AT_MCP_MODERN_VERSION);
    if (modern && initialize) {
        mismatch(out, "initialize is not of " AT_MCP_MODERN_VERSION);
    } else if (modern && message->kind == AT_RPC_REQUEST) {
        out->status = BAD_REQUEST;
        at_rpc_fail(&out->error, AT_RPC_INVALID_PARAMS, NULL,
                    "a request of " AT_MCP_MODERN_VERSION
                    " needs params._meta with " AT_MCP_META "protocolVersion");
    } else if (!modern && !initialize && !at_http_legacy_version(request)) {
        refuse(out, BAD_REQUEST,
               "MCP-Protocol-Version is not one that this server knows");
    }
}

void
at_http_check_message(const struct at_mcp *mcp,
                      const struct at_http_request *request,
                      const struct at_rpc_message *message,
                      struct at_http_verdict *out)
{
    *out = (struct at_http_verdict){0};
    if (message->kind == AT_RPC_BAD) {
        out->status = BAD_REQUEST;
        at_rpc_fail(&out->error, message->error.code, NULL, "%s",
                    message->error.message);
    } else if (message->kind == AT_RPC_BATCH) {
        check_batch(request, message->root, out);
    } else if (message->kind == AT_RPC_REQUEST && claim_of(message->params)) {
        check_modern(mcp, request, message, out);
    } else {
        check_legacy(request, message, out);
    }
}
