// recordings.c: finds a recording by the hash of its scenario
#include "tester/recordings.h"

#include <string.h>

#include "agent/recipe.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "wire/json.h"

static const struct at_recipe_place anywhere;

static json_t *
made_json(const char *run, int64_t now_ms)
{
    json_t *made = json_object();
    char at[AT_RFC3339_MAX];
    at_wall_write(now_ms, at);
    if (run)
        at_json_set_text(made, "run", run);
    at_json_set_text(made, "at", at);
    return made;
}

// Who made the recording of the document; those of older programs do not say.
static json_t *
made_of(const struct at_store_doc *doc)
{
    json_t *made = json_object_get(doc->json, "made");
    return made ? json_incref(made) : made_json(NULL, doc->updated_ms);
}

static bool
get(struct at_store_db *store, const char *hash,
    const struct at_recipe_place *place, struct at_store_doc *out,
    struct at_err *err)
{
    char key[AT_RECIPE_KEY_LEN + 1];
    at_recipe_key(hash, place, key);
    return store->ops->get(store, AT_STORE_RECIPE, at_str(key), out, err);
}

static bool
have_same_calls(const json_t *one, const json_t *other)
{
    return json_equal(json_object_get(one, "calls"),
                      json_object_get(other, "calls"));
}

// Keep what was there before, of which the last one that nobody has to choose
// about counts. There is none if the run has come back to it.
static void
set_previous(json_t *json, const struct at_store_doc *old,
             const struct at_recording_run *run)
{
    json_t *before = json_object_get(old->json, "previous");
    bool waits = json_object_get(old->json, "healed") && before;
    json_t *previous =
        waits ? json_incref(before)
              : json_pack("{s:o, s:o}", "recording",
                          run->played ? at_recipe_json(run->played)
                                      : json_incref(json_object_get(
                                            old->json, "recording")),
                          "made", made_of(old));
    if (!have_same_calls(json_object_get(previous, "recording"),
                         json_object_get(json, "recording"))) {
        json_object_set(json, "previous", previous);
        if (run->played || waits)
            at_json_set(json, "healed", json_pack("{s:s}", "run", run->run));
    }
    json_decref(previous);
}

static json_t *
document_of(const struct at_store_doc *old, const struct at_recording_run *run)
{
    json_t *recording = at_recipe_json(run->made);
    json_t *before = json_object_get(old->json, "recording");
    json_t *json;
    if (before && have_same_calls(before, recording)) {
        json = json_copy(old->json);
        at_json_set(json, "made", made_of(old));
        at_json_set(json, "recording", recording);
        return json;
    }
    json = json_object();
    at_json_set_text(json, "scenarioId", run->made->hash);
    at_json_set(json, "recording", recording);
    at_json_set(json, "made", made_json(run->run, run->now_ms));
    if (before)
        set_previous(json, old, run);
    return json;
}

bool
at_recording_keep_run(struct at_store_db *store,
                      const struct at_recording_run *run, struct at_err *err)
{
    const struct at_recipe *made = run->made;
    struct at_store_doc old = {0};
    struct at_store_doc doc = {0};
    bool found = get(store, made->hash, &made->place, &old, NULL) ||
                 get(store, made->hash, &anywhere, &old, NULL);
    doc.json = document_of(&old, run);
    at_recipe_key(made->hash, &made->place, doc.id);
    bool ok = store->ops->put(store, AT_STORE_RECIPE, -1, &doc, err);
    at_store_doc_deinit(&doc);
    if (found)
        at_store_doc_deinit(&old);
    return ok;
}

// Store a recording that came from elsewhere, with nothing before it.
static bool
put_foreign(struct at_store_db *store, const struct at_recipe *recipe,
            struct at_err *err)
{
    const struct at_recording_run run = {.made = recipe,
                                         .now_ms = at_wall_now_ms()};
    const struct at_store_doc nothing = {.id = ""};
    struct at_store_doc doc = {.json = document_of(&nothing, &run)};
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
    if (!get(store, hash, place, &doc, NULL))
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
    ok = ok && put_foreign(store, &recipe, err);
    at_recipe_deinit(&recipe);
    if (!ok)
        at_err_context(err, "member 'recording'");
    return ok;
}

