// known_secrets.h: secrets from the environment, and behind it the store
//
// {{name}} is SECRET_NAME of the process's environment or .env; if neither has
// it, the stored secret with that name. One that cannot be decrypted is an
// error, never a missing or an empty value.
#ifndef AT_TESTER_ACCESS_KNOWN_SECRETS_H
#define AT_TESTER_ACCESS_KNOWN_SECRETS_H

#include "agent/guards/secrets.h"
#include "tester/env.h"

// Read the secrets with these names. rows, if not NULL, gets each variable that
// was read, as NAME=value; the caller clears it with at_wipe_argv().
AT_CHECKED bool at_secrets_open(struct at_env *env, const struct at_argv *names,
                                struct at_argv *rows, struct at_secrets **out,
                                struct at_err *err);
// Read all secrets that there are, to mask them. Stored ones that cannot be
// decrypted are left out: no run can have used them.
AT_CHECKED bool at_secrets_all(struct at_env *env, struct at_secrets **out,
                               struct at_err *err);

#endif
