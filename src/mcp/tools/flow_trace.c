#include "mcp/tools/flow_trace.h"

#include <stdio.h>
#include <string.h>

#include "mcp/tools/reply.h"
#include "report/trace_json.h"
#include "sys/clock.h"
#include "wire/json.h"

enum {
    ACTION_BYTES = 1000, // limit of a failed step's action
    SLOW_MS = 3000,      // a step that took longer says so
};

struct writer {
    const struct at_flow_trace *trace;
    const json_t *steps;
    unsigned parts;
};

static bool
has_part(const struct writer *writer, enum at_trace_part part)
{
    return (writer->parts & part) != 0;
}

static void
set_name(json_t *json, const char *name, const char *text)
{
    if (text)
        at_json_set_text(json, name, text);
}

static void
set_error(json_t *json, const struct at_err *err)
{
    if (err->code == AT_OK)
        return;
    at_json_set_text(json, "error", err->msg);
    at_json_set_text(json, "code", at_code_info(err->code)->name);
}

// Repeat the step as it was given, without secrets.
static json_t *
echo(const struct at_step_result *result, const json_t *step)
{
    char text[64];
    if (!result->secret || !json_object_get(step, "value"))
        return json_incref((json_t *)(uintptr_t)step);
    json_t *action = json_copy((json_t *)(uintptr_t)step);
    snprintf(text, sizeof(text), "(%zu characters)",
             at_utf8_count(result->step->value));
    at_json_set_text(action, "value", text);
    return action;
}

static void
set_action(const struct writer *writer, size_t index, json_t *json)
{
    json_t *action = echo(&writer->trace->results[index],
                          json_array_get(writer->steps, index));
    if (has_part(writer, AT_TRACE_PASSED) ||
        at_reply_len(action) <= ACTION_BYTES)
        at_json_set(json, "action", json_incref(action));
    json_decref(action);
}

// Report what the app was waited for; the whole trace also lists the sources
// asked.
static void
set_waited(const struct writer *writer, const struct at_idle_result *idle,
           json_t *json)
{
    at_trace_set_waited(json, "waitedFor", idle);
    if (!has_part(writer, AT_TRACE_ECHO) || idle->asked_count == 0)
        return;
    json_t *asked = json_array();
    for (size_t i = 0; i < idle->asked_count; i++)
        json_array_append_new(asked, at_json_text(at_str(idle->asked[i])));
    at_json_set(json, "frameworkSync", asked);
}

static void
set_head(const struct writer *writer, size_t index, json_t *json)
{
    const struct at_step_result *result = &writer->trace->results[index];
    bool whole = has_part(writer, AT_TRACE_ECHO);
    if (whole || !has_part(writer, AT_TRACE_PASSED))
        at_json_set(json, "stepIndex", json_integer((json_int_t)index));
    if (whole)
        set_action(writer, index, json);
    if (whole || !result->ok)
        at_json_set(json, "success", json_boolean(result->ok));
    if (whole || result->duration_ns > SLOW_MS * AT_NS_PER_MS)
        at_json_set(json, "durationMs", at_ms_json(result->duration_ns));
    if (whole || strcmp(result->err.msg, writer->trace->err.msg) != 0)
        set_error(json, &result->err);
    at_trace_set_text(json, "loadingDetected", at_str(result->idle.loading));
    set_waited(writer, &result->idle, json);
    at_trace_set_texts(json, "fallbacks", &result->fallbacks);
}

static void
set_effect(const struct at_step_result *result, json_t *json)
{
    if (result->effect == AT_STEP_EFFECT_UNKNOWN)
        return;
    set_name(json, "effect", at_step_effect_name(result->effect));
    if (result->effect == AT_STEP_EFFECT_BLOCKED)
        at_json_set(json, "blockedBy", at_blocker_json(&result->blocker));
    set_name(json, "keyboard", at_keyboard_move_name(result->keyboard));
}

// With a single step the lines of the diff are its changes.
static bool
diff_tells(const struct at_flow_trace *trace)
{
    return trace->screen_kind == AT_TRACE_SCREEN_DIFF && trace->total == 1;
}

static json_t *
write_result(const struct writer *writer, size_t index)
{
    const struct at_flow_trace *trace = writer->trace;
    const struct at_step_result *result = &trace->results[index];
    struct at_str target = at_trace_text(trace, &result->target);
    json_t *json = json_object();
    set_head(writer, index, json);
    at_trace_set_text(json, "target", target);
    if (result->has_value)
        at_json_set(json, "value", at_json_text(at_buf_str(&result->value)));
    if (has_part(writer, AT_TRACE_ECHO) || !at_str_has(target, AT_STR("hint=")))
        at_trace_set_text(json, "hint", at_buf_str(&result->hint));
    set_name(json, "idle", at_step_result_idle(result));
    at_trace_set_notes(json, "note", result, true);
    if (result->has_output)
        at_json_set(json, "output", at_json_text(at_buf_str(&result->output)));
    at_trace_set_texts(json, "events", &result->events);
    set_effect(result, json);
    if (has_part(writer, AT_TRACE_ECHO) || !diff_tells(trace))
        at_trace_set_texts(json, "changed",
                           at_trace_changes(trace, &result->changes));
    return json;
}