static bool
list_all(struct at_store_db *store, const struct at_scenario *scenario,
         struct at_store_list *out, struct at_err *err)
{
    char hash[65];
    at_scenario_hash(scenario, hash);
    struct at_store_query query = {.kind = AT_STORE_RECIPE,
                                   .scenario = at_str(hash),
                                   .limit = AT_STORE_LIST_MAX};
    return store->ops->list(store, &query, out, err);
}

bool
at_recording_find(struct at_store_db *store, const struct at_scenario *scenario,
                  json_t **out, struct at_err *err)
{
    struct at_store_list list;
    int64_t newest_ms = -1;
    *out = NULL;
    if (!list_all(store, scenario, &list, err))
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

static bool
comes_before(const struct at_store_doc *one, const struct at_store_doc *other)
{
    bool waits = json_object_get(one->json, "healed") != NULL;
    bool other_waits = json_object_get(other->json, "healed") != NULL;
    return waits == other_waits ? one->updated_ms > other->updated_ms : waits;
}

static bool
fail_none(struct at_err *err)
{
    return at_fail(err, AT_ENOTFOUND,
                   "the scenario, as it is now, has no recording: a run that "
                   "passes makes one");
}

// Get the document that people are shown.
static bool
find_shown(struct at_store_db *store, const struct at_scenario *scenario,
           struct at_store_doc *out, struct at_err *err)
{
    struct at_store_list list;
    if (!list_all(store, scenario, &list, err))
        return false;
    size_t best = 0;
    for (size_t i = 1; i < list.count; i++)
        if (comes_before(&list.docs[i], &list.docs[best]))
            best = i;
    bool found = list.count > 0;
    if (found) {
        *out = list.docs[best];
        json_incref(out->json);
    }
    at_store_list_deinit(&list);
    return found || fail_none(err);
}

static json_t *
changes_json(const json_t *json)
{
    const json_t *previous = json_object_get(json, "previous");
    json_t *changes = NULL;
    struct at_recipe was, now;
    at_recipe_init(&now);
    if (at_recipe_read(json_object_get(previous, "recording"), &was, NULL) &&
        at_recipe_read(json_object_get(json, "recording"), &now, NULL))
        changes = at_recipe_changes(&was, &now);
    at_recipe_deinit(&was);
    at_recipe_deinit(&now);
    return changes ? changes : json_array();
}

json_t *
at_recording_show(struct at_store_db *store, const struct at_scenario *scenario,
                  struct at_err *err)
{
    struct at_store_doc doc;
    if (!find_shown(store, scenario, &doc, err))
        return NULL;
    json_t *json = json_copy(doc.json);
    json_t *healed = json_copy(json_object_get(json, "healed"));
    json_object_del(json, "scenarioId");
    at_json_set(json, "made", made_of(&doc));
    if (healed) {
        at_json_set(healed, "changes", changes_json(json));
        at_json_set(json, "healed", healed);
    }
    at_store_doc_deinit(&doc);
    return json;
}

// Others may have chosen, or a run may have made another one, meanwhile.
bool
at_recording_choose(struct at_store_db *store,
                    const struct at_scenario *scenario, bool accept,
                    struct at_err *err)
{
    struct at_store_doc doc;
    if (!find_shown(store, scenario, &doc, err))
        return false;
    json_t *json = json_copy(doc.json);
    const json_t *previous = json_object_get(json, "previous");
    bool ok = json_object_get(json, "healed") ||
              at_fail(err, AT_EBUSY,
                      "no change of the recording waits for a "
                      "choice: it was made already");
    if (ok && !accept)
        json_object_update(json, (json_t *)(uintptr_t)previous);
    json_object_del(json, "previous");
    json_object_del(json, "healed");
    json_decref(doc.json);
    doc.json = json;
    ok = ok && store->ops->put(store, AT_STORE_RECIPE, doc.revision, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}

bool
at_recording_remove(struct at_store_db *store,
                    const struct at_scenario *scenario, struct at_err *err)
{
    struct at_store_list list;
    if (!list_all(store, scenario, &list, err))
        return false;
    bool ok = list.count > 0 || fail_none(err);
    for (size_t i = 0; ok && i < list.count; i++)
        ok = store->ops->remove(store, AT_STORE_RECIPE, at_str(list.docs[i].id),
                                err);
    at_store_list_deinit(&list);
    return ok;
}
