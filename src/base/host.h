// host.h: what the name of a host says
#ifndef AT_BASE_HOST_H
#define AT_BASE_HOST_H

#include "base/str.h"

// Does the host, as a URL has it, mean this machine: "localhost", "127.x.y.z"
// or
// "[::1]"? Names are not resolved.
bool at_host_is_loopback(struct at_str host);

#endif
