// batch.c: an array of messages, in the revision 2025-03-26
//
// The answers to all its requests, including those that tools still work on,
// are collected and sent as one array.
#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"
#include "mcp/server_priv.h"

// One answer of the largest size and two brackets.
#define ANSWERS_MAX_BYTES (AT_MCP_REPLY_MAX_BYTES + 2)

struct batch {
    struct at_sink sink;  // sink for the whole batch
    pthread_mutex_t lock; // guards all below
    size_t pending;       // elements, plus one while they are handed out
    struct at_buf answers;
};

// Take out the answers so far, as a complete array.
static struct at_buf
take_answers_locked(struct batch *batch)
{
    struct at_buf full = batch->answers;
    batch->answers = (struct at_buf)AT_BUF_INIT(ANSWERS_MAX_BYTES);
    if (full.len > 0)
        at_buf_add_char(&full, ']');
    return full;
}

static void
send_answers(struct batch *batch, struct at_buf *answers)
{
    if (answers->len > 0)
        at_sink_send(&batch->sink, AT_SINK_REPLY, answers);
}

// Answers that are too long for one array go out in several.
static void
collect(void *user, enum at_sink_kind kind, struct at_buf *message)
{
    struct batch *batch = user;
    struct at_buf full = AT_BUF_INIT(0);
    if (kind == AT_SINK_NOTIFICATION) {
        at_sink_send(&batch->sink, kind, message);
        return;
    }
    pthread_mutex_lock(&batch->lock);
    if (message->len + 2 > ANSWERS_MAX_BYTES - batch->answers.len)
        full = take_answers_locked(batch);
    at_buf_add_char(&batch->answers, batch->answers.len ? ',' : '[');
    at_buf_add_str(&batch->answers, at_buf_str(message));
    pthread_mutex_unlock(&batch->lock);
    send_answers(batch, &full);
}

static void
wait_room(void *user)
{
    struct batch *batch = user;
    at_sink_wait(&batch->sink);
}

static void
element_done(void *user)
{
    struct batch *batch = user;
    pthread_mutex_lock(&batch->lock);
    bool last = --batch->pending == 0;
    pthread_mutex_unlock(&batch->lock);
    if (!last)
        return;
    struct at_buf full = take_answers_locked(batch);
    send_answers(batch, &full);
    at_sink_done(&batch->sink);
    pthread_mutex_destroy(&batch->lock);
    free(batch);
}

static void
hand_out(struct at_mcp_peer *peer, const struct at_rpc_message *elements,
         const struct at_sink *whole)
{
    size_t count = json_array_size(elements->root);
    struct batch *batch = at_alloc(sizeof(*batch));
    batch->sink = *whole;
    batch->pending = count + 1;
    batch->answers = (struct at_buf)AT_BUF_INIT(ANSWERS_MAX_BYTES);
    pthread_mutex_init(&batch->lock, NULL);
    struct at_sink sink = {collect, wait_room, element_done, batch};
    for (size_t i = 0; i < count; i++) {
        struct at_rpc_message message;
        at_rpc_classify(json_incref(json_array_get(elements->root, i)),
                        elements->bytes / count, &message);
        if (message.kind == AT_RPC_BATCH) {
            message.kind = AT_RPC_BAD;
            at_rpc_fail(&message.error, AT_RPC_INVALID_REQUEST, NULL,
                        "a batch within a batch");
        }
        at_mcp_dispatch(peer, &message, &sink);
    }
    element_done(batch);
}

void
at_mcp_receive_batch(struct at_mcp_peer *peer, struct at_rpc_message *batch,
                     const struct at_sink *sink)
{
    size_t count = json_array_size(batch->root);
    bool spoken = peer->version && strcmp(peer->version, "2025-03-26") == 0;
    if (spoken && count > 0 && count <= AT_MCP_BATCH_MAX) {
        hand_out(peer, batch, sink);
        at_rpc_message_deinit(batch);
        return;
    }
    batch->kind = AT_RPC_BAD;
    at_rpc_fail(&batch->error, AT_RPC_INVALID_REQUEST, NULL,
                spoken ? "a batch has 1 to %zu messages"
                       : "one message a line: batches (up to %zu) were in "
                         "the revision 2025-03-26 only",
                AT_MCP_BATCH_MAX);
    at_mcp_dispatch(peer, batch, sink);
}
