// env.h: variables from .env and the process's environment, which wins
#ifndef AT_TESTER_ENV_H
#define AT_TESTER_ENV_H

#include "base/argv.h"
#include "base/err.h"

struct at_env;

// Read the file (NULL: ".env" in the working folder, which may be absent).
// AT_EUSAGE names the line that is not NAME=value.
AT_CHECKED bool at_env_open(const char *path, struct at_env **out,
                            struct at_err *err);
void at_env_free(struct at_env *env); // wipes the values; NULL is allowed
// An at_variable_fn; user is the struct at_env. NULL: not set.
const char *at_env_variable(void *user, const char *name);
// An at_variables_fn: each variable's name, once for each place that has it.
void at_env_variables(void *user,
                      void (*each)(void *context, struct at_str name),
                      void *context);
// Copy these variables of the file into the process's environment, where it has
// none: code below this layer and programs that are started read them there.
// Called before the first thread starts. names end with NULL.
void at_env_publish(const struct at_env *env, const char *const *names);
// Add the name of each secret that is set: "password" of SECRET_PASSWORD.
void at_env_secrets(const struct at_env *env, struct at_argv *out);

// The stored secrets that stand behind the variables; NULL: none. Borrowed.
struct at_vault;
void at_env_set_vault(struct at_env *env, struct at_vault *vault);
struct at_vault *at_env_vault(const struct at_env *env);

#endif
