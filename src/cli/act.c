#include "cli/act.h"

#include <string.h>

#include "flow/flow.h"
#include "flow/idle.h"
#include "sys/clock.h"
#include "wire/json.h"

struct member {
    const char *from; // in the engine's trace
    const char *to;   // in the command's data
};

// In the order in which a reader wants them.
static const struct member of_result[] = {
    {"target", "target"},
    {"effect", "effect"},
    {"blockedBy", "blocked_by"},
    {"keyboard", "keyboard"},
    {"changed", "changed"},
    {"value", "value"},
    {"hint", "hint"},
    {"idle", "screen"},
    {"loadingDetected", "loading"},
    {"note", "note"},
};
static const struct member of_trace[] = {
    {"screenChanged", "screen_changed"},
    {"screenFingerprint", "fingerprint"},
    {"systemDialogs", "dialogs"},
    {"crash", "crash"},
    {"toasts", "toasts"},
    {"note", "screen_note"},
};
static const struct member of_timing[] = {
    {"deviceMs", "device_ms"},
    {"waitMs", "wait_ms"},
    {"ownMs", "own_ms"},
};

static void
take(struct at_call *call, const json_t *from, const struct member *members,
     size_t count)
{
    for (size_t i = 0; i < count; i++) {
        json_t *value = json_object_get(from, members[i].from);
        if (value)
            at_call_set(call, members[i].to, json_incref(value));
    }
}

// The engine echoes a text in clear once it knows that it is no secret.
static bool
is_secret(const json_t *step, const json_t *result)
{
    const json_t *echo = json_object_get(result, "action");
    const json_t *value = json_object_get(step, "value");
    return value && !json_equal(value, json_object_get(echo, "value"));
}

static void
leave(struct at_call *call, const json_t *step, const json_t *trace)
{
    const json_t *result = json_array_get(json_object_get(trace, "results"), 0);
    call->secret = is_secret(step, result);
    take(call, result, of_result, AT_LEN(of_result));
    take(call, trace, of_trace, AT_LEN(of_trace));
    take(call, json_object_get(trace, "timing"), of_timing, AT_LEN(of_timing));
}

static void
advise(struct at_call *call, enum at_code code)
{
    if (code == AT_ECRASH)
        at_call_next(call, "what the app said", "logs", "tail", NULL);
    at_call_next(call, "look at the screen as it is now", "ui", "snapshot",
                 "-i", NULL);
}

// What waiting for the screen may take of the command's time, so that a screen
// which does not settle is told as that, and not as a timeout.
static void
divide_time(struct at_call *call, struct at_app *app)
{
    int64_t left_ms = at_op_left_ms(call->op, at_now_ns());
    struct at_app_times *times = at_app_times(app);
    times->idle_ms =
        left_ms / 2 < AT_IDLE_TIMEOUT_MS ? left_ms / 2 : AT_IDLE_TIMEOUT_MS;
    times->loading_ms =
        left_ms / 4 < AT_IDLE_LOADING_MS ? left_ms / 4 : AT_IDLE_LOADING_MS;
}

bool
at_act_run(struct at_call *call, struct at_app *app, const char *name,
           json_t *step, struct at_err *err)
{
    const struct at_flow_opts opts = {.observe = AT_OBSERVE_NONE};
    struct at_err why = AT_ERR_INIT;
    json_t *steps = json_array();
    json_t *trace;
    json_array_append_new(steps, step);
    at_call_set_text(call, "action", name);
    divide_time(call, app);
    bool ok = at_flow_run(call->op, app, steps, &opts, &trace, &why);
    leave(call, step, trace);
    at_call_set(call, "done", json_boolean(ok));
    if (json_array_size(call->next_steps) == 0)
        advise(call, why.code);
    json_decref(trace);
    json_decref(steps);
    if (!ok && err)
        *err = why;
    return ok;
}

json_t *
at_act_point(struct at_point at)
{
    json_t *point = json_object();
    at_json_set(point, "x", json_integer(at.x_px));
    at_json_set(point, "y", json_integer(at.y_px));
    return point;
}

static const struct {
    const char *effect;
    const char *words;
} effects[] = {
    {"changed", "the screen has changed"},
    {"no_observable_effect", "nothing observable has changed"},
    {"blocked_by", "something stands in its way"},
    {"app_gone", "the app is not in front any more"},
};

static void
print_effect(const json_t *data, struct at_buf *out)
{
    struct at_str effect = at_json_get_str(data, "effect");
    for (size_t i = 0; i < AT_LEN(effects); i++) {
        if (at_str_is(effect, effects[i].effect))
            at_buf_add_fmt(out, ": %s", effects[i].words);
    }
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

void
at_act_print(const json_t *data, struct at_buf *out)
{
    struct at_str action = at_json_get_str(data, "action");
    struct at_str target = at_json_get_str(data, "target");
    size_t i;
    json_t *change;
    if (action.len == 0)
        return;
    // what kept it from being done is the error's to say
    if (json_is_true(json_object_get(data, "done"))) {
        at_buf_add_str(out, action);
        if (target.len > 0)
            at_buf_add_fmt(out, " %.*s", AT_STR_ARG(target));
        else if (json_object_get(data, "at"))
            print_point(json_object_get(data, "at"), out);
        print_effect(data, out);
        at_buf_add_char(out, '\n');
    }
    json_array_foreach(json_object_get(data, "changed"), i, change)
        at_buf_add_fmt(out, "  %.*s\n", AT_STR_ARG(at_json_str(change)));
    print_line(data, "value", "value: ", out);
    print_line(data, "note", "note: ", out);
    print_line(data, "screen_note", "note: ", out);
}
