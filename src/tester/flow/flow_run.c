#include "tester/flow/flow_priv.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "flow/app/app.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tester/flow/flow_fill.h"
#include "tester/flow/flow_work.h"
#include "tester/worker/start.h"

enum { FINISH_MAX_MS = 5000, PREPARE_MAX_MS = 180000, WORDS_MAX = 16 * 1024 };

extern char **environ;

static void
end(struct at_flow_job *job, enum at_run_end how, const char *reason)
{
    struct at_run_outcome *out = job->out;
    struct at_buf masked = AT_BUF_INIT(AT_MIB);
    if (out->end != AT_RUN_END_NONE)
        return;
    at_secrets_mask(job->opts->secrets, at_str(reason), &masked);
    out->end = how;
    out->reason = at_buf_take(&masked);
    at_buf_deinit(&masked);
}

// Return the end of a flow whose failure is not a verdict. The model of the
// device, a screen that cannot be read and a helper process that fails say
// nothing of the app; a command that this device lacks, or that is wrong, is
// the flow's fault.
static enum at_run_end
end_of(const struct at_flow_job *job)
{
    const struct at_maestro_step *step = at_maestro_trace_failed(&job->trace);
    enum at_code code = step ? step->code : job->trace.err.code;
    bool is_script = step && (step->command->kind == AT_MAESTRO_RUN_SCRIPT ||
                              step->command->kind == AT_MAESTRO_EVAL_SCRIPT);
    switch (code) {
    case AT_EUSAGE:
    case AT_EUNSUPPORTED:
        return AT_RUN_END_USAGE;
    case AT_ENOTOOL:
    case AT_ELIMIT:
        return AT_RUN_END_MACHINE;
    default:
        return is_script ? AT_RUN_END_MACHINE : AT_RUN_END_DEVICE;
    }
}

static bool
has_verdict(const struct at_flow_job *job)
{
    const struct at_maestro_step *step = at_maestro_trace_failed(&job->trace);
    return job->trace.passed ||
           at_maestro_is_verdict(step ? step->code : job->trace.err.code);
}

// Return what has cut the flow short: AT_RUN_END_NONE if nothing has.
static enum at_run_end
cut_of(const struct at_flow_job *job)
{
    return at_cancel_fired(job->op.cancel) ? AT_RUN_END_STOPPED
           : !at_op_check(&job->op, NULL)  ? AT_RUN_END_BUDGET
                                           : AT_RUN_END_NONE;
}

// A stop and the end of the time come before whatever they made fail, but not
// before what had failed already: hooks run after it.
static void
end_as_traced(struct at_flow_job *job)
{
    const char *why = job->trace.err.msg;
    enum at_run_end cut = job->failed ? job->cut : cut_of(job);
    char *shown;
    if (job->trace.passed) {
        end(job, AT_RUN_END_DONE, "");
    } else if (cut == AT_RUN_END_STOPPED) {
        end(job, cut, "Test stopped by user");
    } else if (cut == AT_RUN_END_BUDGET) {
        end(job, cut, "budget: the time is over");
    } else {
        shown = at_flow_job_shown(job, at_str(why));
        end(job, has_verdict(job) ? AT_RUN_END_DONE : end_of(job), shown);
        free(shown);
    }
}

static void
command_ended(void *user, const struct at_maestro_step *step)
{
    struct at_flow_job *job = user;
    if (step->depth == 0 && step->outcome == AT_MAESTRO_FAILED &&
        !job->failed) {
        job->failed = true;
        job->cut = cut_of(job);
    }
    at_flow_job_ended(job, step);
}

static bool
read_flow(struct at_flow_job *job, struct at_err *err)
{
    const struct at_maestro_files reader = at_flow_files_reader(&job->files);
    const char *file =
        json_string_value(json_object_get(job->files.flow, "file"));
    struct at_maestro_problems problems = {0};
    char *path = at_strfmt("%s/%s", job->root, file);
    at_maestro_workspace_init(&job->ws, &reader, NULL);
    bool ok =
        at_maestro_read(&job->ws, path, &job->flow, &problems) ||
        at_fail(err, AT_EUSAGE,
                "the flow '%s' has errors, so it cannot run: check it", file);
    if (ok && at_flow_step_count(job->flow) != job->out->verdicts.count)
        ok = at_fail(err, AT_EUSAGE,
                     "the steps of '%s' are not those of its file: save the "
                     "flow again",
                     file);
    at_maestro_problems_deinit(&problems);
    free(path);
    return ok;
}

