// runs_lane.c: devices, and the threads that do runs on them
#include <string.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "sys/random.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

enum { HOLD_WAIT_MS = 10000 }; // limit of the wait for another person

#define PROGRAM "mobile-tester-agent " AT_VERSION

static bool
suits(const struct at_queued *queued, const struct at_runs_lane *lane)
{
    const struct at_choice_device device = {
        .platform = lane->platform->name,
        .id = lane->device,
        .only = at_runs_wanted_device(lane->runs, lane->platform),
        .caps = &lane->caps,
    };
    return (!queued->promised || queued->promised == lane) &&
           at_choice_suits(&queued->wish, &device);
}

static struct at_queued *
find_next(struct at_runs_lane *lane)
{
    struct at_runs *runs = lane->runs;
    int64_t now_ms = runs->opts.store->ops->now_ms(runs->opts.store);
    struct at_queued *found = NULL;
    uint64_t random = 0;
    if (lane->refused > 0)
        at_random_bytes(&random, sizeof(random));
    size_t skip = at_choice_skip(lane->refused, random);
    for (size_t i = 0; i < runs->queue.count; i++) {
        struct at_queued *queued = runs->queue.rows[i];
        if (!at_runs_takes_locked(runs) || !at_queued_waits(queued, now_ms) ||
            !suits(queued, lane))
            continue;
        found = queued;
        if (queued->promised == lane || skip-- == 0)
            break;
    }
    return found;
}

// Return the run that the lane does next; NULL: none. The queue is in the order
// of choice. A run whose first event is not out yet is waited for.
static struct at_queued *
choose(struct at_runs_lane *lane)
{
    const struct at_op for_ever = {AT_NEVER_NS, NULL};
    struct at_queued *queued = find_next(lane);
    while (queued && !queued->told) {
        (void)!at_runs_await_locked(&for_ever, lane->runs, NULL);
        queued = find_next(lane);
    }
    return queued;
}

// A run that cannot be done ends, with the reason.
static void
refuse(struct at_runs *runs, struct at_queued *queued, const struct at_err *why)
{
    pthread_mutex_unlock(&runs->lock);
    (void)at_runs_end_queued(runs, queued, at_run_end_by_code(why->code),
                             why->msg);
    pthread_mutex_lock(&runs->lock);
}

// Another host may have what the run needs here.
static void
leave_to_others(struct at_runs *runs, struct at_queued *queued,
                const struct at_err *why)
{
    at_log_info("run %s is left to other hosts: %s", queued->id, why->msg);
    at_queue_set_taken(&runs->queue, queued, false);
    queued->refused = true;
    queued->promised = NULL;
}

// The run is listed all the time: in the queue, and then as the lane's.
static void
begin_run(struct at_runs_lane *lane, struct at_queued *queued,
          struct at_runs_run *run)
{
    run->lane = lane;
    run->stopping =
        run->stopping || queued->stopping || queued->is_suite_stopping;
    lane->current = run;
    at_queue_remove(&lane->runs->queue, queued);
    at_runs_list_locked(lane->runs, run);
}

// Another process has changed the run, perhaps to ask for its end while it is
// still queued: look at it once more.
static void
drop(struct at_runs *runs, struct at_queued *queued)
{
    if (runs->opts.is_pool)
        at_keeper_note_locked(runs, queued->id);
    at_queue_remove(&runs->queue, queued);
}

// Claim the run in the store. False: the queue has changed, choose again.
static bool
claim(struct at_runs_lane *lane, struct at_queued *queued)
{
    struct at_runs *runs = lane->runs;
    struct at_err err = AT_ERR_INIT;
    at_queue_set_taken(&runs->queue, queued, true);
    pthread_mutex_unlock(&runs->lock);
    struct at_runs_run *run = at_runs_claim(lane, queued->id, &err);
    pthread_mutex_lock(&runs->lock);
    lane->refused = run || err.code != AT_EBUSY ? 0 : lane->refused + 1;
    if (run)
        begin_run(lane, queued, run);
    else if (err.code == AT_EBUSY)
        drop(runs, queued);
    else if (runs->opts.is_pool)
        leave_to_others(runs, queued, &err);
    else
        refuse(runs, queued, &err);
    return run != NULL;
}

// The next run for the lane, which then has it; NULL: none.
static struct at_runs_run *
take_run(struct at_runs_lane *lane)
{
    struct at_queued *queued = choose(lane);
    while (queued && !claim(lane, queued))
        queued = choose(lane);
    return lane->current;
}

// Its runs may be any lane's again.
static void
break_promises(struct at_runs_lane *lane)
{
    struct at_queue *queue = &lane->runs->queue;
    for (size_t i = 0; i < queue->count; i++) {
        if (queue->rows[i]->promised == lane)
            queue->rows[i]->promised = NULL;
    }
}

