// runs_lost.c: runs whose holder is silent, found by any host
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/log.h"
#include "tester/runs/lease.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

// A thread of this process that has the run is told, too: it may be the silent
// one.
static void
fence_locally(struct at_runs *runs, const char *id, int64_t attempt)
{
    pthread_mutex_lock(&runs->lock);
    struct at_runs_run *run = runs->first;
    for (; run; run = run->next) {
        if (strcmp(run->id, id) != 0 || run->attempt != attempt)
            continue;
        run->fenced = true;
        if (run->lane)
            at_wake_post(&run->lane->wake);
    }
    pthread_mutex_unlock(&runs->lock);
}

static void
act(struct at_runs *runs, struct at_run_record *record, int64_t revision,
    enum at_lease_verdict verdict)
{
    int64_t attempt = record->attempt;
    bool lost = false;
    char *reason = at_strfmt("host '%s' is silent",
                             record->host ? record->host : "unknown");
    if (verdict == AT_LEASE_REQUEUE)
        lost = at_runs_requeue_lost(runs, record, revision, reason);
    else if (verdict == AT_LEASE_STOPPED)
        lost = at_runs_finish_lost(runs, record, revision, AT_RUN_END_STOPPED,
                                   reason);
    else if (verdict != AT_LEASE_HELD)
        lost = at_runs_finish_lost(runs, record, revision, AT_RUN_END_LOST,
                                   reason);
    if (lost)
        fence_locally(runs, record->id, attempt);
    free(reason);
}

// Most leases are held: their documents need no look.
static bool
is_held(struct at_runs *runs, const struct at_store_doc *doc,
        int64_t followed_ms)
{
    struct at_store_db *store = runs->opts.store;
    const struct at_lease lease = {
        .updated_ms = doc->updated_ms,
        .followed_ms = followed_ms,
        .now_ms = store->ops->now_ms(store),
        .lease_ms = runs->opts.lease_ms,
    };
    return at_lease_judge(&lease) == AT_LEASE_HELD;
}

static void
judge(struct at_runs *runs, const struct at_store_doc *doc, int64_t followed_ms)
{
    struct at_store_db *store = runs->opts.store;
    struct at_run_record record;
    bool ok = at_run_record_read(doc->json, &record, NULL) && record.pooled;
    at_str_cut(record.id, sizeof(record.id), at_str(doc->id));
    // It may be another's, or over, since it was listed.
    const struct at_lease lease = {
        .is_free = record.state != AT_RUN_STATE_RUNNING && !record.settling,
        .settling = record.settling,
        .stopping = record.stopping,
        .attempt = record.attempt,
        .retries = record.retries,
        .updated_ms = doc->updated_ms,
        .followed_ms = followed_ms,
        .now_ms = store->ops->now_ms(store),
        .lease_ms = runs->opts.lease_ms,
    };
    if (ok)
        act(runs, &record, doc->revision, at_lease_judge(&lease));
    at_run_record_deinit(&record);
}

struct observer {
    struct at_runs *runs;
    int64_t followed_ms;
    bool is_current; // the store has been asked whether it has all
};

// Holders can't renew while no one can write, and an observer that is behind
// doesn't see that they have.
static bool
is_current(struct observer *observer, struct at_err *err)
{
    observer->is_current =
        observer->is_current || at_runs_confirm(observer->runs, err);
    return observer->is_current;
}

static bool
judge_one(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct observer *observer = user;
    struct at_store_db *store = observer->runs->opts.store;
    struct at_store_doc whole;
    if (is_held(observer->runs, doc, observer->followed_ms))
        return true;
    if (!is_current(observer, err))
        return false;
    if (store->ops->get(store, AT_STORE_RUN, at_str(doc->id), &whole, NULL))
        judge(observer->runs, &whole, observer->followed_ms);
    at_store_doc_deinit(&whole);
    return true;
}

bool
at_runs_confirm(struct at_runs *runs, struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    return !store->ops->confirm || store->ops->confirm(store, err);
}

bool
at_runs_judge(struct at_runs *runs, int64_t followed_ms, struct at_err *err)
{
    const struct at_store_query running = {
        .kind = AT_STORE_RUN,
        .state = at_str(at_run_state_names[AT_RUN_STATE_RUNNING]),
        .bare = true};
    struct observer observer = {runs, followed_ms, false};
    return at_store_each(runs->opts.store, &running, judge_one, &observer, err);
}
