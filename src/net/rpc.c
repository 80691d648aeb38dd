// rpc.c: one request at a time, and the events in between
#include "net/rpc.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/quote.h"
#include "sys/clock.h"
#include "wire/json.h"

struct at_rpc {
    struct at_websocket *ws;
    enum at_rpc_dialect dialect;
    struct at_rpc_events events;
    json_int_t last_id;
    json_t *answer; // answer to the pending request; owned, or NULL
    bool waits;
    int64_t refused; // error code of the last call
};

struct at_rpc *
at_rpc_new(struct at_websocket *ws, enum at_rpc_dialect dialect,
           const struct at_rpc_events *events)
{
    struct at_rpc *rpc = at_alloc(sizeof(*rpc));
    *rpc = (struct at_rpc){.ws = ws, .dialect = dialect, .events = *events};
    return rpc;
}

void
at_rpc_free(struct at_rpc *rpc)
{
    if (!rpc)
        return;
    at_websocket_free(rpc->ws);
    json_decref(rpc->answer);
    free(rpc);
}

static bool
send_request(const struct at_op *op, struct at_rpc *rpc, const char *method,
             json_t *params, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_RPC_MESSAGE_MAX_BYTES);
    json_t *request = json_object();
    if (rpc->dialect == AT_RPC_JSON2)
        at_json_set_text(request, "jsonrpc", "2.0");
    at_json_set(request, "id", json_integer(++rpc->last_id));
    at_json_set_text(request, "method", method);
    at_json_set(request, "params", params ? params : json_object());
    bool ok =
        at_json_write(request, &text)
            ? at_websocket_send(op, rpc->ws, at_buf_str(&text), err)
            : at_fail(err, AT_ELIMIT, "%s: the request is too long", method);
    json_decref(request);
    at_buf_deinit(&text);
    return ok;
}

// Return true if id is that of the pending request, as a number or a text.
static bool
is_answer(const struct at_rpc *rpc, const json_t *id)
{
    if (json_is_string(id)) {
        char text[32];
        snprintf(text, sizeof(text), "%lld", (long long)rpc->last_id);
        return at_str_is(at_json_str(id), text);
    }
    return json_is_integer(id) && json_integer_value(id) == rpc->last_id;
}

// Process one message: the pending answer, an event, or a message to ignore.
static bool
sort(struct at_rpc *rpc, struct at_str text, struct at_err *err)
{
    json_t *message = at_json_parse(text, err);
    if (!message) {
        at_err_context(err, "the peer's message");
        return false;
    }
    // Messages of other sessions arrive only on the browser's own connection.
    bool is_others = json_is_string(json_object_get(message, "sessionId"));
    const json_t *id = json_object_get(message, "id");
    const char *method = json_string_value(json_object_get(message, "method"));
    if (method && !is_others && rpc->events.event)
        rpc->events.event(rpc->events.user, method,
                          json_object_get(message, "params"));
    else if (!method && !is_others && rpc->waits && !rpc->answer &&
             is_answer(rpc, id))
        rpc->answer = json_incref(message);
    json_decref(message);
    return true;
}

static bool
receive(const struct at_op *op, struct at_rpc *rpc, struct at_err *err)
{
    struct at_str text;
    return at_websocket_receive(op, rpc->ws, &text, err) &&
           sort(rpc, text, err);
}

static bool
fail_refused(struct at_rpc *rpc, const json_t *error, const char *method,
             struct at_err *err)
{
    struct at_str reason = at_json_get_str(error, "message");
    rpc->refused = json_integer_value(json_object_get(error, "code"));
    if (rpc->refused == 0)
        rpc->refused = -1;
    return at_fail(err, AT_EDEVICE, "%s: the peer refuses: %s (%lld)", method,
                   reason.len > 0 ? AT_NAME(reason) : "no reason",
                   (long long)rpc->refused);
}

static bool
take_answer(struct at_rpc *rpc, const char *method, json_t **out_result,
            struct at_err *err)
{
    json_t *answer = rpc->answer;
    const json_t *error = json_object_get(answer, "error");
    json_t *result = json_object_get(answer, "result");
    bool ok = false;
    rpc->answer = NULL;
    if (error && !json_is_null(error)) {
        ok = fail_refused(rpc, error, method, err);
    } else if (!json_is_object(result)) {
        ok = at_fail(err, AT_EPROTO, "%s: the peer's answer has no result",
                     method);
    } else {
        *out_result = json_incref(result);
        ok = true;
    }
    json_decref(answer);
    return ok;
}

bool
at_rpc_call(const struct at_op *op, struct at_rpc *rpc, const char *method,
            json_t *params, json_t **out_result, struct at_err *err)
{
    *out_result = NULL;
    rpc->refused = 0;
    if (!send_request(op, rpc, method, params, err))
        return false;
    bool ok = true;
    rpc->waits = true;
    while (ok && !rpc->answer)
        ok = receive(op, rpc, err);
    rpc->waits = false;
    if (!ok) {
        at_err_context(err, "%s", method);
        return false;
    }
    return take_answer(rpc, method, out_result, err);
}

int64_t
at_rpc_refused(const struct at_rpc *rpc)
{
    return rpc->refused;
}

bool
at_rpc_take(const struct at_op *op, struct at_rpc *rpc, struct at_err *err)
{
    struct at_str text;
    do {
        if (!at_websocket_take(op, rpc->ws, &text, err) ||
            (text.ptr && !sort(rpc, text, err)))
            return false;
    } while (at_websocket_has(rpc->ws));
    return true;
}

int
at_rpc_fd(const struct at_rpc *rpc)
{
    return at_websocket_fd(rpc->ws);
}

bool
at_rpc_has(const struct at_rpc *rpc)
{
    return at_websocket_has(rpc->ws);
}

uint16_t
at_rpc_closed(const struct at_rpc *rpc, const char **out_reason)
{
    return at_websocket_closed(rpc->ws, out_reason);
}
