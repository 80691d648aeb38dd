// runs_execute.c: one run on its lane, from its folder to its report
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "sys/path_below.h"
#include "sys/random.h"
#include "tester/flow/flow_work.h"
#include "tester/report/report.h"
#include "tester/runs/retention.h"
#include "tester/runs/run_documents.h"
#include "tester/runs/runs_job.h"
#include "tester/runs/runs_priv.h"

#define AT_LOG_MODULE "runs"

// Another process has added an event. If the run is still this one's, its
// document can be stored.
static enum at_recorder_side
find_side(void *owner)
{
    struct at_runs_job *job = owner;
    struct at_err err = AT_ERR_INIT;
    if (at_runs_put(job->runs, job->run, &err))
        return AT_RECORDER_OURS;
    return err.code == AT_EBUSY ? AT_RECORDER_THEIRS : AT_RECORDER_UNKNOWN;
}

// The first event of a run is added by the process that has queued it, or by
// one that claims it before: once.
static enum at_recorder_side
be_first(void *owner)
{
    (void)owner;
    return AT_RECORDER_THEIRS;
}

static struct at_recorder *
open_recorder(struct at_runs *runs, const char *id,
              struct at_recorder_opts *opts, struct at_err *err)
{
    opts->store = runs->opts.store;
    opts->run = id;
    opts->event = runs->opts.event;
    opts->user = runs->opts.user;
    return at_recorder_new(opts, err);
}

struct at_recorder *
at_runs_open_recorder(struct at_runs *runs, const char *id,
                      struct at_runs_job *job, struct at_err *err)
{
    struct at_recorder_opts opts = {.last = -1};
    char *prefix = NULL;
    if (job) {
        prefix = at_attempt_prefix(job->run->order.record.attempt);
        opts.secrets = job->run->secrets;
        opts.side = find_side;
        opts.owner = job;
        opts.last = job->run->last_event;
        opts.prefix = prefix;
    }
    struct at_recorder *recorder = open_recorder(runs, id, &opts, err);
    free(prefix);
    return recorder;
}

struct at_recorder *
at_runs_open_first(struct at_runs *runs, const char *id, struct at_err *err)
{
    struct at_recorder_opts opts = {.side = be_first, .last = -1};
    return open_recorder(runs, id, &opts, err);
}

void
at_runs_pass_state(const struct at_run_record *record,
                   struct at_recorder *recorder, at_recorder_take_fn *take)
{
    const struct at_run_event event = at_run_record_event(record);
    take(recorder, &event);
}

// Return false if another process has the run.
static bool
store_end(struct at_conclusion *conclusion)
{
    struct at_store_db *store = conclusion->runs->opts.store;
    struct at_err err = AT_ERR_INIT;
    bool ok = conclusion->run
                  ? at_runs_put(conclusion->runs, conclusion->run, &err)
                  : at_run_document_replace(store, conclusion->record,
                                            &conclusion->revision, &err);
    if (!ok && err.code == AT_EBUSY)
        at_log_warn("run %s: %s", conclusion->record->id, err.msg);
    else if (!ok)
        at_log_error("a run's end was not stored: %s", err.msg);
    return ok || err.code != AT_EBUSY;
}

// Others see that the run has ended.
static void
settle(const struct at_conclusion *conclusion)
{
    pthread_mutex_lock(&conclusion->runs->lock);
    conclusion->record->settling = false;
    pthread_mutex_unlock(&conclusion->runs->lock);
}

static void
unlist(const struct at_conclusion *conclusion)
{
    pthread_mutex_lock(&conclusion->runs->lock);
    at_runs_unlist_locked(conclusion->run);
    pthread_mutex_unlock(&conclusion->runs->lock);
}

static void
retire(const struct at_conclusion *conclusion)
{
    pthread_mutex_lock(&conclusion->runs->lock);
    at_runs_retire_locked(conclusion->runs, conclusion->run);
    pthread_mutex_unlock(&conclusion->runs->lock);
}

static void
finish_recorder(const struct at_conclusion *conclusion)
{
    if (conclusion->is_told)
        at_recorder_finish(conclusion->recorder, NULL);
    else
        at_runs_pass_state(conclusion->record, conclusion->recorder,
                           at_recorder_finish);
}

