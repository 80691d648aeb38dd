// spans.c: the open spans of runs, and how events close them
#include "telemetry/spans.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/run/members.h"
#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "base/hex.h"
#include "base/sha256.h"
#include "wire/json.h"

enum { TEXT_MAX = 1024 };

struct run {
    struct run *next;
    char id[AT_RUN_ID_MAX];
    int64_t queued_ms;
    int64_t began_ms;    // 0: it has not begun
    int64_t began_index; // event that began this attempt
    char *device;        // owned; NULL: not known
    int step;            // 0: none is open
    int64_t step_ms;
    int64_t step_index;
    char *step_text; // owned
    int64_t calls;
    int64_t in_tokens, out_tokens;
};

struct at_spans {
    void (*span)(void *user, const struct at_span *span);
    void *user;
    struct run *first; // the newest
};

struct at_spans *
at_spans_new(void (*span)(void *user, const struct at_span *span), void *user)
{
    struct at_spans *spans = at_alloc(sizeof(*spans));
    *spans = (struct at_spans){.span = span, .user = user};
    return spans;
}

static void
free_run(struct run *run)
{
    free(run->device);
    free(run->step_text);
    free(run);
}

void
at_spans_free(struct at_spans *spans)
{
    struct run *next;
    for (struct run *run = spans ? spans->first : NULL; run; run = next) {
        next = run->next;
        free_run(run);
    }
    free(spans);
}

static struct run *
find(struct at_spans *spans, const char *id)
{
    struct run *run = spans->first;
    while (run && strcmp(run->id, id) != 0)
        run = run->next;
    return run;
}

static void
forget(struct at_spans *spans, struct run *run)
{
    struct run **link = &spans->first;
    while (*link != run)
        link = &(*link)->next;
    *link = run->next;
    free_run(run);
}

static struct run *
add(struct at_spans *spans, const char *id)
{
    size_t count = 0;
    struct run *last = NULL;
    for (struct run *run = spans->first; run; run = run->next) {
        last = run;
        count++;
    }
    if (count >= AT_SPAN_RUNS_MAX)
        forget(spans, last);
    struct run *run = at_alloc(sizeof(*run));
    at_str_cut(run->id, sizeof(run->id), at_str(id));
    run->next = spans->first;
    spans->first = run;
    return run;
}

static void
id_of(const char *text, size_t bytes, char *out)
{
    unsigned char hash[AT_SHA256_BYTES];
    at_sha256(at_str(text), hash);
    at_hex_write(hash, bytes, out);
}

void
at_spans_trace_id(const char *run, char out[AT_TRACE_ID_LEN + 1])
{
    id_of(run, AT_TRACE_ID_LEN / 2, out);
}

// The id of the span that the event with this index began, or is.
static void
span_id(const struct run *run, int64_t index, char out[AT_SPAN_ID_LEN + 1])
{
    char text[AT_RUN_ID_MAX + 32];
    snprintf(text, sizeof(text), "%s/%" PRId64, run->id, index);
    id_of(text, AT_SPAN_ID_LEN / 2, out);
}

static void
add_value(json_t *attributes, const char *key, const char *type, json_t *value)
{
    json_array_append_new(attributes, json_pack("{s:s, s:{s:o}}", "key", key,
                                                "value", type, value));
}

static void
add_text(json_t *attributes, const char *key, struct at_str text)
{
    if (text.len > 0)
        add_value(attributes, key, "stringValue",
                  at_json_text(at_utf8_head(text, TEXT_MAX)));
}

// OTLP writes integers of 64 bits as texts.
static void
add_number(json_t *attributes, const char *key, int64_t number)
{
    char text[32];
    snprintf(text, sizeof(text), "%" PRId64, number);
    add_value(attributes, key, "intValue", json_string(text));
}

static void
pass(struct at_spans *spans, const struct run *run, struct at_span *span)
{
    at_spans_trace_id(run->id, span->trace);
    if (span->end_ms < span->start_ms) // a clock was set
        span->start_ms = span->end_ms;
    spans->span(spans->user, span);
}

// A child of the open step, or else of the run.
static void
set_parent(const struct run *run, struct at_span *span)
{
    if (run->step > 0)
        span_id(run, run->step_index, span->parent);
    else
        span_id(run, run->began_index, span->parent);
}

