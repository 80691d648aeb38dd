#include "cli/device_lease.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "session/root_folder.h"
#include "sys/cancel.h"
#include "sys/clock.h"

enum { LOOK_MS = 20 }; // releasing a lock wakes no waiter

// Sessions of agentest and runs of mobile-tester-agent hold the device's own
// lease for hours; a person may want to act in that time.
static void
warn_session(struct at_command_run *run, const char *serial)
{
    struct at_lock_holder who;
    if (at_lock_is_held(serial, &who))
        at_command_run_warning(
            run,
            "a session of %s (pid %ld) has this device: it and "
            "this command can disturb each other",
            who.program, who.pid);
}

static bool
fail_busy(const char *name, const char *serial, int64_t waited_ms,
          struct at_err *err)
{
    struct at_lock_holder who = {.pid = 0};
    (void)at_lock_is_held(name, &who);
    return at_fail(err, AT_EBUSY,
                   "'%s' is in use by a command of another %s (pid %ld), "
                   "waited %" PRId64
                   " ms: try again when it has ended, or wait longer with "
                   "--timeout-ms",
                   serial, AT_SESSION_PROGRAM, who.pid, waited_ms);
}

static bool
take(const struct at_op *op, const char *name, struct at_device_lease *lease,
     struct at_err *err)
{
    int64_t began_ns = at_now_ns();
    for (;;) {
        struct at_err why = AT_ERR_INIT;
        if (at_lock_take(op, name, AT_SESSION_PROGRAM, false, &lease->lock,
                         &why))
            return true;
        if (why.code != AT_EBUSY)
            return at_err_pass(err, &why);
        if (!lease->waited)
            at_command_run_progress(lease->run,
                                    "waiting for another command on %s",
                                    lease->device->serial);
        lease->waited = true;
        int64_t now_ns = at_now_ns();
        if (now_ns - began_ns >= lease->wait_ms * AT_NS_PER_MS)
            return fail_busy(name, lease->device->serial,
                             (now_ns - began_ns) / AT_NS_PER_MS, err);
        if (!at_op_wait_until(op, now_ns + LOOK_MS * AT_NS_PER_MS, err))
            return false;
    }
}

// A device has one lease, under the serial by which it was first opened, as
// sessions do it.
bool
at_device_lease_take(const struct at_op *op, struct at_device_lease *lease,
                     struct at_err *err)
{
    struct at_argv names = AT_ARGV_INIT;
    if (AT_DEVICE_OFFERS(lease->device, names))
        (void)!at_device_names(op, lease->device, &names, NULL);
    const char *first =
        names.count > 0 ? at_argv_words(&names)[0] : lease->device->serial;
    char *name = at_strfmt("%s.command", first);
    bool ok = take(op, name, lease, err);
    free(name);
    if (ok)
        warn_session(lease->run, first);
    at_argv_deinit(&names);
    return ok;
}
