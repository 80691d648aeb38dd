// network.h: the network conditions that a client can set
#ifndef AT_FLOW_APP_NETWORK_H
#define AT_FLOW_APP_NETWORK_H

#include "base/err.h"
#include "device/facts.h"

extern const char *const at_network_presets[]; // ends with NULL

// Check that at least one value is set and that devices know each value.
AT_CHECKED bool at_network_check(const struct at_network *network,
                                 struct at_err *err);

#endif
