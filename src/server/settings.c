// settings.c: configuration, devices, and the available models
#include <string.h>

#include "agent/models/profile_custom.h"
#include "agent/models/profile_url.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "server/audit.h"
#include "server/handlers.h"
#include "server/ready_json.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "tester/profiles.h"
#include "wire/json.h"

// The model that a new run would use.
static void
show_default(const struct at_server_opts *opts, struct at_tester_config *config)
{
    struct at_profile profile;
    struct at_profiles_wish wish = {.id = at_str(config->executor)};
    if (!at_profiles_choose(opts->env, opts->store, &wish, &profile, NULL))
        return;
    at_str_cut(config->executor, sizeof(config->executor),
               at_str(profile.row->id));
    at_profile_deinit(&profile);
}

void
at_serve_config(struct at_server_call *call)
{
    struct at_tester_config config;
    at_runs_config(call->opts->runs, &config);
    if (!config.chosen)
        show_default(call->opts, &config);
    at_server_reply_json(call->reply, 200, at_tester_config_json(&config));
}

void
at_serve_config_put(struct at_server_call *call)
{
    struct at_tester_config config;
    struct at_err err = AT_ERR_INIT;
    if (at_tester_config_read(call->request->json, &config, &err) &&
        at_runs_configure(call->opts->runs, &config, &err)) {
        at_audit_stored(call, "changed", AT_STORE_SETTING, "config");
        at_serve_config(call);
    } else {
        at_server_reply_failure(call->reply, &err);
    }
}

static json_t *
device_json(const struct at_runs_device_state *device)
{
    const struct at_device_entry *entry = &device->entry;
    json_t *json = json_object();
    at_json_set(json, "id", at_json_text(at_str(entry->id)));
    at_json_set(json, "name", at_json_text(at_str(entry->name)));
    at_json_set_text(json, "platform", device->platform->name);
    at_json_set_text(json, "kind", entry->kind);
    at_json_set(json, "state", at_json_text(at_str(entry->state)));
    at_json_set(json, "os", at_json_text(at_str(entry->os)));
    at_json_set(json, "usable", json_boolean(entry->usable));
    at_json_set(json, "bootable", json_boolean(entry->bootable));
    if (entry->remedy[0])
        at_json_set(json, "remedy", at_json_text(at_str(entry->remedy)));
    if (device->run[0])
        at_json_set_text(json, "run", device->run);
    at_json_set(json, "held", json_boolean(device->held));
    at_json_set(json, "queued", json_integer((json_int_t)device->queued));
    return json;
}

void
at_serve_devices(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_runs_devices list;
    json_t *devices = json_array();
    bool ok = at_runs_list_devices(&call->op, call->opts->runs, &list, &err);
    json_t *json = json_pack("{s:O}", "devices", devices);
    for (size_t i = 0; i < list.count; i++)
        json_array_append_new(devices, device_json(&list.items[i]));
    if (err.code == AT_ENOTOOL) // the page explains what to install
        at_json_set(json, "problem", at_json_text(at_str(err.msg)));
    if (ok || err.code == AT_ENOTOOL)
        at_server_reply_json(call->reply, 200, json_incref(json));
    else
        at_server_reply_failure(call->reply, &err);
    json_decref(json);
    json_decref(devices);
    free(list.items);
}

// A key is never shown; its last characters identify it.
json_t *
at_key_json(const struct at_profile *profile, const json_t *stored)
{
    struct at_str key = at_str(profile->key);
    bool own = json_is_string(json_object_get(stored, "key")) ||
               (key.len > 0 && !profile->key_from);
    json_t *json = json_pack("{s:b}", "set", key.len > 0);
    if (key.len >= 16)
        at_json_set(json, "ends", at_json_text(at_str_skip(key, key.len - 3)));
    if (key.len > 0)
        at_json_set_text(json, "from", own ? "settings" : profile->key_from);
    return json;
}

// Return the members that were set here and that DELETE removes.
static json_t *
names_of(const json_t *stored)
{
    json_t *names = json_array();
    const char *name;
    const json_t *value;
    json_object_foreach((json_t *)stored, name, value)
        json_array_append_new(names, at_json_text(at_str(name)));
    return names;
}

