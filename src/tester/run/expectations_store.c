// expectations_store.c: compiled expectations, kept by the hash of their steps
#include <stdlib.h>
#include <string.h>

#include "agent/proof/claim.h"
#include "base/alloc.h"
#include "tester/run/expectations.h"
#include "wire/json.h"

// Read the lists of a document. Return false unless it has one for each step.
static bool
read_lists(const json_t *json, struct at_claims *out, size_t steps)
{
    const json_t *lists = json_object_get(json, "expect");
    if (json_array_size(lists) != steps)
        return false;
    for (size_t i = 0; i < steps; i++)
        if (!at_claims_read(json_array_get(lists, i), &out[i], NULL))
            return false;
    return true;
}

void
at_expectations_load(struct at_store_db *store, struct at_scenario *scenario)
{
    struct at_store_doc doc;
    char hash[65];
    size_t steps = scenario->steps.count;
    at_scenario_steps_hash(scenario, hash);
    if (at_scenario_is_compiled(scenario) ||
        !store->ops->get(store, AT_STORE_EXPECT, at_str(hash), &doc, NULL))
        return;
    struct at_claims *lists = at_alloc(steps * sizeof(*lists));
    if (read_lists(doc.json, lists, steps))
        at_scenario_take_compiled(scenario, lists);
    for (size_t i = 0; i < steps; i++)
        at_claims_deinit(&lists[i]);
    free(lists);
    at_store_doc_deinit(&doc);
}

// Expectations that a person has written stay with the scenario.
static json_t *
compiled_json(const struct at_claims *claims)
{
    json_t *list = json_array();
    for (size_t i = 0; i < claims->count; i++)
        if (!claims->items[i].is_pinned)
            json_array_append_new(list, at_claim_json(&claims->items[i]));
    return list;
}

bool
at_expectations_keep(struct at_store_db *store,
                     const struct at_scenario *scenario, struct at_err *err)
{
    json_t *lists = json_array();
    struct at_store_doc doc = {.json = json_object()};
    for (size_t i = 0; i < scenario->steps.count; i++)
        json_array_append_new(lists,
                              compiled_json(at_scenario_expects(scenario, i)));
    at_json_set(doc.json, "expect", lists);
    at_str_cut(doc.id, sizeof(doc.id), at_str(scenario->compiled));
    bool ok = store->ops->put(store, AT_STORE_EXPECT, -1, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}
