// flow run: run flow files, or steps from standard input
#include "cli/commands.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/invocation.h"
#include "cli/flow_native.h"
#include "cli/flow_plan.h"
#include "cli/flow_report.h"
#include "cli/flow_text.h"
#include "cli/install.h"
#include "cli/maestro.h"
#include "sys/file.h"

enum { RUN_MS = 30 * 60 * 1000 };

static bool
read_stdin(struct at_buf *out, struct at_err *err)
{
    char piece[16 * 1024];
    size_t len;
    if (isatty(STDIN_FILENO))
        return at_fail(err, AT_EUSAGE,
                       "no flow: pass its steps on standard input or in a file "
                       "with --flow");
    do {
        if (!at_file_read_some(STDIN_FILENO, piece, sizeof(piece), &len, err))
            return false;
        if (!at_buf_add(out, piece, len))
            return at_fail(err, AT_ELIMIT, "the flow is longer than %zu bytes",
                           out->max);
    } while (len > 0);
    return true;
}

// The file that is named, by --flow or as the only argument; NULL: none.
static const char *
file_of(const struct at_invocation *invocation)
{
    const char *option = at_arguments_option(invocation->args, "--flow");
    return option ? option : at_arguments_at(invocation->args, 0);
}

// Write the complete flow to artifacts/flow.yaml. A file that is complete runs
// in its own folder, where the files that it names are.
static bool
keep_flow(struct at_invocation *invocation, struct at_str text, char **out_path,
          struct at_err *err)
{
    const char *args = file_of(invocation);
    struct at_buf flow = AT_BUF_INIT(AT_FLOW_TEXT_MAX_BYTES + AT_KIB);
    char *kept = NULL;
    bool ok = at_flow_text_complete(text, at_invocation_app_id(invocation),
                                    &flow, err) &&
              at_command_run_write_artifact(invocation->run, "flow",
                                            "flow.yaml", "application/yaml",
                                            at_buf_str(&flow), err);
    if (ok)
        kept = at_command_run_artifact_path(invocation->run, "flow.yaml", err);
    bool same = at_flow_text_has_head(text);
    if (kept && at_flow_text_names_files(text) && !(args && same))
        at_command_run_warning(
            invocation->run,
            "files that the flow names are expected next to '%s'", kept);
    if (kept && args && same) {
        free(kept);
        kept = at_strdup(args);
    }
    *out_path = kept;
    at_buf_deinit(&flow);
    return kept != NULL;
}

static bool
read_flow(struct at_invocation *invocation, struct at_buf *text,
          struct at_err *err)
{
    const char *args = file_of(invocation);
    if (args && !at_file_exists(args))
        return at_fail(err, AT_EUSAGE, "no file '%.200s'", args);
    return args ? at_file_read(args, text, err) : read_stdin(text, err);
}

static bool
run_flow(struct at_invocation *invocation, const char *flow, struct at_err *err)
{
    struct at_maestro_run run = {.flow = flow};
    struct at_app *app;
    if (!at_invocation_open(invocation, &app, err) ||
        !at_install_argument(invocation, app, err))
        return false;
    run.device = at_app_device(app);
    at_invocation_set_text(invocation, "flow", flow);
    return at_maestro_run(invocation, &run, err);
}

static bool
run_maestro(struct at_invocation *invocation, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_FLOW_TEXT_MAX_BYTES);
    char *flow = NULL;
    bool ok = read_flow(invocation, &text, err) &&
              keep_flow(invocation, at_buf_str(&text), &flow, err) &&
              run_flow(invocation, flow, err);
    free(flow);
    at_buf_deinit(&text);
    return ok;
}

// Standard input, which is kept as an artifact.
static bool
add_stdin(struct at_invocation *invocation, struct at_flow_set *set,
          struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_FLOW_TEXT_MAX_BYTES);
    bool ok = read_stdin(&text, err) &&
              at_command_run_write_artifact(invocation->run, "flow",
                                            "flow.yaml", "application/yaml",
                                            at_buf_str(&text), err);
    if (ok)
        at_flow_set_add_text(set, "stdin", at_buf_str(&text),
                             at_invocation_app_id(invocation));
    at_buf_deinit(&text);
    return ok;
}

static bool
add_flows(struct at_invocation *invocation, struct at_flow_set *set,
          struct at_err *err)
{
    return file_of(invocation) ? at_flow_plan(invocation, set, err)
                               : add_stdin(invocation, set, err);
}

static bool
run_native(struct at_invocation *invocation, struct at_err *err)
{
    struct at_flow_set set;
    at_flow_set_init(&set);
    bool ok = at_flow_report_check(invocation, err) &&
              add_flows(invocation, &set, err) &&
              at_flow_set_check(invocation, &set, err) &&
              at_flow_native_run(invocation, &set, err);
    at_flow_set_deinit(&set);
    return ok;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    bool several = at_arguments_at(invocation->args, 1) != NULL;
    if (at_maestro_is_native(invocation))
        return run_native(invocation, err);
    if (several)
        return at_fail(err, AT_EUSAGE,
                       "--runner maestro takes one file; `test` takes a "
                       "folder");
    return run_maestro(invocation, err);
}

const struct at_command at_cli_flow_run = {
    .name = "flow run",
    .summary = "run Maestro flows from files or standard input",
    .about = "A flow from standard input is kept as artifacts/flow.yaml of the "
             "run. Steps without a header\n(appId and ---) get one for "
             "--app-id. Each step is printed as it ends; what Maestro would "
             "pass\nover in silence is its note. The exit status is 0 if all "
             "flows pass, else 1.",
    .positionals = AT_POSITIONALS({.name = "FILE",
                                   .help = "a flow file; standard input "
                                           "without one",
                                   .optional = true,
                                   .repeats = true}),
    .options = AT_OPTIONS(
        {.name = "--flow", .value = "PATH", .help = "a flow file, as FILE"},
        {.name = "--app",
         .value = "PATH",
         .help = "install this .apk or .app first"},
        AT_MAESTRO_OPTIONS),
    .examples = AT_EXAMPLES(
        {"flow run login.yaml --format junit", "a file, with a report"},
        {"flow run --app-id com.example.notes --env EMAIL=demo@example.com",
         "steps from standard input, such as: - tapOn: Log in"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM | AT_CLI_APP |
             AT_CLI_TIMEOUT | AT_CLI_ALONE,
    .timeout_ms = RUN_MS,
    .run = run,
    .print = at_maestro_print,
};
