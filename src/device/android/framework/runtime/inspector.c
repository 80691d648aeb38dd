// inspector.c: requests to a runtime, and its events
#include "device/android/framework/runtime/inspector.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "device/android/framework/hermes/fiber.h"
#include "device/android/framework/runtime/probe.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/http1.h"
#include "wire/json.h"

enum {
    ANSWER_MAX_BYTES = 4 * 1024 * 1024,
    READ_BYTES = 16 * 1024,
    LOOK_AGAIN_MS = 15, // interval of polling a runtime without bindings
    THROWN_MAX = 150,   // bytes of an error's words
    SCRIPT_MAX_MS = 2000,
};

struct at_inspector {
    struct at_rpc *rpc;
    const char *source;
    int64_t probe_ns; // time when the probe was found or injected
    bool tells;       // the binding is there
    bool news;
    bool expected; // the expected call has come
    unsigned losses;
    unsigned frames;
    struct at_inspector_world newest; // the newest, made by any script
};

// Append the body of an answer, as far as it has come. DONE: it is whole.
static enum at_parse
read_body(struct at_str in, bool closed, struct at_buf *out)
{
    struct at_http1_head head;
    size_t used;
    enum at_parse parse = at_http1_head_parse(in, &head, &used);
    if (parse == AT_PARSE_DONE && head.status != 200)
        return AT_PARSE_BAD;
    if (parse != AT_PARSE_DONE)
        return parse;
    in = at_str_skip(in, used);
    struct at_http1_body body = at_http1_body(&head);
    at_buf_clear(out);
    while (!body.over) {
        struct at_str piece;
        parse = at_http1_body_next(&body, in, &piece, &used);
        if (parse == AT_PARSE_MORE && closed && in.len == 0 &&
            body.framing == AT_HTTP1_UNTIL_CLOSE)
            return AT_PARSE_DONE;
        if (parse != AT_PARSE_DONE)
            return parse;
        at_buf_add_str(out, piece);
        in = at_str_skip(in, used);
    }
    return AT_PARSE_DONE;
}

// Chromium's server keeps the connection even if asked to close it; Metro's
// closes it.
static bool
read_answer(const struct at_op *op, struct at_conn *conn, struct at_buf *body,
            struct at_err *err)
{
    struct at_buf in = AT_BUF_INIT(ANSWER_MAX_BYTES);
    char *piece = at_alloc(READ_BYTES);
    enum at_parse parse = AT_PARSE_MORE;
    bool ok = true;
    size_t len = 1;
    while (ok && parse == AT_PARSE_MORE && len > 0) {
        ok = at_conn_read(op, conn, piece, READ_BYTES, &len, err);
        if (ok && !at_buf_add(&in, piece, len))
            ok = at_fail(err, AT_ELIMIT, "the list of pages is too long");
        if (ok)
            parse = read_body(at_buf_str(&in), len == 0, body);
    }
    if (ok && parse != AT_PARSE_DONE)
        at_buf_clear(body);
    free(piece);
    at_buf_deinit(&in);
    return ok;
}

bool
at_inspector_list(const struct at_op *op, struct at_conn *conn,
                  const char *host, const char *path, json_t **out,
                  struct at_err *err)
{
    const struct at_http1_request request = {
        .method = "GET", .target = path, .host = host, .last = true};
    struct at_buf text = AT_BUF_INIT(AT_KIB);
    struct at_buf body = AT_BUF_INIT(ANSWER_MAX_BYTES);
    *out = NULL;
    bool ok = at_http1_write(&text, &request) ||
              at_fail(err, AT_ELIMIT, "the request for the list is too long");
    ok = ok && at_conn_write(op, conn, text.data, text.len, err) &&
         read_answer(op, conn, &body, err);
    at_conn_free(conn);
    if (ok && body.len > 0)
        *out = at_json_parse(at_buf_str(&body), NULL);
    if (ok && !*out)
        ok = at_fail(err, AT_EPROTO, "the server at %s has no list of pages",
                     host);
    at_buf_deinit(&body);
    at_buf_deinit(&text);
    return ok;
}

