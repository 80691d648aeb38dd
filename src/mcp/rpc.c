// rpc.c: classify and write JSON-RPC messages
#include "mcp/rpc.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"
#include "wire/json.h"

void
at_rpc_fail(struct at_rpc_error *error, int code, json_t *data, const char *fmt,
            ...)
{
    at_rpc_error_deinit(error);
    error->code = code;
    error->data = data;
    va_list args;
    va_start(args, fmt);
    vsnprintf(error->message, sizeof(error->message), fmt, args);
    va_end(args);
}

void
at_rpc_error_deinit(struct at_rpc_error *error)
{
    json_decref(error->data);
    *error = (struct at_rpc_error){0};
}

bool
at_rpc_id_valid(const json_t *id)
{
    if (json_is_string(id))
        return json_string_length(id) <= AT_MCP_ID_MAX_BYTES;
    return json_is_integer(id);
}

static void
bad(struct at_rpc_message *message, int code, const char *text)
{
    message->kind = AT_RPC_BAD;
    at_rpc_fail(&message->error, code, NULL, "%s", text);
}

static void
classify_object(struct at_rpc_message *message)
{
    json_t *id = json_object_get(message->root, "id");
    json_t *method = json_object_get(message->root, "method");
    json_t *params = json_object_get(message->root, "params");
    bool answers = json_object_get(message->root, "result") ||
                   json_object_get(message->root, "error");
    if (answers && !method) {
        message->kind = AT_RPC_RESPONSE;
        return;
    }
    if (id && !at_rpc_id_valid(id)) {
        bad(message, AT_RPC_INVALID_REQUEST,
            "id must be a string or an integer");
        return;
    }
    message->id = id;
    message->method = at_json_str(method);
    message->params = params;
    if (!at_str_is(at_json_get_str(message->root, "jsonrpc"), "2.0"))
        bad(message, AT_RPC_INVALID_REQUEST, "jsonrpc must be \"2.0\"");
    else if (!json_is_string(method))
        bad(message, AT_RPC_INVALID_REQUEST, "method must be a string");
    else if (!id)
        message->kind = AT_RPC_NOTIFICATION;
    else if (params && !json_is_object(params))
        bad(message, AT_RPC_INVALID_PARAMS, "params must be an object");
    else
        message->kind = AT_RPC_REQUEST;
}

void
at_rpc_classify(json_t *root, size_t bytes, struct at_rpc_message *out)
{
    *out = (struct at_rpc_message){.root = root, .bytes = bytes};
    if (json_is_array(root))
        out->kind = AT_RPC_BATCH;
    else if (json_is_object(root))
        classify_object(out);
    else
        bad(out, AT_RPC_INVALID_REQUEST, "a message must be an object");
}

void
at_rpc_parse(struct at_str text, struct at_rpc_message *out)
{
    struct at_err err = AT_ERR_INIT;
    struct at_str mark = AT_STR("\xef\xbb\xbf");
    if (at_str_starts(text, mark))
        text = at_str_skip(text, mark.len);
    size_t bytes;
    json_t *root = at_json_parse_costed(text, &bytes, &err);
    if (root) {
        at_rpc_classify(root, bytes, out);
    } else {
        *out = (struct at_rpc_message){0};
        bad(out, AT_RPC_PARSE_ERROR, err.msg);
    }
}

void
at_rpc_message_deinit(struct at_rpc_message *message)
{
    json_decref(message->root);
    at_rpc_error_deinit(&message->error);
    *message = (struct at_rpc_message){0};
}

static void
begin(const json_t *id, struct at_buf *out)
{
    at_buf_add_text(out, "{\"jsonrpc\":\"2.0\"");
    if (!id)
        return;
    at_buf_add_text(out, ",\"id\":");
    at_json_write(id, out);
}

void
at_rpc_write_result(const json_t *id, const json_t *result, struct at_buf *out)
{
    size_t start = out->len;
    begin(id, out);
    at_buf_add_text(out, ",\"result\":");
    at_json_write(result, out);
    at_buf_add_char(out, '}');
    if (!out->overflow)
        return;

    out->len = start;
    out->overflow = false;
    struct at_rpc_error error = {0};
    at_rpc_fail(&error, AT_RPC_INTERNAL_ERROR, NULL,
                "the result is larger than %zu bytes: ask for less", out->max);
    at_rpc_write_error(id, &error, out);
    at_rpc_error_deinit(&error);
}

void
at_rpc_write_error(const json_t *id, const struct at_rpc_error *error,
                   struct at_buf *out)
{
    json_t *body = json_object();
    at_json_set(body, "code", json_integer(error->code));
    at_json_set_text(body, "message", error->message);
    if (error->data)
        at_json_set(body, "data", json_incref(error->data));
    begin(id, out);
    at_buf_add_text(out, ",\"error\":");
    at_json_write(body, out);
    at_buf_add_char(out, '}');
    json_decref(body);
}

void
at_rpc_write_notification(const char *method, const json_t *params,
                          struct at_buf *out)
{
    begin(NULL, out);
    at_buf_add_fmt(out, ",\"method\":\"%s\",\"params\":", method);
    at_json_write(params, out);
    at_buf_add_char(out, '}');
}
