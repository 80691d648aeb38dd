// pool_sim.h: a pool in simulated time: its hosts, devices, runs and figures
#ifndef BENCH_POOL_SIM_H
#define BENCH_POOL_SIM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store.h"
#include "tester/runs/queue.h"

enum { SIM_CLASSES = 4, SIM_DEVICES_OF_HOST = 25, SIM_HOSTS_MAX = 256 };

// A group of runs that someone waits for.
struct sim_suite {
    int64_t begins_ms;
    int64_t priority;
    size_t first; // its runs follow each other
    size_t count;
};

struct sim_run {
    char id[AT_STORE_ID_LEN + 1];
    size_t suite;
    int class; // the least capable devices that can do it
    bool needs_tablet;
    size_t submitter; // a host
    int64_t queued_ms;
    int64_t duration_ms;
    int64_t waited_ms; // until its first claim; -1: it still waits
    int64_t revision;
    uint64_t tried[SIM_HOSTS_MAX / 64]; // hosts that claimed it, as bits
    int attempt;
    bool claimed; // its document is not queued
    bool ended;
};

enum sim_state { SIM_IDLE, SIM_CLAIMS, SIM_RUNS, SIM_DEAD };

struct sim_device {
    size_t host;
    int class;
    enum sim_state state;
    size_t run;
    int64_t revision; // when the device chose the run
    int64_t renewed_ms;
    unsigned refused; // claims in a row
    int64_t busy_ms;  // in all
    uint64_t seen;    // runs of its class that it found nothing among
};

struct sim_opts {
    size_t hosts;
    size_t runs;
};

struct sim {
    struct sim_opts opts;
    struct at_store_db *store;
    struct at_queue queue; // what all hosts see, after a delay
    struct sim_suite *suites;
    size_t suite_count;
    struct sim_run *runs;
    struct sim_device *devices;
    size_t device_count;
    bool *noticing; // hosts that are about to look
    int64_t now_ms;
    size_t ended;
    uint64_t added[SIM_CLASSES]; // runs that a class can do
    // Figures.
    uint64_t claims, conflicts, requeued, puts, put_bytes, renewals;
    size_t queue_most;
};

// pool_load.c: what the pool is given to do, the same each time.
void sim_load(struct sim *sim);
uint64_t sim_random(uint64_t below);
// pool_runs.c: the runs in the store.
void sim_need(bool ok, const char *what, const struct at_err *err);
void sim_submit(struct sim *sim, size_t run);
// Claim it for the device. False: another one has it.
bool sim_claim(struct sim *sim, const struct sim_device *device);
void sim_end(struct sim *sim, size_t run);
void sim_requeue(struct sim *sim, size_t run);
bool sim_was_tried(const struct sim_run *run, size_t host);
struct at_queued *sim_choose(struct sim *sim, const struct sim_device *device);
size_t sim_run_of(const struct at_queued *queued);
// pool_report.c
json_t *sim_report(const struct sim *sim);

#endif
