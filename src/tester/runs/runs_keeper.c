// runs_keeper.c: the thread that follows the store, for all that no lane does
//
// It keeps the index of queued runs up to date, starts lanes for them, ends
// those that may not begin any more, takes up stops of other hosts, and judges
// the leases of their runs.
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/runs/hosts.h"
#include "tester/runs/lease.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

enum {
    SCAN_EVERY_MS = 10000, // beside what the store tells
    DISPATCH_MAX_MS = 20000,
    IDLE_MS = 60000,
    DEVICES_SOON_MS = 2000, // after news
    FEW = 100,              // runs that are read one by one
};

struct at_keeper {
    struct at_cancel *stop; // owned
    pthread_t thread;
    int64_t scan_ns;     // when all queued runs are looked at again
    int64_t judge_ns;    // when leases are judged again
    int64_t renew_ns;    // when this host renews its document
    int64_t devices_ns;  // when its devices are looked at again
    int64_t dispatch_ns; // when lanes are started again
    int64_t followed_ms; // since when the store has all; 0: it has not
    bool is_running;
    bool stopping; // guarded by the lock of struct at_runs
};

void
at_keeper_note_locked(struct at_runs *runs, const char *id)
{
    struct at_news *news = &runs->news;
    if (news->count == AT_RUNS_NEWS_MAX) {
        news->all = true;
    } else {
        news->ids =
            at_realloc_array(news->ids, news->count + 1, sizeof(*news->ids));
        at_str_cut(news->ids[news->count], sizeof(*news->ids), at_str(id));
        news->count++;
    }
    at_runs_wake_locked(runs);
}

// Called by the store, from any thread: look at it later.
static void
on_change(void *user, const struct at_store_change *change)
{
    struct at_runs *runs = user;
    pthread_mutex_lock(&runs->lock);
    if (change->kind == AT_STORE_RUN)
        at_keeper_note_locked(runs, change->id);
    bool is_host = change->kind == AT_STORE_HOST && change->revision > 0 &&
                   strcmp(change->id, runs->host) == 0;
    runs->news.host |= is_host;
    runs->news.abilities |=
        change->kind == AT_STORE_PROFILE || change->kind == AT_STORE_SECRET;
    if (is_host || change->kind == AT_STORE_PROFILE ||
        change->kind == AT_STORE_SECRET)
        at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
}

// Another host, or this one, has queued the run.
static void
add_queued(struct at_runs *runs, const struct at_run_record *record,
           const struct at_store_doc *doc)
{
    pthread_mutex_lock(&runs->lock);
    struct at_queued *queued = at_queue_find(&runs->queue, record->id);
    if (!queued) {
        queued = at_queue_add(&runs->queue, record, doc->created_ms);
        queued->told = true;
        runs->news.queue = true;
    }
    queued->seen = true;
    queued->revision = doc->revision;
    queued->stopping = queued->stopping || record->stopping;
    bool ends = record->stopping && queued->told && !queued->taken;
    if (ends)
        at_queue_set_taken(&runs->queue, queued, true);
    pthread_mutex_unlock(&runs->lock);
    if (ends)
        (void)at_runs_end_queued(runs, queued, AT_RUN_END_STOPPED,
                                 "stopped while it was queued");
}

// It is not queued: somebody has it, it has ended, or it was removed. A run
// that this process has claimed may not be listed as its lane's yet.
static void
drop_queued(struct at_runs *runs, const char *id, bool stopping)
{
    pthread_mutex_lock(&runs->lock);
    struct at_queued *queued = at_queue_find(&runs->queue, id);
    if (queued && queued->told && !queued->taken)
        at_queue_remove(&runs->queue, queued);
    else if (queued && stopping)
        queued->stopping = true;
    struct at_runs_run *run = stopping ? runs->first : NULL;
    for (; run; run = run->next) {
        if (strcmp(run->id, id) != 0 || run->stopping)
            continue;
        run->stopping = true;
        if (run->lane)
            at_wake_post(&run->lane->wake);
    }
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
}

static void
look_at_doc(struct at_runs *runs, const struct at_store_doc *doc)
{
    struct at_run_record record;
    bool ok = at_run_record_read(doc->json, &record, NULL) && record.pooled;
    at_str_cut(record.id, sizeof(record.id), at_str(doc->id));
    if (ok && record.state == AT_RUN_STATE_QUEUED && !record.settling)
        add_queued(runs, &record, doc);
    else if (ok)
        drop_queued(runs, doc->id, record.stopping);
    at_run_record_deinit(&record);
}

