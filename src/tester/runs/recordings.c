// recordings.c: finds a recording by the hash of its scenario and its place
#include "tester/runs/recordings.h"

#include <string.h>

#include "base/limits.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "wire/json.h"

#define AT_LOG_MODULE "recordings"

static json_t *
moment_json(const char *member, const char *value, int64_t now_ms)
{
    json_t *json = json_object();
    char at[AT_RFC3339_MAX];
    at_wall_write(now_ms, at);
    if (value)
        at_json_set(json, member, at_json_text(at_str(value)));
    at_json_set_text(json, "at", at);
    return json;
}

static json_t *
made_json(const char *run, int64_t now_ms)
{
    return moment_json("run", run, now_ms);
}

// Return the origin of a recording, which documents of older programs lack.
static json_t *
made_of(const struct at_store_doc *doc)
{
    json_t *made = json_object_get(doc->json, "made");
    return made ? json_incref(made) : made_json(NULL, doc->updated_ms);
}

// Older programs applied a change at once, and kept the previous recording
// until a person had chosen: the previous one counts.
static json_t *
recording_of(const json_t *json)
{
    const json_t *previous = json_object_get(json, "previous");
    return json_object_get(
        json_object_get(json, "healed") && previous ? previous : json,
        "recording");
}

static bool
list_all(struct at_store_db *store, enum at_store_kind kind, const char *hash,
         struct at_store_list *out, struct at_err *err)
{
    struct at_store_query query = {
        .kind = kind, .scenario = at_str(hash), .limit = AT_STORE_LIST_MAX};
    return store->ops->list(store, &query, out, err);
}

static enum at_recipe_fit
fit_of(const struct at_store_doc *doc, const struct at_recipe_place *place)
{
    struct at_recipe recipe;
    if (!at_recipe_read(recording_of(doc->json), &recipe, NULL))
        return AT_RECIPE_FIT_NOT;
    enum at_recipe_fit fit = at_recipe_fits(&recipe.place, place);
    at_recipe_deinit(&recipe);
    return fit;
}

// Get the recipe that fits the place best, the newest among equals.
static bool
find_best(struct at_store_db *store, const char *hash,
          const struct at_recipe_place *place, struct at_store_doc *out)
{
    struct at_store_list list;
    enum at_recipe_fit best = AT_RECIPE_FIT_NOT;
    size_t at = 0;
    if (!list_all(store, AT_STORE_RECIPE, hash, &list, NULL))
        return false;
    for (size_t i = 0; i < list.count; i++) {
        enum at_recipe_fit fit = fit_of(&list.docs[i], place);
        bool newer = list.docs[i].updated_ms > list.docs[at].updated_ms;
        if (fit > best || (fit == best && fit != AT_RECIPE_FIT_NOT && newer)) {
            best = fit;
            at = i;
        }
    }
    if (best != AT_RECIPE_FIT_NOT) {
        *out = list.docs[at];
        json_incref(out->json);
    }
    at_store_list_deinit(&list);
    return best != AT_RECIPE_FIT_NOT;
}

static json_t *
document_json(const struct at_recording_run *run)
{
    json_t *json = json_object();
    at_json_set_text(json, "scenarioId", run->made->hash);
    if (run->name && run->name[0])
        at_json_set(json, "name", at_json_text(at_str(run->name)));
    at_json_set(json, "recording", at_recipe_json(run->made));
    at_json_set(json, "made", made_json(run->run, run->now_ms));
    return json;
}

