// health.h: whether this server can do its work, and what is wrong if not
//
// The answer of /readyz needs no token, so looking is limited to once a second
// however often somebody asks.
#ifndef AT_SERVER_HEALTH_H
#define AT_SERVER_HEALTH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/op.h"
#include "server/server.h"

enum at_health_check {
    AT_HEALTH_STORE,
    AT_HEALTH_BUS,
    AT_HEALTH_DEVICES,
    AT_HEALTH_DRAIN,
    AT_HEALTH_CHECKS,
};
extern const char *const at_health_names[AT_HEALTH_CHECKS];

enum { AT_HEALTH_WORDS_MAX = 512 };

// The findings. A server without a device still serves: only 'needs_devices'
// of at_health_is_ready() makes that a fault.
struct at_health_state {
    bool ok[AT_HEALTH_CHECKS];
    char words[AT_HEALTH_CHECKS][AT_HEALTH_WORDS_MAX];
};

struct at_health {
    atomic_bool draining;
    pthread_mutex_t lock; // guards the next two
    int64_t looked_ns;    // 0: never
    struct at_health_state state;
};

void at_health_init(struct at_health *health);
void at_health_deinit(struct at_health *health);
// Look at the store, the bus and the devices, or at what was found less than a
// second ago. Also sets the metrics of devices.
void at_health_look(const struct at_op *op, struct at_health *health,
                    const struct at_server_opts *opts,
                    struct at_health_state *out);
bool at_health_is_ready(const struct at_health_state *state,
                        bool needs_devices);

#endif