// Names only: a value may be a secret.
static json_t *
headers_json(const struct at_profile *profile)
{
    json_t *names = json_array();
    for (size_t i = 0; i < profile->headers.count; i++) {
        struct at_str rest = at_str(profile->headers.words[i]), name;
        at_str_next(&rest, ':', &name);
        json_array_append_new(names, at_json_text(name));
    }
    return names;
}

static json_t *
quirks_json(unsigned quirks)
{
    json_t *names = json_array();
    for (unsigned bit = 1; bit != 0 && bit <= quirks; bit <<= 1) {
        const char *name = quirks & bit ? at_profile_quirk_name(bit) : NULL;
        if (name)
            json_array_append_new(names, json_string(name));
    }
    return names;
}

// null: unknown
static json_t *
prices_json(const struct at_prices *prices)
{
    if (!prices->known)
        return json_null();
    json_t *json =
        json_pack("{s:f, s:f}", "input", prices->in, "output", prices->out);
    if (prices->cached >= 0)
        at_json_set(json, "cachedInput", json_real(prices->cached));
    if (prices->cache_write >= 0)
        at_json_set(json, "cacheWrite", json_real(prices->cache_write));
    return json;
}

static void
add_limits(const struct at_profile *profile, json_t *json)
{
    const struct at_profile_row *row = profile->row;
    at_json_set(json, "contextTokens", json_integer(row->context_tokens));
    at_json_set(json, "maxOutputTokens", json_integer(row->max_out_tokens));
    at_json_set(json, "prices", prices_json(&row->prices));
    at_json_set(json, "quirks", quirks_json(row->quirks));
    at_json_set(json, "headers", headers_json(profile));
    if (profile->ca_file)
        at_json_set(json, "caFile", at_json_text(at_str(profile->ca_file)));
}

// A profile that cannot be opened shows the reason and its members.
static json_t *
broken_json(const char *id, const json_t *stored, const struct at_err *err)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:{s:b}, s:o, s:b, s:b, s:b, "
                     "s:o}",
                     "id", id, "title", id, "provider", "openai", "model", "",
                     "baseUrl", "", "key", "set", 0, "stored", names_of(stored),
                     "custom", 1, "needsKey", 0, "usable", 0, "why",
                     at_json_text(at_str(err->msg)));
}

void
at_ready_add_json(const struct at_ready_answer *answer, json_t *json)
{
    char text[AT_RFC3339_MAX];
    bool failed = answer->state == AT_READY_FAILED;
    at_json_set_text(json, "state", at_ready_names[answer->state]);
    if (failed && at_model_trouble_names[answer->trouble])
        at_json_set_text(json, "reason",
                         at_model_trouble_names[answer->trouble]);
    if (answer->why[0])
        at_json_set(json, "why", at_json_text(at_str(answer->why)));
    if (answer->asked_ms > 0) {
        at_wall_write(answer->asked_ms, text);
        at_json_set_text(json, "testedAt", text);
    }
}

static json_t *
profile_json(struct at_server_call *call, const char *id)
{
    struct at_profile profile;
    struct at_err err = AT_ERR_INIT;
    const struct at_server_opts *opts = call->opts;
    json_t *stored =
        at_profiles_stored(opts->env, opts->store, at_str(id), NULL);
    json_t *json;
    if (at_profiles_open(opts->env, opts->store, at_str(id), &profile, &err)) {
        const struct at_profile_row *row = profile.row;
        struct at_ready_answer ready;
        at_readiness_of(opts->readiness, &profile, &ready);
        json = json_pack(
            "{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:b, s:b, s:b}", "id", row->id,
            "title", row->title, "provider", row->provider, "model",
            at_json_text(at_str(profile.model)), "baseUrl",
            at_json_text(at_str(profile.base_url)), "key",
            at_key_json(&profile, stored), "stored", names_of(stored), "custom",
            at_profile_row_find(at_str(id)) == NULL, "needsKey",
            (row->quirks & AT_QUIRK_KEYLESS) == 0, "usable",
            ready.state != AT_READY_NOT_CONFIGURED);
        add_limits(&profile, json);
        at_ready_add_json(&ready, json);
        if (row->vendor)
            at_json_set_text(json, "vendor", row->vendor);
        at_ready_answer_deinit(&ready);
        at_profile_deinit(&profile);
    } else {
        json = broken_json(id, stored, &err);
        at_json_set_text(json, "state",
                         at_ready_names[AT_READY_NOT_CONFIGURED]);
    }
    json_decref(stored);
    return json;
}

