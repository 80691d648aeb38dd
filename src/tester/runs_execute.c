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
#include "tester/document.h"
#include "tester/place.h"
#include "tester/recordings.h"
#include "tester/report/report.h"
#include "tester/run.h"
#include "tester/runs_priv.h"
#include "wire/json.h"

#define AT_LOG_MODULE "runs"

// A run while it is done; used by its lane's thread.
struct job {
    struct at_runs *runs;
    struct at_runs_lane *lane;
    struct at_runs_run *run;
    struct at_recorder *recorder;
    json_t *document;  // owned
    char *folder;      // owned
    int64_t *times_ms; // owned; of each step, its first and last event
    char taken[160];   // by whom the device was asked for; "": nobody
};

struct at_run_event
at_runs_state_event(const json_t *document, json_t **out_more)
{
    static const char *const members[] = {"state",   "status", "device",
                                          "verdict", "class",  "end",
                                          "reason",  "answer", "replayedSteps"};
    *out_more = json_object();
    for (size_t i = 0; i < AT_LEN(members); i++) {
        json_t *value = json_object_get(document, members[i]);
        if (value)
            json_object_set(*out_more, members[i], value);
    }
    return (struct at_run_event){
        .kind = AT_RUN_STATE,
        .message = at_json_get_str(document, "state"),
        .duration_ms = -1,
        .more = *out_more,
    };
}

static void
tell_state(struct job *job)
{
    json_t *more;
    struct at_run_event event = at_runs_state_event(job->document, &more);
    at_recorder_add(job->recorder, &event);
    json_decref(more);
}

// Others always get a copy of a run, which nobody changes.
static void
show_document(struct at_runs *runs, struct at_runs_run *run,
              const json_t *document)
{
    json_t *copy = json_deep_copy(document);
    pthread_mutex_lock(&runs->lock);
    json_decref(run->document);
    run->document = copy;
    pthread_mutex_unlock(&runs->lock);
}

// Store that the run is over and what came of it, while the rest of its end is
// still to be done.
static bool
store_outcome(struct at_runs *runs, const char *id, json_t *document,
              struct at_err *err)
{
    json_t *pending = json_copy(document);
    at_json_set_text(pending, "state", "running");
    json_object_set(pending, "final", document);
    bool ok = at_runs_store(runs, id, pending, err);
    json_decref(pending);
    return ok;
}

// All files are written before anybody learns that the run has ended.
void
at_runs_conclude(const struct at_conclusion *conclusion, json_t *document)
{
    struct at_runs *runs = conclusion->runs;
    struct at_err err = AT_ERR_INIT;
    json_t *more;
    struct at_run_event event = at_runs_state_event(document, &more);
    if (!store_outcome(runs, conclusion->id, document, &err))
        at_log_error("a run's end was not stored: %s", err.msg);
    if (conclusion->folder)
        at_report_write(conclusion->folder, document);
    if (conclusion->recorder)
        at_recorder_finish(conclusion->recorder, document,
                           conclusion->is_told ? NULL : &event);
    if (!at_runs_store(runs, conclusion->id, document, &err))
        at_log_error("a run's end was not stored: %s", err.msg);
    json_decref(more);
    if (conclusion->run)
        show_document(runs, conclusion->run, document);
    if (conclusion->recorder)
        at_recorder_tell_last(conclusion->recorder);
    if (conclusion->run) {
        pthread_mutex_lock(&runs->lock);
        at_runs_retire(runs, conclusion->run);
        pthread_mutex_unlock(&runs->lock);
    }
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
    if (step < 1 || (size_t)step > job->run->scenario.steps.count)
        return;
    int64_t *times_ms = &job->times_ms[2 * (step - 1)];
    times_ms[1] = at_wall_now_ms();
    if (times_ms[0] == 0)
        times_ms[0] = times_ms[1];
}

