// profiles.c: the store's values and the environment's, and the choice among
// them
#include "tester/profiles.h"

#include <stdio.h>
#include <string.h>

#include "agent/models/profile_custom.h"
#include "agent/models/profile_url.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "tester/access/hidden.h"
#include "wire/json.h"

json_t *
at_profiles_stored(struct at_env *env, struct at_store_db *store,
                   struct at_str id, struct at_err *err)
{
    struct at_store_doc doc = {0};
    if (!store->ops->get(store, AT_STORE_PROFILE, id, &doc, NULL))
        return json_object();
    json_t *json = json_copy(doc.json);
    (void)!at_hidden_open(at_env_vault(env), AT_STORE_PROFILE, doc.id, json,
                          err);
    at_store_doc_deinit(&doc);
    return json;
}

bool
at_profiles_put(struct at_env *env, struct at_store_db *store,
                struct at_store_doc *doc, struct at_err *err)
{
    return at_hidden_put(at_env_vault(env), store, AT_STORE_PROFILE, -1, doc,
                         err);
}

static bool
has_name(const struct at_argv *ids, struct at_str name)
{
    for (size_t i = 0; i < ids->count; i++)
        if (at_profile_same_name(at_str(ids->words[i]), name))
            return true;
    return false;
}

static bool
is_row(struct at_str name)
{
    for (size_t i = 0; i < at_profile_row_count; i++)
        if (at_profile_same_name(at_str(at_profile_rows[i].id), name))
            return true;
    return false;
}

static void
add_name(struct at_argv *out, struct at_str name)
{
    if (at_profile_check_name(name, NULL) && !is_row(name) &&
        !has_name(out, name))
        at_argv_add_str(out, name);
}

struct naming {
    struct at_env *env;
    struct at_argv *out;
};

// An empty variable states nothing.
static void
take_variable(void *context, struct at_str variable)
{
    struct naming *naming = context;
    struct at_str name;
    enum at_profile_field field;
    bool prefixed;
    if (!at_profile_split_variable(variable, &name, &field, &prefixed) ||
        !prefixed)
        return;
    char *whole = at_strndup(variable.ptr, variable.len);
    const char *value = at_env_variable(naming->env, whole);
    if (value && at_str_trim(at_str(value)).len > 0)
        add_name(naming->out, name);
    free(whole);
}

static void
add_own(struct at_env *env, struct at_store_db *store, struct at_argv *out)
{
    struct at_store_query query = {.kind = AT_STORE_PROFILE};
    struct at_store_list list = {0};
    if (store->ops->list(store, &query, &list, NULL)) {
        for (size_t i = 0; i < list.count; i++)
            add_name(out, at_str(list.docs[i].id));
        at_store_list_deinit(&list);
    }
    at_env_variables(env, take_variable, &(struct naming){env, out});
}

void
at_profiles_ids(struct at_env *env, struct at_store_db *store,
                struct at_argv *out)
{
    add_own(env, store, out);
    for (size_t i = 0; i < at_profile_row_count; i++)
        at_argv_add(out, at_profile_rows[i].id);
}

// Rows have the contract's ids, where case counts.
bool
at_profiles_find(struct at_env *env, struct at_store_db *store,
                 struct at_str id, char out[AT_STORE_KEY_MAX + 1])
{
    struct at_argv own = AT_ARGV_INIT;
    bool found = at_profile_row_find(id) != NULL;
    if (found)
        at_str_cut(out, AT_STORE_KEY_MAX + 1, id);
    else
        add_own(env, store, &own);
    for (size_t i = 0; i < own.count && !found; i++) {
        found = at_profile_same_name(at_str(own.words[i]), id);
        if (found)
            at_str_cut(out, AT_STORE_KEY_MAX + 1, at_str(own.words[i]));
    }
    at_argv_deinit(&own);
    return found;
}

// No profile's name begins with "_".
void
at_profiles_vendor_id(const struct at_vendor *vendor,
                      char out[AT_STORE_KEY_MAX + 1])
{
    snprintf(out, AT_STORE_KEY_MAX + 1, "_%s", vendor->id);
}

