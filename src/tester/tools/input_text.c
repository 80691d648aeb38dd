// input_text.c: inputText: replaces the content of a field
#include "agent/scenario.h"
#include "base/alike.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "base/wipe.h"
#include "tester/tools/tools.h"

enum { SHOWN_MAX_BYTES = 200, TYPED_MAX_BYTES = 16 * 1024 };

// The text to type, with secrets in their places. Wiped by the caller.
static bool
fill(struct at_tool_runner_call *call, struct at_buf *out, struct at_err *err)
{
    struct at_str text = call->args.text;
    const struct at_secrets *secrets = call->runner->opts.run.secrets;
    struct at_str name;
    size_t at;
    size_t len;
    if (!secrets)
        return at_buf_add_str(out, text);
    if (!at_secrets_fill(secrets, text, out, &call->secret, err))
        return false;
    if (call->secret && at_scenario_secret(text, &at, &len, &name))
        call->secret_index = at_secrets_find(secrets, name);
    for (; at_scenario_secret(text, &at, &len, &name);
         text = at_str_skip(text, at + len))
        at_secrets_typed(secrets, at_secrets_find(secrets, name));
    return true;
}

static void
add_shown(struct at_str text, struct at_buf *out)
{
    struct at_str head = at_utf8_head(text, SHOWN_MAX_BYTES);
    at_quote_write(head, out);
    if (head.len < text.len)
        at_buf_add_text(out, "...");
}

static void
say_entered(struct at_tool_runner_call *call,
            const struct at_step_result *result, struct at_str typed)
{
    struct at_buf words = AT_BUF_INIT(2 * AT_KIB);
    struct at_str value = at_buf_str(&result->value);
    if (call->secret || result->secret)
        at_buf_add_fmt(&words, "%zu characters entered", at_utf8_count(typed));
    else
        add_shown(typed, &words);
    if (!call->secret && !result->secret) {
        at_buf_add_text(&words, " entered");
        if (result->has_value && !at_alike_eq(value, typed)) {
            at_buf_add_text(&words, "; the field shows ");
            add_shown(value, &words);
        }
    }
    if (call->out->touch.element[0])
        at_buf_add_fmt(&words, "; %s", call->out->touch.element);
    if (call->handle)
        at_buf_add_fmt(&words, " by %s", call->handle);
    at_agent_tool_say(call->out, AT_PREFIX_OK, "%s", at_buf_text(&words));
    at_buf_deinit(&words);
}

// The reason of the flow quotes both texts, which a secret must not be.
static void
say_differs(struct at_tool_runner_call *call,
            const struct at_step_result *result, struct at_str typed,
            const struct at_err *why)
{
    struct at_buf words = AT_BUF_INIT(2 * AT_KIB);
    if (call->secret || result->secret) {
        at_buf_add_fmt(&words, "field shows %zu characters, %zu were typed",
                       at_utf8_count(at_buf_str(&result->value)),
                       at_utf8_count(typed));
    } else {
        at_buf_add_text(&words, "field shows ");
        add_shown(at_buf_str(&result->value), &words);
        at_buf_add_fmt(&words, "; %s", why->msg);
    }
    at_agent_tool_say(call->out, AT_PREFIX_ERROR, "%s", at_buf_text(&words));
    at_buf_deinit(&words);
}

// The keyboard hides half of the screen from the next step.
static bool
hide_keyboard(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    bool shown = false;
    if (!at_app_keyboard_shown(call->op, call->runner->app, &shown) || !shown ||
        !at_tool_has_back(call))
        return true;
    bool ok = at_tool_press_back(call, &trace, &why);
    if (ok)
        at_buf_add_text(&call->out->text, "; the keyboard is hidden");
    else if (at_tool_runner_is_fatal(&why))
        at_err_pass(err, &why);
    else
        at_buf_add_fmt(&call->out->text, "; the keyboard stays: %s", why.msg);
    ok = ok || !at_tool_runner_is_fatal(&why);
    at_flow_trace_deinit(&trace);
    return ok;
}

// Report the result, and hide the keyboard if something was typed.
static bool
conclude(struct at_tool_runner_call *call, const struct at_flow_trace *trace,
         struct at_str typed, const struct at_err *why, struct at_err *err)
{
    const struct at_step_result *result =
        trace->count > 0 ? &trace->results[0] : NULL;
    bool differs = why->code == AT_ETEXT && result && result->has_value;
    if (why->code == AT_OK && result)
        say_entered(call, result, typed);
    else if (differs)
        say_differs(call, result, typed, why);
    else
        return at_tool_runner_fail(call, trace, why, err);
    at_tool_runner_tell(trace, &call->out->text);
    return hide_keyboard(call, err);
}

static bool
type(struct at_tool_runner_call *call, struct at_str text, struct at_err *err)
{
    struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_TYPE);
    struct at_flow_trace trace;
    struct at_err why = AT_ERR_INIT;
    at_tool_runner_aim(call, call->args.field);
    call->selector.fields = call->selector.words.len > 0;
    step.target = call->selector;
    step.value = text;
    step.replace = true;
    (void)!at_tool_runner_step(call, &step, &trace, &why);
    at_wipe_text(call->out->testimony.typed);
    call->out->testimony.typed = at_strndup(text.ptr, text.len);
    bool ok = conclude(call, &trace, text, &why, err);
    at_flow_trace_deinit(&trace);
    return ok;
}

bool
at_tool_input_text(struct at_tool_runner_call *call, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(TYPED_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    bool ok = true;
    if (fill(call, &text, &why))
        ok = type(call, at_buf_str(&text), err);
    else
        at_agent_tool_say(call->out, AT_PREFIX_ERROR, "%s", why.msg);
    at_wipe_buf(&text);
    return ok;
}
