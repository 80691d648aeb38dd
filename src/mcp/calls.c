// calls.c: the queue of calls and the threads that run them
//
// Calls in one lane run one at a time. A worker that has finished a call takes
// the next one that may run, so waiting calls are never forgotten; a new worker
// is started only if a call may run and no worker is idle.
#include "mcp/calls.h"

#include <poll.h>
#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"

enum worker_state {
    WORKER_NONE,
    WORKER_LIVE,
    WORKER_OVER, // to be joined
};

struct worker {
    struct at_calls *calls;
    pthread_t thread;
    // Guarded by the calls' lock.
    enum worker_state state;
    bool starting; // it has not taken a call yet
    struct at_mcp_call *running;
};

struct at_calls {
    at_mcp_execute_fn *execute;
    void *user;
    pthread_mutex_t lock; // guards all below, and each call's dropped
    pthread_cond_t change;
    struct worker workers[AT_MCP_LANES_MAX];
    size_t live;
    size_t starting; // starting workers, as is the next one
    size_t idle;
    bool closed;
    bool interrupted;          // calls end at once
    struct at_mcp_call *first; // waiting, in order
    size_t count;
    size_t bytes;            // size of the waiting and running requests
    struct at_cancel *ended; // fired by the last worker; NULL: no worker yet
};

struct at_calls *
at_calls_new(at_mcp_execute_fn *execute, void *user)
{
    struct at_calls *calls = at_alloc(sizeof(*calls));
    calls->execute = execute;
    calls->user = user;
    pthread_mutex_init(&calls->lock, NULL);
    pthread_cond_init(&calls->change, NULL);
    return calls;
}

void
at_calls_free(struct at_calls *calls)
{
    if (!calls)
        return;
    pthread_mutex_lock(&calls->lock); // until the last worker has left it
    for (size_t i = 0; i < AT_MCP_LANES_MAX; i++) {
        at_assert(calls->workers[i].state != WORKER_LIVE);
        if (calls->workers[i].state == WORKER_OVER)
            pthread_join(calls->workers[i].thread, NULL);
    }
    pthread_mutex_unlock(&calls->lock);
    at_cancel_free(calls->ended);
    pthread_cond_destroy(&calls->change);
    pthread_mutex_destroy(&calls->lock);
    free(calls);
}

static void
call_free(struct at_mcp_call *call)
{
    at_sink_done(&call->sink);
    at_cancel_free(call->cancel);
    at_rpc_message_deinit(&call->request);
    free(call);
}

static bool
is_lane_busy(const struct at_calls *calls, const char *lane)
{
    for (size_t i = 0; i < AT_MCP_LANES_MAX; i++) {
        const struct at_mcp_call *running = calls->workers[i].running;
        if (running && strcmp(running->lane, lane) == 0)
            return true;
    }
    return false;
}

// Find the link to the first call that may run; NULL if no call may.
static struct at_mcp_call **
find_ready(struct at_calls *calls)
{
    for (struct at_mcp_call **link = &calls->first; *link;
         link = &(*link)->next) {
        if (!is_lane_busy(calls, (*link)->lane))
            return link;
    }
    return NULL;
}

static void *work(void *arg);

static bool
start_locked(struct at_calls *calls, struct at_err *err)
{
    struct worker *worker = calls->workers;
    while (worker->state == WORKER_LIVE)
        worker++;
    if (worker->state == WORKER_OVER)
        pthread_join(worker->thread, NULL);
    *worker = (struct worker){.calls = calls};
    if (!calls->ended && !(calls->ended = at_cancel_new(NULL, err)))
        return false;
    int sys = pthread_create(&worker->thread, NULL, work, worker);
    if (sys != 0)
        return at_fail_sys(err, AT_EIO, sys, "cannot start a thread for tools");
    worker->state = WORKER_LIVE;
    worker->starting = true;
    calls->starting++;
    calls->live++;
    return true;
}

