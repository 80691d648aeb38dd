#include "cli/ui_step.h"

#include <string.h>

#include "base/limits.h"
#include "cli/step_screen.h"
#include "flow/wait/idle.h"
#include "report/trace_json.h"
#include "report/trace_words.h"
#include "screen/listed.h"
#include "sys/clock.h"
#include "wire/json.h"

static void
leave_effect(json_t *into, const struct at_step_result *result)
{
    if (result->effect == AT_STEP_EFFECT_UNKNOWN)
        return;
    at_trace_set_text(into, "effect",
                      at_str(at_step_effect_name(result->effect)));
    if (result->effect == AT_STEP_EFFECT_BLOCKED)
        at_json_set(into, "blocked_by", at_blocker_json(&result->blocker));
    at_trace_set_text(into, "keyboard",
                      at_str(at_keyboard_move_name(result->keyboard)));
}

// Set the members in the order in which a reader needs them.
static void
leave_result(json_t *into, const struct at_flow_trace *trace,
             const struct at_step_result *result, bool changes)
{
    at_trace_set_text(into, "target", at_trace_text(trace, &result->target));
    leave_effect(into, result);
    if (changes)
        at_trace_set_texts(into, "changed",
                           at_trace_changes(trace, &result->changes));
    if (result->has_value)
        at_json_set(into, "value", at_json_text(at_buf_str(&result->value)));
    at_trace_set_text(into, "hint", at_buf_str(&result->hint));
    at_trace_set_text(into, "screen", at_str(at_step_result_idle(result)));
    at_trace_set_text(into, "loading", at_str(result->idle.loading));
    at_trace_set_waited(into, "waited_for", &result->idle);
    at_trace_set_notes(into, "note", result,
                       result->effect == AT_STEP_EFFECT_UNKNOWN);
    at_trace_set_texts(into, "fallbacks", &result->fallbacks);
}

// A text stays secret unless each of its fields is known, and none is a
// password's.
static void
judge_secret(struct at_invocation *invocation,
             const struct at_flow_trace *trace)
{
    bool known = trace->count == trace->total;
    bool secret = false;
    for (size_t i = 0; i < trace->count; i++) {
        const struct at_step_result *result = &trace->results[i];
        known = known && (result->ok || result->has_value);
        secret = secret || result->secret;
    }
    invocation->secret = secret || (invocation->secret && !known);
}

// The result of one step is the command's; those of several are a list.
static void
leave_results(struct at_invocation *invocation,
              const struct at_flow_trace *trace, enum at_show show)
{
    bool changes = show == AT_SHOW_DIFF;
    json_t *list = json_array();
    judge_secret(invocation, trace);
    if (trace->total == 1 && trace->count == 1)
        leave_result(invocation->data, trace, &trace->results[0], changes);
    for (size_t i = 0; trace->total > 1 && i < trace->count; i++) {
        json_t *one = json_object();
        leave_result(one, trace, &trace->results[i], changes);
        at_json_set(one, "done", json_boolean(trace->results[i].ok));
        json_array_append_new(list, one);
    }
    if (json_array_size(list) > 0)
        at_invocation_set(invocation, "steps", json_incref(list));
    json_decref(list);
}

static void
leave_trace(struct at_invocation *invocation, const struct at_flow_trace *trace)
{
    at_invocation_set(invocation, "screen_changed",
                      json_boolean(trace->screen_changed));
    at_invocation_set_text(invocation, "fingerprint", trace->fingerprint.text);
    if (trace->dialog_count > 0)
        at_invocation_set(invocation, "dialogs", at_dialogs_json(trace));
    at_trace_set_texts(invocation->data, "events", &trace->events);
    if (trace->crashed)
        at_invocation_set(invocation, "crash", at_crash_json(&trace->crash));
    if (trace->toasts_hidden)
        at_invocation_set_text(invocation, "toasts", AT_TOASTS_HIDDEN);
    at_trace_set_text(invocation->data, "screen_note",
                      at_buf_str(&trace->note));
    at_invocation_set(invocation, "device_ms", at_ms_json(trace->device_ns));
    at_invocation_set(invocation, "wait_ms", at_ms_json(trace->wait_ns));
    at_invocation_set(invocation, "own_ms", at_ms_json(trace->own_ns));
}

// Report a loading indicator even after a step that doesn't wait for it.
static bool
leave_loading(struct at_invocation *invocation, const struct at_app *app)
{
    const struct at_node *node =
        at_app_is_current(app) ? at_app_loading(app, true) : NULL;
    struct at_buf line = AT_BUF_INIT(AT_KIB);
    if (!node)
        return false;
    at_listed_write(node, NULL, &line);
    at_invocation_set_text(invocation, "screen", "loading");
    at_invocation_set(invocation, "loading",
                      at_json_text(at_utf8_head(at_buf_str(&line), 200)));
    at_buf_deinit(&line);
    return true;
}

static void
advise(struct at_invocation *invocation, enum at_code code, bool shown,
       bool loading)
{
    if (loading)
        at_invocation_next(invocation, "wait until it has loaded", "ui", "wait",
                           NULL);
    if (code == AT_ECRASH)
        at_invocation_next(invocation, "read the app's log", "logs", "tail",
                           NULL);
    if (!shown)
        at_invocation_next(invocation, "look at the screen as it is now", "ui",
                           "snapshot", "-i", NULL);
}

// Limit waiting to a part of the command's time, so that a screen which does
// not settle is reported as such, and not as a timeout.
static void
divide_time(struct at_invocation *invocation, struct at_app *app)
{
    int64_t left_ms = at_op_left_ms(invocation->op, at_now_ns());
    struct at_app_times *times = at_app_times(app);
    times->idle_ms =
        left_ms / 2 < AT_IDLE_TIMEOUT_MS ? left_ms / 2 : AT_IDLE_TIMEOUT_MS;
    times->loading_ms =
        left_ms / 4 < AT_IDLE_LOADING_MS ? left_ms / 4 : AT_IDLE_LOADING_MS;
}

