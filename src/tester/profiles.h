// profiles.h: the models that can be chosen, as this user has set them up
//
// Values that were set through the server are in the store (AT_STORE_PROFILE,
// under the profile's name, as agent/models/profile_custom.h writes them) and
// come before the environment.
#ifndef AT_TESTER_PROFILES_H
#define AT_TESTER_PROFILES_H

#include <jansson.h>

#include "agent/models/profile.h"
#include "base/err.h"
#include "store/store.h"
#include "tester/env.h"

// Open a profile by its id, or by a spelling of a user's own name, with all
// that the user has stated.
AT_CHECKED bool at_profiles_open(struct at_env *env, struct at_store_db *store,
                                 struct at_str id, struct at_profile *out,
                                 struct at_err *err);
// The values stored for a profile, key and headers too; an empty object if it
// has no values. Owned by the caller. *err is set if some are there and cannot
// be read; they are left out.
json_t *at_profiles_stored(struct at_env *env, struct at_store_db *store,
                           struct at_str id, struct at_err *err);
// Store such values, key and headers sealed.
AT_CHECKED bool at_profiles_put(struct at_env *env, struct at_store_db *store,
                                struct at_store_doc *doc, struct at_err *err);

// A provider's address and key, which all of its rows share unless a row has an
// address of its own, are stored as {"baseUrl","key"} under this id.
void at_profiles_vendor_id(const struct at_vendor *vendor,
                           char out[AT_STORE_KEY_MAX + 1]);
// Store such an object. A key takes the place of those that were stored for
// single rows, and no key that was stored for another address survives.
AT_CHECKED bool at_profiles_put_vendor(struct at_env *env,
                                       struct at_store_db *store,
                                       const struct at_vendor *vendor,
                                       const json_t *flat, struct at_err *err);

// Add the ids of all profiles: the user's own first, then the table's.
void at_profiles_ids(struct at_env *env, struct at_store_db *store,
                     struct at_argv *out);
// Write the id as at_profiles_ids() spells it: that of a row, or of a user's
// own profile with that name. Return false if the profile is unknown.
bool at_profiles_find(struct at_env *env, struct at_store_db *store,
                      struct at_str id, char out[AT_STORE_KEY_MAX + 1]);

// The choice of a model for a run.
struct at_profiles_wish {
    struct at_str id;   // the chosen profile, or the preferred one
    bool chosen;        // a person has chosen it; false: any usable one will do
    double cost_usd;    // the money budget; 0: none
    const char *option; // command-line option, for messages; NULL: --profile
};
// Add to err which profiles could be asked instead of the wish's, if any.
void at_profiles_add_usable(struct at_env *env, struct at_store_db *store,
                            const struct at_profiles_wish *wish,
                            struct at_err *err);
// Open the profile of a wish. Without a choice it is the first usable one in
// the order of at_profiles_ids(), wish->id before all others; those without a
// key count once a model of theirs was stated. AT_EUSAGE: it cannot be used,
// and the message names those that can, or a cost limit would never hold
// because the profile's prices are not known.
AT_CHECKED bool at_profiles_choose(struct at_env *env,
                                   struct at_store_db *store,
                                   const struct at_profiles_wish *wish,
                                   struct at_profile *out, struct at_err *err);

#endif
