#include "tester/runs/hosts.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "store/shared.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/profiles.h"
#include "tester/runs/hosts_priv.h"
#include "wire/json.h"

#define AT_LOG_MODULE "hosts"

enum { TRIES = 20 };

void
at_hosts_key(struct at_str name, char out[AT_STORE_KEY_MAX + 1])
{
    static const char marks[] = "._-";
    at_str_cut(out, AT_STORE_KEY_MAX + 1, name);
    for (char *c = out; *c; c++) {
        char lower = (char)(*c | 0x20);
        bool is_plain = (lower >= 'a' && lower <= 'z') ||
                        (*c >= '0' && *c <= '9') ||
                        (c != out && strchr(marks, *c));
        *c = is_plain ? *c : '_';
    }
    if (!out[0])
        at_str_cut(out, AT_STORE_KEY_MAX + 1, AT_STR("_"));
}

json_t *
at_hosts_words(const struct at_argv *words)
{
    json_t *list = json_array();
    for (size_t i = 0; i < words->count; i++)
        json_array_append_new(list, at_json_text(at_str(words->words[i])));
    return list;
}

static json_t *
platforms_json(struct at_runs *runs)
{
    json_t *list = json_array();
    const struct at_platform *const *platform = runs->opts.platforms;
    for (; *platform; platform++) {
        if ((*platform)->present())
            json_array_append_new(list, json_string((*platform)->name));
    }
    return list;
}

static json_t *
models_json(struct at_runs *runs)
{
    struct at_argv ids = AT_ARGV_INIT;
    json_t *list = json_array();
    at_profiles_ids(runs->opts.env, runs->opts.store, &ids);
    for (size_t i = 0; i < ids.count; i++) {
        const struct at_profiles_wish wish = {.id = at_str(ids.words[i]),
                                              .chosen = true};
        struct at_profile profile;
        if (!at_profiles_choose(runs->opts.env, runs->opts.store, &wish,
                                &profile, NULL))
            continue;
        json_array_append_new(list, at_json_text(at_str(ids.words[i])));
        at_profile_deinit(&profile);
    }
    at_argv_deinit(&ids);
    return list;
}

static json_t *
host_json(struct at_runs *runs, bool draining)
{
    char started[AT_RFC3339_MAX];
    struct at_argv secrets = AT_ARGV_INIT;
    json_t *json = json_object();
    at_wall_write(at_store_id_time(runs->holder), started);
    at_env_secrets(runs->opts.env, &secrets);
    at_json_set(json, "name", at_json_text(at_str(runs->host)));
    if (runs->opts.url)
        at_json_set(json, "url", at_json_text(at_str(runs->opts.url)));
    at_json_set_text(json, "version", AT_VERSION);
    at_json_set(json, "schema", json_integer(AT_STORE_SHARED_SCHEMA));
    at_json_set(json, "platforms", platforms_json(runs));
    at_json_set(json, "models", models_json(runs));
    at_json_set(json, "secrets", at_hosts_words(&secrets));
    at_json_set(json, "draining", json_boolean(draining));
    at_json_set_text(json, "startedAt", started);
    at_json_set_text(json, "holder", runs->holder);
    at_argv_deinit(&secrets);
    return json;
}

static void
set_draining(struct at_runs *runs, bool draining)
{
    pthread_mutex_lock(&runs->lock);
    draining = draining || runs->name_lost;
    if (runs->draining != draining) {
        at_log_info("%s", draining ? "draining: no run is taken any more"
                                   : "runs are taken again");
        runs->draining = draining;
        runs->news.queue = true;
        at_runs_wake_locked(runs);
    }
    pthread_mutex_unlock(&runs->lock);
}

// Read whether this host drains; not if the document is that of an earlier
// process of its name.
static bool
read_draining(struct at_runs *runs, int64_t *out_revision)
{
    struct at_store_db *store = runs->opts.store;
    struct at_store_doc doc = {0};
    bool found =
        store->ops->get(store, AT_STORE_HOST, at_str(runs->host), &doc, NULL);
    bool is_own =
        found && at_str_is(at_json_get_str(doc.json, "holder"), runs->holder);
    bool draining =
        is_own && json_is_true(json_object_get(doc.json, "draining"));
    *out_revision = doc.revision;
    at_store_doc_deinit(&doc);
    return draining;
}