// Wake or start a worker for a call that may run. If that fails, the call waits
// for a worker that runs another one.
static void
staff_locked(struct at_calls *calls)
{
    if (calls->idle > 0)
        pthread_cond_signal(&calls->change);
    else if (calls->starting == 0 && calls->live < AT_MCP_LANES_MAX)
        (void)!start_locked(calls, NULL);
}

// Take the next call; NULL if the worker is no longer needed. One idle
// worker stays, for clients that call one tool after the other.
static struct at_mcp_call *
take_locked(struct at_calls *calls, struct worker *worker)
{
    struct at_mcp_call **link;
    while (!(link = find_ready(calls))) {
        if (calls->closed || calls->idle > 0)
            return NULL;
        calls->idle++;
        pthread_cond_wait(&calls->change, &calls->lock);
        calls->idle--;
    }
    struct at_mcp_call *call = *link;
    *link = call->next;
    calls->count--;
    worker->running = call;
    if (find_ready(calls))
        staff_locked(calls);
    return call;
}

static struct at_mcp_call *
take_next(struct at_calls *calls, struct worker *worker)
{
    struct at_err err = AT_ERR_INIT;
    struct at_cancel *cancel = at_cancel_new(NULL, &err);
    pthread_mutex_lock(&calls->lock);
    calls->starting -= worker->starting;
    worker->starting = false;
    struct at_mcp_call *call = take_locked(calls, worker);
    if (call) {
        call->cancel = cancel;
        if (calls->interrupted && cancel)
            at_cancel_fire(cancel);
    } else {
        worker->state = WORKER_OVER;
        if (--calls->live == 0 && calls->closed)
            at_cancel_fire(calls->ended);
    }
    pthread_mutex_unlock(&calls->lock);
    if (!call)
        at_cancel_free(cancel);
    return call;
}

// From now on it is too late to cancel the call.
static bool
claim_answer(struct at_calls *calls, struct worker *worker)
{
    pthread_mutex_lock(&calls->lock);
    bool answered = !worker->running->dropped;
    calls->bytes -= worker->running->request.bytes;
    worker->running = NULL;
    pthread_mutex_unlock(&calls->lock);
    return answered;
}

static void *
work(void *arg)
{
    struct worker *worker = arg;
    struct at_calls *calls = worker->calls;
    struct at_mcp_call *call;
    while ((call = take_next(calls, worker))) {
        struct at_buf out = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
        at_sink_wait(&call->sink);
        enum at_sink_kind kind = calls->execute(calls->user, call, &out);
        if (claim_answer(calls, worker))
            at_sink_send(&call->sink, kind, &out);
        at_buf_deinit(&out);
        call_free(call);
    }
    return NULL;
}

struct filter {
    bool any_peer; // the shared calls of the older era, of all peers
    uint64_t peer;
    const json_t *id; // NULL: any
};

static bool
matches(const struct at_mcp_call *call, const struct filter *filter)
{
    if (filter->any_peer ? !call->shared || call->modern
                         : call->peer != filter->peer)
        return false;
    return !filter->id || json_equal(call->request.id, filter->id);
}

static size_t
count_locked(const struct at_calls *calls, const struct filter *filter)
{
    size_t count = 0;
    for (size_t i = 0; i < AT_MCP_LANES_MAX; i++) {
        const struct at_mcp_call *running = calls->workers[i].running;
        count += running && matches(running, filter);
    }
    for (const struct at_mcp_call *call = calls->first; call; call = call->next)
        count += matches(call, filter);
    return count;
}

static bool
add_locked(struct at_calls *calls, const struct at_mcp_call *call,
           struct at_err *err)
{
    struct filter same = {.peer = call->peer, .id = call->request.id};
    if (count_locked(calls, &same) > 0)
        return at_fail(err, AT_EUSAGE, "id is in use by a running request");
    size_t room = AT_MCP_QUEUE_MAX_BYTES - calls->bytes;
    if (calls->count >= AT_MCP_QUEUE_MAX || call->request.bytes > room)
        return at_fail(err, AT_ELIMIT,
                       "%zu calls are waiting already: wait for answers",
                       calls->count);
    if (calls->closed)
        return at_fail(err, AT_ECANCELED, "the server is ending");
    if (calls->live == 0 && !start_locked(calls, err))
        return false;