static void
close_step(struct at_spans *spans, struct run *run,
           const struct at_run_event *event)
{
    bool ended = event->kind == AT_RUN_STEP;
    const char *verdict =
        ended ? at_verdict_names[event->verdict] : at_verdict_names[0];
    json_t *attributes = json_array();
    char name[32];
    if (run->step == 0) {
        json_decref(attributes);
        return;
    }
    snprintf(name, sizeof(name), "step %d", run->step);
    add_text(attributes, "agentest.run.id", at_str(run->id));
    add_number(attributes, "agentest.step.number", run->step);
    add_text(attributes, "agentest.step.text", at_str(run->step_text));
    add_text(attributes, "agentest.verdict", at_str(verdict));
    struct at_span span = {
        .kind = AT_SPAN_STEP,
        .name = name,
        .start_ms = run->step_ms,
        .end_ms = event->time_ms,
        .error = ended && event->verdict != AT_VERDICT_PASS ? verdict : NULL,
        .attributes = attributes,
    };
    span_id(run, run->step_index, span.id);
    span_id(run, run->began_index, span.parent);
    pass(spans, run, &span);
    run->step = 0;
    json_decref(attributes);
}

static void
take_step(struct at_spans *spans, struct run *run,
          const struct at_run_event *event)
{
    if (event->state == AT_RUN_EVENT_ENDED && event->step == run->step)
        close_step(spans, run, event);
    if (event->state != AT_RUN_EVENT_BEGAN)
        return;
    close_step(spans, run, event);
    run->step = event->step;
    run->step_ms = event->time_ms;
    run->step_index = event->index;
    free(run->step_text);
    run->step_text = at_strndup(event->message.ptr, event->message.len);
}

static void
take_call(struct at_spans *spans, struct run *run,
          const struct at_run_event *event)
{
    json_t *attributes = json_array();
    bool refused = json_is_true(json_object_get(event->json, "refused"));
    char *name = at_strfmt("execute_tool %.*s",
                           AT_STR_ARG(at_utf8_head(event->tool, 100)));
    add_text(attributes, "gen_ai.operation.name", AT_STR("execute_tool"));
    add_text(attributes, "gen_ai.tool.name", event->tool);
    add_text(attributes, "agentest.run.id", at_str(run->id));
    add_text(attributes, "agentest.result", event->prefix);
    if (event->replayed)
        add_value(attributes, "agentest.replayed", "boolValue", json_true());
    struct at_span span = {
        .kind = AT_SPAN_CALL,
        .name = name,
        .start_ms =
            event->time_ms - (event->duration_ms > 0 ? event->duration_ms : 0),
        .end_ms = event->time_ms,
        .error = refused ? "refused" : NULL,
        .attributes = attributes,
    };
    span_id(run, event->index, span.id);
    set_parent(run, &span);
    run->calls++;
    pass(spans, run, &span);
    free(name);
    json_decref(attributes);
}

// The provider by the conventions' names; events have the model's name alone.
static const char *
provider_of(struct at_str model)
{
    static const struct {
        struct at_str part;
        const char *provider;
    } rows[] = {
        {AT_STR_ROW("claude"), "anthropic"},
        {AT_STR_ROW("gemini"), "gcp.gemini"},
        {AT_STR_ROW("deepseek"), "deepseek"},
        {AT_STR_ROW("mistral"), "mistral_ai"},
        {AT_STR_ROW("grok"), "x_ai"},
        {AT_STR_ROW("gpt-"), "openai"},
    };
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (at_str_find_nocase(model, rows[i].part) >= 0)
            return rows[i].provider;
    }
    return "unknown";
}

static void
add_usage(json_t *attributes, struct run *run, const struct at_run_event *event)
{
    const struct at_model_usage *usage = &event->usage;
    if (!event->has_usage)
        return;
    add_number(attributes, "gen_ai.usage.input_tokens", usage->in_tokens);
    add_number(attributes, "gen_ai.usage.output_tokens", usage->out_tokens);
    add_number(attributes, "gen_ai.usage.cache_read.input_tokens",
               usage->cached_tokens);
    if (!usage->unpriced)
        add_value(attributes, "agentest.cost_usd", "doubleValue",
                  json_real(usage->cost_usd));
    run->in_tokens += usage->in_tokens > 0 ? usage->in_tokens : 0;
    run->out_tokens += usage->out_tokens > 0 ? usage->out_tokens : 0;
}

