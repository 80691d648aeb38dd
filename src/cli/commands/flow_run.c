// flow run: run steps from standard input or a file with maestro
#include "cli/commands.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "cli/invocation.h"
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

// Write the complete flow to artifacts/flow.yaml. A file that is complete runs
// in its own folder, where the files that it names are.
static bool
keep_flow(struct at_invocation *invocation, struct at_str text, char **out_path,
          struct at_err *err)
{
    const char *args = at_arguments_option(invocation->args, "--flow");
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
    const char *args = at_arguments_option(invocation->args, "--flow");
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
run(struct at_invocation *invocation, struct at_err *err)
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

const struct at_command at_cli_flow_run = {
    .name = "flow run",
    .summary = "run Maestro steps from standard input or a file",
    .about = "The exact flow is kept as artifacts/flow.yaml of the run. Steps "
             "without a header\n(appId and ---) get one for --app-id. Maestro "
             "must be installed.",
    .options = AT_OPTIONS({.name = "--flow",
                           .value = "PATH",
                           .help = "a flow file",
                           .absent = "standard input"},
                          {.name = "--app",
                           .value = "PATH",
                           .help = "install this .apk or .app first"},
                          AT_MAESTRO_OPTIONS),
    .examples = AT_EXAMPLES(
        {"flow run --flow login.yaml --format junit", "a file, with a report"},
        {"flow run --app-id com.example.notes --env EMAIL=demo@example.com",
         "steps from standard input, such as: - tapOn: Log in"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_RUN | AT_CLI_PLATFORM | AT_CLI_APP |
             AT_CLI_TIMEOUT | AT_CLI_ALONE | AT_CLI_MAESTRO,
    .timeout_ms = RUN_MS,
    .run = run,
    .print = at_maestro_print,
};
