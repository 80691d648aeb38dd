// roles.h: what a client of the server may do; pure
#ifndef AT_TESTER_ACCESS_ROLES_H
#define AT_TESTER_ACCESS_ROLES_H

#include "base/str.h"

// Each role may do what those before it may.
enum at_access {
    AT_ACCESS_NONE,  // not known
    AT_ACCESS_READ,  // see everything but tokens, secrets and the audit
    AT_ACCESS_RUN,   // start, stop and approve runs
    AT_ACCESS_EDIT,  // change scenarios and what belongs to them
    AT_ACCESS_ADMIN, // models, keys, tokens, secrets, configuration
    AT_ACCESSES,
};

extern const char *const at_access_names[AT_ACCESSES + 1]; // ends with NULL

// Return the role of that name; AT_ACCESS_NONE for any other text.
enum at_access at_access_find(struct at_str name);
// Return true if a client with the role has may do what needs that role. What
// needs none has been forgotten: only admins may do it.
bool at_access_may(enum at_access has, enum at_access needs);

#endif