bool
at_hosts_put(struct at_runs *runs, bool draining, int64_t revision,
             struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    struct at_store_doc next = {.json = host_json(runs, draining)};
    at_str_cut(next.id, sizeof(next.id), at_str(runs->host));
    bool ok = store->ops->put(store, AT_STORE_HOST, revision, &next, err);
    at_store_doc_deinit(&next);
    return ok;
}

static bool
renew_once(struct at_runs *runs, struct at_err *err)
{
    int64_t revision;
    bool asked;
    if (!at_hosts_has_name(runs, &asked))
        return true;
    bool draining = read_draining(runs, &revision);
    bool ok = at_hosts_put(runs, draining, revision, err);
    if (ok)
        set_draining(runs, draining);
    return ok;
}

void
at_hosts_take_up(struct at_runs *runs)
{
    int64_t revision;
    bool asked;
    if (!at_hosts_has_name(runs, &asked))
        return;
    if (asked)
        (void)!renew_once(runs, NULL);
    set_draining(runs, read_draining(runs, &revision));
}

// A host that can't share the pool with this one.
struct misfit {
    struct at_runs *runs;
    int64_t now_ms;
    struct at_err err;
};

static bool
judge_schema(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct misfit *misfit = user;
    const json_t *schema = json_object_get(doc->json, "schema");
    json_int_t number = json_integer_value(schema);
    (void)err;
    if (!json_is_integer(schema) || strcmp(doc->id, misfit->runs->host) == 0 ||
        misfit->now_ms - doc->updated_ms > AT_HOSTS_GONE_MS ||
        (number >= AT_STORE_SHARED_SCHEMA - 1 &&
         number <= AT_STORE_SHARED_SCHEMA + 1))
        return true;
    struct at_str version =
        at_utf8_head(at_json_get_str(doc->json, "version"), 64);
    bool is_old = number < AT_STORE_SHARED_SCHEMA;
    return at_fail(&misfit->err, AT_EUSAGE,
                   "host '%s' of this pool has version %.*s (schema %lld), and "
                   "this program has %s (schema %d): only neighbours share a "
                   "pool; upgrade %s%s%s to schema %lld first",
                   doc->id, AT_STR_ARG(version), (long long)number, AT_VERSION,
                   AT_STORE_SHARED_SCHEMA, is_old ? "'" : "this host",
                   is_old ? doc->id : "", is_old ? "'" : "",
                   is_old ? (long long)AT_STORE_SHARED_SCHEMA - 1
                          : (long long)number - 1);
}

bool
at_hosts_fit(struct at_runs *runs, struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    const struct at_store_query hosts = {.kind = AT_STORE_HOST};
    struct misfit misfit = {runs, store->ops->now_ms(store), AT_ERR_INIT};
    if (!runs->opts.is_pool)
        return true;
    bool ok = at_store_each(store, &hosts, judge_schema, &misfit, err);
    return misfit.err.code == AT_OK ? ok : at_err_pass(err, &misfit.err);
}

struct gone {
    struct at_runs *runs;
    int64_t followed_ms;
    int64_t now_ms;
    struct at_argv ids; // hosts
};

static bool
note_gone(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct gone *gone = user;
    int64_t since_ms = doc->updated_ms > gone->followed_ms ? doc->updated_ms
                                                           : gone->followed_ms;
    if (gone->now_ms - since_ms > AT_HOSTS_GONE_MS)
        at_argv_add(&gone->ids, doc->id);
    (void)err;
    return true;
}

static void
remove_gone(struct at_runs *runs, int64_t followed_ms)
{
    struct at_store_db *store = runs->opts.store;
    const struct at_store_query hosts = {.kind = AT_STORE_HOST};
    struct gone gone = {runs, followed_ms, store->ops->now_ms(store),
                        AT_ARGV_INIT};
    (void)!at_store_each(store, &hosts, note_gone, &gone, NULL);
    for (size_t i = 0; i < gone.ids.count; i++) {
        at_log_warn("host '%s' is gone", gone.ids.words[i]);
        at_hosts_remove(runs, gone.ids.words[i]);
    }
    at_argv_deinit(&gone.ids);
}

bool
at_hosts_renew(struct at_runs *runs, int64_t followed_ms, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    bool ok = renew_once(runs, &why);
    if (!ok && why.code == AT_EBUSY) // someone has just let it drain
        ok = renew_once(runs, err);
    else if (!ok)
        at_err_pass(err, &why);
    if (ok && followed_ms > 0)
        remove_gone(runs, followed_ms);
    return ok;
}

