// defaults.h: the values stored in session.json
//
// Pure. Keys are those of `session set` and `session unset`: platform, device,
// app-id, app, live, env.NAME; and the build settings that `app build-ios`
// stores: build.ios.project, .workspace, .scheme, .configuration, .destination,
// .derived-data. Members of newer programs are preserved.
#ifndef AT_SESSION_DEFAULTS_H
#define AT_SESSION_DEFAULTS_H

#include <jansson.h>

#include "base/err.h"

// Return an empty session.json, as in spec/mobile-dev-agent 6.1. Owned by the
// caller.
json_t *at_defaults_new(void);

// Check the shape of an object read from session.json. AT_EIO with the fault.
AT_CHECKED bool at_defaults_check(const json_t *session, struct at_err *err);

// All keys except env.NAME, NULL-terminated.
extern const char *const at_defaults_keys[];

// Return NULL for an unset value; borrowed from session, which may be NULL.
const char *at_defaults_get(const json_t *session, const char *key);
// AT_EUSAGE with the valid keys, or the valid values of platform.
AT_CHECKED bool at_defaults_set(json_t *session, const char *key,
                                const char *value, struct at_err *err);
// Remove a value; an absent one is not a failure.
AT_CHECKED bool at_defaults_unset(json_t *session, const char *key,
                                  struct at_err *err);
// Return the environment as NULL-terminated "NAME=value" rows. The caller frees
// them with at_defaults_env_free().
char **at_defaults_env(const json_t *session);
void at_defaults_env_free(char **rows);

#endif