// A frame has one world for its page's scripts, and others beside it.
static void
note_world(struct at_inspector *inspector, const json_t *params)
{
    const json_t *context = json_object_get(params, "context");
    const json_t *more = json_object_get(context, "auxData");
    struct at_inspector_world *newest = &inspector->newest;
    struct at_str unique = at_json_get_str(context, "uniqueId");
    newest->id = json_integer_value(json_object_get(context, "id"));
    at_str_cut(newest->unique, sizeof(newest->unique),
               unique.len < sizeof(newest->unique) ? unique : AT_STR(""));
    inspector->frames +=
        json_is_false(json_object_get(more, "isDefault")) ? 0 : 1;
}

// Worlds come and go when the page, or a frame of it, is loaded.
static void
take_world_event(struct at_inspector *inspector, const char *what,
                 const json_t *params)
{
    inspector->news = true;
    if (strcmp(what, "Created") == 0) {
        note_world(inspector, params);
        return;
    }
    inspector->frames++;
    inspector->losses += strcmp(what, "sCleared") == 0 ? 1 : 0;
}

static void
take_event(void *user, const char *method, const json_t *params)
{
    static const char world_event[] = "Runtime.executionContext";
    const size_t len = sizeof(world_event) - 1;
    struct at_inspector *inspector = user;
    struct at_str name = at_json_get_str(params, "name");
    bool is_expected =
        at_str_is(at_json_get_str(params, "payload"), AT_FIBER_NEWS);
    if (strcmp(method, "Runtime.bindingCalled") == 0 && is_expected)
        inspector->expected = true;
    else if (strcmp(method, "Runtime.bindingCalled") == 0)
        inspector->news = inspector->news || at_str_is(name, AT_PROBE_BINDING);
    else if (strncmp(method, world_event, len) == 0)
        take_world_event(inspector, method + len, params);
}

static bool
call(const struct at_op *op, struct at_inspector *inspector, const char *method,
     json_t *params, struct at_err *err)
{
    json_t *result;
    bool ok = at_rpc_call(op, inspector->rpc, method, params, &result, err);
    json_decref(result);
    return ok;
}

static json_t *
text_param(const char *name, const char *text)
{
    json_t *params = json_object();
    at_json_set_text(params, name, text);
    return params;
}

// A runtime without bindings, like React Native before 0.74, is polled while a
// caller waits.
bool
at_inspector_enable(const struct at_op *op, struct at_inspector *inspector,
                    struct at_err *err)
{
    if (!call(op, inspector, "Runtime.enable", NULL, err))
        return false;
    inspector->tells = call(op, inspector, "Runtime.addBinding",
                            text_param("name", AT_PROBE_BINDING), err);
    return inspector->tells || at_rpc_refused(inspector->rpc) != 0;
}

bool
at_inspector_dial(const struct at_op *op, struct at_conn *conn,
                  const struct at_websocket_dial *dial, const char *source,
                  struct at_inspector **out, struct at_err *err)
{
    struct at_websocket *ws;
    *out = NULL;
    if (!at_websocket_open(op, conn, dial, &ws, err))
        return false;
    struct at_inspector *inspector = at_alloc(sizeof(*inspector));
    const struct at_rpc_events events = {take_event, inspector};
    inspector->source = source;
    inspector->probe_ns = at_now_ns();
    inspector->rpc = at_rpc_new(ws, AT_RPC_CDP, &events);
    *out = inspector;
    return true;
}

bool
at_inspector_open(const struct at_op *op, struct at_conn *conn,
                  const struct at_websocket_dial *dial, const char *source,
                  struct at_inspector **out, struct at_err *err)
{
    if (!at_inspector_dial(op, conn, dial, source, out, err))
        return false;
    if (at_inspector_enable(op, *out, err))
        return true;
    at_inspector_free(*out);
    *out = NULL;
    return false;
}

void
at_inspector_free(struct at_inspector *inspector)
{
    if (!inspector)
        return;
    at_rpc_free(inspector->rpc);
    free(inspector);
}

