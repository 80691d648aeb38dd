// run_figures.c: counts runs, steps, calls and model requests
#include "telemetry/run_figures.h"

#include <stdio.h>
#include <string.h>

#include "base/op.h"
#include "metrics/metrics.h"
#include "store/store.h"
#include "wire/json.h"

static const struct at_metric_at only = {{0}};

static uint64_t
count_of(int64_t number)
{
    return number > 0 ? (uint64_t)number : 0;
}

static void
count_state(const char *run, const struct at_run_event *event)
{
    struct at_str state = at_json_get_str(event->json, "state");
    struct at_str verdict = at_json_get_str(event->json, "verdict");
    struct at_str end = at_json_get_str(event->json, "end");
    if (at_str_is(state, "running")) {
        at_metric_add(AT_METRIC_RUNS_STARTED, only, 1);
        if (strlen(run) == AT_STORE_ID_LEN)
            at_metric_observe(AT_METRIC_RUN_WAIT, only,
                              (event->time_ms - at_store_id_time(run)) *
                                  AT_NS_PER_MS);
    } else if (at_str_is(state, "ended")) {
        struct at_metric_at at = {
            {at_metric_value(AT_METRIC_LABEL_VERDICT, verdict),
             at_metric_intern(AT_METRIC_LABEL_END,
                              end.len > 0 ? end : AT_STR("done"))}};
        at_metric_add(AT_METRIC_RUNS_ENDED, at, 1);
    }
}

static void
count_failure(size_t model, const struct at_run_event *event)
{
    json_int_t status =
        json_integer_value(json_object_get(event->json, "status"));
    char text[32];
    snprintf(text, sizeof(text), "%lld", (long long)status);
    size_t known = at_metric_value(AT_METRIC_LABEL_MODEL_STATUS, at_str(text));
    if (status > 0 && known == 0)
        known = at_metric_value(AT_METRIC_LABEL_MODEL_STATUS, AT_STR("other"));
    at_metric_add(AT_METRIC_MODEL_ERRORS, (struct at_metric_at){{model, known}},
                  1);
}

static void
count_model(const struct at_run_event *event)
{
    const struct at_model_usage *usage = &event->usage;
    const int64_t tokens[] = {usage->in_tokens, usage->cached_tokens,
                              usage->out_tokens, usage->reasoning_tokens};
    size_t model = at_metric_intern(AT_METRIC_LABEL_MODEL,
                                    at_json_get_str(event->json, "model"));
    at_metric_add(AT_METRIC_MODEL_CALLS, (struct at_metric_at){{model}}, 1);
    if (json_is_true(json_object_get(event->json, "failed")))
        count_failure(model, event);
    for (size_t i = 0; event->has_usage && i < AT_LEN(tokens); i++)
        at_metric_add(AT_METRIC_MODEL_TOKENS, (struct at_metric_at){{model, i}},
                      count_of(tokens[i]));
    if (event->has_usage && !usage->unpriced && usage->cost_usd > 0 &&
        usage->cost_usd < 1e6)
        at_metric_add(AT_METRIC_MODEL_COST, (struct at_metric_at){{model}},
                      (uint64_t)(usage->cost_usd * 1e9));
}

static void
count_call(const struct at_run_event *event)
{
    enum { DONE, REFUSED }; // as in metrics_rows.h
    bool refused = json_is_true(json_object_get(event->json, "refused"));
    at_metric_add(AT_METRIC_TOOL_CALLS,
                  (struct at_metric_at){{refused ? REFUSED : DONE}}, 1);
}

void
at_run_figures_event(const char *run, const struct at_run_event *event)
{
    switch (event->kind) {
    case AT_RUN_STATE:
        count_state(run, event);
        break;
    case AT_RUN_MODEL:
        count_model(event);
        break;
    case AT_RUN_TOOL:
        count_call(event);
        break;
    case AT_RUN_STEP:
        if (event->state == AT_RUN_EVENT_ENDED)
            at_metric_add(AT_METRIC_STEPS,
                          (struct at_metric_at){{at_metric_value(
                              AT_METRIC_LABEL_STEP_VERDICT,
                              at_str(at_verdict_names[event->verdict]))}},
                          1);
        break;
    default:
        break;
    }
}

void
at_run_figures_span(const struct at_span *span)
{
    static const enum at_metric metrics[] = {
        [AT_SPAN_RUN] = AT_METRIC_RUN_DURATION,
        [AT_SPAN_STEP] = AT_METRIC_STEP_DURATION,
        [AT_SPAN_CALL] = AT_METRIC_TOOL_DURATION,
        [AT_SPAN_MODEL] = AT_METRIC_MODEL_DURATION,
    };
    at_metric_observe(metrics[span->kind], only,
                      (span->end_ms - span->start_ms) * AT_NS_PER_MS);
}
