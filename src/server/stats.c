// stats.c: how often scenarios passed, and what their newest runs took
#include <stdlib.h>
#include <string.h>

#include "agent/run/members.h"
#include "agent/run/run_end.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "server/handlers.h"
#include "sys/clock.h"
#include "wire/json.h"

enum count { PASS, FAIL, UNVERIFIED, NONE, COUNTS };

static const char *const count_names[COUNTS] = {"pass", "fail", "unverified",
                                                "none"};

// A version of the app on which the scenario passed or failed.
struct version {
    char *name; // owned; "": unknown
    bool passed;
    bool failed;
};

// The scenario whose outcomes are being read.
struct stats {
    json_t *scenarios; // all scenarios so far
    json_t *last;      // runs of this scenario; NULL: none yet
    json_int_t counts[COUNTS];
    struct version versions[AT_STATS_RUNS_MAX];
    size_t version_count;
};

// A run that was cut off (device, model, stop) does not count for the app.
static enum count
count_of(const struct at_store_outcome *outcome)
{
    if (!at_run_end_rows[at_run_end_find(outcome->end)].judges)
        return NONE;
    switch (at_member_word(outcome->verdict, at_verdict_names, AT_VERDICT_COUNT,
                           AT_VERDICT_UNVERIFIED)) {
    case AT_VERDICT_PASS:
        return PASS;
    case AT_VERDICT_FAIL:
        return FAIL;
    default:
        return UNVERIFIED;
    }
}

static void
note_version(struct stats *stats, struct at_str name, enum count count)
{
    size_t i = 0;
    while (i < stats->version_count &&
           !at_str_is(name, stats->versions[i].name))
        i++;
    if (i == stats->version_count)
        stats->versions[stats->version_count++] =
            (struct version){.name = at_strndup(name.ptr, name.len)};
    stats->versions[i].passed |= count == PASS;
    stats->versions[i].failed |= count == FAIL;
}

static bool
is_flaky(const struct stats *stats)
{
    for (size_t i = 0; i < stats->version_count; i++)
        if (stats->versions[i].passed && stats->versions[i].failed)
            return true;
    return false;
}

static json_t *
outcome_json(const struct at_store_outcome *outcome, enum count count)
{
    char began[AT_RFC3339_MAX];
    json_t *json = json_object();
    at_json_set(json, "id", at_json_text(outcome->run));
    if (count != NONE)
        at_json_set(json, "verdict", at_json_text(outcome->verdict));
    at_json_set(json, "end", at_json_text(outcome->end));
    if (outcome->began_ms > 0) {
        at_wall_write(outcome->began_ms, began);
        at_json_set_text(json, "startedAt", began);
    }
    at_json_set(json, "durationMs", json_integer(outcome->duration_ms));
    at_json_set(json, "costUsd",
                outcome->cost_usd < 0 ? json_null()
                                      : json_real(outcome->cost_usd));
    at_json_set(json, "tokens", json_integer(outcome->tokens));
    at_json_set(json, "replayed", json_boolean(outcome->replayed));
    at_json_set(json, "healed", json_boolean(outcome->healed));
    if (outcome->app_version.len > 0)
        at_json_set(json, "appVersion", at_json_text(outcome->app_version));
    if (outcome->profile.len > 0)
        at_json_set(json, "profile", at_json_text(outcome->profile));
    return json;
}

// Finish the scenario after its last run.
static void
finish(struct stats *stats)
{
    json_t *scenario =
        json_array_get(stats->scenarios, json_array_size(stats->scenarios) - 1);
    json_int_t judged = 0;
    if (!stats->last)
        return;
    for (size_t i = 0; i < COUNTS; i++) {
        at_json_set(scenario, count_names[i], json_integer(stats->counts[i]));
        judged += i == NONE ? 0 : stats->counts[i];
    }
    at_json_set(scenario, "runs",
                json_integer((json_int_t)json_array_size(stats->last)));
    if (judged > 0)
        at_json_set(scenario, "passRate",
                    json_real((double)stats->counts[PASS] / (double)judged));
    at_json_set(scenario, "flaky", json_boolean(is_flaky(stats)));
    at_json_set(scenario, "last", stats->last);
    for (size_t i = 0; i < stats->version_count; i++)
        free(stats->versions[i].name);
    stats->last = NULL;
}

static void
begin(struct stats *stats, const struct at_store_outcome *outcome)
{
    json_t *scenario = json_object();
    at_json_set(scenario, "scenarioId", at_json_text(outcome->scenario));
    at_json_set(scenario, "name", at_json_text(outcome->name));
    json_array_append_new(stats->scenarios, scenario);
    memset(stats->counts, 0, sizeof(stats->counts));
    stats->version_count = 0;
    stats->last = json_array();
}

// The newest run of each scenario comes first and has its name.
static void
add(void *user, const struct at_store_outcome *outcome)
{
    struct stats *stats = user;
    const json_t *scenario =
        json_array_get(stats->scenarios, json_array_size(stats->scenarios) - 1);
    enum count count = count_of(outcome);
    if (!stats->last || !at_str_eq(outcome->scenario,
                                   at_json_get_str(scenario, "scenarioId"))) {
        finish(stats);
        begin(stats, outcome);
    }
    stats->counts[count]++;
    note_version(stats, outcome->app_version, count);
    json_array_append_new(stats->last, outcome_json(outcome, count));
}

// Split "ID,ID". Return false if there are too many.
static bool
split(struct at_str text, struct at_str out[AT_STATS_SCENARIOS_MAX],
      size_t *out_count)
{
    *out_count = 0;
    while (text.len > 0) {
        ptrdiff_t comma = at_str_find(text, AT_STR(","));
        size_t len = comma < 0 ? text.len : (size_t)comma;
        if (*out_count == AT_STATS_SCENARIOS_MAX)
            return false;
        out[(*out_count)++] = at_str_head(text, len);
        text = at_str_skip(text, comma < 0 ? len : len + 1);
    }
    return true;
}

void
at_serve_stats(struct at_server_call *call)
{
    const struct at_request *request = call->request;
    struct at_str scenarios[AT_STATS_SCENARIOS_MAX];
    struct stats stats = {.scenarios = json_array()};
    struct at_store_db *store = call->opts->store;
    struct at_err err = AT_ERR_INIT;
    struct at_store_outcomes wanted = {
        .scenarios = scenarios,
        .runs = (size_t)at_request_query_i64(request, "runs", 20),
        .each = add,
        .user = &stats,
    };
    bool ok = split(at_request_query(request, "scenario"), scenarios,
                    &wanted.scenario_count) ||
              at_fail(&err, AT_EUSAGE, "at most %d scenarios at once",
                      AT_STATS_SCENARIOS_MAX);
    ok = ok && store->ops->outcomes(store, &wanted, &err);
    finish(&stats);
    if (ok)
        at_server_reply_json(call->reply, 200,
                             json_pack("{s:O}", "scenarios", stats.scenarios));
    else
        at_server_reply_failure(call->reply, &err);
    json_decref(stats.scenarios);
}
