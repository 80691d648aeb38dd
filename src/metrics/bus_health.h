// bus_health.h: whether the bus is reachable, as its client last reported
//
// Without a bus nothing reports, and /readyz does not ask for one.
#ifndef AT_METRICS_BUS_HEALTH_H
#define AT_METRICS_BUS_HEALTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The connection is up, or is not and why. Also counts reconnects: each time it
// is up again. Any thread may call.
void at_bus_health_report(bool is_connected, const char *why);
// Set the number of messages that the projection has not applied.
void at_bus_health_lag(uint64_t messages);

struct at_bus_health {
    bool is_used; // false: there is no bus
    bool is_connected;
    char why[256]; // "" while it is connected
};
void at_bus_health_read(struct at_bus_health *out);

#endif