static bool
fill_env(struct at_flow_job *job, struct at_err *err)
{
    const char *name;
    json_t *value;
    bool ok = true;
    json_object_foreach(json_object_get(job->files.flow, "env"), name, value)
    {
        struct at_buf row = AT_BUF_INIT(2 * AT_SCENARIO_TEXT_MAX_BYTES);
        bool used;
        at_buf_add_fmt(&row, "%s=", name);
        ok = ok && at_secrets_fill(job->opts->secrets,
                                   at_str(json_string_value(value)), &row,
                                   &used, err);
        if (ok)
            at_argv_add(&job->env, at_buf_text(&row));
        at_wipe_buf(&row);
    }
    return ok;
}

static bool
open_scope(struct at_flow_job *job, struct at_err *err)
{
    if (!fill_env(job, err))
        return false;
    const struct at_maestro_scope_opts about = {
        .given = at_argv_words(&job->env),
        .environment = (const char *const *)environ,
        .file = at_str(job->flow->file),
        .device =
            at_str(at_app_device(at_tool_runner_app(job->runner))->serial),
    };
    job->scope = at_maestro_scope_new(&about, err);
    if (job->scope)
        job->scripts = at_flow_scripts_new(job);
    return job->scope != NULL;
}

static bool
prepare(struct at_flow_job *job, struct at_err *err)
{
    struct at_op op = at_op_sub(&job->op, at_now_ns(), PREPARE_MAX_MS);
    struct at_buf told = AT_BUF_INIT(WORDS_MAX);
    struct at_start_changes *changes =
        job->opts->changes ? job->opts->changes : &job->changes;
    bool ok =
        job->opts->goes_on ||
        at_start_prepare(&op, at_app_device(at_tool_runner_app(job->runner)),
                         job->opts->scenario, changes, &told, err);
    if (told.len > 0)
        at_flow_job_log(job, at_str_skip(at_buf_str(&told), 2));
    at_buf_deinit(&told);
    return ok;
}

// A property of a flow that one of its commands, or of a subflow's, gives it.
struct trait {
    bool (*of_command)(const struct at_maestro_command *command);
    bool (*of_flow)(const struct at_maestro_flow *flow); // itself; or NULL
};

static bool has_trait(const struct trait *trait,
                      const struct at_maestro_flow *flow);

static bool
any_has(const struct trait *trait, const struct at_maestro_commands *commands)
{
    for (size_t i = 0; i < commands->count; i++) {
        const struct at_maestro_body *body = &commands->rows[i].body;
        if (trait->of_command(&commands->rows[i]) ||
            any_has(trait, &body->commands) ||
            any_has(trait, &body->otherwise) ||
            any_has(trait, &body->on_error) ||
            (body->flow && has_trait(trait, body->flow)))
            return true;
    }
    return false;
}

static bool
has_trait(const struct trait *trait, const struct at_maestro_flow *flow)
{
    return (trait->of_flow && trait->of_flow(flow)) ||
           any_has(trait, &flow->on_start) || any_has(trait, &flow->commands) ||
           any_has(trait, &flow->on_complete) ||
           any_has(trait, &flow->on_failure);
}

static bool
starts_recording(const struct at_maestro_command *command)
{
    return command->kind == AT_MAESTRO_START_RECORDING;
}

static bool
has_secret_name(const struct at_maestro_pairs *env)
{
    for (size_t i = 0; i < env->count; i++) {
        if (at_maestro_name_is_secret(env->rows[i].name))
            return true;
    }
    return false;
}

static bool
command_has_secret(const struct at_maestro_command *command)
{
    return command->secret || has_secret_name(&command->body.env);
}

static bool
flow_has_secret(const struct at_maestro_flow *flow)
{
    return flow->secrets.count > 0 || has_secret_name(&flow->env);
}

// A recording of the flow's own leaves no room for the run's.
static const struct trait recording = {starts_recording, NULL};
static const struct trait secrets = {command_has_secret, flow_has_secret};

static void
film(struct at_flow_job *job)
{
    struct at_buf told = AT_BUF_INIT(WORDS_MAX);
    if (!job->opts->config->recording)
        return;
    if (has_trait(&recording, job->flow))
        at_buf_add_text(&told, "; the run is not recorded: its flow records");
    else if (at_maestro_scope_has_secrets(job->scope, false) ||
             has_trait(&secrets, job->flow))
        at_buf_add_text(&told, "; the run is not recorded: its flow has "
                               "secrets, and a video cannot be covered");
    else
        at_tool_runner_film(&job->op, job->runner, &told);
    if (told.len > 0)
        at_flow_job_log(job, at_str_skip(at_buf_str(&told), 2));
    at_buf_deinit(&told);
}

static void
run_commands(struct at_flow_job *job)
{
    const struct at_maestro_listener listener = {at_flow_job_began,
                                                 command_ended, job};
    const struct at_maestro_run_opts opts = {
        .scope = job->scope,
        .platform = job->opts->platform->name,
        .app_id = job->opts->platform->app_id,
        .folder = job->remains,
        .root = job->root,
        .listener = &listener,
    };
    job->out->started = true;
    (void)!at_maestro_run_flow(&job->op, at_tool_runner_app(job->runner),
                               job->flow, &opts, &job->trace, NULL);
    end_as_traced(job);
}