static json_t *
vendor_stored(struct at_env *env, struct at_store_db *store,
              const struct at_vendor *vendor, struct at_err *err)
{
    char id[AT_STORE_KEY_MAX + 1];
    at_profiles_vendor_id(vendor, id);
    return at_profiles_stored(env, store, at_str(id), err);
}

// Return true if the profile is at its vendor's address as far as the
// environment and its row say.
static bool
is_at_vendor(struct at_env *env, const struct at_vendor *vendor,
             const struct at_profile *profile)
{
    const struct at_profile_row *row = at_vendor_row(vendor);
    struct at_str rest = at_str(row->base_variables), name;
    struct at_str value = {0};
    while (value.len == 0 && at_str_next(&rest, ' ', &name)) {
        char *variable = at_strndup(name.ptr, name.len);
        value = at_str_trim(at_str(at_env_variable(env, variable)));
        free(variable);
    }
    // Formats of one vendor may spell its address differently.
    char *url = at_profile_url(profile->row, value);
    bool same = strcmp(url, profile->base_url) == 0;
    free(url);
    return same;
}

// Add to a profile's values what is stored for its vendor. Returns true if that
// changes anything.
static bool
add_vendor(struct at_env *env, struct at_store_db *store,
           const struct at_profile *profile, json_t *stored, struct at_err *err)
{
    static const char *const shared[] = {"baseUrl", "key"};
    const char *id = profile->row->vendor;
    const struct at_vendor *vendor = id ? at_vendor_find(at_str(id)) : NULL;
    if (!vendor || at_json_get_str(stored, "baseUrl").len > 0 ||
        !is_at_vendor(env, vendor, profile))
        return false;
    bool has_key = at_json_get_str(stored, "key").len > 0;
    json_t *values = vendor_stored(env, store, vendor, has_key ? NULL : err);
    bool changed = false;
    for (size_t i = 0; i < AT_LEN(shared); i++) {
        json_t *value = json_object_get(values, shared[i]);
        if (value && at_json_get_str(stored, shared[i]).len == 0)
            changed = json_object_set(stored, shared[i], value) == 0;
    }
    json_decref(values);
    return changed;
}

bool
at_profiles_open(struct at_env *env, struct at_store_db *store,
                 struct at_str id, struct at_profile *out, struct at_err *err)
{
    char found[AT_STORE_KEY_MAX + 1];
    struct at_profile_sources sources = {
        .variable = at_env_variable,
        .variables = at_env_variables,
        .user = env,
    };
    if (!at_profiles_find(env, store, id, found))
        return at_profile_init(out, id, at_env_variable, env, err);
    struct at_err why = AT_ERR_INIT;
    json_t *all = at_profiles_stored(env, store, at_str(found), &why);
    sources.stored = all;
    bool ok = at_profile_open(out, at_str(found), &sources, err);
    if (ok && add_vendor(env, store, out, all, &why)) {
        at_profile_deinit(out);
        ok = at_profile_open(out, at_str(found), &sources, err);
    }
    // Without its own key it would ask with another one.
    if (ok && why.code != AT_OK) {
        at_profile_deinit(out);
        ok = at_err_pass(err, &why);
    }
    json_decref(all);
    return ok;
}

// Remove the key that is stored for a single row.
static bool
drop_row_key(struct at_env *env, struct at_store_db *store,
             const struct at_profile_row *row, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    json_t *stored = at_profiles_stored(env, store, at_str(row->id), &why);
    struct at_store_doc doc = {.json = stored};
    bool ok = true;
    at_str_cut(doc.id, sizeof(doc.id), at_str(row->id));
    bool has_key = json_object_get(stored, "key") || why.code != AT_OK;
    if (has_key && !json_object_get(stored, "baseUrl")) {
        json_object_del(stored, "key");
        ok = at_profiles_put(env, store, &doc, err);
    }
    at_store_doc_deinit(&doc);
    return ok;
}

