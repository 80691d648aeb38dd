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
// Add the name of each secret that is set: "password" of SECRET_PASSWORD.
void at_env_secrets(const struct at_env *env, struct at_argv *out);

#endif
