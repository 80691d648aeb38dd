#include "agent/run/event.h"

#include "base/civil.h"
#include "base/limits.h"
#include "base/quote.h"
#include "wire/json.h"

// Bytes in log.txt, as the contract has it; the model chooses a tool's name.
enum { RESULT_SHOWN_MAX = 200, TOOL_SHOWN_MAX = 100 };

const char *const at_run_event_names[AT_RUN_EVENT_KINDS] = {
    [AT_RUN_TOOL] = "tool",   [AT_RUN_SCREENSHOT] = "screenshot",
    [AT_RUN_LOG] = "log",     [AT_RUN_STATE] = "state",
    [AT_RUN_STEP] = "step",   [AT_RUN_MODEL] = "model",
    [AT_RUN_SAID] = "said",   [AT_RUN_GUARD] = "guard",
    [AT_RUN_VIDEO] = "video",
};

static void
set_some(json_t *json, const char *name, struct at_str text)
{
    if (text.len > 0)
        at_json_set(json, name, at_json_text(text));
}

json_t *
at_run_event_json(const struct at_run_event *event)
{
    char time[32];
    json_t *json = json_object();
    at_civil_write(event->time_ms, AT_CIVIL_RFC3339, time);
    at_json_set(json, "index", json_integer(event->index));
    at_json_set_text(json, "timestamp", time);
    at_json_set_text(json, "type", at_run_event_names[event->kind]);
    set_some(json, "toolName", event->tool);
    set_some(json, "args", event->args);
    set_some(json, "result", event->result);
    set_some(json, "resultPrefix", event->prefix);
    set_some(json, event->kind == AT_RUN_VIDEO ? "videoPath" : "screenshotPath",
             event->path);
    if (event->began_ms > 0) {
        at_civil_write(event->began_ms, AT_CIVIL_RFC3339, time);
        at_json_set_text(json, "videoBeganAt", time);
    }
    set_some(json, "message", event->message);
    if (event->step > 0)
        at_json_set(json, "step", json_integer(event->step));
    if (event->duration_ms >= 0)
        at_json_set(json, "durationMs", json_integer(event->duration_ms));
    if (event->replayed)
        at_json_set(json, "replayed", json_true());
    // A member of the event's own is never replaced.
    if (event->more)
        json_object_update_missing(json, (json_t *)event->more);
    return json;
}

static void
write_tool(const struct at_run_event *event, struct at_buf *out)
{
    at_buf_add_text(out, "Tool called: tool ");
    at_line_write(at_utf8_head(event->tool, TOOL_SHOWN_MAX), out);
    at_buf_add_text(out, ", args ");
    if (event->args.len > 0)
        at_line_write(event->args, out);
    else
        at_buf_add_text(out, "{}");
    if (event->result.len == 0)
        return;
    at_buf_add_text(out, " -> ");
    at_line_write(at_utf8_head(event->result, RESULT_SHOWN_MAX), out);
}

// "Step 2, guard: outside com.example.notes: …", "Step 2 PASS: the list is
// shown".
static void
write_other(const struct at_run_event *event, struct at_buf *out)
{
    const json_t *verdict = json_object_get(event->more, "verdict");
    const char *kind = at_run_event_names[event->kind];
    if (event->kind == AT_RUN_STEP)
        at_buf_add_fmt(out, "Step %d %s:", event->step,
                       verdict ? json_string_value(verdict) : "begins");
    else if (event->step > 0)
        at_buf_add_fmt(out, "Step %d, %s:", event->step, kind);
    else
        at_buf_add_fmt(out, "%s:", kind);
    if (event->path.len > 0) {
        at_buf_add_char(out, ' ');
        at_line_write(event->path, out);
    }
    if (event->message.len > 0) {
        at_buf_add_char(out, ' ');
        at_line_write(event->message, out);
    }
}

void
at_run_event_line(const struct at_run_event *event, struct at_buf *out)
{
    char time[32];
    at_civil_write(event->time_ms, "[hh:mm:ss.fff] ", time);
    at_buf_add_text(out, time);
    if (event->kind == AT_RUN_TOOL)
        write_tool(event, out);
    else if (event->kind == AT_RUN_LOG && event->step == 0)
        at_line_write(event->message, out);
    else
        write_other(event, out);
    if (event->replayed)
        at_buf_add_text(out, " (replayed)");
}
