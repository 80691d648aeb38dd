#include "cli/flow_native.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/civil.h"
#include "base/limits.h"
#include "cli/flow_json.h"
#include "cli/flow_script.h"
#include "cli/junit.h"
#include "maestro/run/run.h"
#include "session/defaults.h"
#include "sys/cancel.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "wire/json.h"

extern char **environ;

// All flows of one command.
struct batch {
    struct at_invocation *invocation;
    struct at_app *app;
    const struct at_flow_set *set;
    struct at_maestro_trace *traces; // one for each flow that has run
    size_t count;
    struct at_argv env;     // "NAME=value"
    struct at_argv folders; // names, one for each flow
};

static void
tell_step(void *user, const struct at_maestro_step *step)
{
    const struct batch *batch = user;
    char title[256];
    json_t *data = at_flow_json_step(step);
    const struct at_maestro_flow *flow = batch->set->flows[batch->count];
    at_maestro_flow_title(flow, title, sizeof(title));
    at_json_set_text(data, "flow", title);
    at_command_run_event(batch->invocation->run, "step", data);
}

static bool
collect_env(struct batch *batch, struct at_err *err)
{
    const struct at_invocation *invocation = batch->invocation;
    char **kept = at_defaults_env(invocation->session);
    const char *word;
    for (size_t i = 0; kept && kept[i]; i++)
        at_argv_add(&batch->env, kept[i]);
    at_defaults_env_free(kept);
    for (size_t i = 0; i < batch->set->env.count; i++)
        at_argv_add(&batch->env, batch->set->env.words[i]);
    for (size_t n = 0;
         (word = at_arguments_nth_option(invocation->args, "--env", n)); n++) {
        if (!strchr(word, '=') || word[0] == '=')
            return at_fail(err, AT_EUSAGE,
                           "--env takes KEY=VALUE, and this one has no %s",
                           word[0] == '=' ? "KEY" : "'='");
        at_argv_add(&batch->env, word);
    }
    return true;
}

static bool
is_taken(const struct batch *batch, const char *name)
{
    for (size_t i = 0; i < batch->folders.count; i++) {
        if (strcmp(batch->folders.words[i], name) == 0)
            return true;
    }
    return false;
}

// A folder of its own for the flow's files: its title, with "/" as "_".
static char *
folder_of(struct batch *batch, const struct at_maestro_flow *flow,
          struct at_err *err)
{
    char title[128];
    at_maestro_flow_title(flow, title, sizeof(title));
    for (char *c = title; *c; c++) {
        if (*c == '/' || (unsigned char)*c < 0x20 || (*c == '.' && c == title))
            *c = '_';
    }
    char *name = at_strdup(title[0] ? title : "flow");
    for (int i = 2; is_taken(batch, name); i++) {
        free(name);
        name = at_strfmt("%s-%d", title, i);
    }
    at_argv_add(&batch->folders, name);
    char *below = at_strfmt("flows/%s/trace.json", name);
    char *path =
        at_command_run_artifact_path(batch->invocation->run, below, err);
    if (path)
        *strrchr(path, '/') = '\0';
    free(below);
    free(name);
    return path;
}

static const char *
mime_of(const char *path)
{
    struct at_str name = at_str(path);
    if (at_str_ends(name, AT_STR(".png")))
        return "image/png";
    return at_str_ends(name, AT_STR(".mp4")) ? "video/mp4" : "text/plain";
}

static bool
keep_trace(struct batch *batch, const struct at_maestro_trace *trace,
           const char *folder, struct at_err *err)
{
    struct at_command_run *run = batch->invocation->run;
    struct at_buf text = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    json_t *whole = at_flow_json_trace(trace);
    char *path = at_strfmt("%s/trace.json", folder);
    bool ok = (at_json_write(whole, &text) ||
               at_fail(err, AT_ELIMIT, "the trace of '%s' is too long",
                       trace->flow->file)) &&
              at_file_put(path, at_buf_str(&text), err);
    if (ok)
        at_command_run_add_artifact(run, "flow_trace", path,
                                    "application/json");
    for (size_t i = 0; i < trace->count; i++) {
        const struct at_maestro_step *step = &trace->steps[i];
        for (size_t k = 0; k < step->artifact_count; k++)
            at_command_run_add_artifact(run, step->artifacts[k].type,
                                        step->artifacts[k].path,
                                        mime_of(step->artifacts[k].path));
    }
    free(path);
    json_decref(whole);
    at_buf_deinit(&text);
    return ok;
}

