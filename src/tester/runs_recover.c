// runs_recover.c: runs that a process before this one did not finish
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "tester/document.h"
#include "tester/left_video.h"
#include "tester/runs_priv.h"
#include "wire/json.h"

#define AT_LOG_MODULE "runs"

static const char reason[] = "the server ended in the middle of this run";

static bool
has_owner(const json_t *document)
{
    const char *owner = json_string_value(json_object_get(document, "owner"));
    return owner && at_filelock_is_held(owner);
}

static bool
is_end(void *user, int64_t index, struct at_str json)
{
    (void)index;
    json_t *event = at_json_parse(json, NULL);
    *(bool *)user = at_str_is(at_json_get_str(event, "type"), "state") &&
                    at_str_is(at_json_get_str(event, "state"), "ended");
    json_decref(event);
    return true;
}

// Returns true if the run's last event is its end, so only the rest is missing.
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

// The outcome is stored already if the process was killed after the run's end.
static json_t *
end_of(const json_t *stored, const char *id)
{
    json_t *final = json_object_get(stored, "final");
    if (final) {
        at_log_warn("run %s had ended: its report is finished now", id);
        return json_deep_copy(final);
    }
    json_t *document = json_deep_copy(stored);
    at_document_lose(document, reason, at_wall_now_ms());
    at_log_warn("run %s was cut off: %s", id, reason);
    return document;
}

static void
finish_run(struct at_runs *runs, const char *id, const json_t *stored)
{
    struct at_err err = AT_ERR_INIT;
    json_t *document = end_of(stored, id);
    char *folder = at_strfmt("%s/%s", runs->reports, id);
    struct at_recorder *recorder = at_recorder_new(
        &(struct at_recorder_opts){runs->opts.store, id, NULL, runs->opts.event,
                                   runs->opts.user},
        &err);
    bool has_folder = at_file_exists(folder);
    if (has_folder)
        remove_parts(folder);
    if (recorder && has_folder) {
        at_recorder_begin(recorder, folder, document);
        at_left_video_take(folder, recorder);
    }
    at_runs_conclude(
        &(struct at_conclusion){
            .runs = runs,
            .id = id,
            .recorder = recorder,
            .folder = has_folder ? folder : NULL,
            .is_told = recorder && was_told(runs, recorder, id),
        },
        document);
    at_recorder_free(recorder);
    json_decref(document);
    free(folder);
}

// Each pass ends some, so that the next one finds others.
static bool
recover_state(struct at_runs *runs, const char *state, struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    struct at_store_query query = {.kind = AT_STORE_RUN,
                                   .state = at_str(state),
                                   .limit = AT_RUNS_QUEUE_MAX};
    char before[AT_STORE_KEY_MAX + 1];
    bool more = true;
    while (more) {
        struct at_store_list list;
        if (!store->ops->list(store, &query, &list, err))
            return false;
        for (size_t i = 0; i < list.count; i++) {
            if (!has_owner(list.docs[i].json))
                finish_run(runs, list.docs[i].id, list.docs[i].json);
        }
        more = list.more;
        if (more) {
            at_str_cut(before, sizeof(before),
                       at_str(list.docs[list.count - 1].id));
            query.before = at_str(before);
        }
        at_store_list_deinit(&list);
    }
    return true;
}

bool
at_runs_recover(struct at_runs *runs, struct at_err *err)
{
    return recover_state(runs, "queued", err) &&
           recover_state(runs, "running", err);
}
