// pool_runs.c: runs of a simulated pool in a real store, chosen by the real
// rules and claimed by compare-and-set
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "bench/pool_sim.h"
#include "sys/clock.h"
#include "tester/runs/run_documents.h"
#include "wire/json.h"

void
sim_need(bool ok, const char *what, const struct at_err *err)
{
    if (ok)
        return;
    fprintf(stderr, "pool: %s: %s\n", what, err ? err->msg : "failed");
    exit(1);
}

static void
read_scenario(const struct sim_run *run, struct at_scenario *out)
{
    struct at_err err = AT_ERR_INIT;
    json_t *json = json_pack(
        "{s:s, s:s, s:s, s:[s,s,s,s,s], s:[s,s]}", "goal", "Order a pizza",
        "packageName", "com.example.pizza", "platform",
        run->class >= 2 ? "ios" : "android", "steps",
        "Log in as demo@example.com", "Open the third note and read its title",
        "Go back to the list of notes", "Open the settings",
        "Return to the list, which has all notes", "tags", "smoke", "nightly");
    sim_need(at_scenario_read(json, out, &err), "a scenario", &err);
    json_decref(json);
}

static void
note_put(struct sim *sim, const struct at_run_record *record)
{
    struct at_buf text = AT_BUF_INIT((size_t)1 << 20);
    json_t *json = at_run_record_json(record);
    sim->puts++;
    if (sim->puts % 64 == 1 && at_json_write(json, &text))
        sim->put_bytes += 64 * text.len; // a sample
    at_buf_deinit(&text);
    json_decref(json);
}

// revision in the index is free for the number of the run.
static void
add_to_queue(struct sim *sim, size_t number, const struct at_run_record *record)
{
    const struct sim_run *run = &sim->runs[number];
    struct at_queued *queued =
        at_queue_add(&sim->queue, record, run->queued_ms);
    queued->told = true;
    queued->revision = (int64_t)number;
    for (int class = run->class; class < run->class + 2; class ++)
        sim->added[class] += class == run->class + 1 || !run->needs_tablet;
    if (sim->queue.count > sim->queue_most)
        sim->queue_most = sim->queue.count;
}

size_t
sim_run_of(const struct at_queued *queued)
{
    return (size_t)queued->revision;
}

void
sim_submit(struct sim *sim, size_t number)
{
    struct sim_run *run = &sim->runs[number];
    struct at_tester_config config;
    struct at_scenario scenario;
    struct at_run_record record;
    struct at_err err = AT_ERR_INIT;
    read_scenario(run, &scenario);
    at_tester_config_start(&config);
    at_store_new_id(run->id);
    at_run_record_new(&record, run->id, &scenario, &config, sim->now_ms);
    record.pooled = true;
    record.retries = 1;
    record.priority = sim->suites[run->suite].priority;
    if (run->needs_tablet)
        at_argv_add(&record.needs, "tablet");
    run->queued_ms = sim->now_ms;
    run->revision = 0;
    sim_need(at_run_document_replace(sim->store, &record, &run->revision, &err),
             "queue a run", &err);
    note_put(sim, &record);
    add_to_queue(sim, number, &record);
    at_run_record_deinit(&record);
    at_scenario_deinit(&scenario);
}

bool
sim_was_tried(const struct sim_run *run, size_t host)
{
    return run->tried[host / 64] >> (host % 64) & 1;
}

// As a lane's find_next(): a host does not choose again what one of its devices
// is claiming, or what it was refused.
struct at_queued *
sim_choose(struct sim *sim, const struct sim_device *device)
{
    struct at_argv caps = AT_ARGV_INIT;
    if (device->class % 2 == 1)
        at_argv_add(&caps, "tablet");
    const struct at_choice_device choice = {
        .platform = device->class >= 2 ? "ios" : "android",
        .id = "",
        .only = "",
        .caps = &caps,
    };
    struct at_queued *found = NULL;
    size_t skip = at_choice_skip(device->refused, sim_random(UINT64_MAX));
    for (size_t i = 0; i < sim->queue.count; i++) {
        struct at_queued *queued = sim->queue.rows[i];
        const struct sim_run *run = &sim->runs[sim_run_of(queued)];
        if (!at_queued_waits(queued, sim->now_ms) ||
            !at_choice_suits(&queued->wish, &choice) ||
            sim_was_tried(run, device->host))
            continue;
        found = queued;
        if (skip-- == 0)
            break;
    }
    at_argv_deinit(&caps);
    return found;
}

static void
begin(struct sim *sim, struct at_run_record *record)
{
    at_run_record_begin(record, "android", "emulator-5554", sim->now_ms);
}

// Change the document of a run by fn, if it still has that revision.
static bool
change(struct sim *sim, struct sim_run *run, int64_t expected,
       void (*fn)(struct sim *sim, struct at_run_record *record))
{
    struct at_run_record record;
    struct at_err err = AT_ERR_INIT;
    sim_need(at_run_document_get(sim->store, run->id, &record, NULL, &err),
             "read a run", &err);
    // As a lane does: it claims what is queued.
    bool may = fn != begin || record.state == AT_RUN_STATE_QUEUED;
    fn(sim, &record);
    bool ok =
        may && at_run_document_replace(sim->store, &record, &expected, &err);
    sim_need(ok || !may || err.code == AT_EBUSY, "store a run", &err);
    if (ok) {
        note_put(sim, &record);
        run->revision = expected;
    }
    at_run_record_deinit(&record);
    return ok;
}

static void
end(struct sim *sim, struct at_run_record *record)
{
    at_run_record_fail(record, AT_RUN_END_STOPPED, "simulated", sim->now_ms);
}

static void
requeue(struct sim *sim, struct at_run_record *record)
{
    at_run_record_requeue(record, AT_RUN_END_LOST, "the host is silent",
                          sim->now_ms);
}

bool
sim_claim(struct sim *sim, const struct sim_device *device)
{
    struct sim_run *run = &sim->runs[device->run];
    // The store would refuse it as well, which takes most of the simulation.
    bool ok = !run->claimed && change(sim, run, device->revision, begin);
    run->claimed = run->claimed || ok;
    sim->claims += ok;
    sim->conflicts += !ok;
    if (ok && run->waited_ms < 0)
        run->waited_ms = sim->now_ms - run->queued_ms;
    return ok;
}

void
sim_end(struct sim *sim, size_t number)
{
    struct sim_run *run = &sim->runs[number];
    sim_need(!run->ended, "each run is done once", NULL);
    sim_need(change(sim, run, run->revision, end), "end a run", NULL);
    run->ended = true;
    sim->ended++;
}

void
sim_requeue(struct sim *sim, size_t number)
{
    struct sim_run *run = &sim->runs[number];
    struct at_run_record record;
    struct at_err err = AT_ERR_INIT;
    sim_need(change(sim, run, run->revision, requeue), "requeue a run", NULL);
    sim_need(at_run_document_get(sim->store, run->id, &record, NULL, &err),
             "read a run", &err);
    run->attempt++;
    run->claimed = false;
    memset(run->tried, 0, sizeof(run->tried));
    sim->requeued++;
    add_to_queue(sim, number, &record);
    at_run_record_deinit(&record);
}
