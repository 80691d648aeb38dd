// nodes.c: see nodes.h
#include "virtual-android/helper/nodes.h"

#include "base/limits.h"
#include "base/op.h"
#include "sys/clock.h"

enum { ROOTLESS_MS = 3000 };

// Nodes that a client of Android's has read once come from its cache, which no
// event may correct where an app sends none.
void
vd_nodes_forget(struct vd_api *api)
{
    pthread_mutex_lock(&api->learned);
    at_buf_clear(&api->nodes);
    pthread_mutex_unlock(&api->learned);
}

bool
vd_nodes_put_cached(struct vd_api *api, struct vd_writer *w)
{
    bool stale = vd_device_fault_left(api->device, "stale-cache") > 0;
    pthread_mutex_lock(&api->learned);
    bool found = stale && api->nodes.len > 0;
    if (found) {
        at_buf_add_str(w->out, at_buf_str(&api->nodes));
        w->comma = true;
    }
    pthread_mutex_unlock(&api->learned);
    return found;
}

void
vd_nodes_keep(struct vd_api *api, struct at_str tree)
{
    pthread_mutex_lock(&api->learned);
    api->rootless_ns = 0;
    at_buf_deinit(&api->nodes);
    api->nodes = (struct at_buf)AT_BUF_INIT(AT_DUMP_MAX_BYTES);
    at_buf_add_str(&api->nodes, tree);
    pthread_mutex_unlock(&api->learned);
}

// No window has had a root for long: on some phones only a new connection finds
// one.
bool
vd_nodes_renew(struct vd_api *api)
{
    int64_t now_ns = at_now_ns();
    pthread_mutex_lock(&api->learned);
    if (api->rootless_ns == 0)
        api->rootless_ns = now_ns;
    bool due = now_ns - api->rootless_ns >= ROOTLESS_MS * AT_NS_PER_MS;
    if (due)
        api->rootless_ns = now_ns;
    api->renewals += due;
    pthread_mutex_unlock(&api->learned);
    if (due)
        (void)vd_device_take_fault(api->device, "null-root");
    return due;
}

int32_t
vd_nodes_renewals(struct vd_api *api)
{
    pthread_mutex_lock(&api->learned);
    int32_t renewals = api->renewals;
    pthread_mutex_unlock(&api->learned);
    return renewals;
}