static void
look_at(struct at_runs *runs, const char *id)
{
    struct at_store_db *store = runs->opts.store;
    struct at_err err = AT_ERR_INIT;
    struct at_store_doc doc;
    if (store->ops->get(store, AT_STORE_RUN, at_str(id), &doc, &err))
        look_at_doc(runs, &doc);
    else if (err.code == AT_ENOTFOUND)
        drop_queued(runs, id, true);
    at_store_doc_deinit(&doc);
}

static bool
look_at_wish(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct at_run_record record;
    (void)err;
    at_run_wish_read(doc, &record);
    if (record.pooled)
        add_queued(user, &record, doc);
    at_run_record_deinit(&record);
    return true;
}

// Those that the index does not have as they are now.
struct unknown {
    struct at_runs *runs;
    struct at_argv ids;
};

static bool
look_at_place(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct unknown *unknown = user;
    struct at_runs *runs = unknown->runs;
    (void)err;
    pthread_mutex_lock(&runs->lock);
    struct at_queued *queued = at_queue_find(&runs->queue, doc->id);
    bool is_known = queued && queued->revision == doc->revision;
    if (queued)
        queued->seen = true;
    pthread_mutex_unlock(&runs->lock);
    if (!is_known)
        at_argv_add(&unknown->ids, doc->id);
    return true;
}

// Reading documents takes many times as long as listing them.
static bool
look_at_unknown(struct at_runs *runs, const struct at_argv *ids,
                const struct at_store_query *all, struct at_err *err)
{
    struct at_store_query query = *all;
    query.only = at_run_wish_members;
    query.bare = false;
    for (size_t i = 0; ids->count <= FEW && i < ids->count; i++)
        look_at(runs, ids->words[i]);
    return ids->count <= FEW ||
           at_store_each(runs->opts.store, &query, look_at_wish, runs, err);
}

// Look at all queued runs; those that wait no longer leave the index.
static bool
scan(struct at_runs *runs, struct at_err *err)
{
    const struct at_store_query all = {
        .kind = AT_STORE_RUN,
        .state = at_str(at_run_state_names[AT_RUN_STATE_QUEUED]),
        .bare = true};
    struct unknown unknown = {runs, AT_ARGV_INIT};
    pthread_mutex_lock(&runs->lock);
    at_queue_forget_seen(&runs->queue);
    pthread_mutex_unlock(&runs->lock);
    bool ok =
        at_store_each(runs->opts.store, &all, look_at_place, &unknown, err) &&
        look_at_unknown(runs, &unknown.ids, &all, err);
    at_argv_deinit(&unknown.ids);
    if (!ok)
        return false;
    pthread_mutex_lock(&runs->lock);
    at_queue_sweep(&runs->queue);
    pthread_mutex_unlock(&runs->lock);
    return true;
}

static void
note_followed(struct at_runs *runs, bool ok, const struct at_err *err)
{
    struct at_keeper *keeper = runs->keeper;
    if (!ok)
        at_log_warn("runs of other hosts are not judged: %s", err->msg);
    if (!ok)
        keeper->followed_ms = 0;
    else if (keeper->followed_ms == 0)
        keeper->followed_ms = runs->opts.store->ops->now_ms(runs->opts.store);
}

static bool
has_news(const struct at_news *news)
{
    return news->count > 0 || news->all || news->host || news->abilities ||
           news->queue;
}

static void
be_present(struct at_runs *runs, const struct at_news *news)
{
    struct at_keeper *keeper = runs->keeper;
    int64_t now_ns = at_now_ns();
    int64_t soon_ns = now_ns + DEVICES_SOON_MS * AT_NS_PER_MS;
    int64_t later_ns = now_ns + AT_HOSTS_RENEW_MS * AT_NS_PER_MS;
    struct at_err err = AT_ERR_INIT;
    if (news->host)
        at_hosts_take_up(runs);
    if (now_ns >= keeper->renew_ns) {
        if (!at_hosts_renew(runs, keeper->followed_ms, &err)) {
            at_log_warn("this host is not seen by others: %s", err.msg);
            keeper->followed_ms = 0; // nor may others have been able to renew
        }
        keeper->renew_ns = later_ns;
    }
    if (now_ns >= keeper->devices_ns) {
        struct at_op op = {now_ns + DISPATCH_MAX_MS * AT_NS_PER_MS,
                           keeper->stop};
        at_hosts_renew_devices(&op, runs);
        keeper->devices_ns = later_ns;
    } else if (has_news(news) && keeper->devices_ns > soon_ns) {
        keeper->devices_ns = soon_ns;
    }
}

