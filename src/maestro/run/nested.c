#include "maestro/run/nested.h"

#include <inttypes.h>

#include "maestro/run/checks.h"
#include "maestro/run/devices.h"
#include "maestro/run/values.h"
#include "sys/cancel.h"

enum { RETRIES = 1, RETRIES_MAX = 3 };

static bool
run_within(struct at_maestro_runner *run, const struct at_maestro_body *body,
           const struct at_maestro_commands *instead, const struct at_err *why,
           struct at_err *err)
{
    if (!at_maestro_scope_env(run->op, run->opts->scope, &body->env, err))
        return at_maestro_fail_hard(run);
    if (why)
        return at_maestro_run_after(run, instead, why, err);
    if (instead)
        return at_maestro_run_commands(run, instead, err);
    return body->flow ? at_maestro_run_parts(run, body->flow, err)
                      : at_maestro_run_commands(run, &body->commands, err);
}

// Run a body, or commands instead of it, with variables of its own. why: the
// failure that these commands follow, or NULL.
static bool
run_part(struct at_maestro_call *call,
         const struct at_maestro_commands *instead, const struct at_err *why,
         struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const struct at_maestro_flow *outer = run->flow;
    const struct at_maestro_body *body = &call->written->body;
    if (run->depth >= AT_MAESTRO_NESTED_MAX) {
        at_maestro_fail_hard(run);
        return at_fail(err, AT_ELIMIT, "more than %d bodies within each other",
                       AT_MAESTRO_NESTED_MAX);
    }
    if (!at_op_check(run->op, err))
        return at_maestro_fail_hard(run);
    run->depth++;
    at_maestro_scope_push(run->opts->scope);
    if (!instead && body->flow && body->flow->app_id.ptr)
        run->flow = body->flow;
    bool ok = run_within(run, body, instead, why, err);
    run->flow = outer;
    at_maestro_scope_pop(run->opts->scope);
    run->depth--;
    return ok;
}

static bool
run_body(struct at_maestro_call *call, struct at_err *err)
{
    return run_part(call, NULL, NULL, err);
}

// Pass on a failure, unless onError: is there and passes. It covers what
// optional covers.
static bool
recover(struct at_maestro_call *call, const struct at_err *why,
        struct at_err *err)
{
    const struct at_maestro_commands *then = &call->written->body.on_error;
    struct at_maestro_runner *run = call->run;
    if (then->count == 0 || run->hard || !at_maestro_is_verdict(why->code))
        return at_err_pass(err, why);
    at_maestro_note(call, "failed, so onError ran: %s", why->msg);
    return run_part(call, then, why, err);
}

// Evaluate when:. A command whose condition is false is skipped.
static bool
check_when(struct at_maestro_call *call, bool *out_holds, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    const struct at_maestro_condition *when = &call->command->condition;
    *out_holds = true;
    if (!at_maestro_has_condition(when))
        return true;
    if (!at_maestro_holds(call, when, AT_MAESTRO_LOOK_OPTIONAL_MS, out_holds,
                          &why, err))
        return at_maestro_fail_hard(call->run);
    call->skipped = !*out_holds;
    return true;
}

static bool
run_subflow(struct at_maestro_call *call, struct at_err *err)
{
    const struct at_maestro_commands *otherwise =
        &call->written->body.otherwise;
    struct at_err why = AT_ERR_INIT;
    bool holds;
    if (!check_when(call, &holds, err))
        return false;
    if (!holds && otherwise->count == 0)
        return true;
    call->skipped = false;
    if (!holds)
        at_maestro_note(call, "when: does not hold, so else ran");
    if (run_part(call, holds ? NULL : otherwise, NULL, &why))
        return true;
    return recover(call, &why, err);
}

bool
at_maestro_subflow(struct at_maestro_call *call, struct at_err *err)
{
    return call->command->device.len > 0
               ? at_maestro_on_device(call, run_subflow, err)
               : run_subflow(call, err);
}

static bool
check_while(struct at_maestro_call *call, bool *out_holds, struct at_err *err)
{
    struct at_maestro_condition condition;
    struct at_arena arena = AT_ARENA_INIT;
    struct at_err why = AT_ERR_INIT;
    *out_holds = true;
    if (!at_maestro_has_condition(&call->written->condition))
        return true;
    bool ok = at_maestro_expand_condition(call->run, &call->written->condition,
                                          &arena, &condition, err) &&
              at_maestro_holds(call, &condition, AT_MAESTRO_LOOK_OPTIONAL_MS,
                               out_holds, &why, err);
    at_arena_deinit(&arena);
    return ok || at_maestro_fail_hard(call->run);
}

bool
at_maestro_repeat(struct at_maestro_call *call, struct at_err *err)
{
    int64_t times = at_maestro_times(call->command->times);
    int64_t rounds = 0;
    bool holds;
    if (call->command->times.ptr && times < 0)
        at_maestro_note(call,
                        "times is \"%.*s\", which is not a number: repeats for "
                        "ever, as Maestro does",
                        AT_STR_ARG(call->command->times));
    for (; times < 0 || rounds < times; rounds++) {
        if (!check_while(call, &holds, err))
            return false;
        if (!holds)
            break;
        if (!run_body(call, err))
            return false;
    }
    call->skipped = rounds == 0;
    return true;
}

static int64_t
retries(const struct at_maestro_call *call)
{
    int64_t count;
    if (!call->command->max_retries.ptr ||
        !at_str_to_i64(call->command->max_retries, INT32_MIN, INT32_MAX,
                       &count))
        count = RETRIES;
    return count < RETRIES_MAX ? count : RETRIES_MAX;
}

bool
at_maestro_retry(struct at_maestro_call *call, struct at_err *err)
{
    int64_t left = retries(call);
    for (int64_t run = 1;; run++, left--) {
        struct at_err why = AT_ERR_INIT;
        call->run->hard = false;
        if (run_body(call, &why)) {
            if (run > 1)
                at_maestro_note(call, "passed at run %" PRId64 " of %" PRId64,
                                run, run + left);
            return true;
        }
        if (left <= 0 || call->run->hard)
            return recover(call, &why, err);
    }
}

bool
at_maestro_eval_script(struct at_maestro_call *call, struct at_err *err)
{
    struct at_str value;
    return at_maestro_expand_text(call->run, &call->arena, call->written->text,
                                  &value, err);
}

bool
at_maestro_run_script(struct at_maestro_call *call, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const struct at_maestro_command *written = call->written;
    struct at_maestro_scope *scope = run->opts->scope;
    const struct at_maestro_source source = {
        written->path, written->text, written->parts, written->part_count};
    bool holds;
    if (!check_when(call, &holds, err) || !holds)
        return call->skipped;
    at_maestro_scope_push(scope);
    bool ok = at_maestro_scope_env(run->op, scope, &written->body.env, err) &&
              at_maestro_scope_run(run->op, scope, &source, err);
    at_maestro_scope_pop(scope);
    return ok || at_maestro_fail_hard(run);
}
