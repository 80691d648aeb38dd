// runs_execute.c: one run on its lane, from its folder to its report
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/below.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/log.h"
#include "sys/random.h"
#include "tester/expectations.h"
#include "tester/place.h"
#include "tester/recordings.h"
#include "tester/report/report.h"
#include "tester/run.h"
#include "tester/runs_priv.h"

#define AT_LOG_MODULE "runs"

// A run while it is done; used by its lane's thread.
struct job {
    struct at_runs *runs;
    struct at_runs_lane *lane;
    struct at_runs_run *run;
    struct at_recorder *recorder;
    char *folder;    // owned
    char taken[160]; // who has asked for the device; "": nobody
};

void
at_runs_tell_state(struct at_recorder *recorder,
                   const struct at_run_record *record)
{
    json_t *more;
    struct at_run_event event = at_run_record_event(record, &more);
    at_recorder_add(recorder, &event);
    json_decref(more);
}

static void
store_end(struct at_runs *runs, const struct at_run_record *record)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_runs_store(runs, record, &err))
        at_log_error("a run's end was not stored: %s", err.msg);
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
retire(const struct at_conclusion *conclusion)
{
    pthread_mutex_lock(&conclusion->runs->lock);
    at_runs_retire(conclusion->runs, conclusion->run);
    pthread_mutex_unlock(&conclusion->runs->lock);
}

static void
finish_recorder(const struct at_conclusion *conclusion)
{
    json_t *more;
    struct at_run_event event = at_run_record_event(conclusion->record, &more);
    at_recorder_finish(conclusion->recorder,
                       conclusion->is_told ? NULL : &event);
    json_decref(more);
}

// All files are written before anybody learns that the run has ended.
void
at_runs_conclude(const struct at_conclusion *conclusion)
{
    store_end(conclusion->runs, conclusion->record);
    if (conclusion->folder)
        at_report_write(conclusion->folder, conclusion->record);
    if (conclusion->recorder)
        finish_recorder(conclusion);
    settle(conclusion);
    store_end(conclusion->runs, conclusion->record);
    if (conclusion->recorder)
        at_recorder_tell_last(conclusion->recorder);
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
make_folder(struct job *job, struct at_err *err)
{
    const char *reports = job->runs->reports;
    job->folder = at_strfmt("%s/%s", reports, job->run->id);
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

// Somebody else may ask for the device between any two events.
static void
check_lease(struct job *job)
{
    struct at_lock_holder who;
    if (job->taken[0] || !at_lock_asked(job->lane->lease, &who))
        return;
    snprintf(job->taken, sizeof(job->taken),
             "the device was taken over by %s (process %ld)", who.program,
             who.pid);
    pthread_mutex_lock(&job->runs->lock);
    at_str_cut(job->lane->lost_to, sizeof(job->lane->lost_to),
               at_str(job->taken));
    pthread_mutex_unlock(&job->runs->lock);
    at_cancel_fire(job->run->cancel);
}

static void
note_time(struct job *job, int step)
{
    pthread_mutex_lock(&job->runs->lock);
    at_run_record_touch(&job->run->record, step, at_wall_now_ms());
    pthread_mutex_unlock(&job->runs->lock);
}

static void
on_event(void *user, const struct at_run_event *event)
{
    struct job *job = user;
    note_time(job, event->step);
    at_recorder_add(job->recorder, event);
    check_lease(job);
}

// Ask for an approval; it is answered by at_runs_approve().
static bool
on_approve(void *user, const struct at_op *op, struct at_str what)
{
    struct job *job = user;
    struct at_runs *runs = job->runs;
    struct at_runs_run *run = job->run;
    pthread_mutex_lock(&runs->lock);
    run->approval = AT_APPROVAL_ASKED;
    at_run_record_set(&run->asks, what);
    while (run->approval == AT_APPROVAL_ASKED && at_runs_await(op, runs, NULL))
        continue;
    bool approved = run->approval == AT_APPROVAL_YES;
    run->approval = AT_APPROVAL_NONE;
    free(run->asks);
    run->asks = NULL;
    pthread_mutex_unlock(&runs->lock);
    return approved;
}

static void
on_picture(void *user, struct at_str png)
{
    const struct job *job = user;
    struct at_views *views = job->runs->opts.views;
    if (views)
        at_views_publish(views, job->lane->device, png, true);
}

static void
keep_recording(struct job *job, const struct at_run_opts *opts,
               const struct at_recipe *made)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_recording_keep_run(job->runs->opts.store,
                               &(struct at_recording_run){
                                   .made = made,
                                   .played = opts->recipe,
                                   .run = job->run->id,
                                   .now_ms = at_wall_now_ms(),
                               },
                               &err))
        at_log_warn("the recording was not kept: %s", err.msg);
}

