// sync.c: the thread of the synchronisation: when a round is made
#define AT_LOG_MODULE "sync"
#include "sync/sync.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "metrics/metrics.h"
#include "sync/round.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "sys/task.h"
#include "sys/wake.h"

enum { ROUND_MS = 300000, PAUSE_MAX_MS = 600000, SETTLE_MS = 300 };

struct at_firestore_sync {
    struct at_firestore_sync_opts opts;
    struct at_firestore *firestore;
    struct at_sync_round round;
    struct at_cancel *cancel;
    struct at_wake wake; // a scenario was changed
    struct at_task task;
    bool has_failed; // it was logged; for the thread
};

static void
changed(void *user, const struct at_store_change *change)
{
    struct at_firestore_sync *sync = user;
    if (change->kind == AT_STORE_SCENARIO)
        at_wake_post(&sync->wake);
}

bool
at_firestore_sync_new(const struct at_firestore_sync_opts *opts,
                      struct at_firestore_sync **out, struct at_err *err)
{
    struct at_firestore_sync *sync = at_alloc(sizeof(*sync));
    *out = NULL;
    sync->opts = *opts;
    sync->wake = (struct at_wake){{-1, -1}};
    if (at_firestore_open(opts->target, &opts->env, &sync->firestore, err) &&
        at_wake_init(&sync->wake, err) &&
        (sync->cancel = at_cancel_new(NULL, err))) {
        at_sync_round_init(&sync->round, opts->store, sync->firestore);
        at_store_listen(opts->store, changed, sync);
        *out = sync;
        return true;
    }
    at_firestore_sync_free(sync);
    return false;
}

// Wait until time_ns, or until a scenario was changed.
static void
rest(struct at_firestore_sync *sync, int64_t ms, bool wakes)
{
    struct at_op op = {at_now_ns() + ms * AT_NS_PER_MS, sync->cancel};
    (void)!at_op_wait_fd(&op, wakes ? at_wake_fd(&sync->wake) : -1, POLLIN,
                         NULL);
    at_wake_clear(&sync->wake);
}

// Return the pause after a failure.
static int64_t
note_failure(struct at_firestore_sync *sync, const struct at_err *err,
             int64_t pause_ms)
{
    int64_t asked_ms = at_firestore_pause_ms(sync->firestore);
    at_metric_add(AT_METRIC_SYNC_ERRORS, (struct at_metric_at){{0}}, 1);
    if (!sync->has_failed)
        at_log_warn("scenarios are not in step with Firestore: %s place=%s",
                    err->msg, at_firestore_place(sync->firestore));
    sync->has_failed = true;
    pause_ms = pause_ms * 2 < PAUSE_MAX_MS ? pause_ms * 2 : PAUSE_MAX_MS;
    return err->code == AT_ELIMIT && asked_ms > pause_ms ? asked_ms : pause_ms;
}

static void
run(void *user)
{
    struct at_firestore_sync *sync = user;
    int64_t pause_ms = sync->opts.every_ms;
    while (!at_cancel_fired(sync->cancel)) {
        struct at_err err = AT_ERR_INIT;
        struct at_op op = {at_now_ns() + ROUND_MS * AT_NS_PER_MS, sync->cancel};
        bool ok = at_sync_round(&op, &sync->round, &err);
        if (ok) {
            if (sync->has_failed)
                at_log_warn("scenarios are in step with Firestore again");
            sync->has_failed = false;
            pause_ms = sync->opts.every_ms;
        } else if (err.code != AT_ECANCELED) {
            pause_ms = note_failure(sync, &err, pause_ms);
        }
        rest(sync, pause_ms, ok);
        rest(sync, SETTLE_MS, false); // a person saves several times
    }
}

bool
at_firestore_sync_start(struct at_firestore_sync *sync, struct at_err *err)
{
    at_log_say(AT_LOG_INFO, AT_LOG_MODULE,
               "keeping scenarios in step with Firestore's %s",
               at_firestore_place(sync->firestore));
    return at_task_start(&sync->task, "synchronisation", run, sync, err);
}

void
at_firestore_sync_stop(struct at_firestore_sync *sync)
{
    if (!sync)
        return;
    if (sync->cancel)
        at_cancel_fire(sync->cancel);
    at_task_join(&sync->task);
}

void
at_firestore_sync_free(struct at_firestore_sync *sync)
{
    if (!sync)
        return;
    at_firestore_sync_stop(sync);
    at_task_deinit(&sync->task);
    at_sync_round_deinit(&sync->round);
    at_firestore_free(sync->firestore);
    at_cancel_free(sync->cancel);
    at_wake_deinit(&sync->wake);
    free(sync);
}
