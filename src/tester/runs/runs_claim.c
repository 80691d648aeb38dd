// runs_claim.c: a queued run becomes this process's, to be done or to be ended
#include <string.h>

#include "agent/run/members.h"
#include "base/alloc.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

// Read a run that is queued. NULL with AT_EBUSY: it is not. The last event is
// read before the run is claimed: a later owner only adds after that one.
static struct at_runs_run *
read_queued(struct at_runs *runs, const char *id, struct at_err *err)
{
    struct at_runs_run *run = at_alloc(sizeof(*run));
    struct at_run_record *record = &run->order.record;
    struct at_store_db *store = runs->opts.store;
    struct at_err why = AT_ERR_INIT;
    at_str_cut(run->id, sizeof(run->id), at_str(id));
    bool ok = at_run_document_get(store, id, record, &run->revision, &why);
    run->attempt = record->attempt;
    run->stopping = record->stopping;
    if (ok && record->pooled && record->state == AT_RUN_STATE_QUEUED)
        at_runs_tell_queued(runs, record);
    if (ok && record->state == AT_RUN_STATE_QUEUED && !record->settling &&
        store->ops->last_event(store, at_str(id), &run->last_event, &why))
        return run;
    at_runs_free_run(run);
    at_fail(err, AT_EBUSY, "run '%s' is not queued: %s", id,
            why.code == AT_OK ? "another process has it" : why.msg);
    return NULL;
}

static void
begin(const struct at_runs_lane *lane, struct at_run_record *record)
{
    at_run_record_begin(record, lane->platform->name, lane->device,
                        at_wall_now_ms());
    at_member_set(&record->host, at_str(lane->runs->host));
    at_member_set(&record->holder, at_str(lane->runs->holder));
}

struct at_runs_run *
at_runs_claim(struct at_runs_lane *lane, const char *id, struct at_err *err)
{
    struct at_runs *runs = lane->runs;
    struct at_runs_run *run = read_queued(runs, id, err);
    if (!run)
        return NULL;
    run->users = 1;
    bool ok = at_runs_order(runs, run, err);
    if (ok)
        begin(lane, &run->order.record);
    if (ok && at_runs_put(runs, run, err))
        return run;
    at_runs_free_run(run);
    return NULL;
}

static struct at_runs_run *
claim_to_end(struct at_runs *runs, const char *id, enum at_run_end end,
             const char *reason)
{
    struct at_err err = AT_ERR_INIT;
    struct at_runs_run *run = read_queued(runs, id, &err);
    if (!run)
        return NULL;
    run->users = 1;
    at_run_record_fail(&run->order.record, end, reason, at_wall_now_ms());
    run->order.record.settling = true;
    at_member_set(&run->order.record.holder, at_str(runs->holder));
    if (at_runs_put(runs, run, &err) || err.code != AT_EBUSY)
        return run;
    at_runs_free_run(run);
    return NULL;
}

bool
at_runs_end_queued(struct at_runs *runs, struct at_queued *queued,
                   enum at_run_end end, const char *reason)
{
    struct at_runs_run *run = claim_to_end(runs, queued->id, end, reason);
    struct at_err err = AT_ERR_INIT;
    pthread_mutex_lock(&runs->lock);
    at_queue_remove(&runs->queue, queued);
    if (run)
        at_runs_list_locked(runs, run);
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
    if (!run)
        return false;
    struct at_runs_job job = {.runs = runs, .run = run};
    struct at_recorder *recorder =
        at_runs_open_recorder(runs, run->id, &job, &err);
    struct at_conclusion conclusion = {.runs = runs,
                                       .run = run,
                                       .record = &run->order.record,
                                       .recorder = recorder};
    at_runs_conclude(&conclusion);
    at_recorder_free(recorder);
    pthread_mutex_lock(&runs->lock);
    at_runs_leave_locked(run);
    pthread_mutex_unlock(&runs->lock);
    return true;
}