static bool
run_flow(struct batch *batch, const struct at_maestro_flow *flow,
         struct at_maestro_trace *trace, struct at_err *err)
{
    const struct at_maestro_listener listener = {.ended = tell_step,
                                                 .user = batch};
    const struct at_maestro_scope_opts about = {
        .given = at_argv_words(&batch->env),
        .environment = (const char *const *)environ,
        .file = at_str(flow->file),
        .device = at_str(at_app_device(batch->app)->serial),
    };
    struct at_maestro_run_opts opts = {
        .scope = at_maestro_scope_new(&about, err),
        .platform = batch->invocation->platform->name,
        .app_id = batch->invocation->platform->app_id,
        .listener = &listener,
    };
    char *folder = opts.scope ? folder_of(batch, flow, err) : NULL;
    opts.folder = folder;
    bool ok = folder != NULL;
    if (ok) {
        struct at_flow_script *script =
            at_flow_script_new(batch->invocation, flow, opts.scope, folder);
        (void)!at_maestro_run_flow(batch->invocation->op, batch->app, flow,
                                   &opts, trace, NULL);
        at_flow_script_free(script);
        ok = keep_trace(batch, trace, folder, err);
    }
    free(folder);
    at_maestro_scope_free(opts.scope);
    return ok;
}

static int64_t
local_offset_ms(int64_t wall_ms)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm tm;
    int64_t local_ms;
    if (!localtime_r(&seconds, &tm))
        return 0;
    const struct at_civil civil = {
        .year = tm.tm_year + 1900,
        .month = tm.tm_mon + 1,
        .day = tm.tm_mday,
        .hour = tm.tm_hour,
        .minute = tm.tm_min,
        .second = tm.tm_sec,
    };
    return at_civil_to_ms(&civil, &local_ms)
               ? local_ms - (int64_t)seconds * 1000
               : 0;
}

// The report's folder is made, as Maestro makes it.
static bool
make_folder_of(const char *path, struct at_err *err)
{
    const char *slash = strrchr(path, '/');
    char *folder =
        slash && slash > path ? at_strndup(path, (size_t)(slash - path)) : NULL;
    bool ok = !folder || at_folder_make(folder, err);
    free(folder);
    return ok;
}

static bool
write_junit(struct batch *batch, struct at_err *err)
{
    struct at_invocation *invocation = batch->invocation;
    const char *output = at_arguments_option(invocation->args, "--output");
    const char *name =
        at_arguments_option(invocation->args, "--test-suite-name");
    struct at_buf text = AT_BUF_INIT(AT_CLI_RESULT_MAX_BYTES);
    const struct at_junit_suite suite = {
        .name = name ? name : "Test Suite",
        .device = at_app_device(batch->app)->serial,
        .traces = batch->traces,
        .count = batch->count,
        .offset_ms =
            batch->count > 0 ? local_offset_ms(batch->traces[0].began_ms) : 0,
    };
    char *path = output ? at_strdup(output)
                        : at_command_run_artifact_path(invocation->run,
                                                       "report.xml", err);
    at_junit_write(&suite, &text);
    bool ok =
        path &&
        (!text.overflow || at_fail(err, AT_ELIMIT, "the report is too long")) &&
        make_folder_of(path, err) && at_file_put(path, at_buf_str(&text), err);
    if (ok) {
        at_command_run_add_artifact(invocation->run, "report", path,
                                    "application/xml");
        at_invocation_set_text(invocation, "report", path);
    }
    free(path);
    at_buf_deinit(&text);
    return ok;
}

