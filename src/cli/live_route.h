// live_route.h: which process runs a command
#ifndef AT_CLI_LIVE_ROUTE_H
#define AT_CLI_LIVE_ROUTE_H

#include <stdbool.h>

#include "commandline/arguments.h"

enum at_live_route {
    AT_LIVE_ROUTE_HERE,   // this process
    AT_LIVE_ROUTE_THERE,  // the live process if there is one, in turn
    AT_LIVE_ROUTE_BESIDE, // a live process, started if need be, in parallel
};

enum at_live_route at_live_route_of(const struct at_arguments *args);

#endif
