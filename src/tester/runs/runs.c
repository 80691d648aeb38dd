#include "tester/runs/runs.h"

#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/wipe.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/folder.h"
#include "sys/path.h"
#include "tester/runs/hosts.h"
#include "tester/runs/hosts_priv.h"
#include "tester/runs/lease.h"
#include "tester/runs/retention.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

enum { AWAIT_ELSEWHERE_MS = 1000 };

void
at_runs_wake_locked(struct at_runs *runs)
{
    at_waiters_wake_locked(&runs->waiters);
}

bool
at_runs_await_locked(const struct at_op *op, struct at_runs *runs,
                     struct at_err *err)
{
    return at_waiters_wait_locked(op, &runs->waiters, &runs->lock, err);
}

static struct at_runs_run *
find_locked(struct at_runs *runs, const char *id)
{
    struct at_runs_run *run = runs->first;
    while (run && strcmp(run->id, id) != 0)
        run = run->next;
    return run;
}

bool
at_runs_takes_locked(const struct at_runs *runs)
{
    return !runs->closing && !runs->ending && !runs->draining;
}

void
at_runs_list_locked(struct at_runs *runs, struct at_runs_run *run)
{
    run->next = runs->first;
    runs->first = run;
}

void
at_runs_unlist_locked(struct at_runs_run *run)
{
    run->unlisted = true;
    if (run->lane)
        run->lane->current = NULL;
}

void
at_runs_retire_locked(struct at_runs *runs, struct at_runs_run *run)
{
    struct at_runs_run **link = &runs->first;
    while (*link && *link != run)
        link = &(*link)->next;
    if (*link)
        *link = run->next;
    run->retired = true;
    at_runs_wake_locked(runs);
}

void
at_runs_free_run(struct at_runs_run *run)
{
    at_run_order_deinit(&run->order);
    at_secrets_free(run->secrets);
    free(run->asks);
    free(run);
}

void
at_runs_leave_locked(struct at_runs_run *run)
{
    if (--run->users == 0)
        at_runs_free_run(run);
}

// Lock a file for the life of this process, so its runs do not count as lost.
static bool
take_ownership(struct at_runs *runs, struct at_err *err)
{
    const struct at_op now = {at_now_ns(), NULL};
    at_store_new_id(runs->holder);
    char *folder = at_strfmt("%s/.owners", runs->reports);
    runs->owner = at_strfmt("%s/%s", folder, runs->holder);
    bool ok = at_folder_make(folder, err) &&
              at_filelock_take(&now, runs->owner, &runs->owned, err);
    free(folder);
    return ok;
}

static void *
collect(void *user)
{
    struct at_runs *runs = user;
    at_retention_apply(runs->retention, NULL);
    return NULL;
}

// Looking at many folders takes long, so a thread does it, or else the next
// run.
static void
start_collector(struct at_runs *runs)
{
    runs->has_collector =
        pthread_create(&runs->collector, NULL, collect, runs) == 0;
}

static void
name_host(struct at_runs *runs)
{
    char name[256] = "unknown";
    if (!runs->opts.host && gethostname(name, sizeof(name) - 1) != 0)
        at_str_cut(name, sizeof(name), AT_STR("unknown"));
    at_hosts_key(at_str(runs->opts.host ? runs->opts.host : name), runs->host);
}

const char *
at_runs_host(const struct at_runs *runs)
{
    return runs->host;
}

bool
at_runs_new(const struct at_runs_opts *opts, struct at_runs **out,
            struct at_err *err)
{
    struct at_runs *runs = at_alloc(sizeof(*runs));
    *out = NULL;
    runs->opts = *opts;
    runs->reports = at_path_absolute(opts->reports);
    runs->opts.reports = runs->reports;
    name_host(runs);
    runs->opts.lease_ms = opts->lease_ms > 0 ? opts->lease_ms : AT_LEASE_MS;
    pthread_mutex_init(&runs->lock, NULL);
    runs->retention = at_retention_new(runs->reports, opts->store, opts->env);
    if (at_hosts_fit(runs, err) && take_ownership(runs, err) &&
        (!opts->is_pool || at_hosts_take_name(runs, err)) &&
        at_runs_recover(runs, err) &&
        at_config_document_get(runs->opts.store, &runs->config, err) &&
        at_keeper_start(runs, err)) {
        start_collector(runs);
        *out = runs;
        return true;
    }
    at_runs_free(runs);
    return false;
}

bool
at_runs_is_ending(struct at_runs *runs)
{
    pthread_mutex_lock(&runs->lock);
    bool ends = runs->closing || runs->ending;
    pthread_mutex_unlock(&runs->lock);
    return ends;
}

bool
at_runs_is_pool(const struct at_runs *runs)
{
    return runs->opts.is_pool;
}

const char *
at_runs_holder(const struct at_runs *runs)
{
    return runs->holder;
}

struct deferred {
    struct at_runs *runs;
    void (*fn)(void *user);
    void *user;
};

static void *
do_deferred(void *user)
{
    struct deferred deferred = *(struct deferred *)user;
    struct at_runs *runs = deferred.runs;
    free(user);
    deferred.fn(deferred.user);
    pthread_mutex_lock(&runs->lock);
    runs->deferred--;
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
    return NULL;
}

// The thread counts itself out under the lock as the last thing that it does.
bool
at_runs_defer(struct at_runs *runs, void (*fn)(void *user), void *user,
              struct at_err *err)
{
    struct deferred *deferred = at_alloc(sizeof(*deferred));
    pthread_t thread;
    *deferred = (struct deferred){runs, fn, user};
    pthread_mutex_lock(&runs->lock);
    int failed = pthread_create(&thread, NULL, do_deferred, deferred);
    runs->deferred += failed == 0;
    pthread_mutex_unlock(&runs->lock);
    if (failed == 0) {
        pthread_detach(thread);
        return true;
    }
    free(deferred);
    return at_fail_sys(err, AT_EIO, failed, "cannot start a thread");
}