static bool
report(struct batch *batch, struct at_err *err)
{
    const struct at_arguments *args = batch->invocation->args;
    const char *format = at_arguments_option(args, "--format");
    json_t *rows = json_array();
    for (size_t i = 0; i < batch->count; i++)
        json_array_append_new(rows, at_flow_json_row(&batch->traces[i]));
    at_invocation_set(batch->invocation, "flows", rows);
    if (format && strcmp(format, "junit") == 0)
        return write_junit(batch, err);
    if (format && strcmp(format, "html") == 0)
        return at_fail(err, AT_EUSAGE,
                       "the native runner has no HTML report: use --format "
                       "junit, or --runner maestro");
    return !at_arguments_option(args, "--output") ||
           at_fail(err, AT_EUSAGE,
                   "--output needs a report: add --format junit");
}

static bool
judge(struct batch *batch, struct at_err *err)
{
    const struct at_maestro_trace *first = NULL;
    size_t failed = 0;
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->traces[i].passed)
            continue;
        first = first ? first : &batch->traces[i];
        failed++;
    }
    if (!first)
        return true;
    batch->invocation->exit_status = 1;
    if (batch->count == 1)
        return at_err_pass(err, &first->err);
    char title[128];
    at_maestro_flow_title(first->flow, title, sizeof(title));
    return at_fail(err, AT_EASSERT, "%zu of %zu flows failed; '%s': %s", failed,
                   batch->count, title, first->err.msg);
}

static bool
run_all(struct batch *batch, struct at_err *err)
{
    const struct at_flow_set *set = batch->set;
    for (size_t i = 0; i < set->count; i++) {
        bool ok = run_flow(batch, set->flows[i], &batch->traces[i], err);
        batch->count += ok;
        if (!ok || !at_op_check(batch->invocation->op, err))
            return false;
    }
    return true;
}

bool
at_flow_native_run(struct at_invocation *invocation, struct at_app *app,
                   const struct at_flow_set *set, struct at_err *err)
{
    struct batch batch = {.invocation = invocation, .app = app, .set = set};
    // looks at the screen many times: worth the start of the helper
    at_app_device(app)->brief = false;
    struct at_err why = AT_ERR_INIT;
    batch.traces = at_alloc(set->count * sizeof(*batch.traces) + 1);
    bool ran = collect_env(&batch, &why) && run_all(&batch, &why);
    bool ok = report(&batch, ran ? err : NULL) && ran && judge(&batch, err);
    if (!ran)
        at_err_pass(err, &why);
    for (size_t i = 0; i < batch.count; i++)
        at_maestro_trace_deinit(&batch.traces[i]);
    free(batch.traces);
    at_argv_deinit(&batch.env);
    at_argv_deinit(&batch.folders);
    return ok;
}

static void
print_flow(const json_t *flow, struct at_buf *out)
{
    bool passed = json_is_true(json_object_get(flow, "passed"));
    struct at_str name = at_json_get_str(flow, "name");
    struct at_str error = at_json_get_str(flow, "error");
    json_int_t ms = json_integer_value(json_object_get(flow, "duration_ms"));
    at_buf_add_fmt(out, "[%s] %.*s (%llds)", passed ? "Passed" : "Failed",
                   AT_STR_ARG(name), (long long)(ms + 500) / 1000);
    if (error.len > 0)
        at_buf_add_fmt(out, " (%.*s)", AT_STR_ARG(error));
    at_buf_add_char(out, '\n');
}

void
at_flow_native_print(const json_t *data, struct at_buf *out)
{
    const json_t *flows = json_object_get(data, "flows");
    struct at_str report_path = at_json_get_str(data, "report");
    size_t failed = 0;
    json_int_t ms = 0;
    size_t i;
    json_t *flow;
    json_array_foreach((json_t *)flows, i, flow)
    {
        failed += !json_is_true(json_object_get(flow, "passed"));
        ms += json_integer_value(json_object_get(flow, "duration_ms"));
        print_flow(flow, out);
    }
    size_t count = json_array_size(flows);
    const char *plural = count == 1 ? "" : "s";
    if (failed > 0)
        at_buf_add_fmt(out, "%zu/%zu Flow%s Failed\n", failed, count, plural);
    else if (count > 0)
        at_buf_add_fmt(out, "%zu/%zu Flow%s Passed in %llds\n", count, count,
                       plural, (long long)(ms + 500) / 1000);
    if (report_path.len > 0)
        at_buf_add_fmt(out, "report: %.*s\n", AT_STR_ARG(report_path));
}
