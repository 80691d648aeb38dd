// app launch: start an app and wait for its window
#include "cli/commands.h"

#include "cli/invocation.h"
#include "flow/wait/idle.h"
#include "flow/app/launch.h"
#include "wire/json.h"

enum { LAUNCH_MS = 60000 };

// A screen that keeps moving cannot be dumped, but a screenshot works.
static void
advise_look(struct at_invocation *invocation, const struct at_app *app)
{
    if (at_app_is_current(app))
        at_invocation_next(invocation, "look at its screen", "ui", "snapshot",
                           "-i", NULL);
    else
        at_invocation_next(invocation, "look at its screen", "device",
                           "screenshot", NULL);
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_idle_result idle;
    struct at_app *app;
    const char *id;
    if (!at_invocation_need_app_id(invocation, &id, err) ||
        !at_invocation_open(invocation, &app, err))
        return false;
    at_invocation_set_text(invocation, "app_id", id);
    at_invocation_set_text(invocation, "device", at_app_device(app)->serial);
    at_command_run_progress(invocation->run, "launching %s", id);
    bool ok = at_app_launch(invocation->op, app, &idle, NULL, err);
    at_invocation_set(invocation, "launched", json_boolean(ok));
    at_invocation_set_text(invocation, "outcome",
                           at_idle_outcome_name(idle.outcome));
    at_invocation_set_text(invocation, "detail",
                           idle.detail[0] ? idle.detail : NULL);
    at_invocation_set_waited(invocation, &idle);
    at_invocation_set_text(invocation, "not_waited_for",
                           idle.app_endless[0] ? idle.app_endless : NULL);
    if (ok)
        advise_look(invocation, app);
    else if (err->code != AT_ENOAPP)
        at_invocation_next(invocation, "read its log", "logs", "tail",
                           "--app-id", id, NULL);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str detail = at_json_get_str(data, "detail");
    struct at_str waited = at_json_get_str(data, "waited_for");
    if (!json_is_true(json_object_get(data, "launched")))
        return;
    at_buf_add_fmt(out, "%.*s is in front: %.*s",
                   AT_STR_ARG(at_json_get_str(data, "app_id")),
                   AT_STR_ARG(at_json_get_str(data, "outcome")));
    if (detail.len > 0)
        at_buf_add_fmt(out, " (%.*s)", AT_STR_ARG(detail));
    at_buf_add_char(out, '\n');
    if (waited.len > 0)
        at_buf_add_fmt(out, "  waited for %.*s\n", AT_STR_ARG(waited));
}

const struct at_command at_cli_app_launch = {
    .name = "app launch",
    .summary = "start an app and wait for its window",
    .about = "\"outcome\" says how the wait ended: settled, or still loading "
             "or changing. If the\napp crashes at its start, the error names "
             "the exception.",
    .examples = AT_EXAMPLES(
        {"app launch --app-id com.example.notes", "and wait for its window"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_SCREEN | AT_CLI_ALONE,
    .timeout_ms = LAUNCH_MS,
    .run = run,
    .print = print,
};
