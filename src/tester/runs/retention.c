#include "tester/runs/retention.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "base/op.h"
#include "sys/clock.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "tester/flow/flow_work.h"
#include "tester/runs/attempt.h"
#include "tester/runs/run_documents.h"

#define AT_LOG_MODULE "reports"
#define DAY_MS INT64_C(86400000)

enum { DAYS_DEFAULT = 30, DAYS_MAX = 36500, SCAN_EVERY_MS = 600000 };
#define BYTES_DEFAULT (INT64_C(2) << 30)

// The folder of a run.
struct folder {
    char id[AT_STORE_ID_LEN + 1];
    uint64_t bytes;
    bool ended; // it is as large as it gets
};

// The oldest first.
struct folders {
    struct folder *rows; // owned
    size_t count;
};

struct at_retention {
    const char *reports; // borrowed, as are the two below
    struct at_store_db *store;
    struct at_env *env;

    pthread_mutex_t lock; // guards all below but what the worker alone uses
    struct at_argv news;  // ids of runs
    bool looks;           // at all folders
    bool is_busy;         // a thread is at it: the worker

    struct folders known; // the worker's alone, as is the time below
    int64_t scan_ns;
};

void
at_retention_plan(const struct at_retention_policy *policy,
                  struct at_retention_run *runs, size_t count, int64_t now_ms)
{
    uint64_t left = 0;
    for (size_t i = 0; i < count; i++) {
        runs[i].expired = !runs[i].stays && policy->days > 0 &&
                          runs[i].begun_ms < now_ms - policy->days * DAY_MS;
        if (!runs[i].expired)
            left += runs[i].bytes;
    }
    for (size_t i = count; i > 0 && policy->max_bytes > 0; i--) {
        struct at_retention_run *run = &runs[i - 1];
        if (left <= policy->max_bytes)
            break;
        if (run->stays || run->expired)
            continue;
        run->expired = true;
        left -= run->bytes;
    }
}

static int64_t
read_variable(struct at_env *env, const char *name, int64_t max,
              int64_t otherwise)
{
    const char *text = at_env_variable(env, name);
    int64_t value = otherwise;
    if (text && text[0] && !at_str_to_i64(at_str(text), 0, max, &value))
        at_log_warn("%s is not a whole number from 0 to %lld: %lld is used",
                    name, (long long)max, (long long)otherwise);
    return value;
}

// Return true if the run is over, so no process writes its folder. A run that
// the store does not know is over.
static bool
has_ended(struct at_store_db *store, const char *id)
{
    struct at_run_record record;
    struct at_err err = AT_ERR_INIT;
    bool ended = at_run_document_get(store, id, &record, NULL, &err)
                     ? at_run_record_is_over(&record)
                     : err.code == AT_ENOTFOUND;
    at_run_record_deinit(&record);
    return ended;
}

static bool
is_run(const struct at_folder_entry *entry)
{
    static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    return entry->is_folder && strlen(entry->name) == AT_STORE_ID_LEN &&
           strspn(entry->name, letters) == AT_STORE_ID_LEN;
}

static struct folder *
add_folder(struct folders *folders, const char *id)
{
    folders->rows = at_realloc_array(folders->rows, folders->count + 1,
                                     sizeof(*folders->rows));
    struct folder *folder = &folders->rows[folders->count++];
    *folder = (struct folder){.ended = false};
    at_str_cut(folder->id, sizeof(folder->id), at_str(id));
    return folder;
}

// A server that was killed has left what its flows worked with. Another host of
// the pool may have ended the run.
static void
remove_work(const char *reports, const char *id)
{
    for (int64_t i = 1; i <= AT_ATTEMPTS_MAX; i++) {
        char *folder = at_attempt_folder(reports, id, i);
        at_flow_work_remove(folder);
        free(folder);
    }
}

static void
measure(const struct at_retention *retention, struct folder *folder)
{
    if (folder->ended)
        return;
    char *path = at_strfmt("%s/%s", retention->reports, folder->id);
    folder->ended = has_ended(retention->store, folder->id);
    if (folder->ended)
        remove_work(retention->reports, folder->id);
    folder->bytes = at_folder_bytes(path);
    free(path);
}

static int
compare_ids(const void *a, const void *b)
{
    return strcmp(((const struct folder *)a)->id,
                  ((const struct folder *)b)->id);
}

static struct folder *
find_folder(const struct folders *known, const char *id)
{
    struct folder wanted;
    at_str_cut(wanted.id, sizeof(wanted.id), at_str(id));
    return known->count == 0 ? NULL
                             : bsearch(&wanted, known->rows, known->count,
                                       sizeof(*known->rows), compare_ids);
}

// Look at all folders. Those of runs that have ended do not change, so they are
// measured once.
static bool
scan(struct at_retention *retention, struct at_err *err)
{
    struct at_folder_list list;
    struct folders found = {NULL, 0};
    if (!at_folder_list(retention->reports, &list, err))
        return false;
    for (size_t i = 0; i < list.count; i++) {
        if (!is_run(&list.entries[i]))
            continue;
        struct folder *folder = add_folder(&found, list.entries[i].name);
        const struct folder *known = find_folder(&retention->known, folder->id);
        if (known)
            *folder = *known;
    }
    at_folder_list_deinit(&list);
    free(retention->known.rows);
    retention->known = found;
    return true;
}

