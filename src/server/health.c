// health.c: looks at the store, the bus and the devices
#include "server/health.h"

#include <stdio.h>
#include <stdlib.h>

#include "metrics/metrics.h"
#include "store/shared.h"
#include "sys/clock.h"

enum { FRESH_MS = 1000, DEVICES_MAX_MS = 5000 };

const char *const at_health_names[AT_HEALTH_CHECKS] = {
    [AT_HEALTH_STORE] = "store",
    [AT_HEALTH_BUS] = "bus",
    [AT_HEALTH_DEVICES] = "devices",
    [AT_HEALTH_DRAIN] = "drain",
};

void
at_health_init(struct at_health *health)
{
    *health = (struct at_health){0};
    pthread_mutex_init(&health->lock, NULL);
}

void
at_health_deinit(struct at_health *health)
{
    pthread_mutex_destroy(&health->lock);
}

static void
find(struct at_health_state *state, enum at_health_check check, bool ok,
     const char *words)
{
    state->ok[check] = ok;
    at_str_cut(state->words[check], AT_HEALTH_WORDS_MAX, at_str(words));
}

static void
look_at_store(struct at_store_db *store, struct at_health_state *state)
{
    struct at_err err = AT_ERR_INIT;
    bool ok = !store->ops->writable || store->ops->writable(store, &err);
    find(state, AT_HEALTH_STORE, ok, ok ? "it can be written" : err.msg);
}

static void
set(enum at_metric metric, uint64_t value)
{
    at_metric_set(metric, (struct at_metric_at){{0}}, value);
}

static void
look_at_bus(struct at_store_db *store, struct at_health_state *state)
{
    struct at_store_shared_state pool;
    if (!at_store_shared_state(store, &pool)) {
        find(state, AT_HEALTH_BUS, true, "this server has none");
        return;
    }
    find(state, AT_HEALTH_BUS, pool.bus.connected,
         pool.bus.connected ? "it is reachable" : pool.bus.why);
    set(AT_METRIC_BUS_CONNECTED, pool.bus.connected);
    set(AT_METRIC_BUS_RECONNECTS, pool.bus.reconnects);
    set(AT_METRIC_BUS_LAG, pool.behind);
    set(AT_METRIC_REBUILDS, pool.rebuilds);
}

enum { FREE, RUNNING, HELD, UNUSABLE, STATES }; // as in metrics_rows.h

static void
count_devices(const struct at_runs_devices *list, size_t counts[STATES])
{
    for (size_t i = 0; i < list->count; i++) {
        const struct at_runs_device_state *device = &list->items[i];
        size_t state = device->run[0]         ? RUNNING
                       : device->held         ? HELD
                       : device->entry.usable ? FREE
                                              : UNUSABLE;
        counts[state]++;
    }
}

static void
look_at_devices(const struct at_op *op, struct at_runs *runs,
                struct at_health_state *state)
{
    struct at_err err = AT_ERR_INIT;
    struct at_op limited = at_op_sub(op, at_now_ns(), DEVICES_MAX_MS);
    struct at_runs_devices list;
    size_t counts[STATES] = {0};
    char words[AT_HEALTH_WORDS_MAX];
    bool ok = at_runs_list_devices(&limited, runs, &list, &err);
    count_devices(&list, counts);
    free(list.items);
    size_t usable = counts[FREE] + counts[RUNNING] + counts[HELD];
    if (!ok)
        at_metric_add(AT_METRIC_DEVICES_FAILED, (struct at_metric_at){{0}}, 1);
    for (size_t i = 0; i < STATES; i++)
        at_metric_set(AT_METRIC_DEVICES, (struct at_metric_at){{i}}, counts[i]);
    snprintf(words, sizeof(words),
             usable > 0 ? "%zu of %zu can be used"
                        : "none can be used (%zu of %zu): connect one, see "
                          "`mobile-tester-agent doctor`",
             usable, usable + counts[UNUSABLE]);
    find(state, AT_HEALTH_DEVICES, usable > 0, ok ? words : err.msg);
}

void
at_health_look(const struct at_op *op, struct at_health *health,
               const struct at_server_opts *opts, struct at_health_state *out)
{
    pthread_mutex_lock(&health->lock);
    int64_t now_ns = at_now_ns();
    if (health->looked_ns == 0 ||
        now_ns - health->looked_ns > FRESH_MS * AT_NS_PER_MS) {
        look_at_store(opts->store, &health->state);
        look_at_devices(op, opts->runs, &health->state);
        health->looked_ns = at_now_ns();
    }
    look_at_bus(opts->store, &health->state);
    bool draining = atomic_load(&health->draining);
    find(&health->state, AT_HEALTH_DRAIN, !draining,
         draining ? "the server is ending: it takes no new runs"
                  : "the server takes runs");
    *out = health->state;
    pthread_mutex_unlock(&health->lock);
    at_metric_set(AT_METRIC_READY, (struct at_metric_at){{0}},
                  at_health_is_ready(out, false));
}

bool
at_health_is_ready(const struct at_health_state *state, bool needs_devices)
{
    return state->ok[AT_HEALTH_STORE] && state->ok[AT_HEALTH_BUS] &&
           state->ok[AT_HEALTH_DRAIN] &&
           (!needs_devices || state->ok[AT_HEALTH_DEVICES]);
}
