// known_secrets.c: variables first, then the vault
#include "tester/access/known_secrets.h"

#include <string.h>

#include "base/limits.h"
#include "base/wipe.h"
#include "tester/access/vault.h"

static const struct at_str prefix = AT_STR_ROW("SECRET_");

struct source {
    struct at_env *env;
    struct at_argv *rows;  // may be NULL
    struct at_argv values; // those of the vault
    struct at_err err;     // the first one that cannot be read
};

static const char *
stored(struct source *source, const char *variable)
{
    struct at_vault *vault = at_env_vault(source->env);
    struct at_buf value = AT_BUF_INIT(AT_SECRET_MAX_BYTES);
    struct at_err err = AT_ERR_INIT;
    char id[AT_STORE_KEY_MAX + 1];
    struct at_str name = at_str_skip(at_str(variable), prefix.len);
    if (!vault || !at_vault_id(name, id))
        return NULL;
    bool ok = at_vault_get(vault, id, &value, &err);
    if (ok)
        at_argv_add_str(&source->values, at_buf_str(&value));
    else if (err.code != AT_ENOTFOUND && source->err.code == AT_OK)
        source->err = err;
    at_wipe_buf(&value);
    return ok ? source->values.words[source->values.count - 1] : NULL;
}

static const char *
find(void *user, const char *variable)
{
    struct source *source = user;
    const char *value = at_env_variable(source->env, variable);
    if (!value || !value[0])
        value = stored(source, variable);
    if (value && source->rows)
        at_argv_add_fmt(source->rows, "%s=%s", variable, value);
    return value;
}

bool
at_secrets_open(struct at_env *env, const struct at_argv *names,
                struct at_argv *rows, struct at_secrets **out,
                struct at_err *err)
{
    struct source source = {.env = env, .rows = rows, .err = AT_ERR_INIT};
    bool ok = at_secrets_new(names, find, &source, out, err);
    if (source.err.code != AT_OK) {
        if (ok)
            at_secrets_free(*out);
        *out = NULL;
        ok = at_err_pass(err, &source.err);
    }
    at_wipe_argv(&source.values);
    return ok;
}

static bool
has(const struct at_argv *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->words[i], name) == 0)
            return true;
    }
    return false;
}

static void
add_stored(struct at_vault *vault, struct at_argv *names)
{
    struct at_argv ids = AT_ARGV_INIT;
    (void)!at_vault_ids(vault, &ids, NULL);
    for (size_t i = 0; i < ids.count; i++) {
        struct at_buf value = AT_BUF_INIT(AT_SECRET_MAX_BYTES);
        if (!has(names, ids.words[i]) &&
            at_vault_get(vault, ids.words[i], &value, NULL))
            at_argv_add(names, ids.words[i]);
        at_wipe_buf(&value);
    }
    at_argv_deinit(&ids);
}

bool
at_secrets_all(struct at_env *env, struct at_secrets **out, struct at_err *err)
{
    struct at_argv names = AT_ARGV_INIT;
    at_env_secrets(env, &names);
    if (at_env_vault(env))
        add_stored(at_env_vault(env), &names);
    bool ok = at_secrets_open(env, &names, NULL, out, err);
    at_argv_deinit(&names);
    return ok;
}