static void
run_all(struct at_flow_job *job)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_flow_files_write(job->files.flow, job->root, &err)) {
        end(job, AT_RUN_END_MACHINE, err.msg);
    } else if (!read_flow(job, &err) || !open_scope(job, &err)) {
        end(job, err.code == AT_EUSAGE ? AT_RUN_END_USAGE : AT_RUN_END_MACHINE,
            err.msg);
    } else if (!prepare(job, &err)) {
        bool stopped = at_cancel_fired(job->op.cancel);
        end(job,
            stopped                 ? AT_RUN_END_STOPPED
            : err.code == AT_ENODEV ? AT_RUN_END_DEVICE
                                    : AT_RUN_END_START,
            stopped ? "Test stopped by user" : err.msg);
    } else {
        film(job);
        run_commands(job);
    }
}

static void
saved(void *user, const char *kind, const char *path, int64_t began_ms)
{
    struct at_flow_job *job = user;
    bool is_video = strcmp(kind, "video") == 0;
    struct at_run_event event = {.kind = is_video ? AT_RUN_VIDEO
                                                  : AT_RUN_SCREENSHOT,
                                 .began_ms = began_ms,
                                 .duration_ms = -1};
    *(is_video ? &event.video : &event.path) = at_str(path);
    at_flow_job_send(job, &event);
}

static void
guarded(void *user, const char *what)
{
    at_flow_job_log(user, at_str(what));
}

static void
init(struct at_flow_job *job, const struct at_op *op,
     const struct at_run_opts *opts, struct at_run_outcome *out)
{
    struct at_budgets budgets =
        at_budgets_or(opts->scenario->budgets, &opts->config->budgets);
    *job = (struct at_flow_job){
        .opts = opts,
        .out = out,
        .op = *op,
        .root = at_strfmt("%s/" AT_FLOW_WORK "/flow", opts->folder),
        .remains = at_strfmt("%s/" AT_FLOW_WORK "/remains", opts->folder),
        .env = AT_ARGV_INIT,
        .trace = AT_MAESTRO_TRACE_INIT,
    };
    job->files = (struct at_flow_files){opts->scenario->flow, job->root};
    if (budgets.minutes > 0)
        job->op = at_op_sub(op, at_now_ns(), budgets.minutes * 60 * 1000);
    // The name of an app that a variable gives is not known yet.
    if (strstr(opts->scenario->package, "${"))
        opts->scenario->package[0] = '\0';
    job->runner = at_tool_runner_new(&(const struct at_tool_runner_opts){
        .run = *opts,
        .marker = "",
        .saved = saved,
        .guarded = guarded,
        .user = job,
    });
    at_app_device(at_tool_runner_app(job->runner))->brief = false;
}

// Runs also after a stop: the device would go on recording.
static void
leave_device(struct at_flow_job *job)
{
    struct at_op op = {at_now_ns() + FINISH_MAX_MS * AT_NS_PER_MS, NULL};
    at_tool_runner_finish(&op, job->runner);
    if (job->opts->device_back)
        *job->opts->device_back = at_tool_runner_take_device(job->runner);
}

static void
deinit(struct at_flow_job *job)
{
    at_flow_scripts_free(job->scripts);
    at_maestro_scope_free(job->scope);
    at_tool_runner_free(job->runner);
    at_maestro_trace_deinit(&job->trace);
    at_maestro_workspace_deinit(&job->ws);
    at_wipe_argv(&job->env);
    at_flow_work_remove(job->opts->folder);
    free(job->root);
    free(job->remains);
}

static void
summarise(struct at_flow_job *job)
{
    struct at_run_outcome *out = job->out;
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    bool is_judged = out->end == AT_RUN_END_DONE;
    at_flow_job_close_steps(job, is_judged);
    out->verdict = !is_judged          ? AT_VERDICT_UNVERIFIED
                   : job->trace.passed ? AT_VERDICT_PASS
                                       : AT_VERDICT_FAIL;
    at_verdicts_write(&out->verdicts, &text);
    at_secrets_mask(job->opts->secrets, at_buf_str(&text), &out->summary);
    at_buf_deinit(&text);
}

void
at_flow_file_run(const struct at_op *op, const struct at_run_opts *opts,
                 struct at_run_outcome *out)
{
    struct at_flow_job job;
    *out = (struct at_run_outcome){.summary = AT_BUF_INIT(2 * AT_MIB)};
    at_recipe_init(&out->recipe);
    at_verdicts_init(&out->verdicts, opts->scenario->steps.count);
    init(&job, op, opts, out);
    run_all(&job);
    leave_device(&job);
    summarise(&job);
    deinit(&job);
}
