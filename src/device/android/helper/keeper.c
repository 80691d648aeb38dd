// keeper.c: see keeper.h
#include "device/android/helper/keeper.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { ASK_MS = 5000 };

struct at_helper_keeper {
    struct at_helper_link link;
    int64_t every_ns;
    struct at_cancel *stop; // owned
    pthread_t thread;
};

// Whether it was heard shows in the next call of whoever uses the helper.
static void
tell(struct at_helper_keeper *keeper, const struct at_op *op)
{
    struct at_helper_ask ask = {"POST", "/keep-alive", AT_STR("{}"), true};
    struct at_helper_reply reply =
        AT_HELPER_REPLY_INIT(AT_HELPER_ANSWER_MAX_BYTES);
    struct at_op mine = at_op_sub(op, at_now_ns(), ASK_MS);

    (void)!at_helper_link_call(&mine, &keeper->link, &ask, &reply, NULL);
    at_buf_deinit(&reply.body);
}

static void *
run(void *arg)
{
    struct at_helper_keeper *keeper = arg;
    struct at_op op = {AT_NEVER_NS, keeper->stop};

    while (at_op_wait_until(&op, at_now_ns() + keeper->every_ns, NULL))
        tell(keeper, &op);
    return NULL;
}

static void
release(struct at_helper_keeper *keeper)
{
    at_helper_link_deinit(&keeper->link);
    at_cancel_free(keeper->stop);
    free(keeper);
}

bool
at_helper_keeper_start(const struct at_helper_dial *dial, const char *token,
                       int64_t every_ms, struct at_helper_keeper **out,
                       struct at_err *err)
{
    struct at_helper_keeper *keeper = at_alloc(sizeof(*keeper));
    int sys;

    *out = NULL;
    at_helper_link_init(&keeper->link, dial, token);
    keeper->every_ns = every_ms * AT_NS_PER_MS;
    keeper->stop = at_cancel_new(NULL, err);
    bool ok = keeper->stop != NULL;
    if (ok) {
        sys = pthread_create(&keeper->thread, NULL, run, keeper);
        ok = sys == 0 || at_fail_sys(err, AT_EIO, sys, "no thread for it");
    }
    if (ok)
        *out = keeper;
    else
        release(keeper);
    return ok;
}

void
at_helper_keeper_free(struct at_helper_keeper *keeper)
{
    if (!keeper)
        return;
    at_cancel_fire(keeper->stop);
    pthread_join(keeper->thread, NULL);
    release(keeper);
}