// The error's message, up to its stack; "Uncaught" if it has none. It is the
// app's text.
static struct at_str
words_of(const json_t *thrown)
{
    const json_t *exception = json_object_get(thrown, "exception");
    struct at_str text = at_json_get_str(exception, "description");
    struct at_str line;
    if (at_str_next_line(&text, &line) && line.len > 0)
        return line;
    text = at_json_get_str(thrown, "text");
    return text.ptr ? text : AT_STR("no text");
}

static bool
take_value(const json_t *result, struct at_buf *out, struct at_err *err)
{
    const json_t *thrown = json_object_get(result, "exceptionDetails");
    const json_t *value =
        json_object_get(json_object_get(result, "result"), "value");
    if (thrown || !json_is_string(value))
        return at_fail(err, AT_EPROTO, "the runtime did not evaluate it: %s",
                       AT_QUOTED(at_utf8_head(words_of(thrown), THROWN_MAX)));
    return at_buf_add_str(out, at_json_str(value)) ||
           at_fail(err, AT_ELIMIT, "the runtime's answer is too long");
}

bool
at_inspector_call(const struct at_op *op, struct at_inspector *inspector,
                  const char *method, json_t *params, json_t **out_result,
                  struct at_err *err)
{
    return at_rpc_call(op, inspector->rpc, method, params, out_result, err);
}

bool
at_inspector_make_world(const struct at_op *op, struct at_inspector *inspector,
                        const json_t *frame_id, struct at_inspector_world *out,
                        struct at_err *err)
{
    json_t *result;
    json_t *params = text_param("worldName", "agentest");
    *out = (struct at_inspector_world){0};
    at_json_set(params, "frameId", json_deep_copy(frame_id));
    if (!at_rpc_call(op, inspector->rpc, "Page.createIsolatedWorld", params,
                     &result, err))
        return false;
    json_int_t id =
        json_integer_value(json_object_get(result, "executionContextId"));
    json_decref(result);
    if (id == 0)
        return at_fail(err, AT_EPROTO, "the page has no world for a script");
    if (inspector->newest.id == id)
        *out = inspector->newest;
    out->id = id;
    return true;
}

// A script that loops would block the app's page for ever. Ended in time, it is
// an answer. A runtime that does not support this (Hermes) ignores it.
static int
script_ms(const struct at_op *op)
{
    int left_ms = at_op_left_ms(op, at_now_ns());
    int ms = left_ms < SCRIPT_MAX_MS ? left_ms - left_ms / 4 : SCRIPT_MAX_MS;
    return ms > 0 ? ms : 1;
}

static bool
fail_script(const struct at_inspector *inspector, int ms, struct at_err *err)
{
    bool ended = at_rpc_refused(inspector->rpc) != 0 && err &&
                 at_str_find(at_str(err->msg), AT_STR("terminated")) >= 0;
    return ended && at_fail(err, AT_ELIMIT,
                            "a script in it did not end within %d ms, and was "
                            "ended",
                            ms);
}

bool
at_inspector_evaluate(const struct at_op *op, struct at_inspector *inspector,
                      const struct at_inspector_world *world,
                      const char *expression, struct at_buf *out,
                      struct at_err *err)
{
    json_t *params = text_param("expression", expression);
    json_t *result;
    int ms = script_ms(op);
    at_json_set(params, "returnByValue", json_true());
    at_json_set(params, "timeout", json_integer(ms));
    if (world && world->unique[0] != '\0')
        at_json_set_text(params, "uniqueContextId", world->unique);
    else if (world)
        at_json_set(params, "contextId", json_integer(world->id));
    if (!at_rpc_call(op, inspector->rpc, "Runtime.evaluate", params, &result,
                     err))
        return fail_script(inspector, ms, err);
    bool ok = take_value(result, out, err);
    json_decref(result);
    return ok;
}

void
at_inspector_expect(struct at_inspector *inspector)
{
    inspector->expected = false;
}

