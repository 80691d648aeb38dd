// calls.h: requests that take time: a bounded queue, workers, cancelling
//
// A call belongs to a lane. Calls of one lane run one after the other in the
// order in which they came, lanes in parallel, at most AT_MCP_LANES_MAX at
// once. Workers start when they are needed and end when they are not. All
// functions may be called from any thread. An id belongs to the peer that chose
// it.
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

struct at_mcp_call;
// Do the work of a call. Returns its result, which the caller owns; NULL with
// error.
typedef json_t *at_mcp_work_fn(void *user, struct at_mcp_call *call,
                               struct at_rpc_error *error);

struct at_mcp_call {
    struct at_rpc_message request; // owned
    uint64_t peer;
    bool shared;                 // its client has other peers too
    char lane[AT_MCP_LANE_ROOM]; // "" is a lane too
    struct at_sink sink;         // done is called when the call is over
    at_mcp_work_fn *work;        // this and the next are the executor's
    const void *target;
    bool modern;              // era without handshake
    bool links;               // the client supports links to resources
    struct at_cancel *cancel; // while it runs
    struct at_mcp_call *next;
    bool dropped; // cancelled by its client, which gets no answer
};

// Run call, which ends early if call->cancel fires, and append the whole
// response message to out: a reply or a refusal. Called by a worker.
typedef enum at_sink_kind at_mcp_execute_fn(void *user,
                                            struct at_mcp_call *call,
                                            struct at_buf *out);

struct at_calls *at_calls_new(at_mcp_execute_fn *execute, void *user);
// After at_calls_finish() only. NULL is allowed.
void at_calls_free(struct at_calls *calls);

// Queue a call and take its request's content over. Fails, taking nothing, with
// AT_ELIMIT if too many calls wait and with AT_EUSAGE if a call of the peer
// that has not ended has the same id.
AT_CHECKED bool at_calls_add(struct at_calls *calls, struct at_mcp_call *call,
                             struct at_err *err);

// Cancel the peer's call: remove it if it waits, interrupt it if it runs. It
// gets no answer. Unknown ids are ignored.
void at_calls_cancel(struct at_calls *calls, uint64_t peer, const json_t *id);
// Like at_calls_cancel() for a client that comes through several shared peers,
// in the era with a handshake: does nothing if several calls have that id.
void at_calls_cancel_shared(struct at_calls *calls, const json_t *id);
void at_calls_cancel_peer(struct at_calls *calls, uint64_t peer);

// Accept no more calls and wait until all have ended, or op does. At soft_ns
// interrupt the calls that still run; they are answered too. False: a worker is
// stuck, and calls must not be freed.
AT_CHECKED bool at_calls_finish(const struct at_op *op, struct at_calls *calls,
                                int64_t soft_ns);

#endif
