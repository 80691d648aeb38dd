// host.h: classification of host names
#ifndef AT_BASE_HOST_H
#define AT_BASE_HOST_H

#include "base/str.h"

// Return true if the host of a URL is this machine: "localhost", "127.x.y.z" or
// "[::1]". Names are not resolved.
bool at_host_is_loopback(struct at_str host);

#endif