static bool
look_again(const struct at_op *op, struct at_inspector *inspector,
           const char *expression, struct at_err *err)
{
    struct at_buf value = AT_BUF_INIT(ANSWER_MAX_BYTES);
    bool ok =
        at_inspector_evaluate(op, inspector, NULL, expression, &value, err);
    inspector->expected = ok && at_str_is(at_buf_str(&value), "ready");
    at_buf_deinit(&value);
    return ok;
}

bool
at_inspector_await(const struct at_op *op, struct at_inspector *inspector,
                   const char *expression, struct at_err *err)
{
    while (!inspector->expected) {
        struct at_err why = AT_ERR_INIT;
        struct at_op sub = *op;
        if (!inspector->tells)
            sub = at_op_sub(op, at_now_ns(), LOOK_AGAIN_MS);
        bool here =
            at_rpc_has(inspector->rpc) ||
            at_op_wait_fd(&sub, at_rpc_fd(inspector->rpc), POLLIN, &why);
        bool again = !here && !inspector->tells && why.code == AT_ETIMEOUT;
        if (!here && !again)
            return at_err_pass(err, &why);
        if (again ? !look_again(op, inspector, expression, err)
                  : !at_rpc_take(op, inspector->rpc, err))
            return false;
    }
    return true;
}

// Inject the probe, and ask it.
static bool
put_probe(const struct at_op *op, struct at_inspector *inspector,
          struct at_buf *answer, struct at_err *err)
{
    at_buf_clear(answer);
    if (!at_inspector_evaluate(op, inspector, NULL, at_probe_source, answer,
                               err))
        return false;
    at_buf_clear(answer);
    inspector->probe_ns = at_now_ns();
    return at_inspector_evaluate(op, inspector, NULL, AT_PROBE_ASK, answer,
                                 err);
}

// Each probe counts from 1. The probe of another page, or after a reload behind
// the same connection, uses the same numbers for other items.
static void
tell_apart(const struct at_inspector *inspector, size_t first,
           struct at_pending_list *list)
{
    for (size_t i = first; i < list->count; i++) {
        struct at_pending *item = &list->items[i];
        char id[sizeof(item->id)];
        snprintf(id, sizeof(id), "%llx-%.30s", (long long)inspector->probe_ns,
                 item->id);
        memcpy(item->id, id, sizeof(id));
    }
}

bool
at_inspector_ask(const struct at_op *op, struct at_inspector *inspector,
                 struct at_pending_list *out, struct at_err *err)
{
    struct at_buf answer = AT_BUF_INIT(ANSWER_MAX_BYTES);
    size_t first = out->count;
    inspector->news = false; // only later events count
    bool ok =
        at_inspector_evaluate(op, inspector, NULL, AT_PROBE_ASK, &answer, err);
    if (ok && at_str_is(at_buf_str(&answer), "absent"))
        ok = put_probe(op, inspector, &answer, err);
    ok = ok && at_probe_read(at_buf_str(&answer), inspector->source, out, err);
    tell_apart(inspector, first, out);
    at_buf_deinit(&answer);
    return ok;
}

unsigned
at_inspector_losses(const struct at_inspector *inspector)
{
    return inspector->losses;
}

unsigned
at_inspector_frames(const struct at_inspector *inspector)
{
    return inspector->frames;
}

int
at_inspector_fd(const struct at_inspector *inspector)
{
    return at_rpc_fd(inspector->rpc);
}

bool
at_inspector_has(const struct at_inspector *inspector)
{
    return inspector->news || at_rpc_has(inspector->rpc);
}

bool
at_inspector_take(const struct at_op *op, struct at_inspector *inspector,
                  bool *out_news, struct at_err *err)
{
    // News may have arrived with the answer to an earlier request.
    bool ok = (inspector->news && !at_rpc_has(inspector->rpc)) ||
              at_rpc_take(op, inspector->rpc, err);
    *out_news = inspector->news;
    inspector->news = false;
    return ok;
}

bool
at_inspector_tells(const struct at_inspector *inspector)
{
    return inspector->tells;
}

uint16_t
at_inspector_closed(const struct at_inspector *inspector,
                    const char **out_reason)
{
    return at_rpc_closed(inspector->rpc, out_reason);
}
