// recordings.c: finds a recording by the hash of its scenario
#include "tester/recordings.h"

#include <string.h>

#include "agent/recipe.h"
#include "base/limits.h"
#include "wire/json.h"

static const struct at_recipe_place anywhere;

bool
at_recording_put(struct at_store_db *store, const struct at_recipe *recipe,
                 struct at_err *err)
{
    struct at_store_doc doc = {.json = json_object()};
    at_json_set_text(doc.json, "scenarioId", recipe->hash);
    at_json_set(doc.json, "recording", at_recipe_json(recipe));
    at_recipe_key(recipe->hash, &recipe->place, doc.id);
    bool ok = store->ops->put(store, AT_STORE_RECIPE, -1, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}

static bool
load(struct at_store_db *store, const char *hash,
     const struct at_recipe_place *place, struct at_recipe *out)
{
    struct at_store_doc doc;
    char key[AT_RECIPE_KEY_LEN + 1];
    at_recipe_key(hash, place, key);
    if (!store->ops->get(store, AT_STORE_RECIPE, at_str(key), &doc, NULL))
        return false;
    bool ok = at_recipe_read(json_object_get(doc.json, "recording"), out, NULL);
    at_store_doc_deinit(&doc);
    return ok;
}

bool
at_recording_load(struct at_store_db *store, const struct at_scenario *scenario,
                  const struct at_recipe_place *place, struct at_recipe *out)
{
    char hash[65];
    at_recipe_init(out);
    at_scenario_hash(scenario, hash);
    return load(store, hash, place, out) || load(store, hash, &anywhere, out);
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
    ok = ok && at_recording_put(store, &recipe, err);
    at_recipe_deinit(&recipe);
    if (!ok)
        at_err_context(err, "member 'recording'");
    return ok;
}

bool
at_recording_find(struct at_store_db *store, const struct at_scenario *scenario,
                  json_t **out, struct at_err *err)
{
    struct at_store_list list;
    int64_t newest_ms = -1;
    char hash[65];
    at_scenario_hash(scenario, hash);
    struct at_store_query query = {.kind = AT_STORE_RECIPE,
                                   .scenario = at_str(hash),
                                   .limit = AT_STORE_LIST_MAX};
    *out = NULL;
    if (!store->ops->list(store, &query, &list, err))
        return false;
    for (size_t i = 0; i < list.count; i++) {
        struct at_store_doc *doc = &list.docs[i];
        if (doc->updated_ms > newest_ms) {
            *out = json_object_get(doc->json, "recording");
            newest_ms = doc->updated_ms;
        }
    }
    json_incref(*out);
    at_store_list_deinit(&list);
    return true;
}
