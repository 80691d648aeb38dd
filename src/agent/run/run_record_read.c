// run_record_read.c: reads a run's record from its JSON, member by member
#include <stdlib.h>

#include "agent/run/run_record.h"
#include "agent/run/run_record_rows.h"
#include "base/alloc.h"
#include "base/civil.h"
#include "wire/json.h"

static void
read_steps(const json_t *steps, struct at_run_record *record)
{
    size_t count = json_array_size(steps);
    if (count > record->step_count) {
        record->steps =
            at_realloc_array(record->steps, count, sizeof(*record->steps));
        for (size_t i = record->step_count; i < count; i++)
            record->steps[i] = AT_RUN_STEP_INIT;
        record->step_count = count;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *step = json_array_get(steps, i);
        json_t *expectations = json_object_get(step, "expectations");
        json_t *finding = json_object_get(step, "finding");
        at_members_read(at_run_step_members, step, &record->steps[i]);
        if (json_is_object(finding)) {
            json_decref(record->steps[i].finding);
            record->steps[i].finding = json_incref(finding);
        }
        if (!json_is_array(expectations))
            continue;
        json_decref(record->steps[i].expectations);
        record->steps[i].expectations = json_incref(expectations);
    }
}

// Members of the document override those of its scenario; an old or foreign
// document has no scenario.
static void
read_scenario(const json_t *json, struct at_run_record *record)
{
    struct at_scenario scenario;
    const json_t *whole = json_object_get(json, "scenario");
    const struct {
        const char *name;
        char **text;
    } members[] = {
        {"scenarioId", &record->scenario.id},
        {"name", &record->scenario.name},
        {"goal", &record->scenario.goal},
        {"packageName", &record->scenario.package},
    };
    if (whole && at_scenario_read(whole, &scenario, NULL)) {
        at_scenario_deinit(&record->scenario);
        record->scenario = scenario;
    }
    for (size_t i = 0; i < AT_LEN(members); i++) {
        const json_t *value = json_object_get(json, members[i].name);
        if (json_is_string(value))
            at_member_set(members[i].text, at_json_str(value));
    }
}

// A profile that no longer exists keeps its name.
static void
read_config(const json_t *json, struct at_run_record *record)
{
    struct at_tester_config config;
    struct at_str profile = at_json_get_str(json, "profile");
    const json_t *whole = json_object_get(json, "config");
    if (whole && at_tester_config_read(whole, &config, NULL))
        record->config = config;
    if (profile.len > 0)
        at_str_cut(record->config.executor, sizeof(record->config.executor),
                   profile);
}

static void
read_healed(const json_t *json, struct at_run_healed *healed)
{
    const json_t *why = json_object_get(json, "why");
    json_int_t step = json_integer_value(json_object_get(json, "step"));
    json_int_t call = json_integer_value(json_object_get(json, "call"));
    json_t *recorded = json_object_get(json, "recorded");
    if (!json_is_string(why))
        return;
    at_member_set(&healed->why, at_json_str(why));
    healed->step = step > 0 ? (size_t)step - 1 : 0;
    healed->call = call > 0 ? (size_t)call - 1 : 0;
    json_decref(healed->recorded);
    healed->recorded = json_incref(recorded);
}

static void
read_ends(const json_t *json, struct at_run_record *record)
{
    struct at_str end = at_json_get_str(json, "end");
    struct at_str verdict = at_json_get_str(json, "verdict");
    if (end.len > 0)
        record->end = at_run_end_find(end);
    record->verdict = (enum at_verdict)at_member_word(
        verdict, at_verdict_names, AT_VERDICT_COUNT, (int)record->verdict);
}

static void
read_place(const json_t *json, struct at_run_record *record)
{
    json_t *attempts = json_object_get(json, "attempts");
    const json_t *needs = json_object_get(json, "needs");
    record->priority = json_integer_value(json_object_get(json, "priority"));
    if (json_is_array(attempts)) {
        json_decref(record->attempts);
        record->attempts = json_incref(attempts);
    }
    if (needs)
        at_argv_deinit(&record->needs);
    for (size_t i = 0; i < json_array_size(needs); i++) {
        const json_t *word = json_array_get(needs, i);
        if (json_is_string(word))
            at_argv_add_str(&record->needs, at_json_str(word));
    }
}

static void
read_row(json_t *row, struct at_run_record *record)
{
    if (!json_is_object(row))
        return;
    json_decref(record->row);
    record->row = json_incref(row);
}

static const json_t *
final_of(const json_t *json)
{
    const json_t *final = json_object_get(json, "final");
    return json_is_object(final) ? final : NULL;
}

enum at_run_state
at_run_record_state(const json_t *json)
{
    return (enum at_run_state)at_member_word(
        at_json_get_str(json, "state"), at_run_state_names, AT_RUN_STATE_COUNT,
        AT_RUN_STATE_QUEUED);
}

void
at_run_record_take_end(struct at_run_record *record, const json_t *json)
{
    const json_t *usage = json_object_get(json, "usage");
    record->state = at_run_record_state(json);
    read_ends(json, record);
    at_members_read(at_run_end_members, json, record);
    read_steps(json_object_get(json, "steps"), record);
    record->has_usage = record->has_usage || json_is_object(usage);
    at_members_read(at_run_usage_members, usage, &record->totals);
    read_healed(json_object_get(json, "healed"), &record->healed);
}

void
at_run_record_update(struct at_run_record *record, const json_t *json)
{
    const json_t *final = final_of(json);
    record->settling = final != NULL;
    json = final ? final : json;
    if (at_json_get_str(json, "id").len > 0)
        at_str_cut(record->id, sizeof(record->id), at_json_get_str(json, "id"));
    read_scenario(json, record);
    read_config(json, record);
    read_row(json_object_get(json, "row"), record);
    at_members_read(at_run_members, json, record);
    read_place(json, record);
    at_run_record_take_end(record, json);
}

bool
at_run_record_read(const json_t *json, struct at_run_record *out,
                   struct at_err *err)
{
    at_run_record_init(out);
    if (!json_is_object(json))
        return at_fail(err, AT_EUSAGE, "a run is an object of JSON");
    at_run_record_update(out, json);
    return true;
}
