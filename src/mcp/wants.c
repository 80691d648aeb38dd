// wants.c: match responses to the requests that wait for them
#include "mcp/wants.h"

#include <poll.h>
#include <pthread.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"
#include "sys/cancel.h"
#include "sys/random.h"

enum { ID_DIGITS = 32 };

struct pending {
    char id[ID_DIGITS + 1];
    struct at_cancel *answered; // fires once message is there
    struct at_rpc_message message;
    struct pending *next;
};

struct at_wants {
    pthread_mutex_t lock; // guards the list and each message
    struct pending *first;
};

struct at_wants *
at_wants_new(void)
{
    struct at_wants *wants = at_alloc(sizeof(*wants));
    pthread_mutex_init(&wants->lock, NULL);
    return wants;
}

void
at_wants_free(struct at_wants *wants)
{
    if (!wants)
        return;
    pthread_mutex_destroy(&wants->lock);
    free(wants);
}

static void
add(struct at_wants *wants, struct pending *want)
{
    pthread_mutex_lock(&wants->lock);
    want->next = wants->first;
    wants->first = want;
    pthread_mutex_unlock(&wants->lock);
}

static void
drop(struct at_wants *wants, const struct pending *want)
{
    pthread_mutex_lock(&wants->lock);
    struct pending **link = &wants->first;
    while (*link != want)
        link = &(*link)->next;
    *link = want->next;
    pthread_mutex_unlock(&wants->lock);
}

static void
send_request(const struct at_want *want, const char *id)
{
    struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    json_t *text = at_json_text(at_str(id));
    at_rpc_write_request(text, want->method, want->params, &out);
    json_decref(text);
    at_sink_send(want->sink, AT_SINK_NOTIFICATION, &out);
}

static bool
take_result(const struct pending *want, const char *method, json_t **out_result,
            struct at_err *err)
{
    json_t *result = json_object_get(want->message.root, "result");
    if (json_is_object(result)) {
        *out_result = json_incref(result);
        return true;
    }
    const json_t *error = json_object_get(want->message.root, "error");
    struct at_str says = at_json_get_str(error, "message");
    return at_fail(err, AT_EUNSUPPORTED, "the client refused %s: %.*s", method,
                   AT_STR_ARG(at_utf8_head(says, 200)));
}

bool
at_wants_ask(const struct at_op *op, struct at_wants *wants,
             const struct at_want *want, json_t **out_result,
             struct at_err *err)
{
    struct pending pending = {.answered = at_cancel_new(NULL, err)};
    if (!pending.answered)
        return false;
    at_random_hex(pending.id, ID_DIGITS);
    add(wants, &pending);
    send_request(want, pending.id);
    bool ok = at_op_wait_fd(op, at_cancel_fd(pending.answered), POLLIN, err);
    drop(wants, &pending);
    if (ok)
        ok = take_result(&pending, want->method, out_result, err);
    else
        at_err_context(err, "no answer from the client to %s", want->method);
    at_rpc_message_deinit(&pending.message);
    at_cancel_free(pending.answered);
    return ok;
}

void
at_wants_answer(struct at_wants *wants, struct at_rpc_message *message)
{
    struct at_str id = at_json_get_str(message->root, "id");
    pthread_mutex_lock(&wants->lock);
    struct pending *want = wants->first;
    while (want && !at_str_is(id, want->id))
        want = want->next;
    if (want && !want->message.root) {
        want->message = *message;
        *message = (struct at_rpc_message){0};
        at_cancel_fire(want->answered);
    }
    pthread_mutex_unlock(&wants->lock);
}
