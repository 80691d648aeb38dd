#include "tester/runs/recorder.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/log.h"
#include "tester/runs/manifest.h"

#define AT_LOG_MODULE "report"

enum {
    TEXT_MAX = 16 * 1024, // bytes of one text of an event
    SHORT_MAX = 1024,     // limit of a text that is too long once escaped
    PATHS = 4,            // paths in an event
    PATH_MAX_BYTES = 512,
    AGAIN_MS = 20,
    AGAIN_MAX = 50,
};

// An event in the stored form.
struct kept {
    struct at_run_event_masked masked;
    struct at_buf json;
    struct at_buf paths[PATHS]; // that the event borrows
    bool is_stored;
};

struct at_recorder {
    struct at_recorder_opts opts;
    char *run;                         // owned; in opts
    char *prefix;                      // owned; in opts; may be NULL
    int64_t last_index;                // index of the newest stored event
    char *folder;                      // owned; NULL: none yet
    char *log;                         // owned; NULL: nothing is to be logged
    struct at_manifest manifest;       // zero as long as folder is NULL
    struct at_manifest_writer *writer; // owned; may be NULL
    struct kept *held;                 // owned; NULL: no event is held
    bool logs_tokens;
    bool fenced;
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
    int64_t last = opts->last;
    if (last < 0 && !opts->store->ops->last_event(
                        opts->store, at_str(opts->run), &last, err))
        return NULL;
    struct at_recorder *recorder = at_alloc(sizeof(*recorder));
    recorder->opts = *opts;
    recorder->opts.run = recorder->run = at_strdup(opts->run);
    recorder->prefix = opts->prefix ? at_strdup(opts->prefix) : NULL;
    recorder->opts.prefix = recorder->prefix;
    recorder->last_index = last;
    return recorder;
}

static void
free_kept(struct kept *kept)
{
    at_run_event_masked_deinit(&kept->masked);
    at_buf_deinit(&kept->json);
    for (size_t i = 0; i < PATHS; i++)
        at_buf_deinit(&kept->paths[i]);
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
    free(recorder->prefix);
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

// Another event has the number. Go on after it, unless the run is another
// process's.
static bool
go_on(struct at_recorder *recorder, int *inout_tries)
{
    const struct at_recorder_opts *opts = &recorder->opts;
    const struct at_op for_ever = {AT_NEVER_NS, NULL};
    int64_t last = recorder->last_index;
    enum at_recorder_side side =
        opts->side ? opts->side(opts->owner) : AT_RECORDER_OURS;
    recorder->fenced = side == AT_RECORDER_THEIRS;
    if (side != AT_RECORDER_OURS)
        return false;
    bool has_news = opts->store->ops->last_event(opts->store, at_str(opts->run),
                                                 &last, NULL) &&
                    last != recorder->last_index;
    recorder->last_index = has_news ? last : recorder->last_index;
    if (!has_news)
        (void)!at_op_wait_until(&for_ever,
                                at_now_ns() + AGAIN_MS * AT_NS_PER_MS, NULL);
    return (*inout_tries)++ < AGAIN_MAX;
}

// An event that cannot be stored gets no number, to avoid gaps.
static void
store_kept(struct at_recorder *recorder, struct kept *out)
{
    struct at_store_db *store = recorder->opts.store;
    struct at_run_event *kept = &out->masked.event;
    struct at_err err;
    int tries = 0;
    do {
        err = (struct at_err)AT_ERR_INIT;
        at_buf_clear(&out->json);
        kept->index = recorder->last_index + 1;
        write_within_limit(kept, &out->json);
        out->is_stored =
            store->ops->add_event(store, at_str(recorder->run), kept->index,
                                  at_buf_str(&out->json), &err);
    } while (!out->is_stored && err.code == AT_EBUSY &&
             go_on(recorder, &tries));
    if (out->is_stored)
        recorder->last_index = kept->index;
    else if (!recorder->fenced)
        tell_once(recorder, &err);
}

// Put the prefix before the paths of an event.
static void
place(const char *prefix, struct at_run_event *event,
      struct at_buf out[static PATHS])
{
    struct at_str *const paths[PATHS] = {&event->path, &event->video,
                                         &event->before, &event->call_path};
    for (size_t i = 0; i < PATHS; i++) {
        out[i] = (struct at_buf)AT_BUF_INIT(PATH_MAX_BYTES);
        if (!prefix || paths[i]->len == 0)
            continue;
        at_buf_add_fmt(&out[i], "%s%.*s", prefix, AT_STR_ARG(*paths[i]));
        *paths[i] = at_buf_str(&out[i]);
    }
}

static void
keep(struct at_recorder *recorder, const struct at_run_event *event,
     struct kept *out)
{
    struct at_run_event placed = *event;
    *out = (struct kept){.json = AT_BUF_INIT(AT_STORE_EVENT_MAX_BYTES)};
    place(recorder->opts.prefix, &placed, out->paths);
    at_run_event_mask(&placed, recorder->opts.secrets, TEXT_MAX, &out->masked);
    if (out->masked.event.time_ms == 0)
        out->masked.event.time_ms = at_wall_now_ms();
    if (!recorder->fenced)
        store_kept(recorder, out);
    if (!recorder->fenced)
        add_log_line(recorder, &out->masked.event);
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
    if (recorder->folder && !recorder->fenced &&
        !at_manifest_write(&recorder->manifest, &err))
        tell_once(recorder, &err);
}

bool
at_recorder_is_fenced(const struct at_recorder *recorder)
{
    return recorder->fenced;
}

int64_t
at_recorder_last(const struct at_recorder *recorder)
{
    return recorder->last_index;
}
