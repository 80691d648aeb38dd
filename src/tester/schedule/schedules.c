// schedules.c: the thread that waits for the next time
#define AT_LOG_MODULE "schedules"
#include "tester/schedule/schedules.h"

#include <poll.h>
#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "sys/wake.h"
#include "tester/schedule/due.h"

// Looking again notices a store whose clock has changed.
enum { LOOK_MS = 20000, START_MAX_MS = 60000 };

struct at_schedules {
    struct at_schedules_opts opts;
    struct at_cancel *cancel; // owned
    struct at_wake wake;
    pthread_t thread;
    bool has_thread;
};

struct at_schedules *
at_schedules_new(const struct at_schedules_opts *opts, struct at_err *err)
{
    struct at_schedules *schedules = at_alloc(sizeof(*schedules));
    schedules->opts = *opts;
    schedules->cancel = at_cancel_new(NULL, err);
    if (schedules->cancel && at_wake_init(&schedules->wake, err))
        return schedules;
    at_cancel_free(schedules->cancel);
    free(schedules);
    return NULL;
}

void
at_schedules_stop(struct at_schedules *schedules)
{
    at_cancel_fire(schedules->cancel);
    if (schedules->has_thread)
        pthread_join(schedules->thread, NULL);
    schedules->has_thread = false;
}

void
at_schedules_free(struct at_schedules *schedules)
{
    if (!schedules)
        return;
    at_schedules_stop(schedules);
    at_cancel_free(schedules->cancel);
    at_wake_deinit(&schedules->wake);
    free(schedules);
}

void
at_schedules_changed(void *user, const struct at_store_change *change)
{
    struct at_schedules *schedules = user;
    if (change->kind == AT_STORE_SCHEDULE)
        at_wake_post(&schedules->wake);
}

static void
start_work(struct at_schedules *schedules, const struct at_schedule *schedule,
           struct at_firing *firing)
{
    struct at_err err = AT_ERR_INIT;
    struct at_op all = {AT_NEVER_NS, schedules->cancel};
    struct at_op op = at_op_sub(&all, at_now_ns(), START_MAX_MS);
    char *id = schedule->suite[0] ? firing->suite_run : firing->run;
    if (schedules->opts.start(schedules->opts.user, &op, schedule, id, &err)) {
        at_log_info("'%s' started %s", schedule->name, id);
        return;
    }
    id[0] = '\0';
    at_str_cut(firing->error, sizeof(firing->error), at_str(err.msg));
    at_log_warn("'%s' started nothing: %s", schedule->name, err.msg);
}

// The first host that stores the firing goes on.
static void
fire(struct at_schedules *schedules, const struct at_schedule *schedule,
     const struct at_due *due)
{
    struct at_store_db *store = schedules->opts.store;
    struct at_err err = AT_ERR_INIT;
    struct at_firing firing = {
        .at_ms = due->at_ms, .missed = due->missed, .skipped = due->too_late};
    at_str_cut(firing.schedule, sizeof(firing.schedule), at_str(schedule->id));
    if (!at_firing_put(store, 0, &firing, &err)) {
        if (err.code != AT_EBUSY)
            at_log_warn("'%s' cannot fire: %s", schedule->name, err.msg);
        return;
    }
    if (due->missed > 0 || due->too_late)
        at_log_warn("'%s' missed %lld firings while no host ran",
                    schedule->name, (long long)due->missed + due->too_late);
    if (!due->too_late) {
        start_work(schedules, schedule, &firing);
        if (!at_firing_put(store, firing.revision, &firing, &err))
            at_log_warn("'%s': %s", schedule->name, err.msg);
    }
    at_firings_drop(store, schedule->id, AT_FIRINGS_KEPT);
}

// Fire one schedule if it is due, and return the time of its next firing.
static int64_t
look_at(struct at_schedules *schedules, const struct at_schedule *schedule)
{
    struct at_store_db *store = schedules->opts.store;
    struct at_err err = AT_ERR_INIT;
    int64_t since_ms;
    if (!at_firing_last(store, schedule->id, &since_ms, &err)) {
        at_log_warn("'%s': %s", schedule->name, err.msg);
        return INT64_MAX;
    }
    if (since_ms < schedule->changed_ms)
        since_ms = schedule->changed_ms;
    struct at_due due = at_due_find(&schedule->cron, schedule->zone, since_ms,
                                    store->ops->now_ms(store));
    if (due.at_ms > 0)
        fire(schedules, schedule, &due);
    return due.next_ms;
}

static int64_t
look_at_page(struct at_schedules *schedules, const struct at_store_list *page)
{
    int64_t next_ms = INT64_MAX;
    for (size_t i = 0; i < page->count; i++) {
        struct at_schedule schedule;
        int64_t ms = INT64_MAX;
        // A document that cannot be read says so where it is shown.
        if (at_schedule_read(&page->docs[i], &schedule, NULL) &&
            schedule.enabled && !at_cancel_fired(schedules->cancel))
            ms = look_at(schedules, &schedule);
        next_ms = ms < next_ms ? ms : next_ms;
        at_schedule_deinit(&schedule);
    }
    return next_ms;
}

int64_t
at_schedules_fire(struct at_schedules *schedules)
{
    struct at_store_db *store = schedules->opts.store;
    char before[AT_STORE_KEY_MAX + 1] = "";
    int64_t next_ms = store->ops->now_ms(store) + LOOK_MS;
    bool more = true;
    while (more) {
        const struct at_store_query query = {.kind = AT_STORE_SCHEDULE,
                                             .before = at_str(before),
                                             .limit = AT_STORE_LIST_MAX};
        struct at_store_list page = {0};
        struct at_err err = AT_ERR_INIT;
        if (!store->ops->list(store, &query, &page, &err))
            at_log_warn("the schedules cannot be read: %s", err.msg);
        int64_t ms = look_at_page(schedules, &page);
        next_ms = ms < next_ms ? ms : next_ms;
        more = page.more && page.count > 0;
        if (more)
            at_str_cut(before, sizeof(before),
                       at_str(page.docs[page.count - 1].id));
        at_store_list_deinit(&page);
    }
    return next_ms;
}

static void *
watch(void *arg)
{
    struct at_schedules *schedules = arg;
    struct at_store_db *store = schedules->opts.store;
    while (!at_cancel_fired(schedules->cancel)) {
        at_wake_clear(&schedules->wake);
        int64_t next_ms = at_schedules_fire(schedules);
        int64_t left_ms = next_ms - store->ops->now_ms(store);
        struct at_op all = {AT_NEVER_NS, schedules->cancel};
        struct at_op nap =
            at_op_sub(&all, at_now_ns(), left_ms > 0 ? left_ms : 1);
        (void)!at_op_wait_fd(&nap, at_wake_fd(&schedules->wake), POLLIN, NULL);
    }
    return NULL;
}

bool
at_schedules_start(struct at_schedules *schedules, struct at_err *err)
{
    int sys = pthread_create(&schedules->thread, NULL, watch, schedules);
    schedules->has_thread = sys == 0;
    return sys == 0 || at_fail_sys(err, AT_EIO, sys,
                                   "cannot start the thread of schedules");
}
