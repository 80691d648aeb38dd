// live status: show whether a live process runs, and what it does
#include "cli/commands.h"

#include "base/duration.h"
#include "cli/invocation.h"
#include "cli/live_client.h"
#include "wire/json.h"

// Only the hello of another version is understood.
static json_t *
status_of(const struct at_op *op, struct at_live_client *client)
{
    const struct at_live_hello *hello = at_live_client_hello(client);
    bool ours = at_live_hello_is_ours(hello);
    json_t *status = ours ? at_live_status(op, client, NULL) : NULL;
    if (!status)
        status = json_object();
    at_json_set(status, "pid", json_integer(hello->pid));
    at_json_set_text(status, "version", hello->version);
    at_json_set(status, "ttl_ms", json_integer(hello->ttl_ms));
    at_json_set(status, "same_version", json_boolean(ours));
    return status;
}

static bool
run_at(struct at_invocation *invocation, const struct at_live_files *files,
       struct at_err *err)
{
    struct at_live_client *client;
    struct at_err why = AT_ERR_INIT;
    bool there = at_live_connect(invocation->op, files, &client, &why);
    if (!there && why.code != AT_ENODEV && why.code != AT_EUSAGE)
        return at_fail(err, why.code, "%s; `live stop` ends it", why.msg);
    at_invocation_set(invocation, "running", json_boolean(there));
    at_invocation_set_text(invocation, "socket", files->socket);
    at_invocation_set_text(invocation, "log", files->log);
    if (there) {
        json_t *status = status_of(invocation->op, client);
        json_object_update(invocation->data, status);
        json_decref(status);
    }
    at_live_client_free(client);
    return true;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    struct at_live_files files;
    if (!at_live_files_init(&files, at_cli_session(invocation->args), err))
        return false;
    bool ok = run_at(invocation, &files, err);
    at_live_files_deinit(&files);
    return ok;
}

static json_int_t
number(const json_t *data, const char *name)
{
    return json_integer_value(json_object_get(data, name));
}

static void
print(const json_t *data, struct at_buf *out)
{
    char ttl[AT_DURATION_MAX];
    struct at_str version = at_json_get_str(data, "version");
    const json_t *running = json_object_get(data, "running");
    if (!running)
        return;
    if (!json_is_true(running)) {
        at_buf_add_text(out, "no live process runs\n");
        return;
    }
    if (!json_is_true(json_object_get(data, "same_version"))) {
        at_buf_add_fmt(out,
                       "process %" JSON_INTEGER_FORMAT
                       " is %.*s: the next ui command replaces it\n",
                       number(data, "pid"), AT_STR_ARG(version));
        return;
    }
    at_duration_write(number(data, "ttl_ms"), ttl);
    at_buf_add_fmt(out,
                   "process %" JSON_INTEGER_FORMAT " (%.*s), idle for "
                   "%" JSON_INTEGER_FORMAT " of %s\n",
                   number(data, "pid"), AT_STR_ARG(version),
                   number(data, "idle_ms") / 1000, ttl);
    at_buf_add_fmt(out,
                   "commands run: %" JSON_INTEGER_FORMAT
                   "; now: %" JSON_INTEGER_FORMAT
                   "; logs followed: %" JSON_INTEGER_FORMAT
                   "; refused: %" JSON_INTEGER_FORMAT "\n",
                   number(data, "commands"), number(data, "running_now"),
                   number(data, "following"), number(data, "refused"));
}

const struct at_command at_cli_live_status = {
    .name = "live status",
    .summary = "show whether a live process runs",
    .examples = AT_EXAMPLES(
        {"live status", "whether it runs, since when, what it does"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .run = run,
    .print = print,
};
