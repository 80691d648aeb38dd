// history.c: how long cases have taken
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tester/suite/suite.h"
#include "wire/json.h"

enum {
    SUITE_RUNS = 10, // latest suite runs that are looked at
    OUTCOMES = 5,    // latest runs of each scenario
};

struct at_suite_history {
    json_t *cases;     // owned: milliseconds by the group's name
    json_t *scenarios; // owned: [sum, count] by the scenario's id
};

// The newest come first, and stay.
static void
note_suite_run(struct at_suite_history *history, const json_t *suite_run)
{
    const char *name;
    json_t *ms;
    json_object_foreach(json_object_get(suite_run, "durations"), name, ms)
    {
        if (json_is_integer(ms) && !json_object_get(history->cases, name))
            json_object_set(history->cases, name, ms);
    }
}

static void
note_outcome(void *user, const struct at_store_outcome *outcome)
{
    struct at_suite_history *history = user;
    char id[AT_STORE_KEY_MAX + 1];
    at_str_cut(id, sizeof(id), outcome->scenario);
    json_t *known = json_object_get(history->scenarios, id);
    json_int_t sum = json_integer_value(json_array_get(known, 0));
    json_int_t count = json_integer_value(json_array_get(known, 1));
    if (outcome->began_ms == 0 || outcome->duration_ms < 0)
        return;
    at_json_set(history->scenarios, id,
                json_pack("[I,I]", sum + outcome->duration_ms, count + 1));
}

// Without a history the order is only less good.
struct at_suite_history *
at_suite_history_new(struct at_store_db *store)
{
    struct at_suite_history *history = at_alloc(sizeof(*history));
    struct at_store_query query = {.kind = AT_STORE_SUITE_RUN,
                                   .state = AT_STR("ended"),
                                   .limit = SUITE_RUNS};
    struct at_store_list list = {NULL, 0, false};
    *history = (struct at_suite_history){json_object(), json_object()};
    const struct at_store_outcomes wanted = {
        .runs = OUTCOMES, .each = note_outcome, .user = history};
    if (store->ops->list(store, &query, &list, NULL)) {
        for (size_t i = 0; i < list.count; i++)
            note_suite_run(history, list.docs[i].json);
    }
    at_store_list_deinit(&list);
    (void)!store->ops->outcomes(store, &wanted, NULL);
    return history;
}

void
at_suite_history_free(struct at_suite_history *history)
{
    if (!history)
        return;
    json_decref(history->cases);
    json_decref(history->scenarios);
    free(history);
}

int64_t
at_suite_history_expect(void *user, const char *group,
                        const struct at_suite_source *source)
{
    const struct at_suite_history *history = user;
    const json_t *ms = json_object_get(history->cases, group);
    const char *id = source->scenario->id;
    const json_t *known =
        id[0] ? json_object_get(history->scenarios, id) : NULL;
    if (ms)
        return json_integer_value(ms);
    return known ? json_integer_value(json_array_get(known, 0)) /
                       json_integer_value(json_array_get(known, 1))
                 : -1;
}
