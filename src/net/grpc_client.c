// grpc_client.c: connects, calls, and determines whether anything was done
#include "net/grpc_client.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "net/grpc_link.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum {
    CONNECT_MS = 2000, // per endpoint; all are local
    TOLD_MIN = 6,      // length at which a prefix counts as the token
};

struct at_grpc_client {
    char *endpoints[AT_GRPC_ENDPOINTS_MAX]; // owned
    size_t endpoint_count;
    struct at_grpc_link *link;  // owned; NULL: disconnected
    const char *endpoint;       // endpoint of link; borrowed from endpoints
    enum at_grpc_status status; // status of the last call
};

struct at_grpc_client *
at_grpc_client_new(const char *const *endpoints)
{
    struct at_grpc_client *client = at_alloc(sizeof(*client));
    for (size_t i = 0; endpoints[i]; i++) {
        at_assert(i < AT_GRPC_ENDPOINTS_MAX);
        client->endpoints[i] = at_strdup(endpoints[i]);
        client->endpoint_count = i + 1;
    }
    return client;
}

void
at_grpc_client_free(struct at_grpc_client *client)
{
    if (!client)
        return;
    at_grpc_link_free(client->link);
    for (size_t i = 0; i < client->endpoint_count; i++)
        free(client->endpoints[i]);
    free(client);
}

enum at_grpc_status
at_grpc_client_status(const struct at_grpc_client *client)
{
    return client->status;
}

static void
drop(struct at_grpc_client *client)
{
    at_grpc_link_free(client->link);
    client->link = NULL;
}

// Connect to one endpoint. Reports the endpoint's own error unless op has
// ended.
static bool
connect_one(const struct at_op *op, struct at_grpc_client *client, size_t i,
            struct at_err *err)
{
    struct at_op quick = at_op_sub(op, at_now_ns(), CONNECT_MS);
    if (!at_op_check(op, err))
        return false;
    if (at_grpc_link_open(&quick, client->endpoints[i], &client->link, err)) {
        client->endpoint = client->endpoints[i];
        return true;
    }
    return false;
}

static bool
ensure_link(const struct at_op *op, struct at_grpc_client *client,
            struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    struct at_err first = AT_ERR_INIT;
    if (client->link && at_grpc_link_usable(client->link))
        return true;
    drop(client);
    for (size_t i = 0; i < client->endpoint_count; i++) {
        if (connect_one(op, client, i, &why))
            return true;
        if (!at_op_check(op, err))
            return false;
        if (i == 0)
            first = why;
        else
            at_err_add(&first, "%s", why.msg);
    }
    return at_fail_sys(err, AT_EGRPC, 0, "no gRPC server: %s", first.msg);
}

// Return "sendTouch" for "/package.Service/sendTouch".
static const char *
method_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *
authority_of(const char *endpoint)
{
    return strncmp(endpoint, "tcp:", 4) == 0 ? endpoint + 4 : "localhost";
}

// Return the length of the token's prefix at the start of words; 0 if it may be
// chance.
static size_t
told_of(const char *token, const char *words)
{
    size_t len = 0;
    while (token[len] && token[len] == words[len])
        len++;
    return len >= TOLD_MIN ? len : 0;
}

// Write the server's message without the token, because emulators quote a wrong
// one. A truncated message may end with a part of it.
static void
hide_token(const char *token, const char *words, struct at_buf *out)
{
    while (*words) {
        size_t told = token ? told_of(token, words) : 0;
        if (told > 0)
            at_buf_add_text(out, "***");
        else
            at_buf_add_char(out, *words);
        words += told > 0 ? told : 1;
    }
}

static bool
fail_status(const struct at_grpc_call *call, int status, const char *words,
            struct at_err *err)
{
    struct at_buf clean = AT_BUF_INIT(AT_ERR_MSG_MAX);
    hide_token(call->token, words, &clean);
    at_fail(err, AT_ERPC, "%s: %s%s%s", method_of(call->path),
            at_grpc_status_name(status), words[0] ? ": " : "",
            at_buf_text(&clean));
    at_buf_deinit(&clean);
    return false;
}

