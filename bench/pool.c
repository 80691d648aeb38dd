// pool.c: a pool of hosts and devices in simulated time
//
//   pool [HOSTS RUNS]
//
// Real: the store and its compare-and-set, documents of runs, the order of the
// queue, what a device may do, leases. Simulated: time, devices, what runs do,
// and how long the bus takes: a claim 2 to 6 ms, news 5 ms, and a host looks 1
// to 15 ms after them. All hosts see one queue, with that delay. One host is
// lost after three minutes. Prints one JSON object.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "bench/pool_sim.h"
#include "sys/folder.h"
#include "tester/runs/lease.h"
#include "wire/json.h"

enum { NEWS_MS = 5, SUBMIT_MS = 1, QUEUE_MAX = 20000, FULL_MS = 1000 };
enum { LOST_AT_MS = 180000, JUDGE_MS = AT_LEASE_MS / AT_LEASE_RENEWALS };

enum kind { SUBMIT, NOTICE, CLAIM, FORGET, END, LOSE, JUDGE };

struct event {
    int64_t at_ms;
    enum kind kind;
    size_t what; // suite, host, device, run, device
    size_t next; // the run of a suite; the attempt of a run
};

// A heap, the first event at its top.
static struct event *events;
static size_t event_count;
static size_t event_max;

static void
swap_events(size_t a, size_t b)
{
    struct event event = events[a];
    events[a] = events[b];
    events[b] = event;
}

static void
push(int64_t at_ms, enum kind kind, size_t what, size_t next)
{
    size_t at = event_count++;
    if (event_count > event_max) {
        event_max = 2 * event_count;
        events = at_realloc_array(events, event_max, sizeof(*events));
    }
    events[at] = (struct event){at_ms, kind, what, next};
    for (; at > 0 && events[(at - 1) / 2].at_ms > events[at].at_ms;
         at = (at - 1) / 2)
        swap_events(at, (at - 1) / 2);
}

static struct event
pop(void)
{
    struct event first = events[0];
    size_t at = 0;
    events[0] = events[--event_count];
    for (;;) {
        size_t least = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2; child++)
            if (child < event_count &&
                events[child].at_ms < events[least].at_ms)
                least = child;
        if (least == at)
            return first;
        swap_events(at, least);
        at = least;
    }
}

static void
notice(struct sim *sim, size_t host)
{
    if (sim->noticing[host])
        return;
    sim->noticing[host] = true;
    push(sim->now_ms + NEWS_MS + 1 + (int64_t)sim_random(15), NOTICE, host, 0);
}

static void
try_to_claim(struct sim *sim, size_t number)
{
    struct sim_device *device = &sim->devices[number];
    if (device->state != SIM_IDLE || device->seen == sim->added[device->class])
        return;
    struct at_queued *queued = sim_choose(sim, device);
    if (!queued) {
        device->seen = sim->added[device->class];
        return;
    }
    device->state = SIM_CLAIMS;
    device->run = sim_run_of(queued);
    device->revision = sim->runs[device->run].revision;
    sim->runs[device->run].tried[device->host / 64] |= UINT64_C(1)
                                                       << (device->host % 64);
    push(sim->now_ms + 2 + (int64_t)sim_random(5), CLAIM, number, 0);
}

static void
tell_idle(struct sim *sim)
{
    for (size_t i = 0; i < sim->device_count; i++)
        if (sim->devices[i].state == SIM_IDLE &&
            sim->devices[i].seen != sim->added[sim->devices[i].class])
            notice(sim, sim->devices[i].host);
}

// The host that submits a run has it claimed by a free device at once.
static void
promise(struct sim *sim, size_t host)
{
    size_t first = host * SIM_DEVICES_OF_HOST;
    for (size_t i = first; i < first + SIM_DEVICES_OF_HOST; i++) {
        if (sim->devices[i].state == SIM_IDLE &&
            sim->devices[i].seen != sim->added[sim->devices[i].class]) {
            try_to_claim(sim, i);
            return;
        }
    }
}

// One case after the other, as a host submits a suite.
static void
submit(struct sim *sim, const struct event *event)
{
    const struct sim_suite *suite = &sim->suites[event->what];
    bool is_full = sim->queue.count >= QUEUE_MAX;
    if (!is_full) {
        sim_submit(sim, suite->first + event->next);
        promise(sim, sim->runs[suite->first + event->next].submitter);
        tell_idle(sim);
    }
    size_t next = event->next + !is_full;
    if (next < suite->count)
        push(sim->now_ms + (is_full ? FULL_MS : SUBMIT_MS), SUBMIT, event->what,
             next);
}

static void
claim(struct sim *sim, size_t number)
{
    struct sim_device *device = &sim->devices[number];
    const struct sim_run *run = &sim->runs[device->run];
    if (device->state == SIM_DEAD)
        return;
    if (!sim_claim(sim, device)) {
        device->state = SIM_IDLE;
        device->refused++;
        try_to_claim(sim, number);
        return;
    }
    device->state = SIM_RUNS;
    device->refused = 0;
    device->renewed_ms = sim->now_ms;
    push(sim->now_ms + NEWS_MS, FORGET, device->run, 0);
    push(sim->now_ms + run->duration_ms, END, number, (size_t)run->attempt);
    sim->renewals += (uint64_t)(run->duration_ms / JUDGE_MS);
}