// Store json, which is taken over, under the key of the recipe.
static bool
put(struct at_store_db *store, enum at_store_kind kind,
    const struct at_recipe *recipe, json_t *json, struct at_err *err)
{
    struct at_store_doc doc = {.json = json};
    at_recipe_key(recipe->hash, &recipe->place, doc.id);
    bool ok = store->ops->put(store, kind, -1, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}

// Drop the proposal to a recording that is replaced.
static void
drop_proposal(struct at_store_db *store, const struct at_recipe *recipe)
{
    char key[AT_RECIPE_KEY_LEN + 1];
    at_recipe_key(recipe->hash, &recipe->place, key);
    (void)!store->ops->remove(store, AT_STORE_PROPOSAL, at_str(key), NULL);
}

static bool
has_changes(const struct at_recipe *was, const struct at_recipe *now)
{
    json_t *changes = at_recipe_changes(was, now);
    bool some = json_array_size(changes) > 0;
    json_decref(changes);
    return some;
}

static bool
put_run(struct at_store_db *store, const struct at_recording_run *run,
        const struct at_store_doc *present, bool *out_proposed,
        struct at_err *err)
{
    struct at_recipe was;
    json_t *json = document_json(run);
    bool known = at_recipe_read(recording_of(present->json), &was, NULL);
    bool changed = !known || has_changes(&was, run->made);
    *out_proposed =
        known && changed && (run->healed || !at_recipe_proves(run->made, &was));
    if (*out_proposed) {
        json_object_set(json, "base", recording_of(present->json));
        at_json_set(json, "why",
                    at_json_text(
                        at_str(run->healed ? run->healed
                                           : "the model proved it by other "
                                             "assertions than were recorded")));
    } else if (!changed) {
        json_t *accepted = json_object_get(present->json, "accepted");
        at_json_set(json, "made", made_of(present));
        if (accepted)
            json_object_set(json, "accepted", accepted);
    }
    at_recipe_deinit(&was);
    if (changed && !*out_proposed)
        drop_proposal(store, run->made);
    return put(store, *out_proposed ? AT_STORE_PROPOSAL : AT_STORE_RECIPE,
               run->made, json, err);
}

bool
at_recording_keep_run(struct at_store_db *store,
                      const struct at_recording_run *run, bool *out_proposed,
                      struct at_err *err)
{
    struct at_store_doc present = {0};
    *out_proposed = false;
    if (!find_best(store, run->made->hash, &run->made->place, &present))
        return put(store, AT_STORE_RECIPE, run->made, document_json(run), err);
    bool ok = put_run(store, run, &present, out_proposed, err);
    at_store_doc_deinit(&present);
    return ok;
}

bool
at_recording_load(struct at_store_db *store, const struct at_scenario *scenario,
                  const struct at_recipe_place *place, struct at_recipe *out)
{
    char hash[65];
    struct at_store_doc doc;
    at_recipe_init(out);
    at_scenario_hash(scenario, hash);
    if (!find_best(store, hash, place, &doc))
        return false;
    bool ok = at_recipe_read(recording_of(doc.json), out, NULL);
    at_store_doc_deinit(&doc);
    return ok;
}

// Store a recording that came from elsewhere.
static bool
put_foreign(struct at_store_db *store, const struct at_recipe *recipe,
            const char *name, struct at_err *err)
{
    const struct at_recording_run run = {
        .made = recipe, .name = name, .now_ms = at_wall_now_ms()};
    drop_proposal(store, recipe);
    return put(store, AT_STORE_RECIPE, recipe, document_json(&run), err);
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
    ok = ok && put_foreign(store, &recipe, scenario->name, err);
    at_recipe_deinit(&recipe);
    if (!ok)
        at_err_context(err, "member 'recording'");
    return ok;
}

// Get the newest document of the scenario. *out.json is NULL if it has none.
static bool
find_newest(struct at_store_db *store, enum at_store_kind kind,
            const struct at_scenario *scenario, struct at_store_doc *out,
            struct at_err *err)
{
    struct at_store_list list;
    char hash[65];
    size_t newest = 0;
    *out = (struct at_store_doc){.json = NULL};
    at_scenario_hash(scenario, hash);
    if (!list_all(store, kind, hash, &list, err))
        return false;
    for (size_t i = 1; i < list.count; i++)
        if (list.docs[i].updated_ms > list.docs[newest].updated_ms)
            newest = i;
    if (list.count > 0) {
        *out = list.docs[newest];
        json_incref(out->json);
    }
    at_store_list_deinit(&list);
    return true;
}

bool
at_recording_find(struct at_store_db *store, const struct at_scenario *scenario,
                  json_t **out, struct at_err *err)
{
    struct at_store_doc doc;
    *out = NULL;
    if (!find_newest(store, AT_STORE_RECIPE, scenario, &doc, err))
        return false;
    if (doc.json) {
        *out = json_incref(recording_of(doc.json));
        at_store_doc_deinit(&doc);
    }
    return true;
}

bool
at_recording_exists(struct at_store_db *store,
                    const struct at_scenario *scenario)
{
    json_t *recording;
    bool found =
        at_recording_find(store, scenario, &recording, NULL) && recording;
    json_decref(recording);
    return found;
}

static bool
fail_none(struct at_err *err)
{
    return at_fail(err, AT_ENOTFOUND,
                   "the scenario, as it is now, has no recording: a run that "
                   "passes makes one");
}

json_t *
at_proposal_changes(const json_t *proposal)
{
    json_t *changes = NULL;
    struct at_recipe was, now;
    at_recipe_init(&now);
    if (at_recipe_read(json_object_get(proposal, "base"), &was, NULL) &&
        at_recipe_read(json_object_get(proposal, "recording"), &now, NULL))
        changes = at_recipe_changes(&was, &now);
    at_recipe_deinit(&was);
    at_recipe_deinit(&now);
    return changes ? changes : json_array();
}

static void
add_proposal(json_t *json, const struct at_store_doc *doc)
{
    json_t *proposal = json_copy(doc->json);
    json_object_del(proposal, "scenarioId");
    json_object_del(proposal, "name");
    json_object_del(proposal, "base");
    at_json_set_text(proposal, "id", doc->id);
    at_json_set(proposal, "changes", at_proposal_changes(doc->json));
    at_json_set(json, "proposal", proposal);
}

static void
copy_member(json_t *to, const json_t *from, const char *name)
{
    json_t *value = json_object_get(from, name);
    if (value)
        json_object_set(to, name, value);
}

// The recording that the proposal changes, which may be of another version; if
// it is gone, as it was.
static json_t *
base_json(struct at_store_db *store, const struct at_store_doc *proposal)
{
    struct at_store_doc doc;
    struct at_recipe recipe;
    json_t *json = json_object();
    copy_member(json, proposal->json, "made");
    json_object_set(json, "recording", json_object_get(proposal->json, "base"));
    if (!at_recipe_read(json_object_get(proposal->json, "recording"), &recipe,
                        NULL))
        return json;
    if (find_best(store, recipe.hash, &recipe.place, &doc)) {
        json_object_set(json, "recording", recording_of(doc.json));
        at_json_set(json, "made", made_of(&doc));
        copy_member(json, doc.json, "accepted");
        at_store_doc_deinit(&doc);
    }
    at_recipe_deinit(&recipe);
    return json;
}

json_t *
at_recording_show(struct at_store_db *store, const struct at_scenario *scenario,
                  struct at_err *err)
{
    struct at_store_doc doc;
    json_t *json;
    if (!find_newest(store, AT_STORE_PROPOSAL, scenario, &doc, err))
        return NULL;
    if (doc.json) {
        json = base_json(store, &doc);
        add_proposal(json, &doc);
        at_store_doc_deinit(&doc);
        return json;
    }
    if (!find_newest(store, AT_STORE_RECIPE, scenario, &doc, err))
        return NULL;
    if (!doc.json) {
        (void)fail_none(err);
        return NULL;
    }
    json = json_object();
    json_object_set(json, "recording", recording_of(doc.json));
    at_json_set(json, "made", made_of(&doc));
    copy_member(json, doc.json, "accepted");
    at_store_doc_deinit(&doc);
    return json;
}

json_t *
at_recording_of_run(struct at_store_db *store,
                    const struct at_scenario *scenario, const char *run,
                    struct at_err *err)
{
    static const enum at_store_kind kinds[] = {AT_STORE_RECIPE,
                                               AT_STORE_PROPOSAL};
    json_t *found = NULL;
    char hash[65];
    at_scenario_hash(scenario, hash);
    for (size_t i = 0; !found && i < AT_LEN(kinds); i++) {
        struct at_store_list list;
        if (!list_all(store, kinds[i], hash, &list, err))
            return NULL;
        for (size_t j = 0; !found && j < list.count; j++) {
            const json_t *json = list.docs[j].json;
            const json_t *made = json_object_get(json, "made");
            if (at_str_is(at_json_get_str(made, "run"), run))
                found = json_incref(recording_of(json));
        }
        at_store_list_deinit(&list);
    }
    if (!found)
        at_fail(err, AT_ENOTFOUND,
                "the run has no recording of its own: one that passes has, "
                "unless it repeats a recording, until a later run replaces it");
    return found;
}

// Put the proposal in the place of the recording.
static bool
accept(struct at_store_db *store, const struct at_store_doc *proposal,
       const char *by, struct at_err *err)
{
    struct at_store_doc doc = {.json = json_object()};
    at_str_cut(doc.id, sizeof(doc.id), at_str(proposal->id));
    copy_member(doc.json, proposal->json, "scenarioId");
    copy_member(doc.json, proposal->json, "name");
    copy_member(doc.json, proposal->json, "recording");
    copy_member(doc.json, proposal->json, "made");
    at_json_set(doc.json, "accepted", moment_json("by", by, at_wall_now_ms()));
    bool ok = store->ops->put(store, AT_STORE_RECIPE, -1, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}

bool
at_proposal_choose(struct at_store_db *store,
                   const struct at_store_doc *proposal,
                   const struct at_recording_choice *choice, struct at_err *err)
{
    struct at_str run =
        at_json_get_str(json_object_get(proposal->json, "made"), "run");
    if (choice->accept && !accept(store, proposal, choice->by, err))
        return false;
    if (!store->ops->remove(store, AT_STORE_PROPOSAL, at_str(proposal->id),
                            err))
        return false;
    at_log_info("a changed recording was %s recording=%s run=%.*s by=%s",
                choice->accept ? "accepted" : "rejected", proposal->id,
                AT_STR_ARG(run), choice->by);
    return true;
}

static bool
fail_no_proposal(struct at_store_db *store, const struct at_scenario *scenario,
                 struct at_err *err)
{
    struct at_store_doc doc;
    if (!find_newest(store, AT_STORE_RECIPE, scenario, &doc, err))
        return false;
    if (!doc.json)
        return fail_none(err);
    at_store_doc_deinit(&doc);
    return at_fail(err, AT_EBUSY,
                   "no change of the recording waits for a choice: it was made "
                   "already, or another run has proposed another one");
}

bool
at_recording_choose(struct at_store_db *store,
                    const struct at_scenario *scenario,
                    const struct at_recording_choice *choice,
                    struct at_err *err)
{
    struct at_store_doc doc;
    if (!find_newest(store, AT_STORE_PROPOSAL, scenario, &doc, err))
        return false;
    const json_t *made = json_object_get(doc.json, "made");
    bool meant =
        doc.json &&
        (!choice->run || at_str_is(at_json_get_str(made, "run"), choice->run));
    bool ok = meant ? at_proposal_choose(store, &doc, choice, err)
                    : fail_no_proposal(store, scenario, err);
    at_store_doc_deinit(&doc);
    return ok;
}

// Remove all documents of one kind. *count grows by theirs.
static bool
remove_all(struct at_store_db *store, enum at_store_kind kind, const char *hash,
           size_t *count, struct at_err *err)
{
    struct at_store_list list;
    if (!list_all(store, kind, hash, &list, err))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < list.count; i++, ++*count)
        ok = store->ops->remove(store, kind, at_str(list.docs[i].id), err);
    at_store_list_deinit(&list);
    return ok;
}

bool
at_recording_remove(struct at_store_db *store,
                    const struct at_scenario *scenario, struct at_err *err)
{
    char hash[65];
    size_t count = 0;
    at_scenario_hash(scenario, hash);
    return remove_all(store, AT_STORE_RECIPE, hash, &count, err) &&
           remove_all(store, AT_STORE_PROPOSAL, hash, &count, err) &&
           (count > 0 || fail_none(err));
}
