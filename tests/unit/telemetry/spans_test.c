// spans_test.c: spans of runs, from their events
#include "telemetry/spans.h"

#include "base/limits.h"
#include "tests/t.h"
#include "wire/json.h"

// A line for each span: name, parent's first letter of kind, duration, error.
static void
note(void *user, const struct at_span *span)
{
    struct at_buf *out = user;
    at_buf_add_fmt(out, "%s%s %lld+%lld%s%s\n", span->parent[0] ? "" : "root ",
                   span->name, (long long)span->start_ms,
                   (long long)(span->end_ms - span->start_ms),
                   span->error ? " " : "", span->error ? span->error : "");
    T_EQ_SIZE(strlen(span->trace), AT_TRACE_ID_LEN);
    T_EQ_SIZE(strlen(span->id), AT_SPAN_ID_LEN);
}

// Times of the rows are seconds of 1970.
static const struct {
    const char *what;
    const char *events[10];
    const char *spans;
} rows[] = {
    {"a run with a step, a call and a model request",
     {"{\"timestamp\":\"1970-01-01T00:00:01Z\",\"type\":\"state\",\"state\":"
      "\"queued\"}",
      "{\"timestamp\":\"1970-01-01T00:00:02Z\",\"type\":\"state\",\"state\":"
      "\"running\",\"device\":\"d\"}",
      "{\"timestamp\":\"1970-01-01T00:00:03Z\",\"type\":\"step\",\"step\":1,"
      "\"state\":\"began\",\"message\":\"Log in\"}",
      "{\"timestamp\":\"1970-01-01T00:00:05Z\",\"type\":\"model\",\"model\":"
      "\"claude-x\",\"durationMs\":1500}",
      "{\"timestamp\":\"1970-01-01T00:00:06Z\",\"type\":\"tool\",\"toolName\":"
      "\"tap\",\"durationMs\":250}",
      "{\"timestamp\":\"1970-01-01T00:00:07Z\",\"type\":\"step\",\"step\":1,"
      "\"state\":\"ended\",\"verdict\":\"PASS\"}",
      "{\"timestamp\":\"1970-01-01T00:00:08Z\",\"type\":\"state\",\"state\":"
      "\"ended\",\"verdict\":\"PASS\",\"end\":\"done\"}"},
     "chat claude-x 3500+1500\n"
     "execute_tool tap 5750+250\n"
     "step 1 3000+4000\n"
     "root run 2000+6000\n"},
    {"an end closes the open step, and says how",
     {"{\"timestamp\":\"1970-01-01T00:00:02Z\",\"type\":\"state\",\"state\":"
      "\"running\"}",
      "{\"timestamp\":\"1970-01-01T00:00:03Z\",\"type\":\"step\",\"step\":2,"
      "\"state\":\"began\",\"message\":\"x\"}",
      "{\"timestamp\":\"1970-01-01T00:00:04Z\",\"type\":\"model\",\"failed\":"
      "true,\"status\":503,\"durationMs\":5}",
      "{\"timestamp\":\"1970-01-01T00:00:05Z\",\"type\":\"tool\",\"toolName\":"
      "\"tap\",\"refused\":true}",
      "{\"timestamp\":\"1970-01-01T00:00:08Z\",\"type\":\"state\",\"state\":"
      "\"ended\",\"end\":\"model\"}"},
     "chat 3995+5 503\n"
     "execute_tool tap 5000+0 refused\n"
     "step 2 3000+5000\n"
     "root run 2000+6000 model\n"},
    {"a run that goes back to the queue has a span for each attempt",
     {"{\"timestamp\":\"1970-01-01T00:00:01Z\",\"type\":\"state\",\"state\":"
      "\"running\"}",
      "{\"timestamp\":\"1970-01-01T00:00:02Z\",\"type\":\"state\",\"state\":"
      "\"queued\"}",
      "{\"timestamp\":\"1970-01-01T00:00:03Z\",\"type\":\"state\",\"state\":"
      "\"running\"}",
      "{\"timestamp\":\"1970-01-01T00:00:04Z\",\"type\":\"state\",\"state\":"
      "\"ended\",\"verdict\":\"FAIL\",\"end\":\"done\"}"},
     "root run 1000+1000 requeued\n"
     "root run 3000+1000 FAIL\n"},
    {"a run that never began has none, nor has one of an earlier process",
     {"{\"timestamp\":\"1970-01-01T00:00:01Z\",\"type\":\"state\",\"state\":"
      "\"queued\"}",
      "{\"timestamp\":\"1970-01-01T00:00:02Z\",\"type\":\"state\",\"state\":"
      "\"ended\",\"end\":\"stopped\"}",
      "{\"timestamp\":\"1970-01-01T00:00:03Z\",\"type\":\"tool\",\"toolName\":"
      "\"tap\"}"},
     ""},
    {"a clock that goes back makes no negative duration",
     {"{\"timestamp\":\"1970-01-01T00:00:09Z\",\"type\":\"state\",\"state\":"
      "\"running\"}",
      "{\"timestamp\":\"1970-01-01T00:00:04Z\",\"type\":\"state\",\"state\":"
      "\"ended\",\"verdict\":\"PASS\",\"end\":\"done\"}"},
     "root run 4000+0\n"},
};

T_TEST(spans_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(AT_MIB);
        struct at_spans *spans = at_spans_new(note, &out);
        T_ROW(rows[i].what);
        for (int k = 0; k < 10 && rows[i].events[k]; k++) {
            struct at_run_event event;
            struct at_err err = AT_ERR_INIT;
            T_OK(at_run_event_read(at_str(rows[i].events[k]), &event, &err));
            event.index = k + 1;
            at_spans_take(spans, "01M8K1BRQSTWACGTD7EZJAX7Y9", &event);
            at_run_event_deinit(&event);
        }
        T_EQ_TEXT(at_buf_text(&out), rows[i].spans);
        at_spans_free(spans);
        at_buf_deinit(&out);
    }
}

// The oldest of too many runs is forgotten.
T_TEST(spans_open_runs_are_bounded)
{
    static const char began[] = "{\"timestamp\":\"1970-01-01T00:00:01Z\","
                                "\"type\":\"state\",\"state\":\"running\"}";
    static const char ended[] = "{\"timestamp\":\"1970-01-01T00:00:02Z\","
                                "\"type\":\"state\",\"state\":\"ended\"}";
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct at_spans *spans = at_spans_new(note, &out);
    struct at_run_event event;
    char run[32];
    T_OK(at_run_event_read(AT_STR(began), &event, NULL));
    for (int i = 0; i <= AT_SPAN_RUNS_MAX; i++) {
        snprintf(run, sizeof(run), "run-%d", i);
        at_spans_take(spans, run, &event);
    }
    at_run_event_deinit(&event);
    T_OK(at_run_event_read(AT_STR(ended), &event, NULL));
    at_spans_take(spans, "run-0", &event);
    T_EQ_TEXT(at_buf_text(&out), "");
    at_spans_take(spans, "run-1", &event);
    T_OK(at_str_has(at_buf_str(&out), AT_STR("root run")));
    at_run_event_deinit(&event);
    at_spans_free(spans);
    at_buf_deinit(&out);
}

T_MAIN()
