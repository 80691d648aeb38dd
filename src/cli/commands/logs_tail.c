// logs tail: show the newest lines of the device's log, or follow it
#include "cli/commands.h"

#include "base/limits.h"
#include "cli/invocation.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "wire/json.h"

enum { TAIL_MAX_MS = 30000 };

static struct at_log_query
query_of(const struct at_invocation *invocation)
{
    return (struct at_log_query){
        .package = at_str(at_invocation_app_id(invocation)),
        .max_lines = AT_LOG_LINES_MAX,
    };
}

static bool
tail(struct at_invocation *invocation, struct at_device *device,
     struct at_err *err)
{
    struct at_op op = at_op_sub(invocation->op, at_now_ns(), TAIL_MAX_MS);
    struct at_log_query query = query_of(invocation);
    struct at_log_result result;
    json_t *lines = json_array();
    struct at_str line;
    if (!at_device_logs(&op, device, &query, &result, err)) {
        json_decref(lines);
        return false;
    }
    struct at_str rest = at_buf_str(&result.text);
    while (at_str_next_line(&rest, &line))
        json_array_append_new(lines, at_json_text(line));
    at_invocation_set(invocation, "lines", lines);
    at_invocation_set(invocation, "omitted",
                      json_integer((json_int_t)result.omitted));
    at_invocation_set_text(invocation, "note",
                           result.note[0] ? result.note : NULL);
    at_buf_deinit(&result.text);
    return true;
}

struct follower {
    struct at_command_run *run;
    json_int_t lines;
};

static bool
on_line(void *user, struct at_str line)
{
    struct follower *follower = user;
    json_t *data = json_object();
    at_json_set_text(data, "tool", "log");
    at_json_set_text(data, "stream", "stdout");
    at_json_set(data, "line", at_json_text(line));
    at_command_run_event(follower->run, "output", data);
    follower->lines++;
    return true;
}

// A cancelled --follow has succeeded.
static bool
follow(struct at_invocation *invocation, struct at_device *device,
       struct at_err *err)
{
    struct at_log_query query = query_of(invocation);
    struct follower follower = {invocation->run, 0};
    const struct at_log_sink sink = {on_line, &follower};
    struct at_err why = AT_ERR_INIT;
    at_command_run_progress(invocation->run, "following the log%s%s",
                            query.package.len ? " of " : "",
                            query.package.len ? query.package.ptr : "");
    bool ok =
        at_device_follow_logs(invocation->op, device, &query, &sink, &why);
    at_invocation_set(invocation, "followed", json_integer(follower.lines));
    return ok || why.code == AT_ECANCELED ||
           at_fail(err, why.code, "%s", why.msg);
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_app *app;
    bool follows = at_arguments_have(invocation->args, "--follow");
    if (follows && at_cli_mode(invocation->args) != AT_OUTPUT_JSONL)
        return at_fail(err, AT_EUSAGE,
                       "--follow needs --jsonl: it prints lines without end, "
                       "each as an event");
    if (!at_invocation_open(invocation, &app, err))
        return false;
    struct at_device *device = at_app_device(app);
    return follows ? follow(invocation, device, err)
                   : tail(invocation, device, err);
}

static void
print(const json_t *data, struct at_buf *out)
{
    const json_t *lines = json_object_get(data, "lines");
    struct at_str note = at_json_get_str(data, "note");
    for (size_t i = 0; i < json_array_size(lines); i++) {
        at_buf_add_str(out, at_json_str(json_array_get(lines, i)));
        at_buf_add_char(out, '\n');
    }
    if (note.len > 0)
        at_buf_add_fmt(out, "(%.*s)\n", AT_STR_ARG(note));
}

const struct at_command at_cli_logs_tail = {
    .name = "logs tail",
    .summary = "show the device's log, or follow it",
    .options = AT_OPTIONS(
        {.name = "--follow",
         .help = "print lines as they come until it is interrupted; needs "
                 "--jsonl, starts the live process"}),
    .examples = AT_EXAMPLES(
        {"logs tail", "the newest lines of the device's log"},
        {"logs tail --app-id com.example.notes --json", "one app's, as JSON"},
        {"logs tail --follow --jsonl --app-id com.example.notes",
         "its lines as they come: "
         "{\"event\":\"output\",\"data\":{\"line\":…}}"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_PLATFORM | AT_CLI_APP | AT_CLI_LIVE,
    .timeout_ms = AT_COMMAND_NO_TIMEOUT,
    .run = run,
    .print = print,
};
