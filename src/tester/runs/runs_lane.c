// runs_lane.c: devices, and the threads that do runs on them
#include <string.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "tester/runs/runs_priv.h"

enum { HOLD_WAIT_MS = 10000 }; // limit of the wait for another person

#define PROGRAM "mobile-tester-agent " AT_VERSION

// The device that a scenario names, or else the user; "": none.
static const char *
named_device(struct at_runs *runs, const struct at_scenario *scenario,
             const struct at_platform *platform)
{
    static const struct {
        const char *platform;
        const char *variable;
    } variables[] = {{"android", "ANDROID_SERIAL"}};
    if (scenario->device[0])
        return scenario->device;
    for (size_t i = 0; i < AT_LEN(variables); i++) {
        const char *value =
            strcmp(variables[i].platform, platform->name) == 0
                ? at_env_variable(runs->opts.env, variables[i].variable)
                : NULL;
        if (value)
            return value;
    }
    return "";
}

static bool
is_wanted(const struct at_scenario *scenario,
          const struct at_platform *platform)
{
    return (!scenario->platform[0] ||
            strcmp(scenario->platform, platform->name) == 0) &&
           platform->list && platform->present();
}

static void
add_candidate(struct at_runs_candidates *out,
              const struct at_platform *platform, const char *device)
{
    out->rows = at_realloc_array(out->rows, out->count + 1, sizeof(*out->rows));
    out->rows[out->count].platform = platform;
    at_str_cut(out->rows[out->count].device, sizeof(out->rows[0].device),
               at_str(device));
    out->count++;
}

void
at_runs_candidates_deinit(struct at_runs_candidates *candidates)
{
    free(candidates->rows);
    *candidates = (struct at_runs_candidates){NULL, 0};
}

// The parts of the message that no device can be used.
struct unusable {
    const char *named; // the device that is wanted; "": any
    struct at_buf names;
    char remedy[256];
};

static void
consider(const struct at_platform *platform,
         const struct at_device_entry *entry, struct unusable *others,
         struct at_runs_candidates *out)
{
    bool is_it = !others->named[0] || strcmp(others->named, entry->id) == 0;
    if (is_it && entry->usable) {
        add_candidate(out, platform, entry->id);
        return;
    }
    at_buf_add_fmt(&others->names, "%s'%s' (%s)",
                   others->names.len > 0 ? ", " : "", entry->id, entry->state);
    if (is_it && !others->remedy[0])
        at_str_cut(others->remedy, sizeof(others->remedy),
                   at_str(entry->remedy));
}

static bool
fail_no_device(const struct unusable *others, const struct at_err *why,
               struct at_err *err)
{
    if (why->code != AT_OK)
        return at_err_pass(err, why);
    const char *names = at_buf_text(&others->names);
    if (others->named[0])
        at_fail(err, AT_ENODEV, "device '%s' cannot be used", others->named);
    else
        at_fail(err, AT_ENODEV, "no device can be used");
    if (others->remedy[0])
        at_err_add(err, "%s", others->remedy);
    if (names[0])
        at_err_add(err, "there are %s", names);
    else
        at_err_add(err, "connect one, or start an emulator or simulator");
    return false;
}

bool
at_runs_candidates(const struct at_op *op, struct at_runs *runs,
                   const struct at_scenario *scenario,
                   struct at_runs_candidates *out, struct at_err *err)
{
    const struct at_platform_call call = {op, NULL};
    const struct at_platform *const *platform = runs->opts.platforms;
    struct unusable others = {.named = "", .names = AT_BUF_INIT(512)};
    struct at_err why = AT_ERR_INIT;
    for (; *platform; platform++) {
        struct at_device_list list = {NULL, 0};
        if (is_wanted(scenario, *platform) &&
            (*platform)->list(&call, &list, &why)) {
            others.named = named_device(runs, scenario, *platform);
            for (size_t i = 0; i < list.count; i++)
                consider(*platform, &list.entries[i], &others, out);
        }
        at_device_list_deinit(&list);
    }
    bool ok = out->count > 0 || fail_no_device(&others, &why, err);
    at_buf_deinit(&others.names);
    return ok;
}

static bool
competes(const struct at_runs_run *run, const struct at_runs_run *other)
{
    const struct at_scenario *one = &run->order.record.scenario;
    const struct at_scenario *two = &other->order.record.scenario;
    bool same_platform = !one->platform[0] || !two->platform[0] ||
                         strcmp(one->platform, two->platform) == 0;
    bool same_device = !one->device[0] || !two->device[0] ||
                       strcmp(one->device, two->device) == 0;
    return same_platform && same_device;
}

