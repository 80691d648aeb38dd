// calls.h: requests that take time: a bounded queue, workers, cancelling
//
// A call belongs to a lane. Calls of one lane are executed one after the other
// in the order they came, lanes side by side, at most AT_MCP_LANES_MAX at once.
// Workers are started when they are needed and end when they are not. All
// functions may be called from any thread. An id belongs to the peer that
// chose it.
#ifndef AT_MCP_CALLS_H
#define AT_MCP_CALLS_H

#include <jansson.h>
#include <stdint.h>

#include "base/err.h"
#include "base/limits.h"
#include "base/op.h"
#include "mcp/rpc.h"
#include "mcp/sink.h"

struct at_calls;
struct at_cancel;

struct at_call;
// The work of a call: its result, which the caller owns; NULL with error.
typedef json_t *at_call_work_fn(void *user, struct at_call *call,
                                struct at_rpc_error *error);

struct at_call {
    struct at_rpc_message request; // owned
    uint64_t peer;
    bool shared;                 // its client has other peers too
    char lane[AT_MCP_LANE_ROOM]; // its name; "" is one too
    struct at_sink sink;         // done is called once the call is over
    at_call_work_fn *work;       // this and the next are the executor's
    const void *target;
    bool modern;              // of the era without handshake
    unsigned can;             // enum at_client_can
    int log;                  // enum at_client_log
    struct at_cancel *cancel; // while it runs
    struct at_call *next;
    bool dropped; // cancelled by its client: nothing is sent any more
};

// Execute call, which ends early where call->cancel fires, and append the
// whole response message to out: a reply or a refusal. Called by a worker.
typedef enum at_sink_kind at_call_execute_fn(void *user, struct at_call *call,
                                             struct at_buf *out);

struct at_calls *at_calls_new(at_call_execute_fn *execute, void *user);
// After at_calls_finish() only. NULL is allowed.
void at_calls_free(struct at_calls *calls);

// Queue a call; request's content is taken over. Fails, taking nothing, with
// AT_ELIMIT where too much waits and with AT_EUSAGE where the peer's id is in
// use by a call that has not ended.
AT_CHECKED bool at_calls_add(struct at_calls *calls, struct at_call *call,
                             struct at_err *err);

// The peer does not want the answer to id any more: a call that waits is
// removed, one that runs is interrupted. Unknown ids are ignored.
void at_calls_cancel(struct at_calls *calls, uint64_t peer, const json_t *id);
// The same for a client whose calls are those of several peers, all shared and
// of the older era: nothing happens unless one call alone has that id.
void at_calls_cancel_shared(struct at_calls *calls, const json_t *id);
// The peer wants no answer any more.
void at_calls_cancel_peer(struct at_calls *calls, uint64_t peer);

// No more calls. Wait until all have ended, or op does; at soft_ns interrupt
// what is left: those calls are answered too. False: a worker is stuck, and
// calls must not be freed.
AT_CHECKED bool at_calls_finish(const struct at_op *op, struct at_calls *calls,
                                int64_t soft_ns);

#endif
