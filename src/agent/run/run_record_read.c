// run_record_read.c: a run's record from its JSON, member by member
#include <stdlib.h>

#include "agent/run/run_record.h"
#include "agent/run/run_record_rows.h"
#include "base/alloc.h"
#include "base/civil.h"
#include "base/limits.h"
#include "wire/json.h"

// Return the index of a word of the enum, or otherwise.
static int
read_word(struct at_str word, const char *const *words, int count,
          int otherwise)
{
    for (int i = 0; i < count; i++) {
        if (word.len > 0 && at_str_is(word, words[i]))
            return i;
    }
    return otherwise;
}

static void
read_cost(const json_t *value, struct at_model_usage *usage)
{
    usage->cost_usd = json_number_value(value);
    usage->unpriced = json_is_null(value);
}

static void
read_member(const struct at_run_member *member, const json_t *value,
            void *object)
{
    void *field = (char *)object + member->offset;
    int64_t ms;
    switch (member->kind) {
    case AT_RUN_MEMBER_TEXT:
        if (json_is_string(value))
            at_run_record_set(field, at_json_str(value));
        break;
    case AT_RUN_MEMBER_FLAG:
        *(bool *)field = json_is_true(value);
        break;
    case AT_RUN_MEMBER_NUMBER:
        if (json_is_integer(value))
            *(int64_t *)field = json_integer_value(value);
        break;
    case AT_RUN_MEMBER_TIME:
        if (at_civil_read(at_json_str(value), &ms))
            *(int64_t *)field = ms;
        break;
    case AT_RUN_MEMBER_COST:
        read_cost(value, field);
        break;
    case AT_RUN_MEMBER_WORD:
        *(int *)field = read_word(at_json_str(value), member->words,
                                  member->word_count, *(int *)field);
        break;
    }
}

static void
read_members(const struct at_run_member *members, const json_t *json,
             void *object)
{
    for (; members->name; members++) {
        const json_t *value = json_object_get(json, members->name);
        if (value)
            read_member(members, value, object);
    }
}

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
        read_members(at_run_step_members, step, &record->steps[i]);
        if (!json_is_array(expectations))
            continue;
        json_decref(record->steps[i].expectations);
        record->steps[i].expectations = json_incref(expectations);
    }
}

// An old or foreign document may lack the scenario: its own members stand for
// it.
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
            at_run_record_set(members[i].text, at_json_str(value));
    }
}

// A profile that is not known any more keeps its name.
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
    at_run_record_set(&healed->why, at_json_str(why));
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
    record->verdict = (enum at_verdict)read_word(
        verdict, at_verdict_names, AT_VERDICT_COUNT, (int)record->verdict);
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
    return (enum at_run_state)read_word(at_json_get_str(json, "state"),
                                        at_run_state_names, AT_RUN_STATE_COUNT,
                                        AT_RUN_STATE_QUEUED);
}

void
at_run_record_take_end(struct at_run_record *record, const json_t *json)
{
    const json_t *usage = json_object_get(json, "usage");
    record->state = at_run_record_state(json);
    read_ends(json, record);
    read_members(at_run_end_members, json, record);
    read_steps(json_object_get(json, "steps"), record);
    record->has_usage = record->has_usage || json_is_object(usage);
    read_members(at_run_usage_members, usage, &record->totals);
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
    read_members(at_run_members, json, record);
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
