// live_route.h: which commands the live process may run
#ifndef AT_CLI_LIVE_ROUTE_H
#define AT_CLI_LIVE_ROUTE_H

#include <stdbool.h>

#include "cli/given.h"

enum at_live_route {
    AT_LIVE_ROUTE_HERE,   // never there
    AT_LIVE_ROUTE_THERE,  // where a live process is, in turn
    AT_LIVE_ROUTE_BESIDE, // follows something: a live process is started for it
};

enum at_live_route at_live_route_of(const struct at_given *given);

#endif
