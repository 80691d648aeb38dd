// figures.h: metrics of requests
#ifndef AT_SERVER_FIGURES_H
#define AT_SERVER_FIGURES_H

#include "server/server_priv.h"

// Count a request that is answered now.
void at_figures_request(const struct at_exchange *exchange);
// Set the metrics that do not change: version and start.
void at_figures_begin(void);

#endif
