// profiles.h: the models that can be chosen, as this user has set them up
//
// Values that were set through the server are in the store (AT_STORE_PROFILE,
// under the row's id: {"model","baseUrl","key"}) and come before the
// environment.
#ifndef AT_TESTER_PROFILES_H
#define AT_TESTER_PROFILES_H

#include <jansson.h>

#include "agent/profile.h"
#include "base/err.h"
#include "store/store.h"
#include "tester/env.h"

// at_profile_init() with both.
AT_CHECKED bool at_profiles_open(struct at_env *env, struct at_store_db *store,
                                 struct at_str id, struct at_profile *out,
                                 struct at_err *err);
// The values that are stored for a row; an empty object if there are none.
// Owned by the caller.
json_t *at_profiles_stored(struct at_store_db *store, struct at_str id);

#endif