size_t
at_runs_place_locked(const struct at_runs *runs, const struct at_runs_run *run)
{
    size_t place = 1;
    if (run->lane)
        return 0;
    for (struct at_runs_run *other = runs->first; other != run;
         other = other->next)
        place += !other->lane && competes(run, other);
    return place;
}

static bool
suits(const struct at_runs_run *run, const struct at_runs_lane *lane)
{
    const struct at_scenario *scenario = &run->order.record.scenario;
    const char *named = named_device(lane->runs, scenario, lane->platform);
    return (!run->promised || run->promised == lane) &&
           (!scenario->platform[0] ||
            strcmp(scenario->platform, lane->platform->name) == 0) &&
           (!named[0] || strcmp(named, lane->device) == 0);
}

// The next run for the lane, which then has it; NULL: none.
static struct at_runs_run *
take_run(struct at_runs_lane *lane)
{
    struct at_runs_run *run = lane->runs->first;
    while (run && (run->lane || run->stopping || !suits(run, lane)))
        run = run->next;
    if (run)
        run->lane = lane;
    lane->current = run;
    return run;
}

// A queued run that no lane will take any more.
static struct at_runs_run *
find_orphan(struct at_runs *runs)
{
    struct at_runs_run *run = runs->first;
    for (; run; run = run->next) {
        const struct at_runs_lane *lane = runs->lanes;
        while (lane && (lane->is_leaving || !suits(run, lane)))
            lane = lane->next;
        if (!run->lane && !run->stopping && !lane)
            return run;
    }
    return NULL;
}

// The device is another process's from now on: runs that only it could do end.
static void
give_up(struct at_runs_lane *lane)
{
    struct at_runs *runs = lane->runs;
    struct at_runs_run *run = runs->first;
    for (; run; run = run->next)
        run->promised = run->promised == lane ? NULL : run->promised;
    while ((run = find_orphan(runs))) {
        run->stopping = true;
        pthread_mutex_unlock(&runs->lock);
        at_runs_end_queued(runs, run, AT_RUN_END_DEVICE, lane->lost_to);
        pthread_mutex_lock(&runs->lock);
    }
}

// The next run, once the device is not a person's. NULL: none.
static struct at_runs_run *
next_run(struct at_runs_lane *lane)
{
    while (lane->is_held)
        pthread_cond_wait(&lane->released, &lane->runs->lock);
    return lane->lost_to[0] ? NULL : take_run(lane);
}

// Like next_run(), but end the worker before waiting without a run: the lane
// can then leave at once if none has come.
static struct at_runs_run *
next_run_or_rest(struct at_runs_lane *lane)
{
    struct at_runs_run *run = next_run(lane);
    if (run || !lane->worker)
        return run;
    pthread_mutex_unlock(&lane->runs->lock);
    at_runs_worker_end(lane, NULL, NULL);
    pthread_mutex_lock(&lane->runs->lock);
    return next_run(lane);
}

static void *
work(void *user)
{
    struct at_runs_lane *lane = user;
    struct at_runs *runs = lane->runs;
    struct at_runs_run *run;
    pthread_mutex_lock(&runs->lock);
    while ((run = next_run_or_rest(lane))) {
        at_runs_wake_locked(runs); // places in the queue have changed
        pthread_mutex_unlock(&runs->lock);
        at_runs_execute(lane, run);
        pthread_mutex_lock(&runs->lock);
        at_runs_leave_locked(run);
    }
    at_lock_release(lane->lease);
    lane->lease = NULL;
    lane->is_leaving = true;
    if (lane->lost_to[0])
        give_up(lane);
    lane->has_ended = true;
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
    return NULL;
}

// Start a lane with its lease, which it takes over.
static struct at_runs_lane *
start_lane(struct at_runs *runs, const struct at_platform *platform,
           const char *device, struct at_lock *lease, struct at_err *err)
{
    struct at_runs_lane *lane = at_alloc(sizeof(*lane));
    lane->runs = runs;
    lane->platform = platform;
    lane->lease = lease;
    if (!at_wake_init(&lane->wake, err)) {
        at_lock_release(lease);
        free(lane);
        return NULL;
    }
    pthread_cond_init(&lane->released, NULL);
    at_str_cut(lane->device, sizeof(lane->device), at_str(device));
    int failed = pthread_create(&lane->thread, NULL, work, lane);
    if (failed != 0) {
        at_lock_release(lease);
        pthread_cond_destroy(&lane->released);
        at_wake_deinit(&lane->wake);
        free(lane);
        at_fail_sys(err, AT_EIO, failed,
                    "cannot start a thread for device '%s'", device);
        return NULL;
    }
    lane->next = runs->lanes;
    runs->lanes = lane;
    return lane;
}

