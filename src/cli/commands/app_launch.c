// app launch: start an app and wait for its window
#include "cli/commands.h"

#include "cli/call.h"
#include "flow/idle.h"
#include "wire/json.h"

enum { LAUNCH_MS = 60000 };

static bool
run(struct at_call *call, struct at_err *err)
{
    struct at_idle_result idle;
    struct at_app *app;
    const char *id;
    if (!at_call_need_app_id(call, &id, err) || !at_call_open(call, &app, err))
        return false;
    at_call_set_text(call, "app_id", id);
    at_call_set_text(call, "device", at_app_device(app)->serial);
    at_run_progress(call->run, "launching %s", id);
    bool ok = at_app_launch(call->op, app, &idle, NULL, err);
    at_call_set(call, "launched", json_boolean(ok));
    at_call_set_text(call, "outcome", at_idle_outcome_name(idle.outcome));
    at_call_set_text(call, "detail", idle.detail[0] ? idle.detail : NULL);
    if (ok)
        at_call_next(call, "look at its screen", "ui", "snapshot", "-i", NULL);
    else if (err->code == AT_ENOAPP)
        at_call_next(call, "see the devices", "device", "list", NULL);
    else
        at_call_next(call, "read its log", "logs", "tail", "--app-id", id,
                     NULL);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    struct at_str detail = at_json_get_str(data, "detail");
    if (!json_is_true(json_object_get(data, "launched")))
        return;
    at_buf_add_fmt(out, "%.*s is in front: %.*s",
                   AT_STR_ARG(at_json_get_str(data, "app_id")),
                   AT_STR_ARG(at_json_get_str(data, "outcome")));
    if (detail.len > 0)
        at_buf_add_fmt(out, " (%.*s)", AT_STR_ARG(detail));
    at_buf_add_char(out, '\n');
}

static const struct at_example examples[] = {
    {"app launch --app-id com.example.notes", "and wait for its window"},
    {0},
};

const struct at_command at_command_app_launch = {
    .name = "app launch",
    .summary = "start an app and wait until its window is there",
    .about = "\"outcome\" says how the wait ended: settled, or still loading "
             "or changing. An app\nthat crashes at its start is a failure that "
             "names the exception.",
    .examples = examples,
    .flags =
        AT_COMMAND_RUN | AT_COMMAND_PLATFORM | AT_COMMAND_APP | AT_COMMAND_LIVE,
    .timeout_ms = LAUNCH_MS,
    .run = run,
    .print = print,
};
