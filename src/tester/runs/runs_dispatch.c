// runs_dispatch.c: lanes for queued runs, on devices that have none
#include "base/alloc.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

enum { AGAIN_MS = 1000 }; // for a device that is another program's, or gone

// Return in how many milliseconds the first run is due that no lane is promised
// to, at least 0; -1: there is none.
static int64_t
first_due(const struct at_runs *runs)
{
    int64_t now_ms = runs->opts.store->ops->now_ms(runs->opts.store);
    int64_t first_ms = -1;
    for (size_t i = 0; i < runs->queue.count; i++) {
        const struct at_queued *queued = runs->queue.rows[i];
        int64_t wait_ms = queued->wish.not_before_ms - now_ms;
        if (queued->taken || queued->refused || queued->promised ||
            queued->is_suite_stopping || !queued->told)
            continue;
        wait_ms = wait_ms > 0 ? wait_ms : 0;
        first_ms = first_ms < 0 || wait_ms < first_ms ? wait_ms : first_ms;
    }
    return at_runs_takes_locked(runs) ? first_ms : -1;
}

int64_t
at_runs_dispatch(const struct at_op *op, struct at_runs *runs)
{
    struct at_runs_candidates candidates = {NULL, 0};
    pthread_mutex_lock(&runs->lock);
    int64_t due_ms = first_due(runs);
    pthread_mutex_unlock(&runs->lock);
    if (due_ms != 0)
        return due_ms;
    at_runs_usable(op, runs, &candidates);
    pthread_mutex_lock(&runs->lock);
    at_runs_reap_lanes_locked(runs);
    at_runs_start_lanes_locked(runs, &candidates);
    due_ms = first_due(runs);
    pthread_mutex_unlock(&runs->lock);
    at_runs_candidates_deinit(&candidates);
    return due_ms == 0 ? AGAIN_MS : due_ms;
}
