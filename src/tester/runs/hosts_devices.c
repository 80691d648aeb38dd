// hosts_devices.c: the devices of hosts, and what these could do
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "sys/log.h"
#include "tester/runs/hosts.h"
#include "tester/runs/hosts_priv.h"
#include "wire/json.h"

#define AT_LOG_MODULE "hosts"

static json_t *
device_json(struct at_runs *runs, const struct at_runs_device_state *device)
{
    const struct at_device_entry *entry = &device->entry;
    struct at_argv caps = AT_ARGV_INIT;
    json_t *json = json_object();
    at_runs_add_caps(runs, device->platform, entry, &caps);
    at_json_set_text(json, "host", runs->host);
    at_json_set(json, "id", at_json_text(at_str(entry->id)));
    at_json_set_text(json, "platform", device->platform->name);
    at_json_set(json, "name", at_json_text(at_str(entry->name)));
    at_json_set_text(json, "kind", entry->kind);
    at_json_set(json, "os", at_json_text(at_str(entry->os)));
    at_json_set(json, "state", at_json_text(at_str(entry->state)));
    at_json_set(json, "usable", json_boolean(entry->usable));
    at_json_set(json, "caps", at_hosts_words(&caps));
    if (device->run[0])
        at_json_set_text(json, "run", device->run);
    at_json_set(json, "held", json_boolean(device->held));
    at_argv_deinit(&caps);
    return json;
}

json_t *
at_hosts_own_devices(const struct at_op *op, struct at_runs *runs)
{
    struct at_runs_devices list;
    struct at_err err = AT_ERR_INIT;
    json_t *devices = json_array();
    if (!at_runs_list_devices(op, runs, &list, &err) && err.code != AT_ENOTOOL)
        at_log_warn("the devices cannot be listed: %s", err.msg);
    for (size_t i = 0; i < list.count; i++)
        json_array_append_new(devices, device_json(runs, &list.items[i]));
    free(list.items);
    return devices;
}

static void
write_key(const struct at_runs *runs, const json_t *device,
          char out[AT_STORE_KEY_MAX + 1])
{
    char *name = at_strfmt("%s.%.*s", runs->host,
                           AT_STR_ARG(at_json_get_str(device, "id")));
    at_hosts_key(at_str(name), out);
    free(name);
}

static void
put_device(struct at_runs *runs, const char *key, json_t *device)
{
    struct at_store_db *store = runs->opts.store;
    struct at_store_doc doc = {.json = json_incref(device)};
    struct at_err err = AT_ERR_INIT;
    at_str_cut(doc.id, sizeof(doc.id), at_str(key));
    if (!store->ops->put(store, AT_STORE_DEVICE, -1, &doc, &err))
        at_log_warn("other hosts don't see device '%s': %s", key, err.msg);
    at_store_doc_deinit(&doc);
}

// Devices are stored when they change, and again if someone has removed them.
static bool
is_stored(struct at_store_db *store, const char *key, const json_t *device)
{
    struct at_store_doc doc;
    bool found =
        store->ops->get(store, AT_STORE_DEVICE, at_str(key), &doc, NULL);
    bool same = found && json_equal(doc.json, device);
    at_store_doc_deinit(&doc);
    return same;
}

struct sweep {
    struct at_runs *runs;
    const char *host;
    const json_t *devices; // NULL: none is left
    struct at_argv keys;
};

static bool
note_left(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct sweep *sweep = user;
    struct at_str id = at_json_get_str(doc->json, "id");
    size_t index;
    json_t *device;
    (void)err;
    if (!at_str_is(at_json_get_str(doc->json, "host"), sweep->host))
        return true;
    json_array_foreach(sweep->devices, index, device)
    {
        if (at_str_eq(at_json_get_str(device, "id"), id))
            return true;
    }
    at_argv_add(&sweep->keys, doc->id);
    return true;
}

static void
remove_left(struct at_runs *runs, const char *host, const json_t *devices)
{
    struct at_store_db *store = runs->opts.store;
    const struct at_store_query all = {.kind = AT_STORE_DEVICE};
    struct sweep sweep = {runs, host, devices, AT_ARGV_INIT};
    (void)!at_store_each(store, &all, note_left, &sweep, NULL);
    for (size_t i = 0; i < sweep.keys.count; i++)
        (void)!store->ops->remove(store, AT_STORE_DEVICE,
                                  at_str(sweep.keys.words[i]), NULL);
    at_argv_deinit(&sweep.keys);
}

