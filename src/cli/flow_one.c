#include "cli/flow_one.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/flow_devices.h"
#include "cli/flow_folder.h"
#include "cli/flow_json.h"
#include "cli/flow_script.h"
#include "device/record.h"
#include "maestro/report/bundle.h"
#include "maestro/report/names.h"
#include "maestro/run/run.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "wire/json.h"

enum { PROBE_MS = 20000 };

extern char **environ;

struct one {
    const struct at_flow_setting *setting;
    struct at_app *app;
    struct at_flow_job *job;
    const struct at_maestro_scope *scope;
    struct at_flow_devices others; // that the flow names
};

// One flow at a time opens a device: a warning about it goes to the run.
static bool
open_other(void *user, const char *selector, struct at_app **out_app,
           struct at_err *err)
{
    struct one *one = user;
    struct at_flow_out *out = one->setting->out;
    struct at_flow_devices *others = &one->others;
    pthread_mutex_lock(&out->lock);
    bool ok = at_flow_devices_add(out->invocation, selector, others, err);
    pthread_mutex_unlock(&out->lock);
    if (ok)
        *out_app = others->rows[others->count - 1].app;
    return ok;
}

static json_t *
name_flow(const struct one *one, json_t *data)
{
    char title[256];
    at_maestro_flow_title(one->job->flow, title, sizeof(title));
    at_json_set_text(data, "flow", title);
    if (one->setting->names_device)
        at_json_set_text(data, "device", at_app_device(one->app)->serial);
    if (one->job->shard > 0)
        at_json_set(data, "shard", json_integer(one->job->shard));
    return data;
}

static void
tell_step(void *user, const struct at_maestro_step *step)
{
    const struct one *one = user;
    at_flow_out_event(one->setting->out, "step",
                      name_flow(one, at_flow_json_step(step)));
}

static void
tell_flow(const struct one *one)
{
    json_t *data = json_object();
    at_json_set_text(data, "file", one->job->flow->file);
    at_flow_out_event(one->setting->out, "flow", name_flow(one, data));
}

static bool
put(const struct one *one, const char *name, const struct at_buf *text,
    struct at_err *err)
{
    char *path = at_strfmt("%s/%s", one->job->folder, name);
    bool ok = (!text->overflow ||
               at_fail(err, AT_ELIMIT, "'%s' is too long", path)) &&
              at_file_put(path, at_buf_str(text), err);
    free(path);
    return ok;
}

// The logs of all flows, one after the other.
static bool
append_log(const struct one *one, struct at_str text, struct at_err *err)
{
    struct at_flow_out *out = one->setting->out;
    char *path = at_strfmt("%s/maestro.log", one->setting->root);
    pthread_mutex_lock(&out->lock);
    bool ok = at_file_append(path, text, err);
    pthread_mutex_unlock(&out->lock);
    free(path);
    return ok;
}

// The files that Maestro leaves for each flow.
static bool
keep_bundle(const struct one *one, struct at_err *err)
{
    const struct at_maestro_result result = at_flow_job_result(one->job);
    const struct at_maestro_suite suite = {
        .offset_ms = at_flow_local_offset_ms(one->job->trace.began_ms)};
    const struct at_maestro_masking masking =
        at_maestro_scope_masking(one->scope);
    struct at_buf commands = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    struct at_buf manifest = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    struct at_buf log = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    char *folder = at_strfmt("%s/logs", one->job->folder);
    at_maestro_commands_json(&result, &masking, &commands);
    at_maestro_manifest_json(&result, &manifest);
    at_maestro_log(&suite, &result, &log);
    bool ok = at_folder_make(folder, err) &&
              put(one, "logs/maestro.log", &log, err) &&
              put(one, "commands.json", &commands, err) &&
              put(one, "manifest.json", &manifest, err) &&
              append_log(one, at_buf_str(&log), err);
    free(folder);
    at_buf_deinit(&commands);
    at_buf_deinit(&manifest);
    at_buf_deinit(&log);
    return ok;
}

