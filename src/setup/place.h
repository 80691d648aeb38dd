// place.h: where a client's files are for this user
#ifndef AT_SETUP_PLACE_H
#define AT_SETUP_PLACE_H

#include "base/err.h"
#include "setup/clients.h"

// Return the path, owned by the caller; NULL with err if the home is not known.
char *at_setup_place_path(const struct at_setup_place *place,
                          struct at_err *err);
// Return true if the client's folder, its list of servers or its program is
// there.
bool at_setup_is_installed(const struct at_setup_client *client);

#endif
