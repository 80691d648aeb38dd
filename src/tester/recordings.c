// recordings.c: a recording is found by the hash of what it tests
#include "tester/recordings.h"

#include <string.h>

#include "agent/recipe.h"
#include "base/limits.h"
#include "wire/json.h"

static bool
put_recording(struct at_store_db *store, const struct at_recipe *recipe,
              struct at_err *err)
{
    struct at_store_doc doc = {.json = at_recipe_json(recipe)};
    at_recipe_key(recipe->hash, &recipe->place, doc.id);
    bool ok = store->ops->put(store, AT_STORE_RECIPE, -1, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}

bool
at_recording_keep(struct at_store_db *store, const json_t *json,
                  const struct at_scenario *scenario, struct at_err *err)
{
    const json_t *recording = json_object_get(json, "recording");
    struct at_recipe recipe;
    char hash[65];
    if (!recording)
        return true;
    at_scenario_hash(scenario, hash);
    at_recipe_init(&recipe);
    bool ok = at_recipe_read(recording, &recipe, err);
    if (ok && strcmp(recipe.hash, hash) != 0)
        ok = at_fail(err, AT_EUSAGE,
                     "the recording is of another goal, app or steps: remove "
                     "it, or import what it was made of");
    ok = ok && put_recording(store, &recipe, err);
    at_recipe_deinit(&recipe);
    if (!ok)
        at_err_context(err, "member 'recording'");
    return ok;
}

bool
at_recording_find(struct at_store_db *store, const struct at_scenario *scenario,
                  json_t **out, struct at_err *err)
{
    struct at_store_query query = {.kind = AT_STORE_RECIPE,
                                   .limit = AT_STORE_LIST_MAX};
    struct at_store_list list;
    int64_t newest_ms = -1;
    char hash[65];
    *out = NULL;
    if (!store->ops->list(store, &query, &list, err))
        return false;
    at_scenario_hash(scenario, hash);
    for (size_t i = 0; i < list.count; i++) {
        struct at_store_doc *doc = &list.docs[i];
        if (at_str_is(at_json_get_str(doc->json, "hash"), hash) &&
            doc->updated_ms > newest_ms) {
            *out = doc->json;
            newest_ms = doc->updated_ms;
        }
    }
    json_incref(*out);
    at_store_list_deinit(&list);
    return true;
}
