#include "virtual-android/helper/lifecycle.h"

#include "sys/cancel.h"
#include "sys/clock.h"

bool
vd_lifecycle_init(struct vd_lifecycle *life, struct at_cancel *parent,
                  int64_t linger_ms, struct at_err *err)
{
    *life =
        (struct vd_lifecycle){.linger_ms = linger_ms, .last_ns = at_now_ns()};
    pthread_mutex_init(&life->lock, NULL);
    life->killed = at_cancel_new(parent, err);
    life->over = life->killed ? at_cancel_new(life->killed, err) : NULL;
    life->interrupted = life->over ? at_cancel_new(life->killed, err) : NULL;
    return life->interrupted != NULL;
}

void
vd_lifecycle_deinit(struct vd_lifecycle *life)
{
    at_cancel_free(life->interrupted);
    at_cancel_free(life->over);
    at_cancel_free(life->killed);
    pthread_mutex_destroy(&life->lock);
}

void
vd_lifecycle_begin(struct vd_lifecycle *life)
{
    pthread_mutex_lock(&life->lock);
    life->running++;
    pthread_mutex_unlock(&life->lock);
}

void
vd_lifecycle_end(struct vd_lifecycle *life)
{
    pthread_mutex_lock(&life->lock);
    life->running--;
    life->last_ns = at_now_ns();
    pthread_mutex_unlock(&life->lock);
}

void
vd_lifecycle_finish(struct vd_lifecycle *life, const char *reason)
{
    pthread_mutex_lock(&life->lock);
    if (!life->reason)
        life->reason = reason;
    pthread_mutex_unlock(&life->lock);
    at_cancel_fire(life->over);
}

// When it ends without further requests.
static int64_t
gone_at(struct vd_lifecycle *life)
{
    int64_t linger_ns = life->linger_ms * AT_NS_PER_MS;
    pthread_mutex_lock(&life->lock);
    int64_t from_ns = life->running > 0 ? at_now_ns() : life->last_ns;
    pthread_mutex_unlock(&life->lock);
    return from_ns + linger_ns;
}

const char *
vd_lifecycle_wait(struct vd_lifecycle *life)
{
    struct at_op op = {AT_NEVER_NS, life->over};
    int64_t until_ns;
    while ((until_ns = gone_at(life)) > at_now_ns()) {
        if (!at_op_wait_until(&op, until_ns, NULL))
            break;
    }
    if (at_cancel_fired(life->killed))
        return NULL;
    if (!at_cancel_fired(life->over))
        vd_lifecycle_finish(life, "host gone");
    pthread_mutex_lock(&life->lock);
    const char *reason = life->reason;
    pthread_mutex_unlock(&life->lock);
    return reason;
}
