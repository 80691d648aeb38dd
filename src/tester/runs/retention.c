#include "tester/runs/retention.h"

#include <limits.h>
#include <string.h>

#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "sys/clock.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "tester/runs/run_documents.h"

#define AT_LOG_MODULE "reports"
#define DAY_MS INT64_C(86400000)

enum { DAYS_DEFAULT = 30, DAYS_MAX = 36500 };
#define BYTES_DEFAULT (INT64_C(2) << 30)

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

// The folders of runs, the newest first: their names sort by time.
static struct at_retention_run *
scan(const char *reports, struct at_store_db *store,
     const struct at_folder_list *list, size_t *out_count)
{
    struct at_retention_run *runs =
        at_realloc_array(NULL, list->count + 1, sizeof(*runs));
    *out_count = 0;
    for (size_t i = list->count; i > 0; i--) {
        const struct at_folder_entry *entry = &list->entries[i - 1];
        if (!is_run(entry))
            continue;
        struct at_retention_run *run = &runs[(*out_count)++];
        char *path = at_strfmt("%s/%s", reports, entry->name);
        *run = (struct at_retention_run){
            .begun_ms = at_store_id_time(entry->name),
            .bytes = at_folder_bytes(path),
            .stays = *out_count == 1 || !has_ended(store, entry->name),
        };
        at_str_cut(run->id, sizeof(run->id), at_str(entry->name));
        free(path);
    }
    return runs;
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

void
at_retention_apply(const char *reports, struct at_store_db *store,
                   struct at_env *env)
{
    const struct at_retention_policy policy = {
        .days =
            read_variable(env, "AGENTEST_REPORTS_DAYS", DAYS_MAX, DAYS_DEFAULT),
        .max_bytes = (uint64_t)read_variable(env, "AGENTEST_REPORTS_MAX_BYTES",
                                             INT64_MAX, BYTES_DEFAULT),
    };
    struct at_folder_list list;
    struct at_err err = AT_ERR_INIT;
    size_t count;
    if (!at_folder_list(reports, &list, &err)) {
        at_log_warn("old reports stay: %s", err.msg);
        return;
    }
    struct at_retention_run *runs = scan(reports, store, &list, &count);
    at_retention_plan(&policy, runs, count, at_wall_now_ms());
    for (size_t i = count; i > 0; i--) {
        if (runs[i - 1].expired)
            remove_run(reports, store, runs[i - 1].id);
    }
    free(runs);
    at_folder_list_deinit(&list);
}
