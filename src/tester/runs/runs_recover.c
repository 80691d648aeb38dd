// runs_recover.c: runs that a process before this one did not finish
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "tester/runs/left_video.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

static bool
has_owner(const struct at_run_record *record)
{
    return record->owner && at_filelock_is_held(record->owner);
}

static bool
is_end(void *user, int64_t index, struct at_str json)
{
    struct at_run_event event;
    (void)index;
    *(bool *)user = at_run_event_read(json, &event, NULL) &&
                    event.kind == AT_RUN_STATE &&
                    event.state == AT_RUN_EVENT_ENDED;
    at_run_event_deinit(&event);
    return true;
}

// Return true if the run's last event is its end, so only the rest is missing.
static bool
was_told(struct at_runs *runs, const struct at_recorder *recorder,
         const char *id)
{
    struct at_store_db *store = runs->opts.store;
    bool told = false;
    struct at_store_reading last = {at_str(id), at_recorder_last(recorder) - 1,
                                    1, is_end, &told};
    return store->ops->events(store, &last, NULL) && told;
}

// A process that was killed while it replaced a file has left a part of it.
static void
remove_parts(const char *folder)
{
    static const char *const names[] = {"manifest.json.", "junit.xml.",
                                        "report.json.", "report.md."};
    struct at_folder_list list;
    if (!at_folder_list(folder, &list, NULL))
        return;
    for (size_t i = 0; i < list.count * AT_LEN(names); i++) {
        const char *name = list.entries[i / AT_LEN(names)].name;
        if (!at_str_starts(at_str(name), at_str(names[i % AT_LEN(names)])))
            continue;
        char *path = at_strfmt("%s/%s", folder, name);
        unlink(path);
        free(path);
    }
    at_folder_list_deinit(&list);
}

static bool
note(void *user, int64_t index, struct at_str json)
{
    struct at_run_record *record = user;
    struct at_run_event event;
    (void)index;
    if (at_run_event_read(json, &event, NULL))
        at_run_record_note(record, &event, event.time_ms);
    at_run_event_deinit(&event);
    return true;
}

// The record was stored when the run began; its events know the verdicts and
// the usage since.
static void
note_events(const struct at_runs *runs, struct at_run_record *record)
{
    const struct at_store_reading all = {
        .run = at_str(record->id), .each = note, .user = record};
    struct at_err err = AT_ERR_INIT;
    if (!record->settling &&
        !runs->opts.store->ops->events(runs->opts.store, &all, &err))
        at_log_warn("run %s: %s", record->id, err.msg);
}

// The outcome is stored already if the process was killed after the run's end.
static void
end_record(struct at_run_record *record, enum at_run_end end,
           const char *reason)
{
    if (record->settling) {
        at_log_warn("run %s had ended: its report is finished now", record->id);
        return;
    }
    at_run_record_fail(record, end, reason, at_wall_now_ms());
    record->settling = true;
    at_log_warn("run %s was cut off: %s", record->id, reason);
}

static void
conclude(struct at_runs *runs, struct at_run_record *record, int64_t revision)
{
    struct at_err err = AT_ERR_INIT;
    const char *id = record->id;
    char *folder = at_attempt_folder(runs->reports, id, record->attempt);
    struct at_recorder *recorder = at_runs_open_recorder(runs, id, NULL, &err);
    bool has_folder = at_file_exists(folder);
    if (has_folder)
        remove_parts(folder);
    if (recorder && has_folder) {
        at_recorder_begin(recorder, folder, record);
        at_left_video_take(folder, recorder);
    }
    if (recorder)
        at_recorder_rest(recorder);
    struct at_conclusion conclusion = {
        .runs = runs,
        .record = record,
        .revision = revision,
        .recorder = recorder,
        .folder = has_folder ? folder : NULL,
        .is_told = recorder && was_told(runs, recorder, id),
    };
    at_runs_conclude(&conclusion);
    at_recorder_free(recorder);
    free(folder);
}

bool
at_runs_finish_lost(struct at_runs *runs, struct at_run_record *record,
                    int64_t revision, enum at_run_end end, const char *reason)
{
    struct at_err err = AT_ERR_INIT;
    note_events(runs, record);
    end_record(record, end, reason);
    if (!at_run_document_replace(runs->opts.store, record, &revision, &err) &&
        err.code == AT_EBUSY)
        return false;
    conclude(runs, record, revision);
    return true;
}

static bool
finish_if_lost(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct at_runs *runs = user;
    struct at_run_record record;
    bool ok = at_run_record_read(doc->json, &record, NULL);
    at_str_cut(record.id, sizeof(record.id), at_str(doc->id));
    if (ok && !record.pooled && !has_owner(&record))
        (void)at_runs_finish_lost(runs, &record, doc->revision, AT_RUN_END_LOST,
                                  "the server ended in the middle of this run");
    at_run_record_deinit(&record);
    (void)err;
    return true;
}

// Runs of the pool are not lost, and may be many.
static bool
look_at_one(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct at_runs *runs = user;
    struct at_store_db *store = runs->opts.store;
    struct at_store_doc whole;
    struct at_run_record record;
    at_run_wish_read(doc, &record);
    bool pooled = record.pooled;
    at_run_record_deinit(&record);
    if (pooled)
        return true;
    bool ok =
        !store->ops->get(store, AT_STORE_RUN, at_str(doc->id), &whole, NULL) ||
        finish_if_lost(runs, &whole, err);
    at_store_doc_deinit(&whole);
    return ok;
}

static bool
recover_state(struct at_runs *runs, enum at_run_state state, struct at_err *err)
{
    const struct at_store_query query = {
        .kind = AT_STORE_RUN,
        .state = at_str(at_run_state_names[state]),
        .only = at_run_wish_members,
    };
    return at_store_each(runs->opts.store, &query, look_at_one, runs, err);
}

bool
at_runs_recover(struct at_runs *runs, struct at_err *err)
{
    return recover_state(runs, AT_RUN_STATE_QUEUED, err) &&
           recover_state(runs, AT_RUN_STATE_RUNNING, err);
}
