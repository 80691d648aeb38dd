// runs_retry.c: another attempt, after a fault of a machine
#include <stdlib.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/report/report.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

enum { RETRY_AFTER_MS = 1000, TELL_TRIES = 5 };

bool
at_runs_has_failed(const struct at_run_record *record)
{
    for (size_t i = 0; i < record->step_count; i++) {
        if (record->steps[i].verdict == AT_VERDICT_FAIL)
            return true;
    }
    return record->verdict == AT_VERDICT_FAIL;
}

// A host that ends in order loses no run, whatever faults may be retried.
static bool
is_given_back(const struct at_runs_job *job)
{
    const struct at_run_record *record = &job->run->order.record;
    return job->run->leaving && record->end == AT_RUN_END_LOST &&
           record->attempt < AT_ATTEMPTS_MAX;
}

bool
at_runs_may_retry(const struct at_runs_job *job)
{
    const struct at_run_record *record = &job->run->order.record;
    return !job->run->fenced && !job->run->stopping && record->settling &&
           at_run_end_is_infra(record->end) &&
           (record->attempt <= record->retries || is_given_back(job)) &&
           !at_runs_has_failed(record);
}

// A model or a device that could not be reached gets some time.
static void
requeue(struct at_runs *runs, struct at_run_record *record)
{
    char *reason = at_strdup(record->reason ? record->reason : "");
    bool needs_time =
        record->end == AT_RUN_END_MODEL || record->end == AT_RUN_END_DEVICE;
    if (needs_time)
        record->not_before_ms =
            runs->opts.store->ops->now_ms(runs->opts.store) +
            RETRY_AFTER_MS * record->attempt;
    at_run_record_requeue(record, record->end, reason, at_wall_now_ms());
    free(reason);
}

// The events of a run.
struct told {
    int64_t attempt; // the last one that is told as queued; 0: none
};

static bool
note_queued(void *user, int64_t index, struct at_str json)
{
    struct told *told = user;
    struct at_run_event event;
    (void)index;
    if (at_run_event_read(json, &event, NULL) && event.kind == AT_RUN_STATE &&
        at_str_is(event.message, "queued"))
        told->attempt = at_run_event_attempt(&event);
    at_run_event_deinit(&event);
    return true;
}

// Return false if another writer came first: what it has written is known then.
static bool
tell_queued_once(struct at_runs *runs, const struct at_run_record *record)
{
    struct at_store_db *store = runs->opts.store;
    struct at_err err = AT_ERR_INIT;
    struct told told = {0};
    struct at_recorder *recorder = at_runs_open_first(runs, record->id, &err);
    if (!recorder)
        return true;
    const struct at_store_reading all = {
        .run = at_str(record->id), .each = note_queued, .user = &told};
    int64_t last = at_recorder_last(recorder);
    bool is_told = last > 0 && (record->attempt == 1 ||
                                (store->ops->events(store, &all, NULL) &&
                                 told.attempt >= record->attempt));
    if (!is_told) {
        at_runs_pass_state(record, recorder, at_recorder_add);
        is_told = at_recorder_last(recorder) > last;
    }
    at_recorder_free(recorder);
    return is_told;
}

// Another host may have claimed the attempt in the meantime, and told of it
// first: its event need not be the last one any more. Or the worker of the
// attempt before, which does not know yet that it is lost, wrote one more.
void
at_runs_tell_queued(struct at_runs *runs, const struct at_run_record *record)
{
    for (int i = 0; i < TELL_TRIES; i++) {
        if (tell_queued_once(runs, record))
            return;
    }
}

// The next attempt is listed before this one is not any more. No lane here
// takes it before it was told.
static void
enter_queue(struct at_runs *runs, const struct at_run_record *record)
{
    pthread_mutex_lock(&runs->lock);
    at_queue_add(&runs->queue, record, at_store_id_time(record->id));
    pthread_mutex_unlock(&runs->lock);
}

static void
leave(struct at_runs_job *job, bool is_queued)
{
    struct at_runs *runs = job->runs;
    pthread_mutex_lock(&runs->lock);
    struct at_queued *queued = at_queue_find(&runs->queue, job->run->id);
    if (is_queued)
        queued->told = true;
    else
        at_queue_remove(&runs->queue, queued);
    runs->news.queue = true;
    job->run->fenced = job->run->fenced || !is_queued;
    at_runs_unlist_locked(job->run);
    at_runs_retire_locked(runs, job->run);
    pthread_mutex_unlock(&runs->lock);
}

// The report of this attempt is its own, as are its events: those of the next
// one follow them.
void
at_runs_retry(struct at_runs_job *job)
{
    struct at_run_record *record = &job->run->order.record;
    struct at_err err = AT_ERR_INIT;
    struct at_run_record ended;
    at_recorder_finish(job->recorder, NULL);
    at_run_record_dup(record, &ended);
    ended.settling = false;
    bool is_free = is_given_back(job) && record->retries < AT_RUNS_RETRIES_MAX;
    pthread_mutex_lock(&job->runs->lock);
    record->retries += is_free; // it costs no retry
    requeue(job->runs, record);
    pthread_mutex_unlock(&job->runs->lock);
    enter_queue(job->runs, record);
    bool ok = at_runs_put(job->runs, job->run, &err);
    if (ok) {
        at_report_write(job->folder, &ended);
        at_log_warn("run %s: attempt %d ended (%s), another one follows",
                    job->run->id, (int)ended.attempt, ended.reason);
        at_runs_tell_queued(job->runs, record);
    } else {
        at_log_warn("run %s: %s", job->run->id, err.msg);
    }
    leave(job, ok);
    at_run_record_deinit(&ended);
}

bool
at_runs_requeue_lost(struct at_runs *runs, struct at_run_record *record,
                     int64_t revision, const char *reason)
{
    struct at_err err = AT_ERR_INIT;
    at_run_record_requeue(record, AT_RUN_END_LOST, reason, at_wall_now_ms());
    if (!at_run_document_replace(runs->opts.store, record, &revision, &err))
        return false;
    at_log_warn("run %s: %s; another attempt follows", record->id, reason);
    at_runs_tell_queued(runs, record);
    return true;
}
