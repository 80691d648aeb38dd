// copies.c: the queue and the thread
#define AT_LOG_MODULE "copies"
#include "tester/copies/copies.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "metrics/metrics.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "sys/wake.h"
#include "tester/copies/copy_priv.h"
#include "tester/runs/run_documents.h"

enum { BACKOFF_MS = 1000, BACKOFF_MAX_MS = 300000 };

static const struct at_metric_at only = {{0}};

struct at_copies {
    struct at_copies_opts opts;
    const char *host; // borrowed
    struct at_s3 *s3;
    struct at_https *https; // the thread's
    struct at_cancel *cancel;
    struct at_wake wake;
    pthread_t thread;
    bool has_thread;
    bool has_failed;          // it was logged; the thread's
    pthread_mutex_t fetching; // one run at a time is brought back

    pthread_mutex_t lock; // guards the rest
    char (*queue)[AT_STORE_KEY_MAX + 1];
    size_t count;
    bool look; // for runs that are not in the queue
};

bool
at_copies_new(const struct at_copies_opts *opts, struct at_copies **out,
              struct at_err *err)
{
    struct at_copies *copies = at_alloc(sizeof(*copies));
    *copies = (struct at_copies){.opts = *opts, .look = true};
    copies->wake = (struct at_wake){{-1, -1}};
    copies->queue =
        at_realloc_array(NULL, AT_COPIES_QUEUE_MAX, sizeof(*copies->queue));
    pthread_mutex_init(&copies->lock, NULL);
    pthread_mutex_init(&copies->fetching, NULL);
    copies->https = at_https_new("mobile-tester-agent/" AT_VERSION);
    copies->cancel = at_cancel_new(NULL, err);
    *out = copies;
    if (copies->cancel && at_wake_init(&copies->wake, err) &&
        at_s3_open(opts->url, opts->get, opts->user, &copies->s3, err))
        return true;
    at_copies_free(copies);
    *out = NULL;
    return false;
}

void
at_copies_stop(struct at_copies *copies)
{
    if (!copies || !copies->cancel)
        return;
    at_cancel_fire(copies->cancel);
    if (copies->has_thread)
        pthread_join(copies->thread, NULL);
    copies->has_thread = false;
}

void
at_copies_free(struct at_copies *copies)
{
    if (!copies)
        return;
    at_copies_stop(copies);
    at_cancel_free(copies->cancel);
    at_wake_deinit(&copies->wake);
    at_https_free(copies->https);
    at_s3_free(copies->s3);
    pthread_mutex_destroy(&copies->lock);
    pthread_mutex_destroy(&copies->fetching);
    free(copies->queue);
    free(copies);
}

static void
add_locked(struct at_copies *copies, const char *run)
{
    for (size_t i = 0; i < copies->count; i++) {
        if (strcmp(copies->queue[i], run) == 0)
            return;
    }
    if (copies->count < AT_COPIES_QUEUE_MAX)
        at_str_cut(copies->queue[copies->count++], sizeof(*copies->queue),
                   at_str(run));
    else
        copies->look = true;
}

void
at_copies_changed(void *user, const struct at_store_change *change)
{
    struct at_copies *copies = user;
    if (change->kind != AT_STORE_RUN || change->revision == 0)
        return;
    pthread_mutex_lock(&copies->lock);
    add_locked(copies, change->id);
    pthread_mutex_unlock(&copies->lock);
    at_wake_post(&copies->wake);
}

static struct at_copy
copy_of(const struct at_copies *copies, const char *run)
{
    return (struct at_copy){copies->s3, copies->https, copies->opts.reports,
                            copies->host, run};
}

static void
look(struct at_copies *copies)
{
    struct at_folder_list list = {0};
    if (!at_folder_list(copies->opts.reports, &list, NULL))
        return;
    for (size_t i = 0; i < list.count; i++) {
        const struct at_folder_entry *entry = &list.entries[i];
        const struct at_copy copy = copy_of(copies, entry->name);
        if (!entry->is_folder || entry->name[0] == '.' ||
            strlen(entry->name) > AT_STORE_KEY_MAX || at_copy_is_marked(&copy))
            continue;
        pthread_mutex_lock(&copies->lock);
        add_locked(copies, entry->name);
        pthread_mutex_unlock(&copies->lock);
    }
    at_folder_list_deinit(&list);
}

// Return true if the run has files here that are complete and neither copied
// nor a copy.
static bool
is_due(const struct at_copies *copies, const char *run)
{
    struct at_copy copy = copy_of(copies, run);
    struct at_run_record record;
    char *folder = at_strfmt("%s/%s", copies->opts.reports, run);
    bool due = at_file_exists(folder) && !at_copy_is_marked(&copy);
    free(folder);
    if (!due)
        return false;
    due = at_run_document_get(copies->opts.store, run, &record, NULL, NULL) &&
          record.state == AT_RUN_STATE_ENDED && !record.settling;
    copy.host = record.host ? record.host : copies->host;
    due = due && !at_copy_is_marked(&copy);
    at_run_record_deinit(&record);
    return due;
}