static void
follow(struct at_runs *runs, bool all)
{
    struct at_keeper *keeper = runs->keeper;
    int64_t now_ns = at_now_ns();
    struct at_err err = AT_ERR_INIT;
    bool ok = true;
    if (all || now_ns >= keeper->scan_ns) {
        ok = scan(runs, &err) &&
             (keeper->followed_ms > 0 || at_runs_confirm(runs, &err));
        note_followed(runs, ok, &err);
        keeper->scan_ns = now_ns + SCAN_EVERY_MS * AT_NS_PER_MS;
    }
    if (ok && keeper->followed_ms > 0 && now_ns >= keeper->judge_ns) {
        ok = at_runs_judge(runs, keeper->followed_ms, &err);
        note_followed(runs, ok, &err);
        keeper->judge_ns =
            now_ns + runs->opts.lease_ms / AT_LEASE_RENEWALS * AT_NS_PER_MS;
    }
}

static void
dispatch(struct at_runs *runs)
{
    struct at_keeper *keeper = runs->keeper;
    struct at_op op = {at_now_ns() + DISPATCH_MAX_MS * AT_NS_PER_MS,
                       keeper->stop};
    int64_t wait_ms = at_runs_dispatch(&op, runs);
    keeper->dispatch_ns =
        wait_ms < 0 ? AT_NEVER_NS : at_now_ns() + wait_ms * AT_NS_PER_MS;
}

static void
allow_refused_locked(struct at_runs *runs)
{
    for (size_t i = 0; i < runs->queue.count; i++)
        runs->queue.rows[i]->refused = false;
}

static void
work(struct at_runs *runs, const struct at_news *news)
{
    for (size_t i = 0; i < news->count; i++)
        look_at(runs, news->ids[i]);
    if (runs->opts.is_pool) {
        be_present(runs, news);
        follow(runs, news->all);
    }
    at_runs_end_stopped(runs);
    if (has_news(news) || at_now_ns() >= runs->keeper->dispatch_ns)
        dispatch(runs);
}

static int64_t
next_ns(const struct at_runs *runs)
{
    const struct at_keeper *keeper = runs->keeper;
    int64_t next = at_now_ns() + IDLE_MS * AT_NS_PER_MS;
    next = keeper->dispatch_ns < next ? keeper->dispatch_ns : next;
    if (!runs->opts.is_pool)
        return next;
    next = keeper->scan_ns < next ? keeper->scan_ns : next;
    next = keeper->renew_ns < next ? keeper->renew_ns : next;
    next = keeper->devices_ns < next ? keeper->devices_ns : next;
    return keeper->judge_ns < next ? keeper->judge_ns : next;
}

static void *
keep(void *user)
{
    struct at_runs *runs = user;
    struct at_keeper *keeper = runs->keeper;
    pthread_mutex_lock(&runs->lock);
    while (!keeper->stopping) {
        struct at_news news = runs->news;
        runs->news = (struct at_news){0};
        if (news.abilities)
            allow_refused_locked(runs);
        pthread_mutex_unlock(&runs->lock);
        work(runs, &news);
        free(news.ids);
        pthread_mutex_lock(&runs->lock);
        const struct at_op until = {next_ns(runs), NULL};
        if (!keeper->stopping && !has_news(&runs->news))
            (void)!at_runs_await_locked(&until, runs, NULL);
    }
    pthread_mutex_unlock(&runs->lock);
    return NULL;
}

bool
at_keeper_start(struct at_runs *runs, struct at_err *err)
{
    struct at_keeper *keeper = runs->keeper = at_alloc(sizeof(*keeper));
    keeper->stop = at_cancel_new(NULL, err);
    if (!keeper->stop)
        return false;
    if (runs->opts.is_pool)
        at_store_listen(runs->opts.store, on_change, runs);
    int sys = pthread_create(&keeper->thread, NULL, keep, runs);
    keeper->is_running = sys == 0;
    return sys == 0 ||
           at_fail_sys(err, AT_EIO, sys, "cannot start a thread for the queue");
}

void
at_keeper_stop(struct at_runs *runs)
{
    struct at_keeper *keeper = runs->keeper;
    if (!keeper)
        return;
    pthread_mutex_lock(&runs->lock);
    keeper->stopping = true;
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
    if (keeper->stop)
        at_cancel_fire(keeper->stop);
    if (keeper->is_running)
        pthread_join(keeper->thread, NULL);
    keeper->is_running = false;
}

void
at_keeper_free(struct at_runs *runs)
{
    if (!runs->keeper)
        return;
    at_keeper_stop(runs);
    if (runs->opts.is_pool)
        at_hosts_leave(runs);
    at_store_forget(runs->opts.store, runs);
    at_cancel_free(runs->keeper->stop);
    free(runs->news.ids);
    free(runs->keeper);
    runs->keeper = NULL;
}
