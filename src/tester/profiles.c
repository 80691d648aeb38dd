// profiles.c: variables of a row are looked up in the store first
#include "tester/profiles.h"

#include "wire/json.h"

struct source {
    struct at_env *env;
    const struct at_profile_row *row;
    json_t *stored;
};

static bool
is_among(const char *names, const char *name)
{
    struct at_str rest = at_str(names), word;
    while (at_str_next(&rest, ' ', &word)) {
        if (at_str_is(word, name))
            return true;
    }
    return false;
}

static bool
is_model_variable(const struct at_profile_row *row, const char *name)
{
    struct at_str id = at_str(row->id);
    struct at_str text = at_str(name);
    return at_str_eq_nocase(at_str_head(text, id.len), id) &&
           at_str_is(at_str_skip(text, id.len), "_MODEL");
}

static const char *
stored_text(const struct source *source, const char *member)
{
    const char *text =
        json_string_value(json_object_get(source->stored, member));
    return text && text[0] ? text : NULL;
}

// The environment's key goes to the environment's address only: who may set an
// address through the server must not get the key sent there.
static const char *
key(const struct source *source, const char *name)
{
    const char *text = stored_text(source, "key");
    if (text || stored_text(source, "baseUrl"))
        return text;
    return at_env_variable(source->env, name);
}

static const char *
variable(void *user, const char *name)
{
    const struct source *source = user;
    const char *text = NULL;
    if (is_among(source->row->key_variables, name))
        return key(source, name);
    if (is_among(source->row->base_variables, name))
        text = stored_text(source, "baseUrl");
    else if (is_model_variable(source->row, name))
        text = stored_text(source, "model");
    return text ? text : at_env_variable(source->env, name);
}

json_t *
at_profiles_stored(struct at_store_db *store, struct at_str id)
{
    struct at_store_doc doc = {0};
    if (!store->ops->get(store, AT_STORE_PROFILE, id, &doc, NULL))
        return json_object();
    json_t *json = json_incref(doc.json);
    at_store_doc_deinit(&doc);
    return json;
}

bool
at_profiles_open(struct at_env *env, struct at_store_db *store,
                 struct at_str id, struct at_profile *out, struct at_err *err)
{
    struct source source = {.env = env, .row = at_profile_row_find(id)};
    if (!source.row)
        return at_profile_init(out, id, at_env_variable, env, err);
    source.stored = at_profiles_stored(store, id);
    bool ok = at_profile_init(out, id, variable, &source, err);
    json_decref(source.stored);
    return ok;
}
