// lend.c: UiAutomation is given back for another program, and taken again
#include <stdio.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/helper/bring_up.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/lock.h"

enum { ASK_MS = 5000 };

static bool
ask(const struct at_op *op, struct at_helper *helper, const char *path,
    struct at_err *err)
{
    const struct at_helper_request request = {.method = "POST",
                                              .path = path,
                                              .body = json_object(),
                                              .max_ms = ASK_MS,
                                              .max_bytes =
                                                  AT_HELPER_ANSWER_MAX_BYTES,
                                              .reads = true};
    return at_helper_exchange_once(op, helper, &request, err);
}

bool
at_helper_release(const struct at_op *op, struct at_helper *helper,
                  struct at_err *err)
{
    return ask(op, helper, "/release", err);
}

// Wait while a program that is about to end holds it.
bool
at_helper_acquire(const struct at_op *op, struct at_helper *helper,
                  struct at_err *err)
{
    struct at_holder_wait wait = {0};
    struct at_err why = AT_ERR_INIT;
    char who[256] = "";
    int64_t next_ns;
    do {
        why = (struct at_err)AT_ERR_INIT;
        if (ask(op, helper, "/acquire", &why))
            return true;
        if (why.code != AT_EBUSY)
            return at_err_pass(err, &why);
        at_helper_find_holder(op, helper, who, sizeof(who));
        next_ns = at_holder_wait_next(&wait, helper->holder, at_now_ns());
    } while (next_ns > 0 && next_ns < op->deadline_ns &&
             at_op_wait_until(op, next_ns, NULL));
    if (who[0])
        return at_fail(err, AT_EBUSY,
                       "the device's one UiAutomation is held by %s", who);
    return at_err_pass(err, &why);
}

static char *
lease_name(const char *serial)
{
    return at_strfmt("lent-%s", serial);
}

struct at_lock *
at_helper_lend(const struct at_op *op, const char *serial, struct at_err *err)
{
    struct at_lock *lock;
    char *name = lease_name(serial);
    (void)!at_lock_take(op, name, "agentest", false, &lock, err);
    free(name);
    return lock;
}

bool
at_helper_take_back(const struct at_op *op, struct at_helper *helper,
                    struct at_err *err)
{
    struct at_lock_holder who;
    char *name = lease_name(helper->device.serial);
    bool lent = at_lock_is_held(name, &who);
    free(name);
    if (lent)
        return at_fail(err, AT_EBUSY,
                       "the device's one UiAutomation is lent to UI tests that "
                       "process %ld runs: wait for their end",
                       who.pid);
    return at_helper_acquire(op, helper, err);
}
