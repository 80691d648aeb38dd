// figures.c: alive, ready, and the metrics of runs and requests
#include "server/figures.h"

#include <stdio.h>

#include "metrics/metrics.h"
#include "server/handlers.h"
#include "server/health.h"
#include "sys/clock.h"
#include "wire/json.h"

static const struct at_metric_at only = {{0}};

void
at_figures_begin(void)
{
    at_metric_set(AT_METRIC_BUILD_INFO, only, 1);
    at_metric_set(AT_METRIC_START_TIME, only,
                  (uint64_t)at_wall_now_ms() * (uint64_t)AT_NS_PER_MS);
}

// The pattern of a path and not the path, which a client chooses.
void
at_figures_request(const struct at_exchange *exchange)
{
    char status[16];
    snprintf(status, sizeof(status), "%u", exchange->reply.status);
    struct at_metric_at at = {{
        at_metric_value(AT_METRIC_LABEL_METHOD, exchange->request.method),
        exchange->route ? at_metric_intern(AT_METRIC_LABEL_ROUTE,
                                           at_str(exchange->route->path))
                        : 0,
        at_metric_value(AT_METRIC_LABEL_STATUS, at_str(status)),
    }};
    at_metric_add(AT_METRIC_HTTP_REQUESTS, at, 1);
    at_metric_observe(AT_METRIC_HTTP_DURATION, only,
                      at_now_ns() - exchange->began_ns);
}

void
at_serve_health(struct at_server_call *call)
{
    at_server_reply_json(call->reply, 200, json_pack("{s:s}", "status", "ok"));
}

static void
look(struct at_server_call *call, struct at_health_state *state)
{
    at_health_look(&call->op, at_server_health(call->server), call->opts,
                   state);
}

static json_t *
checks_json(const struct at_health_state *state)
{
    json_t *checks = json_array();
    for (size_t i = 0; i < AT_HEALTH_CHECKS; i++)
        json_array_append_new(
            checks, json_pack("{s:s, s:b, s:o}", "name", at_health_names[i],
                              "ok", state->ok[i], "message",
                              at_json_text(at_str(state->words[i]))));
    return checks;
}

static void
answer_in_words(struct at_server_call *call,
                const struct at_health_state *state, bool ready)
{
    struct at_buf text = AT_BUF_INIT(AT_HEALTH_CHECKS * AT_KIB);
    at_buf_add_text(&text, ready ? "ready\n" : "not ready\n");
    for (size_t i = 0; i < AT_HEALTH_CHECKS; i++)
        at_buf_add_fmt(&text, "%s: %s%s\n", at_health_names[i],
                       state->ok[i] ? "" : "problem: ", state->words[i]);
    at_server_reply_text(call->reply, ready ? 200 : 503, at_buf_text(&text));
    at_buf_deinit(&text);
}

void
at_serve_ready(struct at_server_call *call)
{
    struct at_health_state state;
    struct at_str need = at_request_query(call->request, "need");
    struct at_str accept = call->request->headers[AT_REQUEST_ACCEPT];
    look(call, &state);
    bool ready = at_health_is_ready(&state, at_str_is(need, "devices"));
    if (at_str_has(accept, AT_STR("text/plain")))
        answer_in_words(call, &state, ready);
    else
        at_server_reply_json(call->reply, ready ? 200 : 503,
                             json_pack("{s:s, s:o}", "status",
                                       ready ? "ready" : "not ready", "checks",
                                       checks_json(&state)));
    call->reply->cache = "no-store";
}

static void
count_runs(struct at_runs *runs)
{
    enum { QUEUED, RUNNING }; // as in metrics_rows.h
    struct at_runs_counts counts;
    struct at_store_db *store = at_runs_store(runs);
    at_runs_count(runs, &counts);
    int64_t age_ms = store->ops->now_ms(store) - counts.oldest_ms;
    at_metric_set(AT_METRIC_RUNS, (struct at_metric_at){{QUEUED}},
                  counts.queued);
    at_metric_set(AT_METRIC_RUNS, (struct at_metric_at){{RUNNING}},
                  counts.running);
    at_metric_set(AT_METRIC_QUEUE_AGE, only,
                  counts.queued > 0 && age_ms > 0
                      ? (uint64_t)age_ms * (uint64_t)AT_NS_PER_MS
                      : 0);
}

void
at_serve_metrics(struct at_server_call *call)
{
    struct at_health_state state;
    look(call, &state);
    count_runs(call->opts->runs);
    call->reply->status = 200;
    call->reply->type = AT_METRICS_TYPE;
    call->reply->cache = "no-store";
    at_metrics_write(&call->reply->body);
}