    struct at_mcp_call *mine = at_alloc(sizeof(*mine));
    *mine = *call;
    struct at_mcp_call **end = &calls->first;
    while (*end)
        end = &(*end)->next;
    *end = mine;
    calls->count++;
    calls->bytes += mine->request.bytes;
    if (find_ready(calls))
        staff_locked(calls);
    return true;
}

bool
at_calls_add(struct at_calls *calls, struct at_mcp_call *call,
             struct at_err *err)
{
    pthread_mutex_lock(&calls->lock);
    bool ok = add_locked(calls, call, err);
    pthread_mutex_unlock(&calls->lock);
    if (ok)
        call->request = (struct at_rpc_message){0};
    return ok;
}

static void
drop_running_locked(struct at_calls *calls, const struct filter *filter)
{
    for (size_t i = 0; i < AT_MCP_LANES_MAX; i++) {
        struct at_mcp_call *running = calls->workers[i].running;
        if (!running || !matches(running, filter))
            continue;
        running->dropped = true;
        if (running->cancel)
            at_cancel_fire(running->cancel);
    }
}

// Take waiting calls out of the queue, as a list that the caller owns.
static struct at_mcp_call *
take_waiting_locked(struct at_calls *calls, const struct filter *filter)
{
    struct at_mcp_call *taken = NULL;
    struct at_mcp_call **link = &calls->first;
    while (*link) {
        struct at_mcp_call *call = *link;
        if (!matches(call, filter)) {
            link = &call->next;
            continue;
        }
        *link = call->next;
        calls->count--;
        calls->bytes -= call->request.bytes;
        call->next = taken;
        taken = call;
    }
    return taken;
}

static void
cancel(struct at_calls *calls, const struct filter *filter, size_t max)
{
    struct at_mcp_call *taken = NULL;
    pthread_mutex_lock(&calls->lock);
    if (count_locked(calls, filter) <= max) {
        drop_running_locked(calls, filter);
        taken = take_waiting_locked(calls, filter);
    }
    pthread_mutex_unlock(&calls->lock);
    while (taken) {
        struct at_mcp_call *next = taken->next;
        call_free(taken);
        taken = next;
    }
}

void
at_calls_cancel(struct at_calls *calls, uint64_t peer, const json_t *id)
{
    cancel(calls, &(struct filter){.peer = peer, .id = id}, 1);
}

void
at_calls_cancel_shared(struct at_calls *calls, const json_t *id)
{
    cancel(calls, &(struct filter){.any_peer = true, .id = id}, 1);
}

void
at_calls_cancel_peer(struct at_calls *calls, uint64_t peer)
{
    cancel(calls, &(struct filter){.peer = peer}, SIZE_MAX);
}

static void
interrupt(struct at_calls *calls)
{
    pthread_mutex_lock(&calls->lock);
    calls->interrupted = true;
    for (size_t i = 0; i < AT_MCP_LANES_MAX; i++) {
        const struct at_mcp_call *running = calls->workers[i].running;
        if (running && running->cancel)
            at_cancel_fire(running->cancel);
    }
    pthread_mutex_unlock(&calls->lock);
}

// Wait until all workers have ended; false at until_ns.
static bool
wait_end(const struct at_op *op, struct at_calls *calls, int64_t until_ns)
{
    struct at_op wait = *op;
    if (until_ns < wait.deadline_ns)
        wait.deadline_ns = until_ns;
    return at_op_wait_fd(&wait, at_cancel_fd(calls->ended), POLLIN, NULL);
}

bool
at_calls_finish(const struct at_op *op, struct at_calls *calls, int64_t soft_ns)
{
    pthread_mutex_lock(&calls->lock);
    calls->closed = true;
    bool started = calls->live > 0;
    pthread_cond_broadcast(&calls->change);
    pthread_mutex_unlock(&calls->lock);
    if (!started || wait_end(op, calls, soft_ns))
        return true;
    interrupt(calls);
    return wait_end(op, calls, op->deadline_ns);
}
