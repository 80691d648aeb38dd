// settings.c: configuration, devices, and the models that can be chosen
#include <string.h>

#include "agent/providers/provider.h"
#include "base/limits.h"
#include "server/handlers.h"
#include "tester/model.h"
#include "tester/profiles.h"
#include "wire/json.h"

void
at_serve_config(struct at_server_call *call)
{
    struct at_tester_config config;
    at_runs_config(call->opts->runs, &config);
    at_reply_json(call->reply, 200, at_tester_config_json(&config));
}

void
at_serve_config_put(struct at_server_call *call)
{
    struct at_tester_config config;
    struct at_err err = AT_ERR_INIT;
    if (at_tester_config_read(call->request->json, &config, &err) &&
        at_runs_configure(call->opts->runs, &config, &err))
        at_serve_config(call);
    else
        at_reply_failure(call->reply, &err);
}

void
at_serve_devices(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    json_t *devices = at_runs_devices(&call->op, call->opts->runs, &err);
    if (json_is_array(devices))
        devices = json_pack("{s:o}", "devices", devices);
    else if (err.code == AT_ENOTOOL) // the page says what to install
        devices = json_pack("{s:[], s:o}", "devices", "problem",
                            at_json_text(at_str(err.msg)));
    if (devices)
        at_reply_json(call->reply, 200, devices);
    else
        at_reply_failure(call->reply, &err);
}

// Nobody reads a key back; its end says which one it is.
static json_t *
key_json(const struct at_profile *profile, const json_t *stored)
{
    struct at_str key = at_str(profile->key);
    bool own = json_is_string(json_object_get(stored, "key"));
    json_t *json = json_pack("{s:b}", "set", key.len > 0);
    if (key.len >= 16)
        at_json_set(json, "ends", at_json_text(at_str_skip(key, key.len - 3)));
    if (key.len > 0)
        at_json_set_text(json, "from", own ? "settings" : profile->key_from);
    return json;
}

// The members that were set here, which DELETE takes back.
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

static json_t *
profile_json(struct at_server_call *call, const struct at_profile_row *row)
{
    struct at_profile profile;
    struct at_err err = AT_ERR_INIT;
    const struct at_server_opts *opts = call->opts;
    if (!at_profiles_open(opts->env, opts->store, at_str(row->id), &profile,
                          &err))
        return json_pack("{s:s, s:s}", "id", row->id, "title", row->title);
    const char *http = at_env_variable(opts->env, "AGENTEST_ALLOW_HTTP_MODELS");
    bool usable =
        at_profile_check(&profile, http && strcmp(http, "1") == 0, &err);
    json_t *stored = at_profiles_stored(opts->store, at_str(row->id));
    json_t *json = json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:b, s:b}", "id", row->id, "title",
        row->title, "provider", row->provider, "model",
        at_json_text(at_str(profile.model)), "baseUrl",
        at_json_text(at_str(profile.base_url)), "key",
        key_json(&profile, stored), "stored", names_of(stored), "needsKey",
        (row->quirks & AT_QUIRK_KEYLESS) == 0, "usable", usable);
    if (!usable)
        at_json_set_text(json, "why", err.msg);
    json_decref(stored);
    at_profile_deinit(&profile);
    return json;
}

void
at_serve_profiles(struct at_server_call *call)
{
    json_t *list = json_array();
    for (size_t i = 0; i < at_profile_row_count; i++)
        json_array_append_new(list, profile_json(call, &at_profile_rows[i]));
    at_reply_json(call->reply, 200, json_pack("{s:o}", "profiles", list));
}

static const struct at_profile_row *
find_row(struct at_server_call *call)
{
    const struct at_profile_row *row =
        at_profile_row_find(call->request->params[0]);
    if (!row)
        at_reply_problem(call->reply, 404, "there is no such profile");
    return row;
}

void
at_serve_profile(struct at_server_call *call)
{
    const struct at_profile_row *row = find_row(call);
    if (row)
        at_reply_json(call->reply, 200, profile_json(call, row));
}

static const char *const members[] = {"model", "baseUrl", "key"};

// Members that the body leaves out stay. An empty text, or null, goes back to
// the environment's value. A key stays with the address that it was given for.
static bool
change(json_t *stored, const json_t *body, struct at_err *err)
{
    if (!json_is_object(body))
        return at_fail(err, AT_EUSAGE,
                       "the body is an object with model, baseUrl or key");
    if (json_object_get(body, "baseUrl") && !json_object_get(body, "key") &&
        !json_equal(json_object_get(body, "baseUrl"),
                    json_object_get(stored, "baseUrl")))
        json_object_del(stored, "key");
    for (size_t i = 0; i < AT_LEN(members); i++) {
        json_t *value = json_object_get(body, members[i]);
        struct at_str text = at_str_trim(at_json_str(value));
        if (!value)
            continue;
        if (!json_is_null(value) && !json_is_string(value))
            return at_fail(err, AT_EUSAGE, "'%s' must be a text", members[i]);
        if (text.len > AT_HTTP_TOKEN_MAX_BYTES)
            return at_fail(err, AT_EUSAGE, "'%s' is too long", members[i]);
        json_object_del(stored, members[i]);
        if (text.len > 0)
            at_json_set(stored, members[i], at_json_text(text));
    }
    return true;
}

void
at_serve_profile_put(struct at_server_call *call)
{
    const struct at_profile_row *row = find_row(call);
    struct at_err err = AT_ERR_INIT;
    struct at_store_doc doc = {0};
    struct at_store_db *store = call->opts->store;
    if (!row)
        return;
    json_t *stored = at_profiles_stored(store, at_str(row->id));
    doc.json = json_copy(stored);
    at_str_cut(doc.id, sizeof(doc.id), at_str(row->id));
    if (change(doc.json, call->request->json, &err) &&
        store->ops->put(store, AT_STORE_PROFILE, -1, &doc, &err))
        at_reply_json(call->reply, 200, profile_json(call, row));
    else
        at_reply_failure(call->reply, &err);
    at_store_doc_deinit(&doc);
    json_decref(stored);
}

void
at_serve_profile_remove(struct at_server_call *call)
{
    const struct at_profile_row *row = find_row(call);
    struct at_err err = AT_ERR_INIT;
    struct at_store_db *store = call->opts->store;
    if (!row)
        return;
    if (store->ops->remove(store, AT_STORE_PROFILE, at_str(row->id), &err) ||
        err.code == AT_ENOTFOUND)
        at_reply_json(call->reply, 200, profile_json(call, row));
    else
        at_reply_failure(call->reply, &err);
}

// A test that fails is an answer too.
void
at_serve_profile_test(struct at_server_call *call)
{
    const struct at_profile_row *row = find_row(call);
    struct at_profile profile;
    struct at_err err = AT_ERR_INIT;
    struct at_buf words = AT_BUF_INIT(64 * AT_KIB);
    const struct at_server_opts *opts = call->opts;
    if (!row)
        return;
    bool ok = false;
    if (at_profiles_open(opts->env, opts->store, at_str(row->id), &profile,
                         &err)) {
        struct at_model *model = at_model_new(&profile);
        ok = at_model_probe(&call->op, model, &words, &err);
        at_model_free(model);
        at_profile_deinit(&profile);
    }
    at_reply_json(
        call->reply, 200,
        json_pack("{s:b, s:o}", "ok", ok, "message",
                  at_json_text(ok ? at_buf_str(&words) : at_str(err.msg))));
    at_buf_deinit(&words);
}
