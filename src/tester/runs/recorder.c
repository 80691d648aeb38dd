#include "tester/runs/recorder.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/log.h"
#include "tester/runs/manifest.h"

#define AT_LOG_MODULE "report"

enum {
    TEXT_MAX = 16 * 1024, // bytes of one text of an event
    SHORT_MAX = 1024,     // limit of a text that is too long once escaped
};

// An event in the stored form.
struct kept {
    struct at_run_event_masked masked;
    struct at_buf json;
    bool is_stored;
};

struct at_recorder {
    struct at_recorder_opts opts;
    char *run;                         // owned; in opts
    int64_t last_index;                // index of the newest stored event
    char *folder;                      // owned; NULL: none yet
    char *log;                         // owned; NULL: nothing is to be logged
    struct at_manifest manifest;       // zero as long as folder is NULL
    struct at_manifest_writer *writer; // owned; may be NULL
    struct kept *held;                 // owned; NULL: no event is held
    bool logs_tokens;
    bool told; // a failure to keep something was reported
};

static void
tell_once(struct at_recorder *recorder, const struct at_err *err)
{
    if (!recorder->told)
        at_log_error("not kept: %s run=%s", err->msg, recorder->run);
    recorder->told = true;
}

struct at_recorder *
at_recorder_new(const struct at_recorder_opts *opts, struct at_err *err)
{
    int64_t last;
    if (!opts->store->ops->last_event(opts->store, at_str(opts->run), &last,
                                      err))
        return NULL;
    struct at_recorder *recorder = at_alloc(sizeof(*recorder));
    recorder->opts = *opts;
    recorder->opts.run = recorder->run = at_strdup(opts->run);
    recorder->last_index = last;
    return recorder;
}

static void
free_kept(struct kept *kept)
{
    at_run_event_masked_deinit(&kept->masked);
    at_buf_deinit(&kept->json);
}

void
at_recorder_free(struct at_recorder *recorder)
{
    if (!recorder)
        return;
    at_manifest_stop(recorder->writer);
    at_manifest_deinit(&recorder->manifest);
    if (recorder->held)
        free_kept(recorder->held);
    free(recorder->held);
    free(recorder->run);
    free(recorder->folder);
    free(recorder->log);
    free(recorder);
}

void
at_recorder_begin(struct at_recorder *recorder, const char *folder,
                  const struct at_run_record *record)
{
    struct at_err err = AT_ERR_INIT;
    recorder->folder = at_strdup(folder);
    recorder->logs_tokens = record->config.log_tokens;
    if (record->config.logs)
        recorder->log = at_strfmt("%s/log.txt", folder);
    at_manifest_init(&recorder->manifest, recorder->opts.store,
                     recorder->folder, record);
    recorder->writer = at_manifest_start(&recorder->manifest, &err);
    if (!recorder->writer)
        tell_once(recorder, &err);
}

// Escaped text takes up to six times its length.
static void
write_within_limit(struct at_run_event *event, struct at_buf *out)
{
    at_run_event_write(event, out);
    if (!out->overflow)
        return;
    at_buf_clear(out);
    at_run_event_cut(event, SHORT_MAX);
    at_run_event_write(event, out);
}

static void
add_log_line(struct at_recorder *recorder, const struct at_run_event *event)
{
    struct at_buf line = AT_BUF_INIT(AT_STORE_EVENT_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    if (!recorder->log ||
        (event->kind == AT_RUN_MODEL && !recorder->logs_tokens))
        return;
    at_run_event_line(event, &line);
    at_buf_add_char(&line, '\n');
    if (!at_file_append(recorder->log, at_buf_str(&line), &err))
        tell_once(recorder, &err);
    at_buf_deinit(&line);
}

// An event that cannot be stored gets no number, to avoid gaps.
static void
keep(struct at_recorder *recorder, const struct at_run_event *event,
     struct kept *out)
{
    struct at_store_db *store = recorder->opts.store;
    struct at_run_event *kept = &out->masked.event;
    struct at_err err = AT_ERR_INIT;
    at_run_event_mask(event, recorder->opts.secrets, TEXT_MAX, &out->masked);
    out->json = (struct at_buf)AT_BUF_INIT(AT_STORE_EVENT_MAX_BYTES);
    if (kept->time_ms == 0)
        kept->time_ms = at_wall_now_ms();
    kept->index = recorder->last_index + 1;
    write_within_limit(kept, &out->json);
    out->is_stored =
        store->ops->add_event(store, at_str(recorder->run), kept->index,
                              at_buf_str(&out->json), &err);
    if (out->is_stored)
        recorder->last_index = kept->index;
    else
        tell_once(recorder, &err);
    add_log_line(recorder, kept);
}

static void
tell(const struct at_recorder *recorder, const struct kept *kept)
{
    const struct at_recorder_opts *opts = &recorder->opts;
    if (kept->is_stored && opts->event)
        opts->event(opts->user, recorder->run, kept->masked.event.index,
                    at_buf_str(&kept->json));
}

void
at_recorder_add(struct at_recorder *recorder, const struct at_run_event *event)
{
    struct kept kept;
    keep(recorder, event, &kept);
    if (recorder->writer)
        at_manifest_touch(recorder->writer);
    tell(recorder, &kept);
    free_kept(&kept);
}

void
at_recorder_hold(struct at_recorder *recorder, const struct at_run_event *event)
{
    at_assert(!recorder->held);
    recorder->held = at_alloc(sizeof(*recorder->held));
    keep(recorder, event, recorder->held);
}

void
at_recorder_tell_held(struct at_recorder *recorder)
{
    if (recorder->held)
        tell(recorder, recorder->held);
}

void
at_recorder_rest(struct at_recorder *recorder)
{
    at_manifest_stop(recorder->writer);
    recorder->writer = NULL;
}

void
at_recorder_finish(struct at_recorder *recorder,
                   const struct at_run_event *last)
{
    struct at_err err = AT_ERR_INIT;
    at_recorder_rest(recorder);
    if (last)
        at_recorder_hold(recorder, last);
    if (recorder->folder && !at_manifest_write(&recorder->manifest, &err))
        tell_once(recorder, &err);
}

int64_t
at_recorder_last(const struct at_recorder *recorder)
{
    return recorder->last_index;
}
