// defaults.h: the values that session.json remembers; pure
//
// Keys are those of `session set` and `session unset`: platform, device,
// app-id, app, live, env.NAME; and the build settings that `app build-ios`
// keeps: build.ios.project, .workspace, .scheme, .configuration, .destination,
// .derived-data. Members of newer programs are kept.
#ifndef AT_SESSION_DEFAULTS_H
#define AT_SESSION_DEFAULTS_H

#include <jansson.h>

#include "base/err.h"

// Return a session.json with nothing set, as in spec/mobile-dev-agent 6.1.
// Owned by the caller.
json_t *at_defaults_new(void);

// Check the shape of an object read from session.json. AT_EIO says what is
// wrong.
AT_CHECKED bool at_defaults_check(const json_t *session, struct at_err *err);

// All keys but env.NAME, up to NULL.
extern const char *const at_defaults_keys[];

// NULL if it is not set; borrowed from session, which may be NULL.
const char *at_defaults_get(const json_t *session, const char *key);
// AT_EUSAGE names the valid keys, and for platform the valid values.
AT_CHECKED bool at_defaults_set(json_t *session, const char *key,
                                const char *value, struct at_err *err);
// Unsetting an absent value is not a failure.
AT_CHECKED bool at_defaults_unset(json_t *session, const char *key,
                                  struct at_err *err);
// The environment as "NAME=value" rows up to NULL, owned by the caller, who
// frees it with at_defaults_env_free().
char **at_defaults_env(const json_t *session);
void at_defaults_env_free(char **rows);

#endif
