// live stop: end the live process, and wait until it has ended
#include "cli/commands.h"

#include "cli/call.h"
#include "cli/live_client.h"

static bool
run(struct at_call *call, struct at_err *err)
{
    struct at_live_place place;
    int64_t pid;
    if (!at_live_place_init(&place, at_given_session(call->given), err))
        return false;
    bool ok = at_live_stop(call->op, &place, &pid, err);
    at_live_place_deinit(&place);
    if (ok) {
        at_call_set(call, "stopped", json_boolean(pid != 0));
        at_call_set(call, "pid", pid ? json_integer(pid) : json_null());
    }
    return ok;
}

static void
print(const json_t *data, struct at_buf *out)
{
    const json_t *stopped = json_object_get(data, "stopped");
    if (json_is_true(stopped))
        at_buf_add_fmt(out, "process %" JSON_INTEGER_FORMAT " has ended\n",
                       json_integer_value(json_object_get(data, "pid")));
    else if (stopped)
        at_buf_add_text(out, "no live process ran\n");
}

static const struct at_example examples[] = {
    {"live stop", "what it runs is cancelled; its socket is removed"},
    {0},
};

const struct at_command at_command_live_stop = {
    .name = "live stop",
    .summary = "end the live process",
    .examples = examples,
    .flags = AT_COMMAND_NO_SESSION,
    .run = run,
    .print = print,
};
