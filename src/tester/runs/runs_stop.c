// runs_stop.c: ends of runs that a person asks for
#include <string.h>

#include "base/limits.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

enum { END_AT_ONCE = 16 }; // runs, between two looks of the keeper

#define WHILE_QUEUED "stopped while it was queued"

void
at_runs_stop_suite(struct at_runs *runs, const char *suite_run)
{
    pthread_mutex_lock(&runs->lock);
    at_queue_stop_suite(&runs->queue, suite_run);
    runs->news.queue = true;
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
}

static struct at_queued *
find_stopped_locked(const struct at_runs *runs)
{
    for (size_t i = 0; i < runs->queue.count; i++) {
        struct at_queued *queued = runs->queue.rows[i];
        if (queued->is_suite_stopping && queued->told && !queued->taken)
            return queued;
    }
    return NULL;
}

void
at_runs_end_stopped(struct at_runs *runs)
{
    struct at_queued *queued;
    pthread_mutex_lock(&runs->lock);
    for (int i = 0; i < END_AT_ONCE && (queued = find_stopped_locked(runs));
         i++) {
        at_queue_set_taken(&runs->queue, queued, true);
        pthread_mutex_unlock(&runs->lock);
        (void)at_runs_end_queued(runs, queued, AT_RUN_END_STOPPED,
                                 WHILE_QUEUED);
        pthread_mutex_lock(&runs->lock);
    }
    runs->news.queue |= find_stopped_locked(runs) != NULL;
    pthread_mutex_unlock(&runs->lock);
}

// Return true if it has ended, which is shortly before it leaves the list.
static bool
has_ended(const struct at_runs_run *run)
{
    return at_run_record_is_over(&run->order.record);
}

static bool
stop_held_locked(struct at_runs *runs, const char *id)
{
    bool found = false;
    struct at_runs_run *run = runs->first;
    for (; run; run = run->next) {
        if ((id && strcmp(run->id, id) != 0) || has_ended(run))
            continue;
        found = true;
        run->stopping = true;
        if (run->lane)
            at_wake_post(&run->lane->wake);
    }
    return found;
}

// Take a queued run, to end it. One that is being claimed ends soon after that.
// NULL: there is none left, or it cannot be taken yet, which *out_wait says.
static struct at_queued *
take_to_stop_locked(struct at_runs *runs, const char *id, bool *out_wait)
{
    *out_wait = false;
    struct at_queue *queue = &runs->queue;
    struct at_queued *only = id ? at_queue_find(queue, id) : NULL;
    size_t count = id ? only != NULL : queue->count;
    for (size_t i = 0; i < count; i++) {
        struct at_queued *queued = id ? only : queue->rows[i];
        *out_wait = *out_wait || !queued->told;
        if (queued->taken)
            queued->stopping = true;
        if (queued->taken || !queued->told)
            continue;
        at_queue_set_taken(queue, queued, true);
        return queued;
    }
    return NULL;
}

static bool
stop_queued(struct at_runs *runs, const char *id)
{
    const struct at_op for_ever = {AT_NEVER_NS, NULL};
    bool found = false;
    bool wait = true;
    struct at_queued *queued = NULL;
    pthread_mutex_lock(&runs->lock);
    const char *reason =
        runs->closing ? "the server was stopped" : WHILE_QUEUED;
    while ((queued = take_to_stop_locked(runs, id, &wait)) || wait) {
        found = true;
        if (!queued) {
            (void)!at_runs_await_locked(&for_ever, runs, NULL);
            continue;
        }
        pthread_mutex_unlock(&runs->lock);
        (void)at_runs_end_queued(runs, queued, AT_RUN_END_STOPPED, reason);
        pthread_mutex_lock(&runs->lock);
    }
    found = found || (id ? at_queue_find(&runs->queue, id) != NULL
                         : runs->queue.count > 0);
    pthread_mutex_unlock(&runs->lock);
    return found;
}

// Ask the host that has the run for its end. It may be queued again in the
// meantime: its document says that it ends.
static bool
stop_elsewhere(struct at_runs *runs, const char *id)
{
    struct at_err err = AT_ERR_INIT;
    struct at_run_record record;
    bool is_open = true;
    bool done = false;
    while (is_open && !done) {
        int64_t revision;
        is_open = at_run_document_get(runs->opts.store, id, &record, &revision,
                                      NULL) &&
                  record.pooled && record.state != AT_RUN_STATE_ENDED;
        done = is_open && record.stopping;
        record.stopping = true;
        err = (struct at_err)AT_ERR_INIT;
        if (is_open && !done)
            done = at_run_document_replace(runs->opts.store, &record, &revision,
                                           &err) ||
                   err.code != AT_EBUSY;
        at_run_record_deinit(&record);
    }
    return is_open;
}

// Other hosts do its runs again.
static void
give_back_held_locked(struct at_runs *runs)
{
    struct at_runs_run *run = runs->first;
    for (; run; run = run->next) {
        if (has_ended(run))
            continue;
        run->leaving = true;
        if (run->lane)
            at_wake_post(&run->lane->wake);
    }
}

void
at_runs_end(struct at_runs *runs)
{
    at_runs_drain(runs);
    if (!runs->opts.is_pool)
        (void)stop_queued(runs, NULL);
    pthread_mutex_lock(&runs->lock);
    if (runs->opts.is_pool)
        give_back_held_locked(runs);
    else
        (void)stop_held_locked(runs, NULL);
    pthread_mutex_unlock(&runs->lock);
}

// Those that this host is about to have.
static bool
stop_claimed_locked(struct at_runs *runs)
{
    bool found = false;
    for (size_t i = 0; i < runs->queue.count; i++) {
        struct at_queued *queued = runs->queue.rows[i];
        queued->stopping = queued->stopping || queued->taken;
        found = found || queued->taken;
    }
    return found;
}

// Stop what this host does of a pool, and what its clients wait for.
static bool
stop_own(struct at_runs *runs)
{
    struct at_argv ids = AT_ARGV_INIT;
    pthread_mutex_lock(&runs->lock);
    bool found = stop_claimed_locked(runs);
    found = stop_held_locked(runs, NULL) || found;
    const struct at_awaited *awaited = runs->awaited;
    for (; awaited; awaited = awaited->next)
        at_argv_add(&ids, awaited->id);
    pthread_mutex_unlock(&runs->lock);
    for (size_t i = 0; i < ids.count; i++)
        found = at_runs_stop(runs, ids.words[i], NULL) || found;
    at_argv_deinit(&ids);
    return found;
}

static bool
stop_all(struct at_runs *runs)
{
    if (runs->opts.is_pool)
        return stop_own(runs);
    bool found = stop_queued(runs, NULL);
    pthread_mutex_lock(&runs->lock);
    found = stop_held_locked(runs, NULL) || found;
    pthread_mutex_unlock(&runs->lock);
    return found;
}

// A run that was queued and is claimed in the meantime is among those that this
// process has afterwards.
bool
at_runs_stop(struct at_runs *runs, const char *id, struct at_err *err)
{
    if (!id)
        return stop_all(runs) ||
               at_fail(err, AT_ENOTFOUND, "No test is running");
    bool found = stop_queued(runs, id);
    pthread_mutex_lock(&runs->lock);
    found = stop_held_locked(runs, id) || found;
    pthread_mutex_unlock(&runs->lock);
    found = (runs->opts.is_pool && stop_elsewhere(runs, id)) || found;
    return found || at_fail(err, AT_ENOTFOUND, "run '%s' is not running", id);
}
