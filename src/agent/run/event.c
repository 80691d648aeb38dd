#include "agent/run/event.h"

#include "agent/guards/mask.h"
#include "agent/loop/cost.h"
#include "agent/proof/finding.h"
#include "agent/run/members.h"
#include "agent/run/run_record.h"
#include "base/civil.h"
#include "base/limits.h"
#include "base/quote.h"
#include "wire/json.h"

// Limits in log.txt from the contract; the model chooses a tool's name.
enum { RESULT_SHOWN_MAX = 200, TOOL_SHOWN_MAX = 100 };

const char *const at_run_event_names[AT_RUN_EVENT_KINDS] = {
    [AT_RUN_TOOL] = "tool",   [AT_RUN_SCREENSHOT] = "screenshot",
    [AT_RUN_LOG] = "log",     [AT_RUN_STATE] = "state",
    [AT_RUN_STEP] = "step",   [AT_RUN_MODEL] = "model",
    [AT_RUN_SAID] = "said",   [AT_RUN_GUARD] = "guard",
    [AT_RUN_VIDEO] = "video",
};

#define VIEW(name, field) AT_MEMBER(name, VIEW, struct at_run_event, field)
#define FLAG(name, field) AT_MEMBER(name, FLAG, struct at_run_event, field)

static const char *const states[] = {"", "began", "ended"};

static const struct at_member head_rows[] = {
    VIEW("toolName", tool),
    VIEW("args", args),
    VIEW("result", result),
    VIEW("resultPrefix", prefix),
    VIEW("screenshotPath", path),
    VIEW("videoPath", video),
    AT_MEMBER("videoBeganAt", TIME, struct at_run_event, began_ms),
    VIEW("message", message),
    {0}};
static const struct at_member time_rows[] = {
    AT_MEMBER("durationMs", NUMBER, struct at_run_event, duration_ms),
    FLAG("replayed", replayed),
    {0}};
static const struct at_member before_rows[] = {VIEW("before", before), {0}};
static const struct at_member model_rows[] = {
    VIEW("model", model), FLAG("failed", failed), {0}};
static const struct at_member other_rows[] = {VIEW("callPath", call_path),
                                              VIEW("screen", screen),
                                              FLAG("refused", refused),
                                              FLAG("thought", thought),
                                              {0}};
static const struct at_member state_rows[] = {
    AT_MEMBER_WORDS("state", struct at_run_event, state, states,
                    AT_LEN(states)),
    {0}};
static const struct at_member end_rows[] = {
    AT_MEMBER_WORDS("verdict", struct at_run_event, verdict, at_verdict_names,
                    AT_VERDICT_COUNT),
    VIEW("proof", proof),
    {0}};
static const struct at_member outcome_rows[] = {VIEW("outcome", outcome), {0}};
static const struct at_member phase_rows[] = {VIEW("phase", phase), {0}};

static void
write_point(const char *name, struct at_point point, json_t *out)
{
    at_json_set(out, name, json_pack("[i,i]", point.x_px, point.y_px));
}

static void
write_touch(const struct at_run_event *event, json_t *out)
{
    const struct at_agent_touch *touch = &event->touch;
    if (touch->has_point)
        write_point("point", touch->point, out);
    if (touch->is_swipe) {
        write_point("from", touch->point, out);
        write_point("to", touch->to, out);
    }
    if (touch->has_box)
        at_json_set(out, "box",
                    json_pack("[i,i,i,i]", touch->box.left, touch->box.top,
                              touch->box.right, touch->box.bottom));
    if (event->element.len > 0)
        at_json_set(out, "element", at_json_text(event->element));
    if (touch->width_px > 0 && touch->height_px > 0)
        at_json_set(out, "space",
                    json_pack("[i,i]", touch->width_px, touch->height_px));
}

// Return the finding, owned by the caller; NULL: none.
static json_t *
finding_of(const struct at_run_event *event)
{
    if (event->finding)
        return json_incref((json_t *)event->finding);
    if (event->judged)
        return at_finding_of_step(event->judged);
    return event->testimony ? at_finding_of_call(event->testimony) : NULL;
}

static void
write_finding(const struct at_run_event *event, json_t *out)
{
    json_t *finding = finding_of(event);
    if (finding)
        at_json_set(out, "finding", finding);
}

static void
write_more(const struct at_run_event *event, json_t *out)
{
    write_touch(event, out);
    at_members_write(before_rows, event, out);
    if (event->has_usage)
        at_members_write(at_model_usage_members, &event->usage, out);
    at_members_write(model_rows, event, out);
    if (event->failed)
        at_json_set(out, "status", json_integer(event->http_status));
    at_members_write(other_rows, event, out);
    at_members_write(state_rows, event, out);
    if (event->state == AT_RUN_EVENT_ENDED)
        at_members_write(end_rows, event, out);
    at_members_write(outcome_rows, event, out);
    write_finding(event, out);
    if (event->record)
        at_run_record_write_state(event->record, out);
    at_members_write(phase_rows, event, out);
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
    at_members_write(head_rows, event, json);
    if (event->step > 0)
        at_json_set(json, "step", json_integer(event->step));
    at_members_write(time_rows, event, json);
    write_more(event, json);
    if (event->json)
        json_object_update_missing(json, event->json);
    return json;
}