static void
take_model(struct at_spans *spans, struct run *run,
           const struct at_run_event *event)
{
    json_t *attributes = json_array();
    struct at_str model = at_json_get_str(event->json, "model");
    bool failed = json_is_true(json_object_get(event->json, "failed"));
    json_int_t status =
        json_integer_value(json_object_get(event->json, "status"));
    char error[32] = "no_answer";
    char *name = at_strfmt("chat %.*s", AT_STR_ARG(at_utf8_head(model, 100)));
    if (failed && status > 0)
        snprintf(error, sizeof(error), "%lld", (long long)status);
    add_text(attributes, "gen_ai.operation.name", AT_STR("chat"));
    add_text(attributes, "gen_ai.provider.name", at_str(provider_of(model)));
    add_text(attributes, "gen_ai.request.model", model);
    if (!failed)
        add_text(attributes, "gen_ai.response.model", model);
    add_text(attributes, "agentest.run.id", at_str(run->id));
    add_usage(attributes, run, event);
    struct at_span span = {
        .kind = AT_SPAN_MODEL,
        .name = model.len > 0 ? name : "chat",
        .start_ms =
            event->time_ms - (event->duration_ms > 0 ? event->duration_ms : 0),
        .end_ms = event->time_ms,
        .error = failed ? error : NULL,
        .attributes = attributes,
    };
    span_id(run, event->index, span.id);
    set_parent(run, &span);
    pass(spans, run, &span);
    free(name);
    json_decref(attributes);
}

// The run has ended, or goes back to the queue.
static void
close_run(struct at_spans *spans, struct run *run,
          const struct at_run_event *event, const char *end)
{
    struct at_str verdict = at_json_get_str(event->json, "verdict");
    bool passed = at_str_is(verdict, "PASS");
    json_t *attributes = json_array();
    add_text(attributes, "agentest.run.id", at_str(run->id));
    add_text(attributes, "agentest.verdict", verdict);
    add_text(attributes, "agentest.end", at_str(end));
    add_text(attributes, "device.id", at_str(run->device));
    add_number(attributes, "agentest.tool_calls", run->calls);
    add_number(attributes, "gen_ai.usage.input_tokens", run->in_tokens);
    add_number(attributes, "gen_ai.usage.output_tokens", run->out_tokens);
    if (run->queued_ms > 0)
        add_number(attributes, "agentest.queue_ms",
                   run->began_ms - run->queued_ms);
    close_step(spans, run, event);
    struct at_span span = {
        .kind = AT_SPAN_RUN,
        .name = "run",
        .start_ms = run->began_ms,
        .end_ms = event->time_ms,
        .error = passed ? NULL
                 : verdict.len > 0
                     ? at_verdict_names[at_member_word(
                           verdict, at_verdict_names, AT_VERDICT_COUNT, 0)]
                     : end,
        .attributes = attributes,
    };
    span_id(run, run->began_index, span.id);
    pass(spans, run, &span);
    json_decref(attributes);
}

static void
take_state(struct at_spans *spans, const char *id,
           const struct at_run_event *event)
{
    struct run *run = find(spans, id);
    struct at_str state = at_json_get_str(event->json, "state");
    struct at_str end = at_json_get_str(event->json, "end");
    bool ended = at_str_is(state, "ended");
    bool queued = at_str_is(state, "queued");
    if (run && run->began_ms > 0 && (ended || queued)) {
        char *how = ended && end.len > 0
                        ? at_strndup(end.ptr, end.len)
                        : at_strdup(ended ? "ended" : "requeued");
        close_run(spans, run, event, how);
        free(how);
    }
    if (run && (ended || queued))
        forget(spans, run);
    if (ended)
        return;
    run = queued || !run ? add(spans, id) : run;
    if (queued) {
        run->queued_ms = event->time_ms;
    } else {
        struct at_str device = at_json_get_str(event->json, "device");
        run->began_ms = event->time_ms;
        run->began_index = event->index;
        free(run->device);
        run->device = at_strndup(device.ptr, device.len);
    }
}

void
at_spans_take(struct at_spans *spans, const char *id,
              const struct at_run_event *event)
{
    struct run *run = find(spans, id);
    if (event->kind == AT_RUN_STATE)
        take_state(spans, id, event);
    else if (!run || run->began_ms == 0)
        return; // what a host before this one began
    else if (event->kind == AT_RUN_STEP)
        take_step(spans, run, event);
    else if (event->kind == AT_RUN_TOOL)
        take_call(spans, run, event);
    else if (event->kind == AT_RUN_MODEL)
        take_model(spans, run, event);
}
