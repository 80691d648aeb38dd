// network.h: the network conditions that may be set
#ifndef AT_FLOW_APP_NETWORK_H
#define AT_FLOW_APP_NETWORK_H

#include "base/err.h"
#include "device/facts.h"

extern const char *const at_network_presets[]; // up to NULL

// Check that something is set and that each value is one that a device knows.
AT_CHECKED bool at_network_check(const struct at_network *network,
                                 struct at_err *err);

#endif
