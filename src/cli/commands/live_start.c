// live start: a process that keeps devices open, and follows their logs
#include "cli/commands.h"

#include "base/duration.h"
#include "cli/call.h"
#include "cli/live_client.h"
#include "cli/live_server.h"
#include "wire/json.h"

static bool
ttl_of(const struct at_call *call, int64_t *out_ms, struct at_err *err)
{
    const char *text = at_given_option(call->given, "--ttl");
    *out_ms = AT_LIVE_TTL_MS;
    return !text ||
           at_duration_parse(at_str(text), AT_LIVE_TTL_MAX_MS, out_ms) ||
           at_fail(err, AT_EUSAGE,
                   "--ttl cannot be '%.40s': a number and ms, s, m or h, from "
                   "1ms to 168h",
                   text);
}

static void
leave(struct at_call *call, const struct at_live_place *place,
      const struct at_live_hello *hello, bool started)
{
    at_call_set(call, "started", json_boolean(started));
    at_call_set(call, "pid", json_integer(hello->pid));
    at_call_set_text(call, "version", hello->version);
    at_call_set(call, "ttl_ms", json_integer(hello->ttl_ms));
    at_call_set_text(call, "socket", place->socket);
    at_call_set_text(call, "log", place->log);
}

static bool
run(struct at_call *call, struct at_err *err)
{
    struct at_live_place place;
    struct at_live_client *client;
    int64_t ttl_ms;
    bool started;
    if (!ttl_of(call, &ttl_ms, err) ||
        !at_live_place_init(&place, at_given_session(call->given), err))
        return false;
    const struct at_live_start_opts opts = {&place, at_host_program(call->host),
                                            ttl_ms};
    bool ok = at_live_start(call->op, &opts, &client, &started, err);
    if (ok) {
        leave(call, &place, at_live_client_hello(client), started);
        if (!started && at_given_has(call->given, "--ttl"))
            at_run_warning(call->run,
                           "it ran already; its time to live stays as it was");
    }
    at_live_client_free(client);
    at_live_place_deinit(&place);
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

static const struct at_option options[] = {
    {.name = "--ttl",
     .value = "DURATION",
     .help = "end after that long without work: 90s, 10m, 1h",
     .absent = "10m"},
    {0},
};

static const struct at_example examples[] = {
    {"live start", "ui commands of this session now run in it"},
    {"live start --ttl 1h --session login", "another session's, for longer"},
    {0},
};

const struct at_command at_command_live_start = {
    .name = "live start",
    .summary = "start the process that keeps this session warm",
    .about = "Never needed: it keeps devices and their connections open, so "
             "that ui commands are\nfaster, and it is what logs tail --follow "
             "runs in. One process a session, on a Unix\nsocket that only this "
             "user can open; no port. A command whose environment means\n"
             "another device, adb server or tool than the process was started "
             "with runs by\nitself, as if there were none.",
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_NO_SESSION,
    .run = run,
    .print = print,
};