void
at_run_event_write(const struct at_run_event *event, struct at_buf *out)
{
    json_t *json = at_run_event_json(event);
    (void)at_json_write(json, out);
    json_decref(json);
}

// Read the members that other code uses; the JSON keeps the rest in the order
// of at_run_event_json().
static void
read_members(const json_t *json, struct at_run_event *event)
{
    static const struct at_member *const tables[] = {
        head_rows, time_rows, state_rows, end_rows, outcome_rows};
    json_int_t step = json_integer_value(json_object_get(json, "step"));
    for (size_t i = 0; i < AT_LEN(tables); i++)
        at_members_read(tables[i], json, event);
    event->finding = json_object_get(json, "finding");
    event->has_usage = json_object_get(json, "inputTokens") != NULL;
    if (event->has_usage)
        at_members_read(at_model_usage_members, json, &event->usage);
    event->step = step > 0 && step <= INT_MAX ? (int)step : 0;
    (void)at_civil_read(at_json_get_str(json, "timestamp"), &event->time_ms);
}

bool
at_run_event_read(struct at_str text, struct at_run_event *out,
                  struct at_err *err)
{
    json_t *json = at_json_parse(text, err);
    int kind = at_member_word(at_json_get_str(json, "type"), at_run_event_names,
                              AT_RUN_EVENT_KINDS, -1);
    *out = (struct at_run_event){.duration_ms = -1, .json = json};
    if (!json)
        return false;
    if (kind < 0)
        return at_fail(err, AT_EPROTO, "an unknown event");
    out->kind = (enum at_run_event_kind)kind;
    read_members(json, out);
    return true;
}

void
at_run_event_deinit(struct at_run_event *event)
{
    json_decref(event->json);
    *event = (struct at_run_event){.duration_ms = -1};
}

static const size_t texts[AT_RUN_EVENT_TEXTS] = {
    offsetof(struct at_run_event, tool),
    offsetof(struct at_run_event, args),
    offsetof(struct at_run_event, result),
    offsetof(struct at_run_event, path),
    offsetof(struct at_run_event, video),
    offsetof(struct at_run_event, message),
    offsetof(struct at_run_event, element),
    offsetof(struct at_run_event, before),
    offsetof(struct at_run_event, call_path),
    offsetof(struct at_run_event, screen),
    offsetof(struct at_run_event, model),
    offsetof(struct at_run_event, proof),
};

static struct at_str *
text_of(struct at_run_event *event, size_t i)
{
    return (struct at_str *)(void *)((char *)event + texts[i]);
}

void
at_run_event_mask(const struct at_run_event *event,
                  const struct at_secrets *secrets, size_t max,
                  struct at_run_event_masked *out)
{
    json_t *finding = finding_of(event);
    out->event = *event;
    out->finding = finding ? at_mask_json(secrets, finding) : NULL;
    json_decref(finding);
    out->event.finding = out->finding;
    out->event.testimony = NULL;
    out->event.judged = NULL;
    for (size_t i = 0; i < AT_RUN_EVENT_TEXTS; i++) {
        struct at_str *text = text_of(&out->event, i);
        out->texts[i] = (struct at_buf)AT_BUF_INIT(AT_REPORT_MAX_BYTES);
        at_secrets_mask(secrets, *text, &out->texts[i]);
        *text = at_utf8_head(at_buf_str(&out->texts[i]), max);
    }
}

void
at_run_event_masked_deinit(struct at_run_event_masked *masked)
{
    for (size_t i = 0; i < AT_RUN_EVENT_TEXTS; i++)
        at_buf_deinit(&masked->texts[i]);
    json_decref(masked->finding);
    masked->finding = NULL;
}

void
at_run_event_cut(struct at_run_event *event, size_t max)
{
    for (size_t i = 0; i < AT_RUN_EVENT_TEXTS; i++)
        *text_of(event, i) = at_utf8_head(*text_of(event, i), max);
    event->finding = NULL;
    event->testimony = NULL;
    event->judged = NULL;
    event->record = NULL;
    event->json = NULL;
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

// Write "Step 2, guard: outside com.example.notes: …" or "Step 2 PASS: the list
// is shown".
static void
write_other(const struct at_run_event *event, struct at_buf *out)
{
    const char *kind = at_run_event_names[event->kind];
    if (event->kind == AT_RUN_STEP)
        at_buf_add_fmt(out, "Step %d %s:", event->step,
                       event->state == AT_RUN_EVENT_ENDED
                           ? at_verdict_names[event->verdict]
                           : "begins");
    else if (event->step > 0)
        at_buf_add_fmt(out, "Step %d, %s:", event->step, kind);
    else
        at_buf_add_fmt(out, "%s:", kind);
    const struct at_str words[] = {event->path, event->video, event->message};
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (words[i].len > 0)
            at_buf_add_char(out, ' ');
        at_line_write(words[i], out);
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

int64_t
at_run_event_attempt(const struct at_run_event *event)
{
    return json_integer_value(json_object_get(event->json, "attempt"));
}
