// permissions.h: Maestro's names of permissions; pure
#ifndef AT_MAESTRO_RUN_PERMISSIONS_H
#define AT_MAESTRO_RUN_PERMISSIONS_H

#include "base/argv.h"
#include "base/str.h"

// Append the full names that a name means: "camera", "location"; any other name
// is a full one itself.
void at_maestro_permission_names(struct at_str name, struct at_argv *out);

#endif