bool
at_profiles_put_vendor(struct at_env *env, struct at_store_db *store,
                       const struct at_vendor *vendor, const json_t *flat,
                       struct at_err *err)
{
    struct at_store_doc doc = {0};
    json_t *before = vendor_stored(env, store, vendor, NULL);
    bool same = json_equal(json_object_get(before, "baseUrl"),
                           json_object_get(flat, "baseUrl")) == 1 ||
                (!json_object_get(before, "baseUrl") &&
                 !json_object_get(flat, "baseUrl"));
    bool replaces = !same || json_object_get(flat, "key");
    bool ok = true;
    json_decref(before);
    for (size_t i = 0; ok && replaces && i < at_profile_row_count; i++)
        if (strcmp(at_profile_rows[i].vendor, vendor->id) == 0)
            ok = drop_row_key(env, store, &at_profile_rows[i], err);
    if (!ok)
        return false;
    at_profiles_vendor_id(vendor, doc.id);
    doc.json = json_deep_copy(flat);
    ok = at_profiles_put(env, store, &doc, err);
    at_store_doc_deinit(&doc);
    return ok;
}

// The ids of the profiles that could be asked, other than this one: "A, B".
static void
write_usable(struct at_env *env, struct at_store_db *store, struct at_str id,
             struct at_buf *out)
{
    struct at_argv ids = AT_ARGV_INIT;
    at_profiles_ids(env, store, &ids);
    for (size_t i = 0; i < ids.count; i++) {
        struct at_profile profile;
        struct at_str one = at_str(ids.words[i]);
        if (at_profile_same_name(one, id) ||
            !at_profiles_open(env, store, one, &profile, NULL))
            continue;
        if (profile.stated && at_profile_check(&profile, NULL))
            at_buf_add_fmt(out, "%s%s", out->len > 0 ? ", " : "", ids.words[i]);
        at_profile_deinit(&profile);
    }
    at_argv_deinit(&ids);
}

static bool
open_usable(struct at_env *env, struct at_store_db *store, struct at_str id,
            struct at_profile *out)
{
    if (!at_profiles_open(env, store, id, out, NULL))
        return false;
    if (out->stated && at_profile_check(out, NULL))
        return true;
    at_profile_deinit(out);
    return false;
}

static bool
open_first(struct at_env *env, struct at_store_db *store,
           struct at_str preferred, struct at_profile *out)
{
    struct at_argv ids = AT_ARGV_INIT;
    bool found = open_usable(env, store, preferred, out);
    if (!found)
        at_profiles_ids(env, store, &ids);
    for (size_t i = 0; i < ids.count && !found; i++)
        found = open_usable(env, store, at_str(ids.words[i]), out);
    at_argv_deinit(&ids);
    return found;
}

static bool
check_cost(const struct at_profile *profile, double cost_usd,
           struct at_err *err)
{
    if (cost_usd <= 0 || at_profile_has_cost(profile))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "the budget of $%.2f cannot hold: the prices of '%s' (%s) "
                   "are not known; set PROFILE_%s_INPUT_PRICE and "
                   "PROFILE_%s_OUTPUT_PRICE in dollars per million tokens, or "
                   "limit tokens instead of costUsd",
                   cost_usd, profile->model, profile->row->id, profile->row->id,
                   profile->row->id);
}

void
at_profiles_add_usable(struct at_env *env, struct at_store_db *store,
                       const struct at_profiles_wish *wish, struct at_err *err)
{
    struct at_buf usable = AT_BUF_INIT(AT_KIB);
    write_usable(env, store, wish->id, &usable);
    if (usable.len > 0)
        at_err_add(err, "ready are %s: choose one by %s, or in the settings",
                   at_buf_text(&usable),
                   wish->option ? wish->option : "--profile");
    at_buf_deinit(&usable);
}

bool
at_profiles_choose(struct at_env *env, struct at_store_db *store,
                   const struct at_profiles_wish *wish, struct at_profile *out,
                   struct at_err *err)
{
    bool open = !wish->chosen && open_first(env, store, wish->id, out);
    if (!open) {
        if (!at_profiles_open(env, store, wish->id, out, err)) {
            at_err_field(err, "profile");
            return false;
        }
        if (!at_profile_check(out, err)) {
            at_profiles_add_usable(env, store, wish, err);
            at_err_field(err, "profile");
            at_profile_deinit(out);
            return false;
        }
    }
    if (check_cost(out, wish->cost_usd, err))
        return true;
    at_profile_deinit(out);
    return false;
}