static void
set_durations(struct job *job)
{
    json_t *steps = json_object_get(job->document, "steps");
    for (size_t i = 0; i < job->run->scenario.steps.count; i++) {
        int64_t ms = job->times_ms[2 * i + 1] - job->times_ms[2 * i];
        if (job->times_ms[2 * i] > 0)
            at_json_set(json_array_get(steps, i), "durationMs",
                        json_integer(ms > 0 ? ms : 0));
    }
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
    json_t *asked = json_object();
    at_json_set(asked, "what", at_json_text(what));
    pthread_mutex_lock(&runs->lock);
    run->approval = AT_APPROVAL_ASKED;
    at_json_set(run->document, "approval", asked);
    while (run->approval == AT_APPROVAL_ASKED && at_runs_await(op, runs, NULL))
        continue;
    bool approved = run->approval == AT_APPROVAL_YES;
    run->approval = AT_APPROVAL_NONE;
    json_object_del(run->document, "approval");
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

// Ask for what is known of the app before the run, and show it.
static void
read_place(struct job *job, const struct at_op *op, struct at_device *device,
           struct at_recipe_place *out)
{
    at_place_read(op, device, job->run->scenario.package, out);
    if (out->version[0]) {
        at_json_set(job->document, "appVersion",
                    at_json_text(at_str(out->version)));
        show_document(job->runs, job->run, job->document);
    }
}

// Read what the user has written about the app. A file that cannot be read is
// no reason not to test: the log says so.
static bool
read_hints(struct job *job, struct at_buf *out)
{
    const char *folder = job->runs->opts.hints;
    char *name = at_strfmt("%s.md", job->run->scenario.package);
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
    struct at_run_opts opts = {
        .scenario = &run->scenario,
        .config = &run->config,
        .device = device,
        .profile = run->has_profile ? &run->profile : NULL,
        .secrets = run->secrets,
        .folder = job->folder,
        .sink = &sink,
    };
    if (read_hints(job, &hints))
        opts.hints = at_buf_text(&hints);
    read_place(job, op, device, &opts.place);
    if (at_recording_load(job->runs->opts.store, &run->scenario, &opts.place,
                          &recipe) &&
        run->config.replay)
        opts.recipe = &recipe;
    at_tester_run(op, &opts, out);
    if (out->has_recipe)
        keep_recording(job, &opts, &out->recipe);
    at_recipe_deinit(&recipe);
    at_buf_deinit(&hints);
}

// Free texts of the outcome may hold what the screen showed.
static void
mask_document(struct job *job)
{
    static const char *const members[] = {"reason", "summary", "answer",
                                          "steps", "healed"};
    for (size_t i = 0; i < AT_LEN(members); i++) {
        json_t *value = json_object_get(job->document, members[i]);
        if (value)
            json_object_set_new(job->document, members[i],
                                at_recorder_mask(job->recorder, value));
    }
}

static void
end_job(struct job *job, struct at_run_outcome *outcome)
{
    pthread_mutex_lock(&job->runs->lock);
    bool stopped = job->run->stopping;
    pthread_mutex_unlock(&job->runs->lock);
    if (stopped && outcome->end != AT_RUN_END_DONE)
        outcome->end = AT_RUN_END_STOPPED;
    if (job->taken[0] && !stopped) {
        outcome->end = AT_RUN_END_DEVICE;
        free(outcome->reason);
        outcome->reason = at_strdup(job->taken);
    }
    at_document_end(job->document, outcome, at_wall_now_ms());
    set_durations(job);
    mask_document(job);
}

static void
end_early(struct job *job, enum at_run_end end, const struct at_err *why)
{
    at_document_end_early(job->document, end, why->msg, at_wall_now_ms());
    mask_document(job);
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
    job->document = json_deep_copy(job->run->document);
    pthread_mutex_unlock(&job->runs->lock);
    return cancel != NULL;
}

static void
set_host(json_t *document)
{
    char host[256] = "";
    if (gethostname(host, sizeof(host) - 1) == 0)
        at_json_set(document, "host", at_json_text(at_str(host)));
}

static bool
begin(struct job *job, struct at_err *err)
{
    struct at_runs *runs = job->runs;
    const struct at_recorder_opts opts = {runs->opts.store, job->run->id,
                                          job->run->secrets, runs->opts.event,
                                          runs->opts.user};
    job->recorder = at_recorder_new(&opts, err);
    at_document_begin(job->document, job->lane->platform->name,
                      job->lane->device, at_wall_now_ms());
    set_host(job->document);
    if (!job->recorder || !make_folder(job, err) ||
        !at_runs_store(runs, job->run->id, job->document, err))
        return false;
    show_document(runs, job->run, job->document);
    at_recorder_begin(job->recorder, job->folder, job->document);
    tell_state(job);
    return true;
}

void
at_runs_execute(struct at_runs_lane *lane, struct at_runs_run *run)
{
    struct job job = {
        .runs = lane->runs,
        .lane = lane,
        .run = run,
        .times_ms =
            at_alloc(2 * run->scenario.steps.count * sizeof(*job.times_ms)),
    };
    struct at_err err = AT_ERR_INIT;
    if (arm(&job, &err) && begin(&job, &err))
        do_run_in_view(&job);
    else
        at_document_end_early(job.document, AT_RUN_END_DEVICE, err.msg,
                              at_wall_now_ms());
    at_runs_conclude(&(struct at_conclusion){.runs = lane->runs,
                                             .id = run->id,
                                             .run = run,
                                             .recorder = job.recorder,
                                             .folder = job.folder},
                     job.document);
    at_recorder_free(job.recorder);
    json_decref(job.document);
    at_runs_collect(lane->runs);
    free(job.times_ms);
    free(job.folder);
}