static struct at_runs_lane *
lane_on(const struct at_runs *runs, const char *device)
{
    struct at_runs_lane *lane = runs->lanes;
    while (lane && (lane->is_leaving || strcmp(lane->device, device) != 0))
        lane = lane->next;
    return lane;
}

// Return true if the lane is about to end unless it gets a run.
static bool
is_idle(const struct at_runs_lane *lane)
{
    const struct at_runs_run *run = lane->runs->first;
    while (run && (run->lane || !suits(run, lane)))
        run = run->next;
    return !lane->current && !run && !lane->is_held;
}

// The lane takes the lock as its first move, so it sees that it is held.
static bool
hold_locked(struct at_runs *runs, const struct at_platform *platform,
            const char *device, struct at_runs_lane **out, struct at_err *err)
{
    const struct at_op now = {at_now_ns(), NULL};
    struct at_runs_lane *lane = lane_on(runs, device);
    struct at_lock *lease;
    *out = NULL;
    if (runs->closing)
        return at_fail(err, AT_EBUSY, "the server is stopping");
    if (lane && !is_idle(lane))
        return at_fail(err, AT_EBUSY,
                       lane->is_held ? "somebody else points at device '%s'"
                                     : "a run has device '%s', or waits for it",
                       device);
    if (!lane) {
        if (!at_lock_take(&now, device, PROGRAM, false, &lease, err))
            return false;
        lane = start_lane(runs, platform, device, lease, err);
    }
    if (lane)
        lane->is_held = true;
    *out = lane;
    return lane != NULL;
}

static bool
is_held(const struct at_runs *runs, const char *device)
{
    const struct at_runs_lane *lane = lane_on(runs, device);
    return lane && lane->is_held;
}

bool
at_runs_hold(const struct at_op *op, struct at_runs *runs,
             const struct at_runs_device *place, struct at_runs_lane **out,
             struct at_err *err)
{
    const struct at_op patient = at_op_sub(op, at_now_ns(), HOLD_WAIT_MS);
    pthread_mutex_lock(&runs->lock);
    while (is_held(runs, place->device) &&
           at_runs_await_locked(&patient, runs, NULL))
        continue;
    at_runs_reap_lanes_locked(runs);
    bool ok = hold_locked(runs, place->platform, place->device, out, err);
    pthread_mutex_unlock(&runs->lock);
    return ok;
}

void
at_runs_let_go(struct at_runs_lane *lane)
{
    struct at_runs *runs = lane->runs;
    pthread_mutex_lock(&runs->lock);
    lane->is_held = false;
    pthread_cond_signal(&lane->released);
    at_runs_wake_locked(runs);
    pthread_mutex_unlock(&runs->lock);
}

bool
at_runs_find_lane_locked(struct at_runs *runs,
                         const struct at_runs_candidates *candidates,
                         struct at_runs_lane **out_lane, struct at_err *err)
{
    const struct at_op now = {at_now_ns(), NULL};
    struct at_err why = AT_ERR_INIT;
    bool has_lane = false;
    *out_lane = NULL;
    for (size_t i = 0; i < candidates->count; i++) {
        const char *device = candidates->rows[i].device;
        struct at_runs_lane *lane = lane_on(runs, device);
        struct at_lock *lease;
        has_lane = has_lane || lane;
        if (!lane && at_lock_take(&now, device, PROGRAM, false, &lease, &why)) {
            *out_lane = start_lane(runs, candidates->rows[i].platform, device,
                                   lease, err);
            return *out_lane != NULL;
        }
        if (lane && is_idle(lane)) {
            *out_lane = lane;
            return true;
        }
    }
    return has_lane || at_err_pass(err, &why);
}

void
at_runs_reap_lanes_locked(struct at_runs *runs)
{
    struct at_runs_lane **link = &runs->lanes;
    while (*link) {
        struct at_runs_lane *lane = *link;
        if (!lane->has_ended) {
            link = &lane->next;
            continue;
        }
        *link = lane->next;
        pthread_join(lane->thread, NULL);
        pthread_cond_destroy(&lane->released);
        at_wake_deinit(&lane->wake);
        free(lane);
    }
}
