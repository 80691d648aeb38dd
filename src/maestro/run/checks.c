#include "maestro/run/checks.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "maestro/run/act.h"
#include "maestro/run/describe.h"
#include "maestro/run/look.h"
#include "maestro/run/values.h"

bool
at_maestro_has_condition(const struct at_maestro_condition *condition)
{
    return condition->platform.ptr || condition->is_true.ptr ||
           condition->visible || condition->not_visible;
}

static bool
check_visible(struct at_maestro_call *call,
              const struct at_maestro_selector *selector, int64_t limit_ms,
              bool *out_holds, struct at_err *out_why, struct at_err *err)
{
    struct at_maestro_target target;
    int64_t end_ns = at_maestro_budget_ns(call->run, limit_ms);
    // a condition of when: and while: may well be false
    bool asserts = call->command->kind == AT_MAESTRO_ASSERT_CONDITION;
    *out_holds =
        asserts
            ? at_maestro_look_noted(call, selector, end_ns, &target, out_why)
            : at_maestro_look(call, selector, end_ns, &target, out_why);
    at_maestro_target_deinit(&target);
    return *out_holds || out_why->code == AT_ENOTFOUND ||
           at_err_pass(err, out_why);
}

static bool
check_gone(struct at_maestro_call *call,
           const struct at_maestro_selector *selector, int64_t limit_ms,
           bool *out_holds, struct at_err *err)
{
    int64_t end_ns = at_maestro_budget_ns(call->run, limit_ms);
    return at_maestro_look_gone(call, selector, end_ns, out_holds, err);
}

bool
at_maestro_holds(struct at_maestro_call *call,
                 const struct at_maestro_condition *condition, int64_t limit_ms,
                 bool *out_holds, struct at_err *out_why, struct at_err *err)
{
    const char *platform = call->run->opts->platform;
    bool ok = true;
    *out_holds = !condition->platform.ptr ||
                 at_str_eq_nocase(condition->platform, at_str(platform));
    if (*out_holds && condition->is_true.ptr)
        *out_holds = at_maestro_is_true(condition->is_true);
    if (*out_holds && condition->visible)
        ok = check_visible(call, condition->visible, limit_ms, out_holds,
                           out_why, err);
    if (ok && *out_holds && condition->not_visible)
        ok = check_gone(call, condition->not_visible, limit_ms, out_holds, err);
    return ok;
}

bool
at_maestro_read_timeout(struct at_maestro_call *call, int64_t *out_ms,
                        struct at_err *err)
{
    char digits[32];
    size_t len = 0;
    struct at_str text = call->command->timeout_ms;
    *out_ms = AT_MAESTRO_LOOK_MS;
    if (!text.ptr)
        return true;
    for (size_t i = 0; i < text.len && len + 1 < sizeof(digits); i++) {
        if (text.ptr[i] != '_')
            digits[len++] = text.ptr[i];
    }
    return at_maestro_whole(call, at_str_n(digits, len), "timeout", out_ms,
                            err);
}

bool
at_maestro_assert(struct at_maestro_call *call, struct at_err *err)
{
    const struct at_maestro_condition *condition = &call->command->condition;
    struct at_err why = AT_ERR_INIT;
    bool holds;
    int64_t limit_ms;
    if (!at_maestro_read_timeout(call, &limit_ms, err) ||
        !at_maestro_holds(call, condition, limit_ms, &holds, &why, err))
        return false;
    if (holds)
        return true;
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_maestro_describe_condition(condition, &words);
    at_fail(err, AT_EASSERT, "Assertion is false: %s", at_buf_text(&words));
    at_buf_deinit(&words);
    return false;
}

// Unlike waitForAnimationToEnd, this asks the app's framework too.
bool
at_maestro_wait_idle(struct at_maestro_call *call, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_WAIT_FOR_STABLE);
    return at_maestro_read_timeout(call, &step.timeout_ms, err) &&
           at_maestro_step(call, &step, err);
}

bool
at_maestro_copy_text(struct at_maestro_call *call, struct at_err *err)
{
    struct at_maestro_runner *run = call->run;
    const struct at_maestro_selector *selector = call->command->selector;
    struct at_maestro_target target;
    int64_t limit_ms = call->written->optional ? AT_MAESTRO_LOOK_OPTIONAL_MS
                                               : AT_MAESTRO_LOOK_MS;
    bool ok = at_maestro_look_noted(
        call, selector, at_maestro_budget_ns(run, limit_ms), &target, err);
    if (ok) {
        struct at_str words = at_maestro_node_words(target.found.chosen);
        ok = words.len > 0 ||
             at_fail(err, AT_EASSERT, "Element does not contain text to copy");
        if (ok)
            at_maestro_copy(run, words);
    }
    at_maestro_target_deinit(&target);
    return ok;
}