// A queued run that no lane will take any more.
static struct at_queued *
find_orphan(struct at_runs *runs)
{
    int64_t now_ms = runs->opts.store->ops->now_ms(runs->opts.store);
    for (size_t i = 0; i < runs->queue.count; i++) {
        struct at_queued *queued = runs->queue.rows[i];
        const struct at_runs_lane *lane = runs->lanes;
        while (lane && (lane->is_leaving || !suits(queued, lane)))
            lane = lane->next;
        if (!queued->taken && !lane && at_choice_is_due(&queued->wish, now_ms))
            return queued;
    }
    return NULL;
}

// The device is another process's from now on: runs that only it could do end.
static void
give_up(struct at_runs_lane *lane)
{
    struct at_runs *runs = lane->runs;
    const struct at_op for_ever = {AT_NEVER_NS, NULL};
    struct at_queued *queued;
    while (!runs->opts.is_pool && (queued = find_orphan(runs))) {
        if (!queued->told) {
            (void)!at_runs_await_locked(&for_ever, runs, NULL);
            continue;
        }
        at_queue_set_taken(&runs->queue, queued, true);
        pthread_mutex_unlock(&runs->lock);
        (void)at_runs_end_queued(runs, queued, AT_RUN_END_DEVICE,
                                 lane->lost_to);
        pthread_mutex_lock(&runs->lock);
    }
}

// The next run, once the device is not a person's. NULL: none.
static struct at_runs_run *
next_run(struct at_runs_lane *lane)
{
    while (lane->is_held)
        pthread_cond_wait(&lane->released, &lane->runs->lock);
    return lane->lost_to[0] ? NULL : take_run(lane);
}

// Like next_run(), but end the worker before waiting without a run: the lane
// can then leave at once if none has come.
static struct at_runs_run *
next_run_or_rest(struct at_runs_lane *lane)
{
    struct at_runs_run *run = next_run(lane);
    if (run || !lane->worker)
        return run;
    pthread_mutex_unlock(&lane->runs->lock);
    at_runs_worker_end(lane, NULL, NULL);
    pthread_mutex_lock(&lane->runs->lock);
    return next_run(lane);
}

static void *
work(void *user)
{
    struct at_runs_lane *lane = user;
    struct at_runs *runs = lane->runs;
    struct at_runs_run *run;
    pthread_mutex_lock(&runs->lock);
    while ((run = next_run_or_rest(lane))) {
        at_runs_wake_locked(runs); // places in the queue have changed
        pthread_mutex_unlock(&runs->lock);
        at_runs_execute(lane, run);
        pthread_mutex_lock(&runs->lock);
        at_runs_leave_locked(run);
    }
    at_lock_release(lane->lease);
    lane->lease = NULL;
    lane->is_leaving = true;
    break_promises(lane);
    if (lane->lost_to[0])
        give_up(lane);
    runs->news.queue = true;
    lane->has_ended = true;
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
    return NULL;
}

static void
free_lane(struct at_runs_lane *lane)
{
    at_lock_release(lane->lease);
    pthread_cond_destroy(&lane->released);
    at_wake_deinit(&lane->wake);
    at_argv_deinit(&lane->caps);
    free(lane);
}

// Start a lane with its lease, which it takes over.
static struct at_runs_lane *
start_lane(struct at_runs *runs, const struct at_runs_device *place,
           struct at_lock *lease, struct at_err *err)
{
    struct at_runs_lane *lane = at_alloc(sizeof(*lane));
    lane->runs = runs;
    lane->platform = place->platform;
    lane->lease = lease;
    if (!at_wake_init(&lane->wake, err)) {
        at_lock_release(lease);
        free(lane);
        return NULL;
    }
    pthread_cond_init(&lane->released, NULL);
    at_str_cut(lane->device, sizeof(lane->device), at_str(place->device));
    if (place->caps)
        at_argv_add_all(&lane->caps, at_argv_words(place->caps));
    int failed = pthread_create(&lane->thread, NULL, work, lane);
    if (failed != 0) {
        at_fail_sys(err, AT_EIO, failed,
                    "cannot start a thread for device '%s'", lane->device);
        free_lane(lane);
        return NULL;
    }
    lane->next = runs->lanes;
    runs->lanes = lane;
    return lane;
}

static struct at_runs_lane *
lane_on(const struct at_runs *runs, const char *device)
{
    struct at_runs_lane *lane = runs->lanes;
    while (lane && (lane->is_leaving || strcmp(lane->device, device) != 0))
        lane = lane->next;
    return lane;
}

// Return true if the lane is about to end unless it gets a run.
static bool
is_idle(struct at_runs_lane *lane)
{
    const struct at_queue *queue = &lane->runs->queue;
    bool waits = false;
    for (size_t i = 0; i < queue->count && !waits; i++)
        waits = suits(queue->rows[i], lane);
    return !lane->current && !waits && !lane->is_held;
}

