// spans.h: spans of runs, from their events; pure
//
// A run is a trace, whose id follows from the run's: anyone who knows the run
// finds its trace. It has a span for each attempt, and below it spans for
// steps, calls of tools and model requests.
#ifndef AT_TELEMETRY_SPANS_H
#define AT_TELEMETRY_SPANS_H

#include <jansson.h>
#include <stdint.h>

#include "agent/run/event.h"
#include "base/str.h"

enum { AT_TRACE_ID_LEN = 32, AT_SPAN_ID_LEN = 16, AT_SPAN_RUNS_MAX = 512 };

enum at_span_kind { AT_SPAN_RUN, AT_SPAN_STEP, AT_SPAN_CALL, AT_SPAN_MODEL };

// All is borrowed for the call.
struct at_span {
    enum at_span_kind kind;
    char trace[AT_TRACE_ID_LEN + 1];
    char id[AT_SPAN_ID_LEN + 1];
    char parent[AT_SPAN_ID_LEN + 1]; // "": the root
    const char *name;
    int64_t start_ms; // since 1970
    int64_t end_ms;
    const char *error; // its kind; NULL: it succeeded
    // [{"key","value":{"stringValue"}}…], as in OTLP.
    const json_t *attributes;
};

struct at_spans;

// Each span that has ended is passed to span(). The caller owns the result.
struct at_spans *at_spans_new(void (*span)(void *user,
                                           const struct at_span *span),
                              void *user);
void at_spans_free(struct at_spans *spans); // NULL is allowed
// Take an event, in the order of its run. Beyond AT_SPAN_RUNS_MAX runs at once
// the oldest one is forgotten.
void at_spans_take(struct at_spans *spans, const char *run,
                   const struct at_run_event *event);

// Write the id of a run's trace.
void at_spans_trace_id(const char *run, char out[AT_TRACE_ID_LEN + 1]);

#endif