static bool
keep_trace(const struct one *one, struct at_err *err)
{
    const struct at_maestro_trace *trace = &one->job->trace;
    struct at_flow_out *out = one->setting->out;
    struct at_buf text = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    json_t *whole = at_flow_json_trace(trace);
    char *path = at_strfmt("%s/trace.json", one->job->folder);
    bool ok = (at_json_write(whole, &text) ||
               at_fail(err, AT_ELIMIT, "the trace of '%s' is too long",
                       trace->flow->file)) &&
              at_file_put(path, at_buf_str(&text), err);
    if (ok)
        at_flow_out_artifact(out, "flow_trace", path, "application/json");
    for (size_t i = 0; i < trace->count; i++) {
        const struct at_maestro_step *step = &trace->steps[i];
        for (size_t k = 0; k < step->artifact_count; k++) {
            const char *file = step->artifacts[k].path;
            at_flow_out_artifact(out, step->artifacts[k].type, file,
                                 at_maestro_file_type(file)->mime);
        }
    }
    free(path);
    json_decref(whole);
    at_buf_deinit(&text);
    return ok;
}

// Folders are made one at a time, so that two flows of one name get two.
static bool
make_folder(const struct one *one, struct at_err *err)
{
    struct at_flow_out *out = one->setting->out;
    struct at_flow_job *job = one->job;
    free(job->folder);
    pthread_mutex_lock(&out->lock);
    job->folder =
        at_flow_folder_new(one->setting->root, job->flow, job->shard, err);
    pthread_mutex_unlock(&out->lock);
    return job->folder != NULL;
}

// A long recording has several files: "screen-recording.mp4-2.mp4".
static void
drop_video(struct at_maestro_trace *trace)
{
    (void)unlink(trace->video);
    for (int i = 2; i < (int)AT_VIDEO_FILES_MAX; i++) {
        char *path = at_strfmt("%s-%d.mp4", trace->video, i);
        bool gone = unlink(path) != 0;
        free(path);
        if (gone)
            break;
    }
    free(trace->video);
    trace->video = NULL;
}

static void
settle_video(const struct one *one)
{
    struct at_maestro_trace *trace = &one->job->trace;
    struct at_flow_out *out = one->setting->out;
    char title[128];
    if (trace->video && trace->passed && !one->setting->keeps_all_videos)
        drop_video(trace);
    if (trace->video)
        at_flow_out_artifact(out, "video", trace->video, "video/mp4");
    if (!trace->video_error)
        return;
    at_maestro_flow_title(one->job->flow, title, sizeof(title));
    char *text = at_strfmt("the video of '%s': %s", title, trace->video_error);
    at_flow_out_warning(out, text);
    free(text);
}

bool
at_flow_one_run(const struct at_flow_setting *setting, const struct at_op *op,
                struct at_app *app, struct at_flow_job *job, struct at_err *err)
{
    struct one one = {.setting = setting, .app = app, .job = job};
    const struct at_maestro_opener opener = {open_other, &one};
    const struct at_maestro_listener listener = {.ended = tell_step,
                                                 .user = &one};
    const struct at_maestro_scope_opts about = {
        .given = setting->env,
        .environment = (const char *const *)environ,
        .file = at_str(job->flow->file),
        .device = at_str(at_app_device(app)->serial),
        .shard = job->shard,
    };
    struct at_maestro_run_opts opts = {
        .platform = setting->out->invocation->platform->name,
        .app_id = setting->out->invocation->platform->app_id,
        .updates_screenshots = at_arguments_have(setting->out->invocation->args,
                                                 "--update-screenshots"),
        .opener = &opener,
        .listener = &listener,
        .video = setting->records,
    };
    free(job->device);
    job->device = at_strdup(at_app_device(app)->serial);
    if (!make_folder(&one, err))
        return false;
    opts.scope = at_maestro_scope_new(&about, err);
    opts.folder = job->folder;
    one.scope = opts.scope;
    bool ok = opts.scope != NULL;
    if (ok) {
        tell_flow(&one);
        struct at_flow_script *script = at_flow_script_new(
            setting->out, job->flow, opts.scope, job->folder);
        (void)!at_maestro_run_flow(op, app, job->flow, &opts, &job->trace,
                                   NULL);
        at_flow_script_free(script);
        settle_video(&one);
        ok = keep_trace(&one, err) && keep_bundle(&one, err);
    }
    at_flow_devices_close(&one.others);
    at_maestro_scope_free(opts.scope);
    return ok;
}

bool
at_flow_one_is_lost(const struct at_op *op, struct at_app *app,
                    const struct at_maestro_trace *trace)
{
    char mark[64];
    struct at_err why = AT_ERR_INIT;
    struct at_op probe = at_op_sub(op, at_now_ns(), PROBE_MS);
    if (trace->passed || at_maestro_is_verdict(trace->err.code) ||
        trace->err.code == AT_ECANCELED)
        return false;
    return !at_device_log_mark(&probe, at_app_device(app), mark, &why) &&
           why.code == AT_ENODEV;
}