void
at_hosts_renew_devices(const struct at_op *op, struct at_runs *runs)
{
    bool asked;
    if (!at_hosts_has_name(runs, &asked))
        return; // the devices under this name are another host's
    json_t *devices = at_hosts_own_devices(op, runs);
    size_t index;
    json_t *device;
    json_array_foreach(devices, index, device)
    {
        char key[AT_STORE_KEY_MAX + 1];
        write_key(runs, device, key);
        if (!is_stored(runs->opts.store, key, device))
            put_device(runs, key, device);
    }
    remove_left(runs, runs->host, devices);
    json_decref(devices);
}

void
at_hosts_remove(struct at_runs *runs, const char *id)
{
    struct at_store_db *store = runs->opts.store;
    remove_left(runs, id, NULL);
    (void)!store->ops->remove(store, AT_STORE_HOST, at_str(id), NULL);
}

void
at_hosts_leave(struct at_runs *runs)
{
    bool asked;
    if (at_hosts_has_name(runs, &asked))
        at_hosts_remove(runs, runs->host);
}

static bool
has_word(const json_t *list, const char *word)
{
    size_t index;
    json_t *value;
    json_array_foreach(list, index, value)
    {
        if (at_str_is(at_json_str(value), word))
            return true;
    }
    return false;
}

// A host that could do a run, if it has a device for it.
struct search {
    struct at_runs *runs;
    const struct at_run_record *record;
    int64_t now_ms;
    struct at_argv hosts;
    bool found;
};

static bool
note_able(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct search *search = user;
    const struct at_run_record *record = search->record;
    struct at_argv secrets = AT_ARGV_INIT;
    const json_t *models = json_object_get(doc->json, "models");
    bool is_able =
        search->now_ms - doc->updated_ms <= AT_HOSTS_GONE_MS &&
        strcmp(doc->id, search->runs->host) != 0 &&
        (record->scenario.flow != NULL ||
         (record->any_profile ? json_array_size(models) > 0
                              : has_word(models, record->config.executor)));
    at_scenario_secrets(&record->scenario, &secrets);
    for (size_t i = 0; i < secrets.count; i++)
        is_able = is_able && has_word(json_object_get(doc->json, "secrets"),
                                      secrets.words[i]);
    at_argv_deinit(&secrets);
    if (is_able)
        at_argv_add(&search->hosts, doc->id);
    (void)err;
    return true;
}

static bool
suits(const struct at_run_record *record, const json_t *json)
{
    const json_t *words = json_object_get(json, "caps");
    struct at_argv caps = AT_ARGV_INIT;
    const char *platform = json_string_value(json_object_get(json, "platform"));
    const char *id = json_string_value(json_object_get(json, "id"));
    for (size_t i = 0; i < json_array_size(words); i++)
        at_argv_add_str(&caps, at_json_str(json_array_get(words, i)));
    const struct at_choice_run run = {.platform = record->scenario.platform,
                                      .device = record->scenario.device,
                                      .needs = &record->needs};
    const struct at_choice_device device = {platform, id, "", &caps};
    bool ok = platform && id && at_choice_suits(&run, &device);
    at_argv_deinit(&caps);
    return ok;
}

// Stop at the first device that could do the run.
static bool
note_suitable(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct search *search = user;
    const char *host = json_string_value(json_object_get(doc->json, "host"));
    bool is_able = false;
    (void)err;
    for (size_t i = 0; host && i < search->hosts.count; i++)
        is_able = is_able || strcmp(search->hosts.words[i], host) == 0;
    search->found = is_able &&
                    json_is_true(json_object_get(doc->json, "usable")) &&
                    suits(search->record, doc->json);
    return !search->found;
}

bool
at_hosts_can(struct at_runs *runs, const struct at_run_record *record)
{
    struct at_store_db *store = runs->opts.store;
    struct search search = {
        .runs = runs, .record = record, .now_ms = store->ops->now_ms(store)};
    const struct at_store_query hosts = {.kind = AT_STORE_HOST};
    const struct at_store_query devices = {.kind = AT_STORE_DEVICE};
    (void)!at_store_each(store, &hosts, note_able, &search, NULL);
    if (search.hosts.count > 0)
        (void)!at_store_each(store, &devices, note_suitable, &search, NULL);
    at_argv_deinit(&search.hosts);
    return search.found;
}
