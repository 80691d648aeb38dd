// keepalive.c: see keepalive.h
#include "device/android/helper/keepalive.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { ASK_MS = 5000 };

struct at_helper_keepalive {
    struct at_helper_link link;
    int64_t every_ns;
    struct at_cancel *stop; // owned
    pthread_t thread;
};

// A failure shows in the next request of the thread that uses the helper.
static void
send_keepalive(struct at_helper_keepalive *keepalive, const struct at_op *op)
{
    struct at_helper_link_request request = {"POST", "/keep-alive",
                                             AT_STR("{}"), true};
    struct at_helper_reply reply =
        AT_HELPER_REPLY_INIT(AT_HELPER_ANSWER_MAX_BYTES);
    struct at_op mine = at_op_sub(op, at_now_ns(), ASK_MS);
    (void)!at_helper_link_exchange(&mine, &keepalive->link, &request, &reply,
                                   NULL);
    at_buf_deinit(&reply.body);
}

static void *
run(void *arg)
{
    struct at_helper_keepalive *keepalive = arg;
    struct at_op op = {AT_NEVER_NS, keepalive->stop};
    while (at_op_wait_until(&op, at_now_ns() + keepalive->every_ns, NULL))
        send_keepalive(keepalive, &op);
    return NULL;
}

static void
release(struct at_helper_keepalive *keepalive)
{
    at_helper_link_deinit(&keepalive->link);
    at_cancel_free(keepalive->stop);
    free(keepalive);
}

bool
at_helper_keepalive_start(const struct at_helper_dial *dial, const char *token,
                          int64_t every_ms, struct at_helper_keepalive **out,
                          struct at_err *err)
{
    struct at_helper_keepalive *keepalive = at_alloc(sizeof(*keepalive));
    int sys;
    *out = NULL;
    at_helper_link_init(&keepalive->link, dial, token);
    keepalive->every_ns = every_ms * AT_NS_PER_MS;
    keepalive->stop = at_cancel_new(NULL, err);
    bool ok = keepalive->stop != NULL;
    if (ok) {
        sys = pthread_create(&keepalive->thread, NULL, run, keepalive);
        ok = sys == 0 ||
             at_fail_sys(err, AT_EIO, sys, "cannot start the keepalive thread");
    }
    if (ok)
        *out = keepalive;
    else
        release(keepalive);
    return ok;
}

void
at_helper_keepalive_free(struct at_helper_keepalive *keepalive)
{
    if (!keepalive)
        return;
    at_cancel_fire(keepalive->stop);
    pthread_join(keepalive->thread, NULL);
    release(keepalive);
}
