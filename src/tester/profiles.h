// profiles.h: the models that can be chosen, as this user has set them up
//
// What was set through the server is in the store (AT_STORE_PROFILE, under the
// row's id: {"model","baseUrl","key"}) and comes before the environment.
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
// What is stored for a row; an empty object without. Owned by the caller.
json_t *at_profiles_stored(struct at_store_db *store, struct at_str id);

#endif
