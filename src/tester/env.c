// env.c: variables of the file, behind those of the process
#include "tester/env.h"

#include <stdlib.h>
#include <string.h>

#include "agent/dotenv.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/wipe.h"
#include "sys/file.h"

struct variable {
    char *name;  // owned
    char *value; // owned
};

struct at_env {
    struct variable *variables;
    size_t count;
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
    return NULL;
}