static void
keep_expectations(struct job *job, const struct at_scenario *scenario)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_expectations_keep(job->runs->opts.store, scenario, &err))
        at_log_warn("the compiled expectations were not kept: %s", err.msg);
}

// Ask for what is known of the app before the run, and show it.
static void
read_place(struct job *job, const struct at_op *op, struct at_device *device,
           struct at_recipe_place *out)
{
    struct at_run_record *record = &job->run->record;
    at_place_read(op, device, record->scenario.package, out);
    pthread_mutex_lock(&job->runs->lock);
    if (out->version[0])
        at_run_record_set(&record->app_version, at_str(out->version));
    pthread_mutex_unlock(&job->runs->lock);
}

// Read what the user has written about the app. A file that cannot be read is
// no reason not to test: the log says so.
static bool
read_hints(struct job *job, struct at_buf *out)
{
    const char *folder = job->runs->opts.hints;
    char *name = at_strfmt("%s.md", job->run->record.scenario.package);
    struct at_err err = AT_ERR_INIT;
    struct at_below file = {.fd = -1};
    bool has_folder = folder && at_file_exists(folder);
    bool ok = has_folder && at_below_open(folder, at_str(name), &file, &err) &&
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

static void
run_on_device(struct job *job, const struct at_op *op, struct at_device *device,
              struct at_run_outcome *out)
{
    const struct at_run_sink sink = {on_event, on_approve, on_picture, job};
    struct at_runs_run *run = job->run;
    struct at_buf hints = AT_BUF_INIT(AT_HINTS_MAX_BYTES);
    struct at_recipe recipe;
    struct at_scenario scenario;
    struct at_run_opts opts = {
        .scenario = &scenario,
        .config = &run->record.config,
        .device = device,
        .profile = run->has_profile ? &run->profile : NULL,
        .secrets = run->secrets,
        .folder = job->folder,
        .sink = &sink,
    };
    at_scenario_dup(&run->record.scenario, &scenario);
    at_expectations_load(job->runs->opts.store, &scenario);
    if (read_hints(job, &hints))
        opts.hints = at_buf_text(&hints);
    read_place(job, op, device, &opts.place);
    if (at_recording_load(job->runs->opts.store, &run->record.scenario,
                          &opts.place, &recipe) &&
        run->record.config.replay)
        opts.recipe = &recipe;
    at_tester_run(op, &opts, out);
    if (out->has_expectations)
        keep_expectations(job, &scenario);
    if (out->has_recipe)
        keep_recording(job, &opts, &out->recipe);
    at_recipe_deinit(&recipe);
    at_scenario_deinit(&scenario);
    at_buf_deinit(&hints);
}

// Whether somebody else has ended the run, which counts unless all of its steps
// have.
static void
judge_end(const struct job *job, struct at_run_outcome *outcome)
{
    bool stopped = job->run->stopping;
    if (outcome->end == AT_RUN_END_DONE || (!stopped && !job->taken[0]))
        return;
    outcome->end = stopped ? AT_RUN_END_STOPPED : AT_RUN_END_DEVICE;
    if (stopped)
        return;
    free(outcome->reason);
    outcome->reason = at_strdup(job->taken);
}

// The record has its end, which is yet to be stored and told.
static void
end_job(struct job *job, struct at_run_outcome *outcome)
{
    struct at_run_record *record = &job->run->record;
    at_recorder_rest(job->recorder);
    pthread_mutex_lock(&job->runs->lock);
    judge_end(job, outcome);
    at_run_record_end(record, outcome, at_wall_now_ms());
    at_run_record_mask(record, job->run->secrets);
    record->settling = true;
    pthread_mutex_unlock(&job->runs->lock);
}

static void
end_early(struct job *job, enum at_run_end end, const struct at_err *why)
{
    struct at_run_record *record = &job->run->record;
    if (job->recorder)
        at_recorder_rest(job->recorder);
    pthread_mutex_lock(&job->runs->lock);
    at_run_record_fail(record, end, why->msg, at_wall_now_ms());
    at_run_record_mask(record, job->run->secrets);
    record->settling = true;
    pthread_mutex_unlock(&job->runs->lock);
}

static void
do_run(struct job *job)
{
    struct at_runs_lane *lane = job->lane;
    const struct at_op op = {AT_NEVER_NS, job->run->cancel};
    const struct at_platform_call call = {&op, NULL};
    struct at_run_outcome outcome = {.end = AT_RUN_END_NONE};
    struct at_device *device = NULL;
    struct at_err err = AT_ERR_INIT;
    if (!lane->platform->open(&call, lane->device, &device, &err)) {
        end_early(job,
                  err.code == AT_ECANCELED ? AT_RUN_END_STOPPED
                                           : AT_RUN_END_DEVICE,
                  &err);
        return;
    }
    run_on_device(job, &op, device, &outcome);
    end_job(job, &outcome);
    at_run_outcome_deinit(&outcome);
}

static void
do_run_in_view(struct job *job)
{
    struct at_views *views = job->runs->opts.views;
    const char *device = job->lane->device;
    if (views)
        at_views_begin_run(views, device,
                           at_secrets_count(job->run->secrets) > 0);
    do_run(job);
    if (views)
        at_views_end_run(views, device);
}

// From here on a stop cancels the run.
static bool
arm(struct job *job, struct at_err *err)
{
    struct at_cancel *cancel = at_cancel_new(NULL, err);
    pthread_mutex_lock(&job->runs->lock);
    job->run->cancel = cancel;
    if (cancel && job->run->stopping)
        at_cancel_fire(cancel);
    pthread_mutex_unlock(&job->runs->lock);
    return cancel != NULL;
}

static void
begin_record(struct job *job)
{
    struct at_run_record *record = &job->run->record;
    char host[256] = "";
    bool has_host = gethostname(host, sizeof(host) - 1) == 0;
    pthread_mutex_lock(&job->runs->lock);
    at_run_record_begin(record, job->lane->platform->name, job->lane->device,
                        at_wall_now_ms());
    if (has_host)
        at_run_record_set(&record->host, at_str(host));
    pthread_mutex_unlock(&job->runs->lock);
}

static bool
begin(struct job *job, struct at_err *err)
{
    struct at_runs *runs = job->runs;
    const struct at_recorder_opts opts = {runs->opts.store, job->run->id,
                                          job->run->secrets, runs->opts.event,
                                          runs->opts.user};
    job->recorder = at_recorder_new(&opts, err);
    begin_record(job);
    if (!job->recorder || !make_folder(job, err) ||
        !at_runs_store(runs, &job->run->record, err))
        return false;
    at_recorder_begin(job->recorder, job->folder, &job->run->record);
    at_runs_tell_state(job->recorder, &job->run->record);
    return true;
}

void
at_runs_execute(struct at_runs_lane *lane, struct at_runs_run *run)
{
    struct job job = {.runs = lane->runs, .lane = lane, .run = run};
    struct at_err err = AT_ERR_INIT;
    if (arm(&job, &err) && begin(&job, &err))
        do_run_in_view(&job);
    else
        end_early(&job, AT_RUN_END_MACHINE, &err);
    at_runs_conclude(&(struct at_conclusion){.runs = lane->runs,
                                             .run = run,
                                             .record = &run->record,
                                             .recorder = job.recorder,
                                             .folder = job.folder});
    at_recorder_free(job.recorder);
    at_runs_collect(lane->runs);
    free(job.folder);
}