// The lane takes the lock as its first move, so it sees that it is held.
static bool
hold_locked(struct at_runs *runs, const struct at_runs_device *place,
            struct at_runs_lane **out, struct at_err *err)
{
    const struct at_op now = {at_now_ns(), NULL};
    const char *device = place->device;
    struct at_runs_lane *lane = lane_on(runs, device);
    struct at_lock *lease;
    *out = NULL;
    if (runs->closing)
        return at_fail(err, AT_EBUSY, "the server is stopping");
    if (lane && !is_idle(lane))
        return at_fail(err, AT_EBUSY,
                       lane->is_held ? "somebody else points at device '%s'"
                                     : "a run has device '%s', or waits for it",
                       device);
    if (!lane) {
        if (!at_lock_take(&now, device, PROGRAM, false, &lease, err))
            return false;
        lane = start_lane(runs, place, lease, err);
    }
    if (lane)
        lane->is_held = true;
    *out = lane;
    return lane != NULL;
}

static bool
is_held(const struct at_runs *runs, const char *device)
{
    const struct at_runs_lane *lane = lane_on(runs, device);
    return lane && lane->is_held;
}

bool
at_runs_hold(const struct at_op *op, struct at_runs *runs,
             const struct at_runs_device *place, struct at_runs_lane **out,
             struct at_err *err)
{
    const struct at_op patient = at_op_sub(op, at_now_ns(), HOLD_WAIT_MS);
    pthread_mutex_lock(&runs->lock);
    while (is_held(runs, place->device) &&
           at_runs_await_locked(&patient, runs, NULL))
        continue;
    at_runs_reap_lanes_locked(runs);
    bool ok = hold_locked(runs, place, out, err);
    pthread_mutex_unlock(&runs->lock);
    return ok;
}

void
at_runs_let_go(struct at_runs_lane *lane)
{
    struct at_runs *runs = lane->runs;
    pthread_mutex_lock(&runs->lock);
    lane->is_held = false;
    pthread_cond_signal(&lane->released);
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
}

// Return the first run that waits for the device, and that no lane is promised
// to.
static struct at_queued *
find_waiting(struct at_runs *runs, const struct at_runs_device *place,
             int64_t now_ms)
{
    const struct at_choice_device device = {
        .platform = place->platform->name,
        .id = place->device,
        .only = at_runs_wanted_device(runs, place->platform),
        .caps = place->caps,
    };
    for (size_t i = 0; i < runs->queue.count; i++) {
        struct at_queued *queued = runs->queue.rows[i];
        if (at_queued_waits(queued, now_ms) && !queued->promised &&
            at_choice_suits(&queued->wish, &device))
            return queued;
    }
    return NULL;
}

void
at_runs_start_lanes_locked(struct at_runs *runs,
                           const struct at_runs_candidates *candidates)
{
    int64_t now_ms = runs->opts.store->ops->now_ms(runs->opts.store);
    const struct at_op now = {at_now_ns(), NULL};
    for (size_t i = 0; i < candidates->count && at_runs_takes_locked(runs);
         i++) {
        const struct at_runs_device place = {candidates->rows[i].platform,
                                             candidates->rows[i].device,
                                             &candidates->rows[i].caps};
        struct at_queued *queued = lane_on(runs, place.device)
                                       ? NULL
                                       : find_waiting(runs, &place, now_ms);
        struct at_lock *lease;
        if (queued &&
            at_lock_take(&now, place.device, PROGRAM, false, &lease, NULL))
            queued->promised = start_lane(runs, &place, lease, NULL);
    }
}

bool
at_runs_find_lane_locked(struct at_runs *runs,
                         const struct at_runs_candidates *candidates,
                         struct at_runs_lane **out_lane, struct at_err *err)
{
    const struct at_op now = {at_now_ns(), NULL};
    struct at_err why = AT_ERR_INIT;
    bool has_lane = false;
    *out_lane = NULL;
    for (size_t i = 0; i < candidates->count; i++) {
        const char *device = candidates->rows[i].device;
        struct at_runs_lane *lane = lane_on(runs, device);
        struct at_lock *lease;
        has_lane = has_lane || lane;
        if (!lane && at_lock_take(&now, device, PROGRAM, false, &lease, &why)) {
            const struct at_runs_device place = {candidates->rows[i].platform,
                                                 device,
                                                 &candidates->rows[i].caps};
            *out_lane = start_lane(runs, &place, lease, err);
            return *out_lane != NULL;
        }
        if (lane && is_idle(lane)) {
            *out_lane = lane;
            return true;
        }
    }
    return has_lane || at_err_pass(err, &why);
}

void
at_runs_reap_lanes_locked(struct at_runs *runs)
{
    struct at_runs_lane **link = &runs->lanes;
    while (*link) {
        struct at_runs_lane *lane = *link;
        if (!lane->has_ended) {
            link = &lane->next;
            continue;
        }
        *link = lane->next;
        pthread_join(lane->thread, NULL);
        free_lane(lane);
    }
}