static void
tell_end(struct at_conclusion *conclusion)
{
    if (conclusion->folder)
        at_report_write(conclusion->folder, conclusion->record);
    if (conclusion->recorder)
        finish_recorder(conclusion);
    settle(conclusion);
    (void)store_end(conclusion);
}

// Before the last event, all files are written and the run is off the list: a
// client that hears the event and asks finds the end, and hears nothing after
// it that would make it ask again. Nothing is written of a run that another
// process has.
void
at_runs_conclude(struct at_conclusion *conclusion)
{
    bool ours = store_end(conclusion);
    if (ours)
        tell_end(conclusion);
    if (conclusion->run)
        unlist(conclusion);
    if (conclusion->recorder && ours)
        at_recorder_tell_held(conclusion->recorder);
    if (conclusion->run)
        retire(conclusion);
}

// Point REPORTS/latest at the newest run, in one step.
static bool
point_latest(const char *reports, const char *id)
{
    char suffix[9];
    at_random_hex(suffix, sizeof(suffix) - 1);
    char *latest = at_strfmt("%s/latest", reports);
    char *part = at_strfmt("%s/.latest-%s", reports, suffix);
    bool ok = symlink(id, part) == 0 && rename(part, latest) == 0;
    if (!ok)
        unlink(part);
    free(part);
    free(latest);
    return ok;
}

static bool
make_folder(struct at_runs_job *job, struct at_err *err)
{
    const char *reports = job->runs->reports;
    job->folder = at_attempt_folder(reports, job->run->id,
                                    job->run->order.record.attempt);
    char *screenshots = at_strfmt("%s/screenshots", job->folder);
    char *video = at_strfmt("%s/video", job->folder);
    bool ok = at_folder_make(screenshots, err) && at_folder_make(video, err);
    free(video);
    free(screenshots);
    return ok && (point_latest(reports, job->run->id) ||
                  at_fail(err, AT_EIO,
                          "'%s/latest' cannot be made: it must be a symbolic "
                          "link, remove what is there",
                          reports));
}

// Read the user's hints about the app. A file that cannot be read is logged and
// ignored.
static bool
read_hints(struct at_runs_job *job, struct at_buf *out)
{
    const char *folder = job->runs->opts.hints;
    char *name = at_strfmt("%s.md", job->run->order.record.scenario.package);
    struct at_err err = AT_ERR_INIT;
    struct at_path_below file = {.fd = -1};
    bool has_folder = folder && at_file_exists(folder);
    bool ok = has_folder &&
              at_path_below_open(folder, at_str(name), &file, &err) &&
              at_file_read_open(file.fd, name, out, &err) &&
              (at_utf8_valid(at_buf_str(out)) ||
               at_fail(&err, AT_EUSAGE, "'%s' is not UTF-8", name));
    if (has_folder && !ok && err.code != AT_ENOTFOUND)
        at_log_warn("the hints about the app are not used: %s", err.msg);
    if (file.fd >= 0)
        close(file.fd);
    free(name);
    return ok && out->len > 0;
}

// This host ends: the run is another one's from now on.
static void
end_by_leaving(const struct at_runs_job *job, struct at_run_record *record)
{
    char *reason = at_strfmt("host '%s' was stopped", job->runs->host);
    at_run_record_end_by(record, AT_RUN_END_LOST, reason);
    free(reason);
}

// An end by a person or by another program counts unless all steps have ended.
static void
judge_end(const struct at_runs_job *job, struct at_run_record *record)
{
    bool leaving = job->run->leaving;
    bool stopped =
        job->run->stopping || (leaving && at_runs_has_failed(record));
    if (record->end == AT_RUN_END_DONE)
        return;
    if (stopped)
        at_run_record_end_by(record, AT_RUN_END_STOPPED, NULL);
    else if (leaving)
        end_by_leaving(job, record);
    else if (job->taken[0])
        at_run_record_end_by(record, AT_RUN_END_DEVICE, job->taken);
}