// Lanes end once their run has ended; those that are queued are ended here.
void
at_runs_free(struct at_runs *runs)
{
    if (!runs)
        return;
    const struct at_op for_ever = {AT_NEVER_NS, NULL};
    pthread_mutex_lock(&runs->lock);
    runs->closing = true;
    pthread_mutex_unlock(&runs->lock);
    at_keeper_stop(runs);
    at_runs_end(runs);
    pthread_mutex_lock(&runs->lock);
    at_runs_reap_lanes_locked(runs);
    while (runs->first || (runs->queue.count > 0 && !runs->opts.is_pool) ||
           runs->lanes || runs->deferred > 0 || runs->waiters.first) {
        (void)!at_runs_await_locked(&for_ever, runs, NULL);
        at_runs_reap_lanes_locked(runs);
    }
    pthread_mutex_unlock(&runs->lock);
    if (runs->has_collector)
        pthread_join(runs->collector, NULL);
    at_keeper_free(runs);
    at_filelock_release(runs->owned);
    if (runs->owner)
        unlink(runs->owner);
    at_queue_deinit(&runs->queue);
    at_retention_free(runs->retention);
    pthread_mutex_destroy(&runs->lock);
    free(runs->owner);
    free(runs->reports);
    free(runs);
}

// The answer of a run that has ended. AT_EBUSY: it has not.
static bool
answer_from_store(struct at_runs *runs, const char *id, struct at_buf *out_text,
                  struct at_err *err)
{
    struct at_run_record record;
    bool ok =
        at_run_document_get(runs->opts.store, id, &record, NULL, err) &&
        (at_run_record_is_over(&record) ||
         at_fail(err, AT_EBUSY, "run '%s' belongs to another process", id));
    if (ok)
        at_buf_add_str(out_text, at_str(record.answer));
    at_run_record_deinit(&record);
    return ok;
}

// Wait for a run that this process has, until its last event is out. Its answer
// is there even if the store has no room for it. Returns false if it has lost
// the run.
static bool
await_held(const struct at_op *op, struct at_runs *runs,
           struct at_runs_run *run, struct at_buf *out_text, struct at_err *err)
{
    bool ok = true;
    run->users++;
    while (ok && !run->retired)
        ok = at_runs_await_locked(op, runs, err);
    bool has_answer = ok && !run->fenced && run->order.record.answer;
    if (has_answer)
        at_buf_add_str(out_text, at_str(run->order.record.answer));
    at_runs_leave_locked(run);
    return has_answer;
}

// Return true if another host of the pool has the run, or will have it.
static bool
is_elsewhere(struct at_runs *runs, const char *id)
{
    struct at_run_record record;
    if (!runs->opts.is_pool)
        return false;
    pthread_mutex_unlock(&runs->lock);
    bool found = at_run_document_get(runs->opts.store, id, &record, NULL, NULL);
    bool open = found && record.pooled && !at_run_record_is_over(&record);
    at_run_record_deinit(&record);
    pthread_mutex_lock(&runs->lock);
    return open;
}

// Wait for a change, or a moment.
static bool
await_elsewhere(const struct at_op *op, struct at_runs *runs,
                struct at_err *err)
{
    const struct at_op moment = at_op_sub(op, at_now_ns(), AWAIT_ELSEWHERE_MS);
    (void)!at_runs_await_locked(&moment, runs, NULL);
    return at_op_check(op, err);
}

static void
forget_awaited_locked(struct at_runs *runs, struct at_awaited *awaited)
{
    struct at_awaited **link = &runs->awaited;
    while (*link != awaited)
        link = &(*link)->next;
    *link = awaited->next;
}

bool
at_runs_wait(const struct at_op *op, struct at_runs *runs, const char *id,
             struct at_buf *out_text, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    bool answered = false;
    bool ok = true;
    pthread_mutex_lock(&runs->lock);
    struct at_awaited awaited = {id, runs->awaited};
    runs->awaited = &awaited;
    while (ok && !answered) {
        struct at_runs_run *run = find_locked(runs, id);
        if (run)
            answered = await_held(op, runs, run, out_text, &why);
        else if (at_queue_find(&runs->queue, id))
            ok = at_runs_await_locked(op, runs, &why);
        else if (is_elsewhere(runs, id))
            ok = await_elsewhere(op, runs, &why);
        else
            break;
        ok = ok && why.code == AT_OK;
    }
    forget_awaited_locked(runs, &awaited);
    pthread_mutex_unlock(&runs->lock);
    if (!ok)
        return at_err_pass(err, &why);
    return answered || answer_from_store(runs, id, out_text, err);
}

void
at_runs_drain(struct at_runs *runs)
{
    pthread_mutex_lock(&runs->lock);
    runs->ending = true;
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
}

bool
at_runs_approve(struct at_runs *runs, const char *id, bool approved,
                struct at_err *err)
{
    pthread_mutex_lock(&runs->lock);
    struct at_runs_run *run = find_locked(runs, id);
    bool asked = run && run->approval == AT_APPROVAL_ASKED;
    if (asked) {
        run->approval = approved ? AT_APPROVAL_YES : AT_APPROVAL_NO;
        at_wake_post(&run->lane->wake);
    }
    pthread_mutex_unlock(&runs->lock);
    return asked || at_fail(err, AT_ENOTFOUND,
                            "run '%s' does not wait for an approval", id);
}
