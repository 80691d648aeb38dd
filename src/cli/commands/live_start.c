// live start: start the process that keeps devices open and follows their logs
#include "cli/commands.h"

#include "base/duration.h"
#include "cli/invocation.h"
#include "cli/live_start.h"
#include "cli/live_server.h"
#include "wire/json.h"

static bool
ttl_of(const struct at_invocation *invocation, int64_t *out_ms,
       struct at_err *err)
{
    const char *text = at_arguments_option(invocation->args, "--ttl");
    *out_ms = AT_LIVE_TTL_MS;
    return !text ||
           at_duration_parse(at_str(text), AT_LIVE_TTL_MAX_MS, out_ms) ||
           at_fail(err, AT_EUSAGE,
                   "--ttl cannot be '%.40s': a number and ms, s, m or h, from "
                   "1ms to 168h",
                   text);
}

static void
leave(struct at_invocation *invocation, const struct at_live_files *files,
      const struct at_live_hello *hello, bool started)
{
    at_invocation_set(invocation, "started", json_boolean(started));
    at_invocation_set(invocation, "pid", json_integer(hello->pid));
    at_invocation_set_text(invocation, "version", hello->version);
    at_invocation_set(invocation, "ttl_ms", json_integer(hello->ttl_ms));
    at_invocation_set_text(invocation, "socket", files->socket);
    at_invocation_set_text(invocation, "log", files->log);
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_live_files files;
    struct at_live_client *client;
    int64_t ttl_ms;
    bool started;
    if (!ttl_of(invocation, &ttl_ms, err) ||
        !at_live_files_init(&files, at_cli_session(invocation->args), err))
        return false;
    const struct at_live_start_opts opts = {
        &files, at_device_pool_program(invocation->pool), ttl_ms};
    bool ok = at_live_start(invocation->op, &opts, &client, &started, err);
    if (ok) {
        leave(invocation, &files, at_live_client_hello(client), started);
        if (!started && at_arguments_have(invocation->args, "--ttl"))
            at_command_run_warning(
                invocation->run,
                "it runs already; its time to live does not change");
    }
    at_live_client_free(client);
    at_live_files_deinit(&files);
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    char ttl[AT_DURATION_MAX];
    json_int_t pid = json_integer_value(json_object_get(data, "pid"));
    if (!pid)
        return;
    at_duration_write(json_integer_value(json_object_get(data, "ttl_ms")), ttl);
    at_buf_add_fmt(out,
                   "live: process %" JSON_INTEGER_FORMAT
                   ", ends after %s without work\n",
                   pid, ttl);
}

const struct at_command at_cli_live_start = {
    .name = "live start",
    .summary = "start the process that keeps this session warm",
    .about =
        "Optional: it keeps devices and their connections open, which makes ui "
        "commands faster,\nand runs logs tail --follow. Each session has its "
        "own, on a Unix socket that only this\nuser can open; no port. If the "
        "environment of a command selects another device,\nadb server or tool "
        "than that of the process, the command runs without it.",
    .options =
        AT_OPTIONS({.name = "--ttl",
                    .value = "DURATION",
                    .help = "end after that long without work: 90s, 10m, 1h",
                    .absent = "10m"}),
    .examples =
        AT_EXAMPLES({"live start", "ui commands of this session now run in it"},
                    {"live start --ttl 1h --session login",
                     "another session's, for longer"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .run = run,
    .print = print,
};