// A command of one step has no number for it.
static void
drop_number(struct at_err *err)
{
    const char *end = strstr(err->msg, "): ");
    bool numbered = strncmp(err->msg, "steps[0] (", 10) == 0 ||
                    strncmp(err->msg, "no step has run: steps[0] (", 27) == 0;
    if (numbered && end)
        memmove(err->msg, end + 3, strlen(end + 3) + 1);
}

bool
at_ui_steps_run(struct at_invocation *invocation, struct at_app *app,
                const char *name, const struct at_flow *flow,
                struct at_err *err)
{
    const struct at_flow_opts opts = {.observe = AT_OBSERVE_NONE};
    enum at_show show = at_show_of(invocation->args);
    struct at_err why = AT_ERR_INIT;
    struct at_flow_trace trace;
    at_invocation_set_text(invocation, "action", name);
    divide_time(invocation, app);
    at_step_screen_prepare(app);
    if (invocation->args->command->flags & (AT_CLI_LOOKS | AT_CLI_WAITS)) {
        for (size_t i = 0; i < flow->count; i++)
            flow->steps[i].timeout_ms = invocation->timeout_ms;
    }
    bool ok = at_flow_run(invocation->op, app, flow, &opts, &trace, &why);
    if (!ok && flow->count == 1)
        drop_number(&why);
    leave_results(invocation, &trace, show);
    if (!ok && trace.count > 0)
        invocation->is_loading =
            trace.results[trace.count - 1].idle.loading[0] != '\0';
    leave_trace(invocation, &trace);
    bool loading = leave_loading(invocation, app);
    bool shown = at_step_screen_leave(invocation, app, show);
    at_invocation_tell_front(invocation, app);
    at_invocation_set(invocation, "done", json_boolean(ok));
    if (json_array_size(invocation->next_steps) == 0)
        advise(invocation, why.code, shown, loading);
    at_flow_trace_deinit(&trace);
    return ok || at_err_pass(err, &why);
}

bool
at_ui_step_run(struct at_invocation *invocation, struct at_app *app,
               const char *name, struct at_flow_step *step, struct at_err *err)
{
    const struct at_flow flow = {step, 1};
    return at_ui_steps_run(invocation, app, name, &flow, err);
}

json_t *
at_ui_step_point(struct at_point at)
{
    json_t *point = json_object();
    at_json_set(point, "x", json_integer(at.x_px));
    at_json_set(point, "y", json_integer(at.y_px));
    return point;
}

static void
print_effect(const json_t *data, struct at_buf *out)
{
    const char *effect = at_effect_words(at_json_get_str(data, "effect"));
    if (effect)
        at_buf_add_fmt(out, ": %s", effect);
    struct at_str keyboard = at_json_get_str(data, "keyboard");
    if (keyboard.len > 0)
        at_buf_add_fmt(out, ", the keyboard has %.*s", AT_STR_ARG(keyboard));
}

static void
print_line(const json_t *data, const char *name, const char *label,
           struct at_buf *out)
{
    struct at_str text = at_json_get_str(data, name);
    if (json_object_get(data, name))
        at_buf_add_fmt(out, "  %s%.*s\n", label, AT_STR_ARG(text));
}

static void
print_point(const json_t *at, struct at_buf *out)
{
    at_buf_add_fmt(out, " %" JSON_INTEGER_FORMAT ",%" JSON_INTEGER_FORMAT,
                   json_integer_value(json_object_get(at, "x")),
                   json_integer_value(json_object_get(at, "y")));
}

static void
print_texts(const json_t *data, const char *name, const char *label,
            struct at_buf *out)
{
    size_t i;
    json_t *text;
    json_array_foreach(json_object_get(data, name), i, text)
        at_buf_add_fmt(out, "  %s%.*s\n", label, AT_STR_ARG(at_json_str(text)));
}

void
at_ui_step_print_events(const json_t *data, struct at_buf *out)
{
    print_texts(data, "events", "event: ", out);
}

// Print what was done to what. An error says why something was not done.
static void
print_done(struct at_str action, const json_t *step, struct at_buf *out)
{
    struct at_str target = at_json_get_str(step, "target");
    if (!json_is_true(json_object_get(step, "done")))
        return;
    at_buf_add_str(out, action);
    if (target.len > 0)
        at_buf_add_fmt(out, " %.*s", AT_STR_ARG(target));
    else if (json_object_get(step, "at"))
        print_point(json_object_get(step, "at"), out);
    print_effect(step, out);
    at_buf_add_char(out, '\n');
}

static void
print_facts(const json_t *step, struct at_buf *out)
{
    print_line(step, "value", "value: ", out);
    print_line(step, "note", "note: ", out);
    print_line(step, "waited_for", "waited for ", out);
    print_texts(step, "fallbacks", "fallback: ", out);
}

void
at_ui_step_print(const json_t *data, struct at_buf *out)
{
    struct at_str action = at_json_get_str(data, "action");
    const json_t *steps = json_object_get(data, "steps");
    size_t i;
    json_t *step;
    if (action.len == 0)
        return;
    json_array_foreach((json_t *)(uintptr_t)steps, i, step)
    {
        print_done(action, step, out);
        print_facts(step, out);
    }
    if (!steps)
        print_done(action, data, out);
    if (!at_step_screen_print(data, out))
        print_texts(data, "changed", "", out);
    print_facts(data, out);
    print_line(data, "loading", "still loading: ", out);
    print_line(data, "screen_note", "note: ", out);
    at_ui_step_print_events(data, out);
}
