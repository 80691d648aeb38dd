#include "virtual-android/helper/life.h"

#include "base/op.h"
#include "sys/cancel.h"
#include "sys/clock.h"

bool
va_life_init(struct va_life *life, struct at_cancel *parent, int64_t linger_ms,
             struct at_err *err)
{
    *life = (struct va_life){.linger_ms = linger_ms, .last_ns = at_now_ns()};
    pthread_mutex_init(&life->lock, NULL);
    life->killed = at_cancel_new(parent, err);
    life->over = life->killed ? at_cancel_new(life->killed, err) : NULL;
    life->interrupted = life->over ? at_cancel_new(life->killed, err) : NULL;
    return life->interrupted != NULL;
}

void
va_life_deinit(struct va_life *life)
{
    at_cancel_free(life->interrupted);
    at_cancel_free(life->over);
    at_cancel_free(life->killed);
    pthread_mutex_destroy(&life->lock);
}

void
va_life_begin(struct va_life *life)
{
    pthread_mutex_lock(&life->lock);
    life->running++;
    pthread_mutex_unlock(&life->lock);
}

void
va_life_end(struct va_life *life)
{
    pthread_mutex_lock(&life->lock);
    life->running--;
    life->last_ns = at_now_ns();
    pthread_mutex_unlock(&life->lock);
}

void
va_life_finish(struct va_life *life, const char *reason)
{
    pthread_mutex_lock(&life->lock);
    if (!life->reason)
        life->reason = reason;
    pthread_mutex_unlock(&life->lock);
    at_cancel_fire(life->over);
}

// When it would be over if nothing more came.
static int64_t
gone_at(struct va_life *life)
{
    int64_t linger_ns = life->linger_ms * AT_NS_PER_MS;
    pthread_mutex_lock(&life->lock);
    int64_t from_ns = life->running > 0 ? at_now_ns() : life->last_ns;
    pthread_mutex_unlock(&life->lock);
    return from_ns + linger_ns;
}

const char *
va_life_wait(struct va_life *life)
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
        va_life_finish(life, "host gone");
    pthread_mutex_lock(&life->lock);
    const char *reason = life->reason;
    pthread_mutex_unlock(&life->lock);
    return reason;
}
