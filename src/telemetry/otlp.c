// otlp.c: writes OTLP's JSON
#include "telemetry/otlp.h"

#include <inttypes.h>
#include <stdio.h>

#include "wire/json.h"

// opentelemetry/proto/trace/v1/trace.proto
enum { KIND_INTERNAL = 1, KIND_CLIENT = 3, STATUS_ERROR = 2, FLAG_SAMPLED = 1 };

static json_t *
time_json(int64_t ms)
{
    char text[32];
    snprintf(text, sizeof(text), "%" PRId64 "000000", ms);
    return json_string(text);
}

static json_t *
span_json(const struct at_span *span)
{
    json_t *attributes = json_deep_copy(span->attributes);
    json_t *json = json_pack(
        "{s:s, s:s, s:o, s:i, s:o, s:o, s:o, s:i}", "traceId", span->trace,
        "spanId", span->id, "name", at_json_text(at_str(span->name)), "kind",
        span->kind == AT_SPAN_MODEL ? KIND_CLIENT : KIND_INTERNAL,
        "startTimeUnixNano", time_json(span->start_ms), "endTimeUnixNano",
        time_json(span->end_ms), "attributes", attributes, "flags",
        FLAG_SAMPLED);
    if (span->parent[0])
        at_json_set_text(json, "parentSpanId", span->parent);
    if (span->error) {
        json_array_append_new(attributes,
                              json_pack("{s:s, s:{s:s}}", "key", "error.type",
                                        "value", "stringValue", span->error));
        at_json_set(json, "status",
                    json_pack("{s:i, s:s}", "code", STATUS_ERROR, "message",
                              span->error));
    }
    return json;
}

bool
at_otlp_write_span(const struct at_span *span, struct at_buf *out)
{
    json_t *json = span_json(span);
    size_t before = out->len;
    bool ok = at_json_write(json, out);
    if (!ok)
        at_buf_cut(out, before);
    json_decref(json);
    return ok;
}

void
at_otlp_write_head(const json_t *resource, struct at_buf *out)
{
    at_buf_add_text(out, "{\"resourceSpans\":[{\"resource\":{\"attributes\":");
    (void)at_json_write(resource, out);
    at_buf_add_text(out, "},\"scopeSpans\":[{\"scope\":{\"name\":"
                         "\"mobile-tester-agent\",\"version\":\"" AT_VERSION
                         "\"},\"spans\":[");
}

void
at_otlp_write_tail(struct at_buf *out)
{
    at_buf_add_text(out, "]}]}]}");
}

int64_t
at_otlp_read_refused(struct at_str answer)
{
    int64_t count = 0;
    json_t *json = at_json_parse(answer, NULL);
    const json_t *refused = json_object_get(
        json_object_get(json, "partialSuccess"), "rejectedSpans");
    if (json_is_integer(refused))
        count = json_integer_value(refused);
    else if (!at_str_to_i64(at_json_str(refused), 0, INT64_MAX, &count))
        count = 0;
    json_decref(json);
    return count > 0 ? count : 0;
}
