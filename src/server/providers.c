// providers.c: companies and programs that serve models: one key and one
// address for all of their models
#include <string.h>

#include "agent/models/profile_custom.h"
#include "server/audit.h"
#include "server/handlers.h"
#include "server/ready_json.h"
#include "wire/json.h"

static json_t *
stored_of(struct at_server_call *call, const struct at_vendor *vendor,
          struct at_err *err)
{
    char id[AT_STORE_KEY_MAX + 1];
    at_profiles_vendor_id(vendor, id);
    return at_profiles_stored(call->opts->env, call->opts->store, at_str(id),
                              err);
}

// Add the names of the vendor's profiles. Returns how many of them have a key.
static size_t
add_profiles(struct at_server_call *call, const struct at_vendor *vendor,
             json_t *out)
{
    const struct at_server_opts *opts = call->opts;
    struct at_argv ids = AT_ARGV_INIT;
    size_t keys = 0;
    at_profiles_ids(opts->env, opts->store, &ids);
    for (size_t i = 0; i < ids.count; i++) {
        struct at_profile profile;
        if (!at_profiles_open(opts->env, opts->store, at_str(ids.words[i]),
                              &profile, NULL))
            continue;
        if (profile.row->vendor && !strcmp(profile.row->vendor, vendor->id)) {
            json_array_append_new(out, json_string(ids.words[i]));
            keys += profile.key[0] != '\0';
        }
        at_profile_deinit(&profile);
    }
    at_argv_deinit(&ids);
    return keys;
}

// The vendor's state is that of its answer; whether it has a model is a matter
// of each profile.
static void
leave_model_out(struct at_ready_answer *answer)
{
    if (answer->state != AT_READY_FAILED ||
        answer->trouble != AT_MODEL_NOT_LISTED)
        return;
    answer->state = AT_READY;
    answer->why[0] = '\0';
}

// Open the first row of the vendor that can be asked; its first row if none
// can.
static bool
open_row(struct at_server_call *call, const struct at_vendor *vendor,
         struct at_profile *out, struct at_err *err)
{
    const struct at_server_opts *opts = call->opts;
    for (size_t i = 0; i < at_profile_row_count; i++) {
        const struct at_profile_row *row = &at_profile_rows[i];
        if (strcmp(row->vendor, vendor->id) != 0 ||
            !at_profiles_open(opts->env, opts->store, at_str(row->id), out,
                              NULL))
            continue;
        // A row with an address of its own does not speak for its vendor.
        json_t *own =
            at_profiles_stored(opts->env, opts->store, at_str(row->id), NULL);
        bool moved = at_json_get_str(own, "baseUrl").len > 0;
        json_decref(own);
        if (!moved && at_profile_check(out, NULL))
            return true;
        at_profile_deinit(out);
    }
    return at_profiles_open(opts->env, opts->store,
                            at_str(at_vendor_row(vendor)->id), out, err);
}

static json_t *
provider_json(struct at_server_call *call, const struct at_vendor *vendor)
{
    struct at_profile profile;
    struct at_ready_answer answer;
    struct at_err err = AT_ERR_INIT;
    const struct at_profile_row *row = at_vendor_row(vendor);
    json_t *profiles = json_array();
    size_t keys = add_profiles(call, vendor, profiles);
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:b, s:o, s:I}", "id", vendor->id,
                  "title", vendor->title, "format", row->provider, "defaultUrl",
                  row->base_url, "keyVariable", row->key_variables, "needsKey",
                  (row->quirks & AT_QUIRK_KEYLESS) == 0, "profiles", profiles,
                  "keys", (json_int_t)keys);
    if (!open_row(call, vendor, &profile, &err)) {
        at_json_set(json, "why", at_json_text(at_str(err.msg)));
        at_json_set_text(json, "state",
                         at_ready_names[AT_READY_NOT_CONFIGURED]);
        at_json_set_text(json, "baseUrl", "");
        at_json_set(json, "key", json_pack("{s:b}", "set", 0));
        return json;
    }
    json_t *stored = stored_of(call, vendor, NULL);
    at_readiness_of(call->opts->readiness, &profile, &answer);
    leave_model_out(&answer);
    at_json_set(json, "baseUrl", at_json_text(at_str(profile.base_url)));
    at_json_set(json, "key", at_key_json(&profile, stored));
    at_json_set(json, "models", at_json_texts(&answer.listed));
    at_json_set(json, "keyStored",
                json_boolean(json_object_get(stored, "key") != NULL));
    at_json_set(json, "urlStored",
                json_boolean(json_object_get(stored, "baseUrl") != NULL));
    at_ready_add_json(&answer, json);
    json_decref(stored);
    at_ready_answer_deinit(&answer);
    at_profile_deinit(&profile);
    return json;
}

