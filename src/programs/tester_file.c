// tester_file.c: JSON and YAML become the same values
#include "programs/tester_file.h"

#include <string.h>
#include <unistd.h>

#include "agent/recipe.h"
#include "base/limits.h"
#include "sys/file.h"
#include "wire/json.h"
#include "wire/yaml.h"

static bool
is_json(struct at_str path, struct at_str text)
{
    struct at_str begin = at_str_head(at_str_trim(text), 1);
    if (at_str_ends(path, AT_STR(".json")))
        return true;
    if (at_str_ends(path, AT_STR(".yaml")) || at_str_ends(path, AT_STR(".yml")))
        return false;
    return at_str_is(begin, "{") || at_str_is(begin, "[");
}

json_t *
at_tester_file_read(const char *path, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_SCENARIO_FILE_MAX_BYTES);
    bool is_input = strcmp(path, "-") == 0;
    json_t *json = NULL;
    bool ok =
        is_input ? at_file_read_open(STDIN_FILENO, "standard input", &text, err)
                 : at_file_read(path, &text, err);
    if (ok) {
        struct at_str all = at_buf_str(&text);
        json = is_json(at_str(path), all) ? at_json_parse(all, err)
                                          : at_yaml_parse(all, err);
        if (!json)
            at_err_context(err, "'%s'", path);
    }
    at_buf_deinit(&text);
    return json;
}

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
at_tester_recording_keep(struct at_store_db *store, const json_t *json,
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
at_tester_recording_find(struct at_store_db *store,
                         const struct at_scenario *scenario, json_t **out,
                         struct at_err *err)
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
