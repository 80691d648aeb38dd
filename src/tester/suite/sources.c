// sources.c: the scenarios and devices of a suite
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/limits_suite.h"
#include "tester/suite/suite.h"
#include "wire/json.h"

void
at_suite_sources_add(struct at_suite_sources *sources,
                     struct at_scenario *scenario, const char *origin,
                     int64_t revision)
{
    struct at_scenario *own = at_alloc(sizeof(*own));
    *own = *scenario;
    *scenario = (struct at_scenario){0};
    sources->items = at_realloc_array(sources->items, sources->count + 1,
                                      sizeof(*sources->items));
    sources->items[sources->count++] =
        (struct at_suite_source){own, at_strdup(origin), revision};
}

void
at_suite_sources_deinit(struct at_suite_sources *sources)
{
    for (size_t i = 0; i < sources->count; i++) {
        struct at_scenario *own =
            (struct at_scenario *)sources->items[i].scenario;
        at_scenario_deinit(own);
        free(own);
        free((char *)sources->items[i].origin);
    }
    free(sources->items);
    *sources = (struct at_suite_sources){NULL, 0};
}

static bool
has_room(const struct at_suite_sources *sources, struct at_err *err)
{
    return sources->count < AT_SUITE_SOURCES_MAX ||
           at_fail(err, AT_ELIMIT, "a suite has at most %zu scenarios",
                   AT_SUITE_SOURCES_MAX);
}

static bool
add_doc(const struct at_store_doc *doc, struct at_suite_sources *out,
        struct at_err *err)
{
    struct at_scenario scenario;
    json_t *json = json_copy(doc->json);
    at_json_set_text(json, "id", doc->id);
    bool ok = at_scenario_read(json, &scenario, err);
    if (ok)
        at_suite_sources_add(out, &scenario, doc->id, doc->revision);
    at_scenario_deinit(&scenario);
    json_decref(json);
    return ok;
}

static bool
load_one(struct at_store_db *store, struct at_str id,
         struct at_suite_sources *out, struct at_err *err)
{
    struct at_store_doc doc = {0};
    struct at_err why = AT_ERR_INIT;
    bool ok = store->ops->get(store, AT_STORE_SCENARIO, id, &doc, &why) &&
              add_doc(&doc, out, &why);
    at_store_doc_deinit(&doc);
    if (ok)
        return true;
    if (why.code == AT_ENOTFOUND)
        return at_fail(err, AT_EUSAGE, "there is no scenario '%.*s'",
                       AT_STR_ARG(at_utf8_head(id, AT_STORE_KEY_MAX)));
    at_err_context(&why, "scenario '%.*s'", AT_STR_ARG(id));
    return at_err_pass(err, &why);
}

// Unfinished scenarios are left out.
static bool
load_doc(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct at_suite_sources *sources = user;
    if (!has_room(sources, err))
        return false;
    (void)!add_doc(doc, sources, NULL);
    return true;
}

static bool
load_all(struct at_store_db *store, struct at_suite_sources *out,
         struct at_err *err)
{
    const struct at_store_query query = {.kind = AT_STORE_SCENARIO};
    return at_store_each(store, &query, load_doc, out, err);
}

bool
at_suite_sources_load(struct at_store_db *store, const json_t *ids,
                      struct at_suite_sources *out, struct at_err *err)
{
    bool ok = true;
    if (!ids)
        return load_all(store, out, err);
    for (size_t i = 0; ok && i < json_array_size(ids); i++)
        ok = has_room(out, err) &&
             load_one(store, at_json_str(json_array_get(ids, i)), out, err);
    return ok;
}

static bool
has_word(const struct at_argv *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++) {
        if (strcmp(words->words[i], word) == 0)
            return true;
    }
    return false;
}

static const char *
platform_of(const struct at_runs_devices *list, const char *id)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].entry.id, id) == 0)
            return list->items[i].platform->name;
    }
    return "";
}

static void
add_place(const char *device, const char *platform, struct at_argv *devices,
          struct at_argv *platforms)
{
    if (has_word(devices, device))
        return;
    at_argv_add(devices, device);
    at_argv_add(platforms, platform);
}

static bool
add_all(const struct at_runs_devices *list, struct at_argv *devices,
        struct at_argv *platforms, struct at_err *err)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].entry.usable)
            add_place(list->items[i].entry.id, list->items[i].platform->name,
                      devices, platforms);
    }
    return devices->count > 0 ||
           at_fail(err, AT_ENODEV,
                   "no device can be used: connect one, or start an emulator "
                   "or simulator");
}

bool
at_suite_places(const struct at_op *op, struct at_runs *runs,
                const struct at_argv *wanted, struct at_argv *out_devices,
                struct at_argv *out_platforms, struct at_err *err)
{
    struct at_runs_devices list = {NULL, 0};
    bool ok = wanted->count == 0 || at_runs_list_devices(op, runs, &list, err);
    for (size_t i = 0; ok && i < wanted->count; i++) {
        const char *word = wanted->words[i];
        if (strcmp(word, "all") == 0)
            ok = add_all(&list, out_devices, out_platforms, err);
        else if (strcmp(word, "any") == 0)
            add_place("", "", out_devices, out_platforms);
        else
            add_place(word, platform_of(&list, word), out_devices,
                      out_platforms);
    }
    free(list.items);
    return ok;
}