// Profiles of one title are told apart by their names.
static void
tell_apart(json_t *list)
{
    json_t *count = json_object();
    size_t i;
    json_t *profile;
    json_array_foreach(list, i, profile)
    {
        const char *title =
            json_string_value(json_object_get(profile, "title"));
        json_int_t now = json_integer_value(json_object_get(count, title));
        at_json_set(count, title, json_integer(now + 1));
    }
    json_array_foreach(list, i, profile)
    {
        const char *title =
            json_string_value(json_object_get(profile, "title"));
        const char *id = json_string_value(json_object_get(profile, "id"));
        if (json_integer_value(json_object_get(count, title)) < 2)
            continue;
        char *both = at_strfmt("%s · %s", title, id);
        at_json_set(profile, "title", at_json_text(at_str(both)));
        free(both);
    }
    json_decref(count);
}

void
at_serve_profiles(struct at_server_call *call)
{
    const struct at_server_opts *opts = call->opts;
    json_t *list = json_array();
    struct at_argv ids = AT_ARGV_INIT;
    at_readiness_look_around(&call->op, opts->readiness);
    at_profiles_ids(opts->env, opts->store, &ids);
    for (size_t i = 0; i < ids.count; i++)
        json_array_append_new(list, profile_json(call, ids.words[i]));
    at_argv_deinit(&ids);
    tell_apart(list);
    at_server_reply_json(call->reply, 200,
                         json_pack("{s:o}", "profiles", list));
}

static bool
find_profile(struct at_server_call *call, char out[AT_STORE_KEY_MAX + 1])
{
    return at_profiles_find(call->opts->env, call->opts->store,
                            call->request->params[0], out) ||
           (at_server_reply_problem(call->reply, 404,
                                    "there is no such profile"),
            false);
}

void
at_serve_profile(struct at_server_call *call)
{
    char id[AT_STORE_KEY_MAX + 1];
    if (find_profile(call, id))
        at_server_reply_json(call->reply, 200, profile_json(call, id));
}

// Members that the body omits are kept. An empty text, or null, restores the
// environment's value. A key and headers belong to their address.
static bool
change(json_t *stored, const json_t *body, struct at_err *err)
{
    json_t *flat;
    if (!at_profile_custom_read(body, &flat, err))
        return false;
    json_t *url = json_object_get(flat, "baseUrl");
    if (url && !json_equal(url, json_object_get(stored, "baseUrl"))) {
        json_object_del(stored, "key");
        json_object_del(stored, "headers");
    }
    at_json_patch(stored, flat);
    json_decref(flat);
    return at_profile_custom_check(stored, err);
}

bool
at_profile_typed_check(const struct at_profile *profile, const json_t *body,
                       struct at_err *err)
{
    struct at_str file = at_json_get_str(body, "caFile");
    if (at_json_get_str(body, "baseUrl").len > 0 &&
        !at_profile_url_check_typed(profile, err)) {
        at_err_field(err, "baseUrl");
        return false;
    }
    if (file.len == 0 || at_file_exists(profile->ca_file))
        return true;
    at_fail(err, AT_EUSAGE, "the server has no file '%s'", profile->ca_file);
    at_err_field(err, "caFile");
    return false;
}

// An address, or a file, that has been typed is judged as it would be used.
static bool
check_typed(struct at_server_call *call, const char *id, const json_t *stored,
            struct at_err *err)
{
    const json_t *body = call->request->json;
    const struct at_profile_sources sources = {
        .variable = at_env_variable,
        .variables = at_env_variables,
        .user = call->opts->env,
        .stored = stored,
    };
    struct at_profile profile;
    bool typed = at_json_get_str(body, "baseUrl").len > 0;
    if ((!typed && at_json_get_str(body, "caFile").len == 0) ||
        json_object_size(stored) == 0)
        return true;
    if (!at_profile_open(&profile, at_str(id), &sources, err))
        return false;
    bool ok = at_profile_typed_check(&profile, body, err);
    at_profile_deinit(&profile);
    return ok;
}

