// profile_json.h: a profile as it crosses to another process, its key included
//
// For agent/run/run_message alone: never stored, shown or logged.
#ifndef AT_AGENT_MODELS_PROFILE_JSON_H
#define AT_AGENT_MODELS_PROFILE_JSON_H

#include <jansson.h>

#include "agent/models/profile.h"

// Owned by the caller.
json_t *at_profile_json(const struct at_profile *profile);
// AT_EPROTO: it is not a profile of this program's version. On failure *out
// owns nothing.
AT_CHECKED bool at_profile_read(const json_t *json, struct at_profile *out,
                                struct at_err *err);

#endif