static void
forget(struct sim *sim, size_t run)
{
    struct at_queued *queued = at_queue_find(&sim->queue, sim->runs[run].id);
    if (queued)
        at_queue_remove(&sim->queue, queued);
}

static void
end(struct sim *sim, const struct event *event)
{
    struct sim_device *device = &sim->devices[event->what];
    if (device->state != SIM_RUNS)
        return;
    sim_end(sim, device->run);
    device->busy_ms += sim->runs[device->run].duration_ms;
    device->state = SIM_IDLE;
    device->seen = sim->added[device->class] - 1;
    try_to_claim(sim, event->what);
}

static bool had_run[SIM_DEVICES_OF_HOST];

static void
lose(struct sim *sim)
{
    for (size_t i = 0; i < SIM_DEVICES_OF_HOST; i++) {
        had_run[i] = sim->devices[i].state == SIM_RUNS;
        sim->devices[i].state = SIM_DEAD;
        // Its last renewal.
        sim->devices[i].renewed_ms =
            sim->now_ms - (int64_t)sim_random(JUDGE_MS);
    }
    push(sim->now_ms + JUDGE_MS, JUDGE, 0, 0);
}

static void
judge(struct sim *sim)
{
    bool waits = false;
    for (size_t i = 0; i < SIM_DEVICES_OF_HOST; i++) {
        struct at_lease lease = {
            .attempt = 1,
            .retries = 1,
            .updated_ms = sim->devices[i].renewed_ms,
            .followed_ms = 1,
            .now_ms = sim->now_ms,
            .lease_ms = AT_LEASE_MS,
        };
        bool is_lost = at_lease_judge(&lease) == AT_LEASE_REQUEUE;
        if (had_run[i] && is_lost)
            sim_requeue(sim, sim->devices[i].run);
        waits = waits || (had_run[i] && !is_lost);
        had_run[i] = had_run[i] && !is_lost;
    }
    tell_idle(sim);
    if (waits)
        push(sim->now_ms + JUDGE_MS, JUDGE, 0, 0);
}

static void
step(struct sim *sim)
{
    struct event event = pop();
    sim->now_ms = event.at_ms;
    switch (event.kind) {
    case SUBMIT:
        submit(sim, &event);
        break;
    case NOTICE:
        sim->noticing[event.what] = false;
        for (size_t i = 0; i < SIM_DEVICES_OF_HOST; i++)
            try_to_claim(sim, event.what * SIM_DEVICES_OF_HOST + i);
        break;
    case CLAIM:
        claim(sim, event.what);
        break;
    case FORGET:
        forget(sim, event.what);
        break;
    case END:
        end(sim, &event);
        break;
    case LOSE:
        lose(sim);
        break;
    case JUDGE:
        judge(sim);
        break;
    }
}

static void
make_devices(struct sim *sim)
{
    sim->device_count = sim->opts.hosts * SIM_DEVICES_OF_HOST;
    sim->devices = at_alloc(sim->device_count * sizeof(*sim->devices));
    sim->noticing = at_alloc(sim->opts.hosts * sizeof(*sim->noticing));
    for (size_t i = 0; i < sim->device_count; i++)
        sim->devices[i] = (struct sim_device){
            .host = i / SIM_DEVICES_OF_HOST,
            .class = (sim_random(10) < 3 ? 2 : 0) + (sim_random(10) == 0),
        };
}

static void
sim_free(struct sim *sim)
{
    at_queue_deinit(&sim->queue);
    at_store_db_free(sim->store);
    free(sim->suites);
    free(sim->runs);
    free(sim->devices);
    free(sim->noticing);
    free(events);
}

int
main(int argc, char **argv)
{
    const char *folder = getenv("TMPDIR");
    char *home = at_strfmt("%s/at-pool-bench-XXXXXX", folder ? folder : "/tmp");
    struct at_err err = AT_ERR_INIT;
    int64_t hosts = 200;
    int64_t runs = 100000;
    bool ok =
        argc <= 2 || (at_str_to_i64(at_str(argv[1]), 0, INT32_MAX, &hosts) &&
                      at_str_to_i64(at_str(argv[2]), 0, INT32_MAX, &runs));
    struct sim sim = {.opts = {(size_t)hosts, (size_t)runs}};
    sim_need(ok && sim.opts.hosts > 1 && sim.opts.hosts <= SIM_HOSTS_MAX &&
                 sim.opts.runs >= 1000,
             "2 to 256 HOSTS, and at least 1000 RUNS", NULL);
    sim_need(mkdtemp(home) != NULL, "a folder", NULL);
    char *path = at_strfmt("%s/pool.db", home);
    sim_need(at_store_sqlite_open(path, &sim.store, &err), path, &err);
    make_devices(&sim);
    sim_load(&sim);
    for (size_t i = 0; i < sim.suite_count; i++)
        push(sim.suites[i].begins_ms, SUBMIT, i, 0);
    push(LOST_AT_MS, LOSE, 0, 0);
    while (sim.ended < sim.opts.runs && event_count > 0)
        step(&sim);
    sim_need(sim.ended == sim.opts.runs, "all runs ended once", NULL);
    json_t *report = sim_report(&sim);
    json_dumpf(report, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(5));
    printf("\n");
    json_decref(report);
    sim_free(&sim);
    ok = at_folder_remove(home, NULL);
    free(path);
    free(home);
    return ok ? 0 : 1;
}