static bool
send_run(struct at_copies *copies, const char *run)
{
    const struct at_copy copy = copy_of(copies, run);
    const struct at_op op = {AT_NEVER_NS, copies->cancel};
    struct at_err err = AT_ERR_INIT;
    bool ok = at_copy_send(&op, &copy, &err);
    if (ok && copies->has_failed)
        at_log_info("files of runs are copied to %s again",
                    at_s3_host(copies->s3));
    copies->has_failed = copies->has_failed && !ok;
    if (ok || at_cancel_fired(copies->cancel))
        return ok;
    at_metric_add(AT_METRIC_COPIES_FAILED, only, 1);
    if (!copies->has_failed)
        at_log_warn("the files of run %s are not copied yet, and are tried "
                    "again: %s",
                    run, err.msg);
    copies->has_failed = true;
    return false;
}

// Take the first run, which goes to the end of the queue if it failed.
static bool
take(struct at_copies *copies, char out[AT_STORE_KEY_MAX + 1])
{
    pthread_mutex_lock(&copies->lock);
    bool any = copies->count > 0;
    if (any) {
        memcpy(out, copies->queue[0], AT_STORE_KEY_MAX + 1);
        copies->count--;
        memmove(copies->queue, copies->queue + 1,
                copies->count * sizeof(*copies->queue));
    }
    pthread_mutex_unlock(&copies->lock);
    return any;
}

static void
give_back(struct at_copies *copies, const char *run)
{
    pthread_mutex_lock(&copies->lock);
    add_locked(copies, run);
    pthread_mutex_unlock(&copies->lock);
}

static void
count_waiting(struct at_copies *copies, bool one_more)
{
    pthread_mutex_lock(&copies->lock);
    at_metric_set(AT_METRIC_COPIES_WAITING, only,
                  copies->count + (one_more ? 1 : 0));
    pthread_mutex_unlock(&copies->lock);
}

static void
rest(struct at_copies *copies, int64_t ms, bool wakes)
{
    const struct at_op op = {
        ms < 0 ? AT_NEVER_NS : at_now_ns() + ms * AT_NS_PER_MS, copies->cancel};
    (void)!at_op_wait_fd(&op, wakes ? at_wake_fd(&copies->wake) : -1, POLLIN,
                         NULL);
}

static void
work(struct at_copies *copies)
{
    char run[AT_STORE_KEY_MAX + 1];
    int64_t pause_ms = BACKOFF_MS;
    pthread_mutex_lock(&copies->lock);
    bool looks = copies->look;
    copies->look = false;
    pthread_mutex_unlock(&copies->lock);
    if (looks)
        look(copies);
    while (!at_cancel_fired(copies->cancel) && take(copies, run)) {
        bool due = is_due(copies, run);
        count_waiting(copies, due);
        if (!due || send_run(copies, run)) {
            pause_ms = BACKOFF_MS;
        } else {
            give_back(copies, run);
            rest(copies, pause_ms, false);
            pause_ms =
                pause_ms * 2 < BACKOFF_MAX_MS ? pause_ms * 2 : BACKOFF_MAX_MS;
        }
    }
    count_waiting(copies, false);
}

static void *
keep(void *user)
{
    struct at_copies *copies = user;
    while (!at_cancel_fired(copies->cancel)) {
        at_wake_clear(&copies->wake);
        work(copies);
        pthread_mutex_lock(&copies->lock);
        bool idle = copies->count == 0 && !copies->look;
        pthread_mutex_unlock(&copies->lock);
        if (idle)
            rest(copies, -1, true);
    }
    return NULL;
}

bool
at_copies_start(struct at_copies *copies, const char *host, struct at_err *err)
{
    copies->host = host;
    int sys = pthread_create(&copies->thread, NULL, keep, copies);
    copies->has_thread = sys == 0;
    return sys == 0 ||
           at_fail_sys(err, AT_EIO, sys, "cannot start the thread of copies");
}

bool
at_copies_fetch(const struct at_op *op, struct at_copies *copies,
                const char *run, const char *host, struct at_err *err)
{
    struct at_https *https = at_https_new("mobile-tester-agent/" AT_VERSION);
    const struct at_copy copy = {copies->s3, https, copies->opts.reports, host,
                                 run};
    pthread_mutex_lock(&copies->fetching);
    // Another request may have brought it in the meantime.
    bool ok = at_copy_is_marked(&copy) || at_copy_fetch(op, &copy, err);
    pthread_mutex_unlock(&copies->fetching);
    at_https_free(https);
    return ok;
}