// The record has its end, which is yet to be stored and told.
void
at_runs_take_end(struct at_runs_job *job, const struct at_run_result *result)
{
    struct at_run_record *own = &job->run->order.record;
    at_recorder_rest(job->recorder);
    pthread_mutex_lock(&job->runs->lock);
    at_run_record_take_end(own, result->record);
    judge_end(job, own);
    at_run_record_mask(own, job->run->secrets);
    own->settling = true;
    pthread_mutex_unlock(&job->runs->lock);
}

static void
end_early(struct at_runs_job *job, enum at_run_end end,
          const struct at_err *why)
{
    struct at_run_record *record = &job->run->order.record;
    if (job->recorder)
        at_recorder_rest(job->recorder);
    pthread_mutex_lock(&job->runs->lock);
    at_run_record_fail(record, end, why->msg, at_wall_now_ms());
    at_run_record_mask(record, job->run->secrets);
    record->settling = true;
    pthread_mutex_unlock(&job->runs->lock);
}

// The worker has died or hangs: its run ends, and others go on. If another
// process has the run, the worker ends, and nothing is written.
static void
lose_worker(struct at_runs_job *job, const struct at_err *why)
{
    struct at_buf reason = AT_BUF_INIT(AT_ERR_MSG_MAX);
    struct at_err err = AT_ERR_INIT;
    bool fenced = job->run->fenced;
    bool is_dead = why->code == AT_ENODEV && !fenced;
    at_runs_worker_end(job->lane, is_dead ? NULL : why->msg, &reason);
    at_fail(&err, AT_EIO, "%s", at_buf_text(&reason));
    at_log_error("run %s: %s", job->run->id, err.msg);
    if (!fenced)
        end_early(job, AT_RUN_END_WORKER, &err);
    at_buf_deinit(&reason);
}

static void
do_run(struct at_runs_job *job)
{
    struct at_buf hints = AT_BUF_INIT(AT_HINTS_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    const char *text = read_hints(job, &hints) ? at_buf_text(&hints) : NULL;
    if (!at_runs_worker_start(job->lane, &err))
        end_early(job, AT_RUN_END_MACHINE, &err);
    else if (!at_runs_talk(job, text, &err))
        lose_worker(job, &err);
    at_buf_deinit(&hints);
}

static void
do_run_in_view(struct at_runs_job *job)
{
    struct at_views *views = job->runs->opts.views;
    const char *device = job->lane->device;
    if (views)
        at_views_begin_run(views, device,
                           at_secrets_count(job->run->secrets) > 0);
    do_run(job);
    at_flow_work_remove(job->folder); // its worker may have died
    if (views)
        at_views_end_run(views, device);
}

static bool
begin(struct at_runs_job *job, struct at_err *err)
{
    struct at_run_record *record = &job->run->order.record;
    job->recorder = at_runs_open_recorder(job->runs, job->run->id, job, err);
    if (!job->recorder || !make_folder(job, err))
        return false;
    at_recorder_begin(job->recorder, job->folder, record);
    at_runs_pass_state(record, job->recorder, at_recorder_add);
    return true;
}

static void
conclude(struct at_runs_job *job)
{
    struct at_conclusion conclusion = {.runs = job->runs,
                                       .run = job->run,
                                       .record = &job->run->order.record,
                                       .recorder = job->recorder,
                                       .folder = job->folder};
    if (job->recorder)
        at_recorder_rest(job->recorder);
    at_runs_conclude(&conclusion);
}

void
at_runs_execute(struct at_runs_lane *lane, struct at_runs_run *run)
{
    struct at_runs_job job = {.runs = lane->runs, .lane = lane, .run = run};
    struct at_err err = AT_ERR_INIT;
    at_log_about(run->id, lane->device);
    if (begin(&job, &err))
        do_run_in_view(&job);
    else if (!run->fenced)
        end_early(&job, AT_RUN_END_MACHINE, &err);
    if (at_runs_may_retry(&job))
        at_runs_retry(&job);
    else
        conclude(&job);
    at_recorder_free(job.recorder);
    at_log_about(NULL, NULL);
    at_retention_apply(lane->runs->retention, run->id);
    free(job.folder);
}
