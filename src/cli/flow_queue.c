#include "cli/flow_queue.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sys/cancel.h"

struct at_maestro_result
at_flow_job_result(const struct at_flow_job *job)
{
    return (struct at_maestro_result){
        .trace = &job->trace,
        .end =
            job->is_void ? AT_MAESTRO_NOT_RUN : at_maestro_end_of(&job->trace),
        .device = job->device,
        .shard = job->shard,
        .folder = job->folder,
    };
}

static void
add(struct at_flow_queue *queue, const struct at_flow_set *set, size_t flow,
    int worker, int shard)
{
    struct at_flow_job *job = &queue->jobs[queue->count++];
    *job = (struct at_flow_job){
        .flow = set->flows[flow],
        .worker = worker,
        .shard = shard,
        .is_ordered = flow < set->ordered,
        .trace = AT_MAESTRO_TRACE_INIT,
    };
    job->trace.flow = job->flow;
}

void
at_flow_queue_init(struct at_flow_queue *queue, const struct at_flow_set *set,
                   enum at_flow_sharing sharing, int workers)
{
    int rounds = sharing == AT_FLOW_EVERYWHERE ? workers : 1;
    *queue = (struct at_flow_queue){
        .sharing = sharing,
        .workers = workers,
        .order_worker = -1,
        .continues = set->continues,
        .jobs = at_alloc(((size_t)rounds * set->count + 1) *
                         sizeof(struct at_flow_job)),
    };
    pthread_mutex_init(&queue->lock, NULL);
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < set->count; i++) {
            int worker = sharing == AT_FLOW_SHARED  ? -1
                         : sharing == AT_FLOW_SPLIT ? (int)i % workers
                                                    : round;
            // Maestro counts shards only if there are several
            add(queue, set, i, worker, workers > 1 ? worker + 1 : 0);
        }
    }
}

void
at_flow_queue_deinit(struct at_flow_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++) {
        at_maestro_trace_deinit(&queue->jobs[i].trace);
        free(queue->jobs[i].device);
        free(queue->jobs[i].folder);
    }
    free(queue->jobs);
    pthread_mutex_destroy(&queue->lock);
}

static void
leave_out_locked(struct at_flow_job *job, enum at_code code, const char *why)
{
    job->state = AT_FLOW_LEFT_OUT;
    at_fail(&job->trace.err, code, "not run: %s", why);
}

// Return true while ordered flows are not over.
static bool
is_ordering_locked(const struct at_flow_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++) {
        const struct at_flow_job *job = &queue->jobs[i];
        if (job->is_ordered &&
            (job->state == AT_FLOW_WAITING || job->state == AT_FLOW_RUNNING))
            return true;
    }
    return false;
}

static bool
may_take(const struct at_flow_job *job, int worker)
{
    return job->worker < 0 || job->worker == worker;
}

// Return true if a job that isn't the worker's now may become its own: another
// worker that is lost leaves it, whether it runs, waits, or was dealt to it.
static bool
may_get(const struct at_flow_queue *queue, const struct at_flow_job *job)
{
    return queue->sharing != AT_FLOW_EVERYWHERE &&
           (job->state == AT_FLOW_RUNNING || job->state == AT_FLOW_WAITING);
}

// *out_wait: there may be a job later.
static struct at_flow_job *
find_locked(struct at_flow_queue *queue, int worker, bool *out_wait)
{
    bool ordering = is_ordering_locked(queue);
    *out_wait = false;
    for (size_t i = 0; i < queue->count; i++) {
        struct at_flow_job *job = &queue->jobs[i];
        *out_wait = *out_wait || may_get(queue, job);
        if (job->state == AT_FLOW_WAITING && may_take(job, worker)) {
            *out_wait = true;
            if (ordering != job->is_ordered)
                continue;
            if (!ordering)
                return job;
            if (queue->order_worker < 0)
                queue->order_worker = worker;
            if (queue->order_worker == worker)
                return job;
        }
    }
    return NULL;
}

struct at_flow_job *
at_flow_queue_take(const struct at_op *op, struct at_flow_queue *queue,
                   int worker)
{
    struct at_flow_job *job;
    bool waits;
    if (!at_op_check(op, NULL))
        return NULL;
    pthread_mutex_lock(&queue->lock);
    do {
        job = find_locked(queue, worker, &waits);
    } while (!job && waits &&
             at_waiters_wait_locked(op, &queue->waiters, &queue->lock, NULL));
    if (job)
        job->state = AT_FLOW_RUNNING;
    pthread_mutex_unlock(&queue->lock);
    return job;
}

// Maestro ends the ordered flows alone; all others still run.
static void
stop_order_locked(struct at_flow_queue *queue, const struct at_flow_job *failed)
{
    char title[128];
    at_maestro_flow_title(failed->flow, title, sizeof(title));
    char *why = at_strfmt("'%s' failed, and continueOnFailure is false", title);
    for (size_t i = 0; i < queue->count; i++) {
        struct at_flow_job *job = &queue->jobs[i];
        if (!job->is_ordered || job->state != AT_FLOW_WAITING)
            continue;
        leave_out_locked(job, AT_EASSERT, why);
        job->is_void = true;
    }
    free(why);
}

static void
end_locked(struct at_flow_queue *queue, struct at_flow_job *job)
{
    job->state = AT_FLOW_ENDED;
    if (job->is_ordered && !job->trace.passed && !queue->continues)
        stop_order_locked(queue, job);
}

void
at_flow_queue_end(struct at_flow_queue *queue, struct at_flow_job *job)
{
    pthread_mutex_lock(&queue->lock);
    end_locked(queue, job);
    at_waiters_wake_locked(&queue->waiters);
    pthread_mutex_unlock(&queue->lock);
}

// Flows that were dealt to a lost device go to the others, but with --shard-all
// they would run there twice.
static void
release_locked(struct at_flow_queue *queue, int worker, const char *device)
{
    char *why = at_strfmt("its device '%s' was lost", device);
    for (size_t i = 0; i < queue->count; i++) {
        struct at_flow_job *job = &queue->jobs[i];
        if (job->state != AT_FLOW_WAITING)
            continue;
        if (queue->workers == 0)
            leave_out_locked(job, AT_ENODEV, "no device is left");
        else if (job->worker == worker && queue->sharing == AT_FLOW_EVERYWHERE)
            leave_out_locked(job, AT_ENODEV, why);
        else if (job->worker == worker)
            job->worker = -1;
    }
    free(why);
}

bool
at_flow_queue_lose(struct at_flow_queue *queue, int worker,
                   struct at_flow_job *job, const char *device)
{
    pthread_mutex_lock(&queue->lock);
    queue->workers--;
    if (queue->order_worker == worker)
        queue->order_worker = -1;
    bool again = job && !job->was_lost && queue->workers > 0 &&
                 queue->sharing != AT_FLOW_EVERYWHERE;
    if (again) {
        at_maestro_trace_deinit(&job->trace);
        job->trace.flow = job->flow;
        job->was_lost = true;
        job->state = AT_FLOW_WAITING;
    } else if (job) {
        end_locked(queue, job);
    }
    release_locked(queue, worker, device);
    at_waiters_wake_locked(&queue->waiters);
    pthread_mutex_unlock(&queue->lock);
    return again;
}

void
at_flow_queue_close(struct at_flow_queue *queue, const struct at_err *why)
{
    for (size_t i = 0; i < queue->count; i++) {
        if (queue->jobs[i].state == AT_FLOW_WAITING)
            leave_out_locked(&queue->jobs[i], why->code, why->msg);
    }
}
