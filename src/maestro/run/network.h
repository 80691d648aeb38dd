// network.h: the device's connection
#ifndef AT_MAESTRO_RUN_NETWORK_H
#define AT_MAESTRO_RUN_NETWORK_H

#include "maestro/run/runner.h"

bool at_maestro_set_network(struct at_maestro_call *call, struct at_err *err);

#endif
