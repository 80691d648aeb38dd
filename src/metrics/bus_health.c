// bus_health.c: the last report of the bus's client
#include "metrics/bus_health.h"

#include <pthread.h>

#include "base/str.h"
#include "metrics/metrics.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // guards the next two
static struct at_bus_health state;
static bool was_connected; // at any time before

void
at_bus_health_report(bool is_connected, const char *why)
{
    pthread_mutex_lock(&lock);
    if (is_connected && was_connected && !state.is_connected)
        at_metric_add(AT_METRIC_BUS_RECONNECTS, (struct at_metric_at){{0}}, 1);
    was_connected |= is_connected;
    state.is_used = true;
    state.is_connected = is_connected;
    at_str_cut(state.why, sizeof(state.why),
               at_str(is_connected || !why ? "" : why));
    pthread_mutex_unlock(&lock);
    at_metric_set(AT_METRIC_BUS_CONNECTED, (struct at_metric_at){{0}},
                  is_connected);
}

void
at_bus_health_lag(uint64_t messages)
{
    at_metric_set(AT_METRIC_BUS_LAG, (struct at_metric_at){{0}}, messages);
}

void
at_bus_health_read(struct at_bus_health *out)
{
    pthread_mutex_lock(&lock);
    *out = state;
    pthread_mutex_unlock(&lock);
}
