// telemetry.c: from events to metrics and spans
#include "telemetry/telemetry.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "telemetry/exporter.h"
#include "telemetry/run_figures.h"

struct at_telemetry {
    struct at_otlp_env env;
    struct at_exporter *exporter; // owned; NULL: traces are not exported
    pthread_mutex_t lock;         // guards spans
    struct at_spans *spans;
};

static void
take_span(void *user, const struct at_span *span)
{
    struct at_telemetry *telemetry = user;
    at_run_figures_span(span);
    if (telemetry->exporter)
        at_exporter_add(telemetry->exporter, span);
}

struct at_telemetry *
at_telemetry_new(const char *(*get)(void *user, const char *name), void *user,
                 struct at_err *err)
{
    struct at_telemetry *telemetry = at_alloc(sizeof(*telemetry));
    pthread_mutex_init(&telemetry->lock, NULL);
    telemetry->spans = at_spans_new(take_span, telemetry);
    bool ok = at_otlp_env_read(get, user, &telemetry->env, err);
    if (ok && telemetry->env.url) {
        telemetry->exporter = at_exporter_new(&telemetry->env, err);
        ok = telemetry->exporter != NULL;
    }
    if (ok)
        return telemetry;
    at_telemetry_free(telemetry);
    return NULL;
}

void
at_telemetry_free(struct at_telemetry *telemetry)
{
    if (!telemetry)
        return;
    at_exporter_free(telemetry->exporter);
    at_otlp_env_deinit(&telemetry->env);
    at_spans_free(telemetry->spans);
    pthread_mutex_destroy(&telemetry->lock);
    free(telemetry);
}

// Other kinds are neither counted nor traced, so they are not even read.
static bool
is_wanted(struct at_str json)
{
    static const struct at_str kinds[] = {
        AT_STR_ROW("\"type\":\"state\""), AT_STR_ROW("\"type\":\"step\""),
        AT_STR_ROW("\"type\":\"tool\""), AT_STR_ROW("\"type\":\"model\"")};
    struct at_str head = at_str_head(json, 256);
    for (size_t i = 0; i < AT_LEN(kinds); i++) {
        if (at_str_has(head, kinds[i]))
            return true;
    }
    return false;
}

void
at_telemetry_event(struct at_telemetry *telemetry, const char *run,
                   int64_t index, struct at_str json)
{
    struct at_run_event event;
    if (!is_wanted(json))
        return;
    if (at_run_event_read(json, &event, NULL)) {
        event.index = index;
        at_run_figures_event(run, &event);
        pthread_mutex_lock(&telemetry->lock);
        at_spans_take(telemetry->spans, run, &event);
        pthread_mutex_unlock(&telemetry->lock);
    }
    at_run_event_deinit(&event);
}