// Most runs are newer than all that are known.
static void
take_news(struct at_retention *retention, const struct at_argv *news)
{
    struct folders *known = &retention->known;
    size_t sorted = known->count;
    for (size_t i = 0; i < news->count; i++) {
        struct folders old = {known->rows, sorted};
        if (!find_folder(&old, news->words[i]))
            add_folder(known, news->words[i]);
    }
    if (known->count > sorted)
        qsort(known->rows, known->count, sizeof(*known->rows), compare_ids);
}

static void
note_expired(struct at_store_db *store, const char *id)
{
    struct at_err err = AT_ERR_INIT;
    struct at_run_record record;
    int64_t revision;
    bool found = at_run_document_get(store, id, &record, &revision, NULL);
    record.expired = true;
    if (found && (!store->ops->drop_events(store, at_str(id), &err) ||
                  !at_run_document_put(store, &record, revision, &err)))
        at_log_warn("the events of an old run stay: %s", err.msg);
    at_run_record_deinit(&record);
}

static void
remove_run(const char *reports, struct at_store_db *store, const char *id)
{
    struct at_err err = AT_ERR_INIT;
    char *path = at_strfmt("%s/%s", reports, id);
    note_expired(store, id);
    if (!at_folder_remove(path, &err))
        at_log_warn("an old report stays: %s", err.msg);
    free(path);
}

// Say what expires, and remove it.
static void
remove_expired(struct at_retention *retention,
               const struct at_retention_policy *policy)
{
    struct folders *known = &retention->known;
    struct at_retention_run *runs =
        at_realloc_array(NULL, known->count + 1, sizeof(*runs));
    size_t kept = 0;
    for (size_t i = 0; i < known->count; i++) {
        const struct folder *folder = &known->rows[known->count - 1 - i];
        runs[i] = (struct at_retention_run){
            .begun_ms = at_store_id_time(folder->id),
            .bytes = folder->bytes,
            .stays = i == 0 || !folder->ended,
        };
        at_str_cut(runs[i].id, sizeof(runs[i].id), at_str(folder->id));
    }
    at_retention_plan(policy, runs, known->count, at_wall_now_ms());
    for (size_t i = 0; i < known->count; i++) {
        if (runs[known->count - 1 - i].expired)
            remove_run(retention->reports, retention->store, known->rows[i].id);
        else
            known->rows[kept++] = known->rows[i];
    }
    known->count = kept;
    free(runs);
}

static bool
has_expired(const struct folders *known,
            const struct at_retention_policy *policy)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < known->count; i++)
        bytes += known->rows[i].bytes;
    return (policy->max_bytes > 0 && bytes > policy->max_bytes) ||
           (policy->days > 0 && known->count > 0 &&
            at_store_id_time(known->rows[0].id) <
                at_wall_now_ms() - policy->days * DAY_MS);
}

static void
work(struct at_retention *retention, const struct at_argv *news, bool looks)
{
    struct at_env *env = retention->env;
    const struct at_retention_policy policy = {
        .days =
            read_variable(env, "AGENTEST_REPORTS_DAYS", DAYS_MAX, DAYS_DEFAULT),
        .max_bytes = (uint64_t)read_variable(env, "AGENTEST_REPORTS_MAX_BYTES",
                                             INT64_MAX, BYTES_DEFAULT),
    };
    struct at_err err = AT_ERR_INIT;
    if (looks || at_now_ns() >= retention->scan_ns) {
        if (!scan(retention, &err))
            at_log_warn("old reports stay: %s", err.msg);
        retention->scan_ns = at_now_ns() + SCAN_EVERY_MS * AT_NS_PER_MS;
    }
    take_news(retention, news);
    for (size_t i = 0; i < retention->known.count; i++)
        measure(retention, &retention->known.rows[i]);
    if (has_expired(&retention->known, &policy))
        remove_expired(retention, &policy);
}

// Take what there is to do; false: nothing, or another thread is at it.
static bool
begin_work(struct at_retention *retention, struct at_argv *out_news,
           bool *out_looks)
{
    pthread_mutex_lock(&retention->lock);
    bool works =
        !retention->is_busy && (retention->news.count > 0 || retention->looks);
    if (works) {
        *out_news = retention->news;
        *out_looks = retention->looks;
        retention->news = (struct at_argv)AT_ARGV_INIT;
        retention->looks = false;
        retention->is_busy = true;
    }
    pthread_mutex_unlock(&retention->lock);
    return works;
}

void
at_retention_apply(struct at_retention *retention, const char *run)
{
    struct at_argv news;
    bool looks;
    pthread_mutex_lock(&retention->lock);
    if (run)
        at_argv_add(&retention->news, run);
    else
        retention->looks = true;
    pthread_mutex_unlock(&retention->lock);
    while (begin_work(retention, &news, &looks)) {
        work(retention, &news, looks);
        at_argv_deinit(&news);
        pthread_mutex_lock(&retention->lock);
        retention->is_busy = false;
        pthread_mutex_unlock(&retention->lock);
    }
}

struct at_retention *
at_retention_new(const char *reports, struct at_store_db *store,
                 struct at_env *env)
{
    struct at_retention *retention = at_alloc(sizeof(*retention));
    *retention =
        (struct at_retention){.reports = reports, .store = store, .env = env};
    pthread_mutex_init(&retention->lock, NULL);
    return retention;
}

void
at_retention_free(struct at_retention *retention)
{
    if (!retention)
        return;
    pthread_mutex_destroy(&retention->lock);
    at_argv_deinit(&retention->news);
    free(retention->known.rows);
    free(retention);
}
