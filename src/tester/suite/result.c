#include "tester/suite/result.h"

#include <string.h>

#include "agent/run/run_record.h"
#include "base/alloc.h"
#include "base/civil.h"
#include "base/limits.h"
#include "tester/report/headline.h"
#include "wire/json.h"

// Members of a run's document that its case shows as they are.
static const char *const shown[] = {"state",     "verdict",  "end",
                                    "host",      "platform", "attempt",
                                    "startedAt", "waiting"};

static const char *const count_names[] = {"pass",    "fail",   "unverified",
                                          "aborted", "queued", "running"};

static int64_t
time_of(const json_t *json, const char *name)
{
    int64_t ms;
    return at_civil_read(at_json_get_str(json, name), &ms) ? ms : 0;
}

static const char *
result_of(const struct at_run_record *record)
{
    struct at_run_meaning meaning =
        at_run_end_meaning(record->end, record->verdict);
    bool judged = at_run_end_rows[record->end].judges;
    if (!at_run_record_is_over(record))
        return NULL;
    if (judged && meaning.exit == AT_RUN_EXIT_PASS)
        return "pass";
    if (judged)
        return record->verdict == AT_VERDICT_FAIL ? "fail" : "unverified";
    return record->end == AT_RUN_END_STOPPED && record->started_ms == 0
               ? "skipped"
               : "aborted";
}

const char *
at_suite_result_of(const json_t *run)
{
    struct at_run_record record;
    const char *result =
        at_run_record_read(run, &record, NULL) ? result_of(&record) : NULL;
    at_run_record_deinit(&record);
    return result;
}

void
at_suite_tally_begin(struct at_suite_tally *tally,
                     const struct at_store_doc *suite_run)
{
    json_t *json = json_deep_copy(suite_run->json);
    json_t *cases = json_object_get(json, "cases");
    *tally = (struct at_suite_tally){json, json_object()};
    at_json_set_text(json, "id", suite_run->id);
    json_object_del(json, "scenarioId"); // for the store's lists
    json_object_del(json, "durations");
    json_object_del(json, "submitted");
    if (json_object_get(json, "starting"))
        at_json_set(json, "starting", json_true());
    for (size_t i = 0; i < json_array_size(cases); i++) {
        json_t *entry = json_array_get(cases, i);
        const char *name = json_string_value(json_object_get(entry, "name"));
        at_json_set_text(entry, "state",
                         at_run_state_names[AT_RUN_STATE_QUEUED]);
        if (!name)
            continue;
        if (!json_object_get(entry, "group"))
            at_json_set_text(entry, "group", name);
        json_object_set(tally->cases, name, entry);
    }
}

static void
add_end(json_t *entry, const struct at_run_record *record)
{
    struct at_buf words = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    const char *result = result_of(record);
    if (result) {
        at_headline_write(record, &words);
        at_json_set_text(entry, "result", result);
        at_json_set(entry, "headline", at_json_text(at_buf_str(&words)));
        if (record->reason)
            at_json_set(entry, "reason", at_json_text(at_str(record->reason)));
    }
    if (result && !at_run_end_rows[record->end].judges)
        json_object_del(entry, "verdict");
    if (result && record->started_ms > 0 &&
        record->ended_ms >= record->started_ms)
        at_json_set(entry, "durationMs",
                    json_integer(record->ended_ms - record->started_ms));
    if (result && record->healed.why && strcmp(result, "pass") == 0)
        at_json_set(entry, "healed", json_true());
    at_buf_deinit(&words);
}

// A case has one run, whose document counts its attempts.
void
at_suite_tally_add(struct at_suite_tally *tally, const json_t *run)
{
    struct at_run_record record;
    if (!at_run_record_read(run, &record, NULL)) {
        at_run_record_deinit(&record);
        return;
    }
    const char *id = json_string_value(json_object_get(tally->json, "id"));
    json_t *entry = record.case_name && record.suite_run && id &&
                            strcmp(record.suite_run, id) == 0
                        ? json_object_get(tally->cases, record.case_name)
                        : NULL;
    for (size_t i = 0; entry && i < AT_LEN(shown); i++) {
        json_t *value = json_object_get(run, shown[i]);
        if (value)
            json_object_set(entry, shown[i], value);
    }
    if (entry) {
        at_json_set_text(entry, "run", record.id);
        at_json_set_text(
            entry, "state",
            at_run_state_names[at_run_record_is_over(&record)
                                   ? AT_RUN_STATE_ENDED
                               : record.state == AT_RUN_STATE_QUEUED
                                   ? AT_RUN_STATE_QUEUED
                                   : AT_RUN_STATE_RUNNING]);
        if (record.device)
            at_json_set_text(entry, "device", record.device);
        if (record.config.executor[0])
            at_json_set_text(entry, "profile", record.config.executor);
        add_end(entry, &record);
    }
    at_run_record_deinit(&record);
}

static void
add_one(json_t *counts, const char *name)
{
    json_t *value = json_object_get(counts, name);
    at_json_set(counts, name, json_integer(json_integer_value(value) + 1));
}