void
at_serve_providers(struct at_server_call *call)
{
    json_t *list = json_array();
    at_readiness_look_around(&call->op, call->opts->readiness);
    for (size_t i = 0; i < at_vendor_count; i++)
        json_array_append_new(list, provider_json(call, &at_vendors[i]));
    at_server_reply_json(call->reply, 200,
                         json_pack("{s:o}", "providers", list));
}

static const struct at_vendor *
find(struct at_server_call *call)
{
    const struct at_vendor *vendor = at_vendor_find(call->request->params[0]);
    if (!vendor)
        at_server_reply_problem(call->reply, 404, "there is no such provider");
    return vendor;
}

// Only what all models of a provider share.
static bool
check_members(const json_t *body, struct at_err *err)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)body, name, value)
    {
        if (strcmp(name, "key") == 0 || strcmp(name, "baseUrl") == 0)
            continue;
        at_fail(err, AT_EUSAGE,
                "a provider has no '%.40s'; valid are key, baseUrl", name);
        at_err_field(err, name);
        return false;
    }
    return true;
}

// Members that the body omits are kept; an empty text, or null, removes one. A
// key is never sent to another address than that for which it was given.
static bool
change(const json_t *body, json_t *stored, struct at_err *err)
{
    json_t *flat;
    if (!check_members(body, err) || !at_profile_custom_read(body, &flat, err))
        return false;
    json_t *url = json_object_get(flat, "baseUrl");
    json_t *was = json_object_get(stored, "baseUrl");
    if (url && !(json_is_null(url) && !was) && !json_equal(url, was))
        json_object_del(stored, "key");
    at_json_patch(stored, flat);
    json_decref(flat);
    return true;
}

static bool
check_typed(struct at_server_call *call, const struct at_vendor *vendor,
            const json_t *stored, struct at_err *err)
{
    struct at_profile profile;
    const struct at_profile_sources sources = {
        .variable = at_env_variable,
        .user = call->opts->env,
        .stored = stored,
    };
    if (!at_profile_open(&profile, at_str(at_vendor_row(vendor)->id), &sources,
                         err))
        return false;
    bool ok = at_profile_typed_check(&profile, call->request->json, err);
    at_profile_deinit(&profile);
    return ok;
}

void
at_serve_provider_put(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    const struct at_vendor *vendor = find(call);
    if (!vendor)
        return;
    struct at_err why = AT_ERR_INIT;
    json_t *stored = stored_of(call, vendor, &why);
    // A key that cannot be read would be lost, unless it is replaced.
    if (why.code != AT_OK && !json_object_get(call->request->json, "key")) {
        at_server_reply_failure(call->reply, &why);
        json_decref(stored);
        return;
    }
    if (change(call->request->json, stored, &err) &&
        check_typed(call, vendor, stored, &err) &&
        at_profiles_put_vendor(call->opts->env, call->opts->store, vendor,
                               stored, &err)) {
        at_audit(call, "changed", AT_STORE_PROFILE, vendor->id);
        at_server_reply_json(call->reply, 200, provider_json(call, vendor));
    } else {
        at_server_reply_failure(call->reply, &err);
    }
    json_decref(stored);
}

void
at_serve_provider_test(struct at_server_call *call)
{
    struct at_err err = AT_ERR_INIT;
    struct at_profile profile;
    struct at_ready_answer answer;
    const struct at_vendor *vendor = find(call);
    if (!vendor)
        return;
    if (!open_row(call, vendor, &profile, &err)) {
        at_server_reply_failure(call->reply, &err);
        return;
    }
    at_readiness_ask(&call->op, call->opts->readiness, &profile, &answer);
    at_ready_answer_deinit(&answer);
    at_profile_deinit(&profile);
    at_server_reply_json(call->reply, 200, provider_json(call, vendor));
}
