// sources.c: the scenarios and devices of a suite
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/limits_suite.h"
#include "tester/runs/hosts.h"
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

// The devices of this machine: rows with "id", "platform" and "usable".
static json_t *
list_own(const struct at_op *op, struct at_runs *runs, struct at_err *err)
{
    struct at_runs_devices list = {NULL, 0};
    if (!at_runs_list_devices(op, runs, &list, err))
        return NULL;
    json_t *rows = json_array();
    for (size_t i = 0; i < list.count; i++) {
        const struct at_runs_device_state *device = &list.items[i];
        json_t *row = json_object();
        at_json_set_text(row, "id", device->entry.id);
        at_json_set_text(row, "platform", device->platform->name);
        at_json_set(row, "usable", json_boolean(device->entry.usable));
        json_array_append_new(rows, row);
    }
    free(list.items);
    return rows;
}

// In a pool those of all hosts.
static json_t *
list_devices(const struct at_op *op, struct at_runs *runs, struct at_err *err)
{
    if (!at_runs_is_pool(runs))
        return list_own(op, runs, err);
    json_t *hosts = at_hosts_json(op, runs, err);
    json_t *rows = hosts ? json_array() : NULL;
    size_t i;
    json_t *host;
    json_array_foreach(hosts, i, host)
        json_array_extend(rows, json_object_get(host, "devices"));
    json_decref(hosts);
    return rows;
}

static void
add_place(struct at_str device, struct at_str platform, struct at_argv *devices,
          struct at_argv *platforms)
{
    for (size_t i = 0; i < devices->count; i++) {
        if (at_str_is(device, devices->words[i]))
            return; // two hosts may have an emulator of one name
    }
    at_argv_add_str(devices, device);
    at_argv_add_str(platforms, platform);
}

static struct at_str
platform_of(const json_t *rows, struct at_str id)
{
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)rows, i, row)
    {
        if (at_str_eq(at_json_get_str(row, "id"), id))
            return at_json_get_str(row, "platform");
    }
    return AT_STR("");
}

static bool
add_all(const json_t *rows, struct at_argv *devices, struct at_argv *platforms,
        struct at_err *err)
{
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)rows, i, row)
    {
        if (json_is_true(json_object_get(row, "usable")))
            add_place(at_json_get_str(row, "id"),
                      at_json_get_str(row, "platform"), devices, platforms);
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
    json_t *rows = wanted->count > 0 ? list_devices(op, runs, err) : NULL;
    bool ok = wanted->count == 0 || rows;
    for (size_t i = 0; ok && i < wanted->count; i++) {
        struct at_str word = at_str(wanted->words[i]);
        if (at_str_is(word, "all"))
            ok = add_all(rows, out_devices, out_platforms, err);
        else if (at_str_is(word, "any"))
            add_place(AT_STR(""), AT_STR(""), out_devices, out_platforms);
        else
            add_place(word, platform_of(rows, word), out_devices,
                      out_platforms);
    }
    json_decref(rows);
    return ok;
}
