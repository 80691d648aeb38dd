// env.c: variables of the file, behind those of the process
#include "tester/env.h"

#include <stdlib.h>
#include <string.h>

#include "agent/dotenv.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "sys/file.h"

extern char **environ;

struct variable {
    char *name;  // owned
    char *value; // owned
};

struct at_env {
    struct variable *variables;
    size_t count;
    struct at_vault *vault; // borrowed; NULL: none
};

static void
add(void *user, struct at_str name, struct at_str value)
{
    struct at_env *env = user;
    env->variables = at_realloc_array(env->variables, env->count + 1,
                                      sizeof(*env->variables));
    env->variables[env->count++] = (struct variable){
        .name = at_strndup(name.ptr, name.len),
        .value = at_strndup(value.ptr, value.len),
    };
}

static bool
read_file(struct at_env *env, const char *path, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_ENV_FILE_MAX_BYTES);
    bool ok = at_file_read(path, &text, err);
    if (ok && !at_dotenv_read(at_buf_str(&text), add, env, err)) {
        at_err_context(err, "'%s'", path);
        ok = false;
    }
    at_wipe_buf(&text);
    return ok;
}

bool
at_env_open(const char *path, struct at_env **out, struct at_err *err)
{
    static const char usual[] = ".env";
    *out = at_alloc(sizeof(**out));
    if (!path && !at_file_exists(usual))
        return true;
    if (read_file(*out, path ? path : usual, err))
        return true;
    at_env_free(*out);
    *out = NULL;
    return false;
}

void
at_env_free(struct at_env *env)
{
    if (!env)
        return;
    for (size_t i = 0; i < env->count; i++) {
        free(env->variables[i].name);
        at_wipe_text(env->variables[i].value);
    }
    free(env->variables);
    free(env);
}

const char *
at_env_variable(void *user, const char *name)
{
    const struct at_env *env = user;
    const char *own = getenv(name);
    if (own)
        return own;
    for (size_t i = env->count; i > 0; i--) { // the last of a name counts
        if (strcmp(env->variables[i - 1].name, name) == 0)
            return env->variables[i - 1].value;
    }
    // The password of virtual-android's own app, for the sample.
    return strcmp(name, "SECRET_SAMPLE_PASSWORD") == 0 ? "secret123" : NULL;
}

void
at_env_variables(void *user, void (*each)(void *context, struct at_str name),
                 void *context)
{
    const struct at_env *env = user;
    for (char **at = environ; *at; at++) {
        const char *end = strchr(*at, '=');
        if (end)
            each(context, at_str_n(*at, (size_t)(end - *at)));
    }
    for (size_t i = 0; i < env->count; i++)
        each(context, at_str(env->variables[i].name));
}

void
at_env_publish(const struct at_env *env, const char *const *names)
{
    for (; *names; names++) {
        const char *value = at_env_variable((void *)(uintptr_t)env, *names);
        if (value && !getenv(*names))
            setenv(*names, value, 0);
    }
}

// "password" of SECRET_PASSWORD, once; not a name without a value.
static void
add_secret(const struct at_env *env, struct at_str variable,
           struct at_argv *out)
{
    static const char prefix[] = "SECRET_";
    char *whole = at_strndup(variable.ptr, variable.len);
    const char *value = at_env_variable((void *)env, whole);
    char *name = whole + strlen(prefix);
    if (at_str_starts(variable, AT_STR(prefix)) && *name && value && *value) {
        for (char *c = name; *c; c++)
            *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
        size_t i = 0;
        while (i < out->count && strcmp(out->words[i], name) != 0)
            i++;
        if (i == out->count)
            at_argv_add(out, name);
    }
    free(whole);
}

void
at_env_secrets(const struct at_env *env, struct at_argv *out)
{
    for (char **each = environ; *each; each++) {
        const char *end = strchr(*each, '=');
        if (end)
            add_secret(env, (struct at_str){*each, (size_t)(end - *each)}, out);
    }
    for (size_t i = 0; i < env->count; i++)
        add_secret(env, at_str(env->variables[i].name), out);
}

void
at_env_set_vault(struct at_env *env, struct at_vault *vault)
{
    env->vault = vault;
}

struct at_vault *
at_env_vault(const struct at_env *env)
{
    return env->vault;
}