// Show a stored host as the API does.
static json_t *
shown_host(const struct at_runs *runs, const struct at_store_doc *doc)
{
    char seen[AT_RFC3339_MAX];
    json_t *json = json_copy(doc->json);
    bool is_self = at_str_is(at_json_get_str(json, "holder"), runs->holder);
    at_wall_write(doc->updated_ms, seen);
    json_object_del(json, "holder");
    at_json_set_text(json, "id", doc->id);
    at_json_set_text(json, "seenAt", seen);
    at_json_set(json, "self", json_boolean(is_self));
    at_json_set(json, "devices", json_array());
    return json;
}

struct shown {
    struct at_runs *runs;
    int64_t now_ms;
    json_t *hosts; // array
};

static bool
show_host(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct shown *shown = user;
    if (json_is_object(doc->json) &&
        shown->now_ms - doc->updated_ms <= AT_HOSTS_GONE_MS)
        json_array_append_new(shown->hosts, shown_host(shown->runs, doc));
    (void)err;
    return true;
}

static bool
show_device(void *user, struct at_store_doc *doc, struct at_err *err)
{
    struct shown *shown = user;
    struct at_str host = at_json_get_str(doc->json, "host");
    size_t index;
    json_t *row;
    json_array_foreach(shown->hosts, index, row)
    {
        if (at_str_eq(at_json_get_str(row, "id"), host))
            json_array_append(json_object_get(row, "devices"), doc->json);
    }
    (void)err;
    return true;
}

// A server of its own is a pool of one, whose documents no one else reads.
static json_t *
own_host(const struct at_op *op, struct at_runs *runs)
{
    pthread_mutex_lock(&runs->lock);
    bool draining = runs->draining;
    pthread_mutex_unlock(&runs->lock);
    struct at_store_doc doc = {.json = host_json(runs, draining),
                               .updated_ms = at_wall_now_ms()};
    at_str_cut(doc.id, sizeof(doc.id), at_str(runs->host));
    json_t *json = shown_host(runs, &doc);
    at_json_set(json, "devices", at_hosts_own_devices(op, runs));
    at_store_doc_deinit(&doc);
    return json_pack("[o]", json);
}

json_t *
at_hosts_json(const struct at_op *op, struct at_runs *runs, struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    const struct at_store_query hosts = {.kind = AT_STORE_HOST};
    const struct at_store_query devices = {.kind = AT_STORE_DEVICE};
    if (!runs->opts.is_pool)
        return own_host(op, runs);
    struct shown shown = {runs, store->ops->now_ms(store), json_array()};
    if (at_store_each(store, &hosts, show_host, &shown, err) &&
        at_store_each(store, &devices, show_device, &shown, err))
        return shown.hosts;
    json_decref(shown.hosts);
    return NULL;
}

static bool
drain_once(struct at_runs *runs, struct at_str id, bool draining,
           struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    struct at_store_doc doc;
    struct at_err why = AT_ERR_INIT;
    if (!store->ops->get(store, AT_STORE_HOST, id, &doc, &why)) {
        // another host may have taken this one for gone
        bool is_lost = why.code == AT_ENOTFOUND && at_str_is(id, runs->host);
        return is_lost ? at_hosts_put(runs, draining, 0, err)
                       : at_err_pass(err, &why);
    }
    at_json_set(doc.json, "draining", json_boolean(draining));
    bool ok = store->ops->put(store, AT_STORE_HOST, doc.revision, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}

// Try again if the host has renewed its row since it was read.
static bool
drain_stored(struct at_runs *runs, struct at_str id, bool draining,
             struct at_err *err)
{
    for (int i = 0; i < TRIES; i++) {
        struct at_err why = AT_ERR_INIT;
        bool ok = drain_once(runs, id, draining, &why);
        if (ok || why.code != AT_EBUSY)
            return ok || at_err_pass(err, &why);
    }
    return at_fail(err, AT_EBUSY, "host '%.*s' changes all the time",
                   AT_STR_ARG(id));
}

bool
at_hosts_drain(struct at_runs *runs, struct at_str id, bool draining,
               struct at_err *err)
{
    bool is_self = at_str_is(id, runs->host);
    if (!runs->opts.is_pool && !is_self)
        return at_fail(err, AT_ENOTFOUND, "there is no host '%.*s'",
                       AT_STR_ARG(at_utf8_head(id, AT_STORE_KEY_MAX)));
    if (runs->opts.is_pool && !drain_stored(runs, id, draining, err))
        return false;
    if (is_self)
        set_draining(runs, draining);
    return true;
}