static json_t *
write_results(const struct writer *writer)
{
    json_t *list = json_array();
    for (size_t i = 0; i < writer->trace->count; i++) {
        if (has_part(writer, AT_TRACE_PASSED) || !writer->trace->results[i].ok)
            json_array_append_new(list, write_result(writer, i));
    }
    return list;
}

static json_t *
write_timing(const struct at_flow_trace *trace)
{
    json_t *json = json_object();
    at_json_set(json, "deviceMs", at_ms_json(trace->device_ns));
    at_json_set(json, "waitMs", at_ms_json(trace->wait_ns));
    at_json_set(json, "ownMs", at_ms_json(trace->own_ns));
    return json;
}

static bool
fell_back(const struct at_flow_trace *trace)
{
    for (size_t i = 0; i < trace->count; i++) {
        if (trace->results[i].fallbacks.count > 0)
            return true;
    }
    return false;
}

static void
set_end(const struct writer *writer, json_t *json)
{
    const struct at_flow_trace *trace = writer->trace;
    bool whole = has_part(writer, AT_TRACE_ECHO);
    if (trace->app_wait_ns > 0)
        at_json_set(json, "waitedForMs", at_ms_json(trace->app_wait_ns));
    at_trace_set_texts(json, "events", &trace->events);
    if (trace->dialog_count > 0)
        at_json_set(json, "systemDialogs", at_dialogs_json(trace));
    if (trace->crashed) {
        at_json_set(json, "appCrashDetected", json_true());
        at_json_set(json, "crash", at_crash_json(&trace->crash));
    }
    if (trace->toasts_hidden)
        at_json_set_text(json, "toasts", AT_TOASTS_HIDDEN);
    if (whole || fell_back(trace))
        at_backends_set(json, &trace->backends);
    if (whole)
        at_json_set(json, "timing", write_timing(trace));
}

static void
set_screen(const struct at_flow_trace *trace, json_t *json)
{
    const char *member = at_trace_screen_member(trace);
    if (member)
        at_json_set(json, member, at_json_text(at_buf_str(&trace->screen)));
}

void
at_trace_set_counts(const struct at_flow_trace *trace, json_t *json)
{
    at_json_set(json, "stepsCompleted",
                json_integer((json_int_t)trace->completed));
    at_json_set(json, "totalSteps", json_integer((json_int_t)trace->total));
}

static bool
is_told(const struct at_flow_trace *trace, const char *change)
{
    for (size_t i = 0; i < trace->count; i++) {
        const struct at_argv *told =
            at_trace_changes(trace, &trace->results[i].changes);
        for (size_t k = 0; k < told->count; k++) {
            if (strcmp(told->words[k], change) == 0)
                return true;
        }
    }
    return false;
}

// Omit what a step has already reported.
static void
set_changes(const struct writer *writer, json_t *json)
{
    const struct at_argv *changes = &writer->trace->changes;
    struct at_argv untold = AT_ARGV_INIT;
    for (size_t i = 0; i < changes->count; i++) {
        if (has_part(writer, AT_TRACE_ECHO) ||
            !is_told(writer->trace, changes->words[i]))
            at_argv_add(&untold, changes->words[i]);
    }
    at_trace_set_texts(json, "changed", &untold);
    at_argv_deinit(&untold);
}

json_t *
at_trace_json(const struct at_flow_trace *trace, const json_t *steps,
              unsigned parts)
{
    const struct writer writer = {trace, steps, parts};
    bool whole = has_part(&writer, AT_TRACE_ECHO);
    json_t *json = json_object();
    at_json_set(json, "success", json_boolean(trace->ok));
    if (!whole)
        set_error(json, &trace->err);
    if (whole || !trace->ok)
        at_trace_set_counts(trace, json);
    at_json_set(json, "results", write_results(&writer));
    // without a reading at the end neither is known
    bool read = trace->fingerprint.text[0] != '\0';
    if (whole && read)
        at_json_set_text(json, "screenFingerprint", trace->fingerprint.text);
    if (read && (whole || !trace->ok || !trace->screen_changed ||
                 trace->screen_kind == AT_TRACE_SCREEN_NONE))
        at_json_set(json, "screenChanged", json_boolean(trace->screen_changed));
    set_changes(&writer, json);
    at_trace_set_text(json, "note", at_buf_str(&trace->note));
    if (has_part(&writer, AT_TRACE_SCREEN))
        set_screen(trace, json);
    if (whole)
        set_error(json, &trace->err);
    set_end(&writer, json);
    return json;
}

const char *
at_trace_screen_member(const struct at_flow_trace *trace)
{
    static const char *const members[] = {
        [AT_TRACE_SCREEN_NONE] = NULL,
        [AT_TRACE_SCREEN_TREE] = "finalUiTree",
        [AT_TRACE_SCREEN_DIFF] = "diff",
    };
    return members[trace->screen_kind];
}

void
at_backends_set(json_t *reply, const struct at_backends *backends)
{
    at_json_set_text(reply, "backend", backends->input);
    if (backends->tree[0])
        at_json_set_text(reply, "treeBackend", backends->tree);
}
