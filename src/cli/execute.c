#include "cli/execute.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "cli/call.h"
#include "cli/envelope.h"
#include "session/defaults.h"
#include "sys/clock.h"
#include "wire/json.h"

// A command with a timeout of its own may be given another.
enum { TIMEOUT_MAX_MS = 24 * 60 * 60 * 1000 };

static bool
timeout_of(const struct at_given *given, int64_t *out_ms, struct at_err *err)
{
    const struct at_command *command = given->command;
    *out_ms = command->timeout_ms ? command->timeout_ms : AT_COMMAND_TIMEOUT_MS;
    return !(command->flags & AT_COMMAND_TIMEOUT) ||
           at_given_int(given, "--timeout-ms", 1, TIMEOUT_MAX_MS, out_ms, err);
}

static bool
open_session(struct at_call *call, struct at_err *err)
{
    unsigned flags = call->given->command->flags;
    if (!at_store_open(at_given_session(call->given), &call->store, err))
        return false;
    if (flags & AT_COMMAND_NO_SESSION)
        return true;
    return at_store_read(call->store, AT_STORE_SESSION, &call->session, err) &&
           (!call->session || at_defaults_check(call->session, err));
}

// What a later command, or a person, may want to know: which device it was.
static void
keep_target(struct at_call *call)
{
    struct at_err err = AT_ERR_INIT;
    const json_t *device = json_object_get(call->target, "device");
    if (!json_is_object(device))
        return;
    json_t *target = json_deep_copy(call->target);
    char now[AT_RFC3339_MAX];
    at_wall_write(at_wall_now_ms(), now);
    at_json_set(target, "schema_version", json_integer(1));
    at_json_set_text(target, "at", now);
    if (!at_store_write(call->store, AT_STORE_TARGET, target, &err))
        at_run_warning(call->run, "%s", err.msg);
    json_decref(target);
}

static bool
run_command(struct at_call *call, struct at_op *op, struct at_err *err)
{
    const struct at_command *command = call->given->command;
    int64_t timeout_ms;
    if (!timeout_of(call->given, &timeout_ms, err))
        return false;
    if (timeout_ms != AT_COMMAND_NO_TIMEOUT)
        *op = at_op_sub(op, at_now_ns(), timeout_ms);
    if (!open_session(call, err))
        return false;
    if ((command->flags & AT_COMMAND_RUN) &&
        !at_run_make_folder(call->run, err))
        return false;
    bool ok = command->run(call, err);
    at_host_end_call(call->host, ok ? NULL : err);
    if (command->flags & AT_COMMAND_RUN)
        keep_target(call);
    return ok;
}

static void
call_deinit(struct at_call *call)
{
    at_run_free(call->run);
    at_store_free(call->store);
    json_decref(call->session);
    json_decref(call->data);
    json_decref(call->next_steps);
    json_decref(call->target);
}

static void
tell_error(struct at_call *call, const struct at_err *err)
{
    json_t *data = json_object();
    at_json_set_text(data, "code", at_code_info(err->code)->name);
    at_json_set_text(data, "message", err->msg);
    at_run_event(call->run, "error", data);
}

// The result as a file too; where that cannot be, the answer says so.
static void
keep_result(struct at_call *call, json_t *envelope)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_run_folder(call->run) ||
        at_run_write_result(call->run, envelope, &err))
        return;
    at_run_warning(call->run, "%s", err.msg);
    at_json_set(envelope, "warnings",
                json_incref((json_t *)at_run_warnings(call->run)));
}

json_t *
at_execute(const struct at_op *op, struct at_host *host,
           const struct at_given *given, const struct at_run_listener *listener)
{
    struct at_err err = AT_ERR_INIT;
    struct at_op narrowed = *op;
    struct at_call call = {
        .op = &narrowed,
        .given = given,
        .host = host,
        .run = at_run_new(listener),
        .data = json_object(),
        .next_steps = json_array(),
        .target = json_pack("{sn sn}", "device", "app"),
        .exit_status = -1,
    };
    int64_t began_wall_ms = at_wall_now_ms();
    int64_t began_ns = at_now_ns();
    bool ok = run_command(&call, &narrowed, &err);
    if (!ok)
        tell_error(&call, &err);
    int own = at_code_info(err.code)->exit_status;
    json_t *envelope = at_envelope(&(struct at_envelope_facts){
        .given = given,
        .call = &call,
        .began_wall_ms = began_wall_ms,
        .took_ns = at_now_ns() - began_ns,
        .err = ok ? NULL : &err,
        .exit_status = call.exit_status >= 0 ? call.exit_status : own,
    });
    keep_result(&call, envelope);
    call_deinit(&call);
    return envelope;
}