// Return true if the status implies that the method was not run.
static bool
is_refusal(enum at_grpc_status status)
{
    return status == AT_GRPC_UNAUTHENTICATED ||
           status == AT_GRPC_PERMISSION_DENIED ||
           status == AT_GRPC_UNIMPLEMENTED;
}

// Read the single message of a properly ended answer.
static bool
take_message(const struct at_grpc_call *call,
             const struct at_grpc_answer *answer, struct at_buf *reply,
             struct at_err *err)
{
    struct at_str body = at_buf_str(&answer->body);
    struct at_str message;
    size_t used;
    if (at_grpc_frame_parse(body, call->max_reply_bytes, &message, &used) !=
            AT_PARSE_DONE ||
        used != body.len)
        return fail_status(call, AT_GRPC_INTERNAL,
                           "the answer is not one message", err);
    if (!at_buf_add_str(reply, message))
        return at_fail(err, AT_ELIMIT,
                       "%s: the answer has %zu bytes, %zu are "
                       "allowed",
                       method_of(call->path), message.len, reply->max);
    return true;
}

static bool
take_answer(struct at_grpc_client *client, const struct at_grpc_call *call,
            const struct at_grpc_answer *answer, struct at_buf *reply,
            struct at_err *err)
{
    const struct at_grpc_meta *meta = &answer->meta;
    char words[64];
    if (answer->refused) {
        client->status = AT_GRPC_UNAVAILABLE;
        return fail_status(call, AT_GRPC_UNAVAILABLE,
                           "the server takes no more calls", err);
    }
    enum at_grpc_status status = at_grpc_meta_status(meta);
    client->status = status;
    if (status == AT_GRPC_OK && take_message(call, answer, reply, err))
        return true;
    snprintf(words, sizeof(words), "HTTP status %d and no gRPC status",
             meta->http_status);
    if (status != AT_GRPC_OK)
        fail_status(call, (int)status, meta->has_status ? meta->message : words,
                    err);
    return at_err_set_run(err, answer->sent && !is_refusal(status));
}

// Report a call whose stream did not end properly.
static bool
fail_call(struct at_grpc_client *client, const struct at_grpc_call *call,
          const struct at_err *why, struct at_err *err)
{
    if (why->code == AT_ETIMEOUT || why->code == AT_ECANCELED ||
        why->code == AT_ELIMIT)
        return at_fail(err, why->code, "%s: %s", method_of(call->path),
                       why->msg);
    client->status = AT_GRPC_UNAVAILABLE;
    return fail_status(call, AT_GRPC_UNAVAILABLE, why->msg, err);
}

bool
at_grpc_client_call(const struct at_op *op, struct at_grpc_client *client,
                    const struct at_grpc_call *call, struct at_buf *reply,
                    struct at_err *err)
{
    struct at_grpc_answer answer = {
        .body = AT_BUF_INIT(AT_GRPC_HEAD_LEN + call->max_reply_bytes)};
    struct at_buf body = AT_BUF_INIT(AT_GRPC_REQUEST_MAX_BYTES);
    char *authorization =
        call->token ? at_strfmt("Bearer %s", call->token) : NULL;
    struct at_err why = AT_ERR_INIT;
    bool ok = false;
    client->status = AT_GRPC_UNKNOWN;
    if (!at_grpc_frame_write(&body, call->message)) {
        at_fail(err, AT_ELIMIT, "%s: a message of %zu bytes is too long",
                method_of(call->path), call->message.len);
    } else if (ensure_link(op, client, err)) {
        struct at_grpc_ask ask = {
            .path = call->path,
            .authority = authority_of(client->endpoint),
            .authorization = authorization,
            .body = at_buf_str(&body),
        };
        if (at_grpc_link_call(op, client->link, &ask, &answer, &why)) {
            ok = take_answer(client, call, &answer, reply, err);
        } else {
            fail_call(client, call, &why, err);
            at_err_set_run(err, answer.sent);
            drop(client);
        }
    }
    free(authorization);
    at_buf_deinit(&answer.body);
    at_buf_deinit(&body);
    return ok;
}