// A new name creates a custom profile, which needs a model or an address.
static bool
name_profile(struct at_server_call *call, char out[AT_STORE_KEY_MAX + 1],
             struct at_err *err)
{
    struct at_str name = call->request->params[0];
    const json_t *body = call->request->json;
    if (at_profiles_find(call->opts->env, call->opts->store, name, out))
        return true;
    if (!at_profile_check_name(name, err))
        return false;
    at_str_cut(out, AT_STORE_KEY_MAX + 1, name);
    for (size_t i = 0; i < at_profile_row_count; i++)
        if (at_profile_same_name(name, at_str(at_profile_rows[i].id)))
            return at_fail(err, AT_EUSAGE,
                           "the name '%s' is too like '%s', which exists: use "
                           "that, or another name",
                           out, at_profile_rows[i].id);
    return json_object_get(body, "model") || json_object_get(body, "baseUrl") ||
           at_fail(err, AT_EUSAGE,
                   "a new profile needs \"model\", and \"baseUrl\" unless it "
                   "is the vendor's");
}

void
at_serve_profile_put(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_doc doc = {0};
    struct at_store_db *store = call->opts->store;
    char id[AT_STORE_KEY_MAX + 1];
    if (!name_profile(call, id, &err)) {
        at_server_reply_failure(call->reply, &err);
        return;
    }
    struct at_err why = AT_ERR_INIT;
    doc.json = at_profiles_stored(call->opts->env, store, at_str(id), &why);
    // A key that cannot be read would be lost, unless it is replaced.
    if (why.code != AT_OK && !json_object_get(call->request->json, "key")) {
        at_server_reply_failure(call->reply, &why);
        at_store_doc_deinit(&doc);
        return;
    }
    at_str_cut(doc.id, sizeof(doc.id), at_str(id));
    if (change(doc.json, call->request->json, &err) &&
        check_typed(call, id, doc.json, &err) &&
        at_profiles_put(call->opts->env, store, &doc, &err)) {
        at_audit_change(call, "changed", AT_STORE_PROFILE, id, doc.revision - 1,
                        doc.revision);
        at_server_reply_json(call->reply, 200, profile_json(call, id));
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    at_store_doc_deinit(&doc);
}

// The profile may still be defined by its row or the variables; for others the
// answer shows its last state.
void
at_serve_profile_remove(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    char id[AT_STORE_KEY_MAX + 1];
    char left[AT_STORE_KEY_MAX + 1];
    if (!find_profile(call, id))
        return;
    json_t *before = profile_json(call, id);
    bool removed =
        store->ops->remove(store, AT_STORE_PROFILE, at_str(id), &err) ||
        err.code == AT_ENOTFOUND;
    if (removed)
        at_audit(call, "removed", AT_STORE_PROFILE, id);
    if (!removed)
        at_server_reply_failure(call->reply, &err);
    else if (at_profiles_find(call->opts->env, store, at_str(id), left))
        at_server_reply_json(call->reply, 200, profile_json(call, left));
    else {
        at_json_set(before, "removed", json_true());
        at_server_reply_json(call->reply, 200, json_incref(before));
    }
    json_decref(before);
}

json_t *
at_tested_json(const struct at_ready_answer *answer, const char *model)
{
    bool ok = answer->state == AT_READY;
    char *words = at_strfmt("'%s' answers", model);
    json_t *json = json_pack("{s:b, s:o, s:o, s:o}", "ok", ok, "message",
                             at_json_text(at_str(ok ? words : answer->why)),
                             "model", at_json_text(at_str(model)), "models",
                             at_json_texts(&answer->listed));
    at_ready_add_json(answer, json);
    free(words);
    return json;
}

// A failed test is an answer too.
void
at_serve_profile_test(struct at_server_call *call)
{
    struct at_profile profile;
    struct at_err err = AT_ERR_INIT;
    const struct at_server_opts *opts = call->opts;
    char id[AT_STORE_KEY_MAX + 1];
    if (!find_profile(call, id))
        return;
    if (!at_profiles_open(opts->env, opts->store, at_str(id), &profile, &err)) {
        at_server_reply_failure(call->reply, &err);
        return;
    }
    struct at_ready_answer answer;
    at_readiness_ask(&call->op, opts->readiness, &profile, &answer);
    at_server_reply_json(call->reply, 200,
                         at_tested_json(&answer, profile.model));
    at_ready_answer_deinit(&answer);
    at_profile_deinit(&profile);
}
