// network.h: the words of the network command; pure
#ifndef AT_MAESTRO_NETWORK_H
#define AT_MAESTRO_NETWORK_H

#include "base/err.h"
#include "device/facts.h"
#include "maestro/flow.h"

// online, offline, slow and the presets of devices, up to NULL.
extern const char *const at_maestro_network_words[];

// Convert an expanded command. Fail with AT_EUSAGE for a value that devices do
// not know.
AT_CHECKED bool at_maestro_network_read(
    const struct at_maestro_network *network, struct at_network *out,
    struct at_err *err);

#endif