static void
count_case(json_t *counts, json_t *entry, bool has_ended)
{
    struct at_str result = at_json_get_str(entry, "result");
    if (result.len == 0 && has_ended) {
        at_json_set_text(entry, "state",
                         at_run_state_names[AT_RUN_STATE_ENDED]);
        at_json_set_text(entry, "result", "skipped");
        result = AT_STR("skipped");
    }
    if (at_str_is(result, "skipped")) {
        add_one(counts, "skipped");
        add_one(counts, "aborted");
    } else {
        const char *name = json_string_value(
            json_object_get(entry, result.len ? "result" : "state"));
        add_one(counts, name);
    }
    if (json_is_true(json_object_get(entry, "healed")))
        add_one(counts, "healed");
    add_one(counts, "total");
}

// Note what the repeats of a case came to: {"first": result, "flaky": true}.
static void
note_group(json_t *groups, const json_t *entry)
{
    const char *group = json_string_value(json_object_get(entry, "group"));
    struct at_str result = at_json_get_str(entry, "result");
    bool judged = at_str_is(result, "pass") || at_str_is(result, "fail") ||
                  at_str_is(result, "unverified");
    json_t *known = group ? json_object_get(groups, group) : NULL;
    bool retried = json_integer_value(json_object_get(entry, "attempt")) > 1;
    if (!group || !judged)
        return;
    if (!known) {
        known = json_object();
        at_json_set(known, "first", at_json_text(result));
        at_json_set(groups, group, known);
    }
    if (!at_str_eq(at_json_get_str(known, "first"), result) ||
        (retried && at_str_is(result, "pass")))
        at_json_set(known, "flaky", json_true());
}

static json_t *
flaky_names(const json_t *groups)
{
    json_t *names = json_array();
    const char *name;
    json_t *group;
    json_object_foreach((json_t *)groups, name, group)
    {
        if (json_object_get(group, "flaky"))
            json_array_append_new(names, at_json_text(at_str(name)));
    }
    return names;
}

void
at_suite_set_verdict(json_t *json)
{
    enum at_run_exit exit = at_suite_exit(json, false);
    at_json_set_text(json, "verdict",
                     exit == AT_RUN_EXIT_PASS   ? "PASS"
                     : exit == AT_RUN_EXIT_FAIL ? "FAIL"
                                                : "none");
}

json_t *
at_suite_tally_end(struct at_suite_tally *tally)
{
    json_t *json = tally->json;
    json_t *cases = json_object_get(json, "cases");
    json_t *counts = json_object();
    json_t *groups = json_object();
    json_int_t submitted = 0;
    int64_t began_ms = time_of(json, "startedAt");
    int64_t ended_ms = time_of(json, "endedAt");
    bool has_ended = at_str_is(at_json_get_str(json, "state"), "ended");
    at_json_set(counts, "total", json_integer(0));
    at_json_set(counts, "skipped", json_integer(0));
    at_json_set(counts, "healed", json_integer(0));
    for (size_t i = 0; i < AT_LEN(count_names); i++)
        at_json_set(counts, count_names[i], json_integer(0));
    for (size_t i = 0; i < json_array_size(cases); i++) {
        count_case(counts, json_array_get(cases, i), has_ended);
        note_group(groups, json_array_get(cases, i));
        submitted += json_object_get(json_array_get(cases, i), "run") != NULL;
    }
    if (has_ended)
        json_object_del(json, "starting");
    if (json_object_get(json, "starting"))
        at_json_set(json, "submitted", json_integer(submitted));
    at_json_set(json, "counts", counts);
    at_json_set(json, "flaky", flaky_names(groups));
    if (has_ended)
        at_suite_set_verdict(json);
    if (began_ms > 0 && ended_ms >= began_ms)
        at_json_set(json, "durationMs", json_integer(ended_ms - began_ms));
    json_decref(groups);
    json_decref(tally->cases);
    *tally = (struct at_suite_tally){NULL, NULL};
    return json;
}

int64_t
at_suite_count(const json_t *result, const char *name)
{
    return json_integer_value(
        json_object_get(json_object_get(result, "counts"), name));
}

// Return true if nothing but wrong calls keeps cases from a verdict.
static bool
all_usage(const json_t *result)
{
    const json_t *cases = json_object_get(result, "cases");
    bool all = true;
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *entry = json_array_get(cases, i);
        all = all && (at_str_is(at_json_get_str(entry, "result"), "pass") ||
                      at_str_is(at_json_get_str(entry, "end"), "usage"));
    }
    return all;
}

enum at_run_exit
at_suite_exit(const json_t *result, bool fails_on_healed)
{
    if (at_suite_count(result, "fail") + at_suite_count(result, "unverified"))
        return AT_RUN_EXIT_FAIL;
    if (at_suite_count(result, "pass") < at_suite_count(result, "total"))
        return all_usage(result) ? AT_RUN_EXIT_USAGE : AT_RUN_EXIT_BROKEN;
    return fails_on_healed && at_suite_count(result, "healed") > 0
               ? AT_RUN_EXIT_HEALED
               : AT_RUN_EXIT_PASS;
}
