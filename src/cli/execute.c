#include "cli/execute.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "cli/invocation.h"
#include "cli/envelope.h"
#include "cli/error_name.h"
#include "cli/next_steps.h"
#include "flow/wait/idle.h"
#include "session/defaults.h"
#include "sys/clock.h"
#include "wire/json.h"

// The limit of --timeout-ms.
enum { TIMEOUT_MAX_MS = 24 * 60 * 60 * 1000 };

static bool
timeout_of(const struct at_arguments *args, int64_t *out_ms, struct at_err *err)
{
    const struct at_command *command = args->command;
    *out_ms = command->timeout_ms ? command->timeout_ms : AT_COMMAND_TIMEOUT_MS;
    return !(command->flags & (AT_CLI_TIMEOUT | AT_CLI_LOOKS | AT_CLI_WAITS)) ||
           at_arguments_int(args, "--timeout-ms", 1, TIMEOUT_MAX_MS, out_ms,
                            err);
}

static bool
open_session(struct at_invocation *invocation, struct at_err *err)
{
    unsigned flags = invocation->args->command->flags;
    if (!at_store_open(at_cli_session(invocation->args), &invocation->store,
                       err))
        return false;
    if (flags & AT_CLI_NO_SESSION)
        return true;
    if (!at_store_read(invocation->store, AT_STORE_SESSION,
                       &invocation->session, err))
        return false;
    if (!invocation->session || at_defaults_check(invocation->session, err))
        return true;
    at_err_context(err, "'%s'",
                   at_store_path(invocation->store, AT_STORE_SESSION));
    at_err_add(err, "`session reset` starts over");
    return false;
}

// Store the target in last_target.json, for later commands and for people.
static void
keep_target(struct at_invocation *invocation)
{
    struct at_err err = AT_ERR_INIT;
    const json_t *device = json_object_get(invocation->target, "device");
    if (!json_is_object(device))
        return;
    json_t *target = json_deep_copy(invocation->target);
    char now[AT_RFC3339_MAX];
    at_wall_write(at_wall_now_ms(), now);
    at_json_set(target, "schema_version", json_integer(1));
    at_json_set_text(target, "at", now);
    if (!at_store_write(invocation->store, AT_STORE_TARGET, target, &err))
        at_command_run_warning(invocation->run, "%s", err.msg);
    json_decref(target);
}

static bool
run_command(struct at_invocation *invocation, struct at_op *op,
            struct at_err *err)
{
    const struct at_command *command = invocation->args->command;
    int64_t timeout_ms;
    if (!timeout_of(invocation->args, &timeout_ms, err))
        return false;
    invocation->timeout_ms = timeout_ms;
    if (command->flags & (AT_CLI_LOOKS | AT_CLI_WAITS))
        timeout_ms += AT_IDLE_READING_MS;
    if (timeout_ms != AT_COMMAND_NO_TIMEOUT)
        *op = at_op_sub(op, at_now_ns(), timeout_ms);
    if (!open_session(invocation, err))
        return false;
    if ((command->flags & AT_CLI_RUN) &&
        !at_command_run_make_folder(invocation->run, err))
        return false;
    bool ok = command->run(invocation, err);
    if (!ok)
        at_next_steps_after(invocation, err);
    if (!ok && err->code == AT_ETIMEOUT && at_now_ns() >= op->deadline_ns)
        at_err_add(err, "the limit of this command is %lld ms%s",
                   (long long)timeout_ms,
                   command->flags & (AT_CLI_LOOKS | AT_CLI_WAITS)
                       ? ", --timeout-ms and a reading of the screen"
                   : command->flags & AT_CLI_TIMEOUT ? " (--timeout-ms)"
                                                     : "");
    at_device_pool_end_command(invocation->pool, ok ? NULL : err);
    if (command->flags & AT_CLI_RUN)
        keep_target(invocation);
    return ok;
}

static void
invocation_deinit(struct at_invocation *invocation)
{
    at_command_run_free(invocation->run);
    at_store_free(invocation->store);
    json_decref(invocation->session);
    json_decref(invocation->data);
    json_decref(invocation->next_steps);
    json_decref(invocation->target);
    free(invocation->ref_device);
}

static void
add_error_event(struct at_invocation *invocation, const struct at_err *err)
{
    json_t *data = json_object();
    at_json_set_text(data, "code", at_error_name(err->code));
    at_json_set_text(data, "message", err->msg);
    at_command_run_event(invocation->run, "error", data);
}

// Write result.json; if that fails, add a warning to the envelope.
static void
keep_result(struct at_invocation *invocation, json_t *envelope)
{
    struct at_err err = AT_ERR_INIT;
    if (!at_command_run_folder(invocation->run) ||
        at_command_run_write_result(invocation->run, envelope, &err))
        return;
    at_command_run_warning(invocation->run, "%s", err.msg);
    at_json_set(
        envelope, "warnings",
        json_incref((json_t *)at_command_run_warnings(invocation->run)));
}

json_t *
at_execute(const struct at_op *op, struct at_device_pool *pool,
           const struct at_arguments *args,
           const struct at_command_run_listener *listener)
{
    struct at_err err = AT_ERR_INIT;
    struct at_op narrowed = *op;
    struct at_invocation invocation = {
        .op = &narrowed,
        .args = args,
        .pool = pool,
        .run = at_command_run_new(listener),
        .data = json_object(),
        .next_steps = json_array(),
        .target = json_pack("{sn sn}", "device", "app"),
        .exit_status = -1,
    };
    int64_t began_wall_ms = at_wall_now_ms();
    int64_t began_ns = at_now_ns();
    const struct at_request_watch *before =
        at_request_watch_set(at_command_run_requests(invocation.run));
    bool ok = run_command(&invocation, &narrowed, &err);
    at_request_watch_set(before);
    if (!ok)
        add_error_event(&invocation, &err);
    int own = at_code_info(err.code)->exit_status;
    json_t *envelope = at_envelope(&(struct at_envelope_facts){
        .args = args,
        .invocation = &invocation,
        .began_wall_ms = began_wall_ms,
        .took_ns = at_now_ns() - began_ns,
        .err = ok ? NULL : &err,
        .exit_status =
            invocation.exit_status >= 0 ? invocation.exit_status : own,
    });
    keep_result(&invocation, envelope);
    invocation_deinit(&invocation);
    return envelope;
}
