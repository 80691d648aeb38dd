// runs.h: all runs of this process: queued, running, ended; one per device
//
// Runs on different devices run in parallel, each on its own thread; a run for
// a busy device waits in its queue. A run without a device gets the first free
// one. A run is in the store from its submission on; a restart ends runs that
// were cut off, with the end "lost". Any thread may call.
#ifndef AT_TESTER_RUNS_RUNS_H
#define AT_TESTER_RUNS_RUNS_H

#include "agent/run/run_record.h"
#include "agent/scenario.h"
#include "base/err.h"
#include "base/op.h"
#include "device/platform.h"
#include "store/store.h"
#include "agent/config.h"
#include "tester/env.h"
#include "tester/runs/attempt.h"
#include "tester/view/views.h"
#include "tester/worker/worker.h"

struct at_runs;

struct at_runs_opts {
    const struct at_platform *const *platforms; // up to NULL, borrowed
    struct at_store_db *store;                  // borrowed
    struct at_env *env;                         // borrowed
    const char *reports;                        // folder of all runs' folders
    // The folder of hints about apps for the model, a PACKAGE.md each; NULL:
    // none. Borrowed.
    const char *hints;
    const struct at_worker_ways *workers; // do the runs; borrowed
    struct at_views *views; // gets the pictures of all runs; may be NULL
    bool no_replay;     // play no recordings, whatever the configuration says
    bool strong_proofs; // demand them, whatever the configuration says
    const char *second_model; // instead of the configuration's; "": none; NULL:
                              // as the configuration says; borrowed
    size_t queue_max;         // runs that may wait; 0: AT_RUNS_QUEUE_MAX
    // Hosts that share the store do each other's runs. False: no other process
    // does those of this one, and they end with it.
    bool is_pool;
    const char *host; // name of this one among them; NULL: the machine's
    const char *url;  // address for the other hosts; NULL: unknown; borrowed
    int64_t lease_ms; // a host that is silent for so long has lost its runs;
                      // 0: AT_LEASE_MS
    // An event of any run was stored: json is its text. Called in order for
    // each run, from its thread; must not block.
    void (*event)(void *user, const char *run, int64_t index,
                  struct at_str json);
    void *user;
};

// Marks runs that a process before this one did not finish.
AT_CHECKED bool at_runs_new(const struct at_runs_opts *opts,
                            struct at_runs **out, struct at_err *err);
// Stop all runs and wait for their ends. NULL is allowed.
void at_runs_free(struct at_runs *runs);
// The process will end: take no run any more, and let those go on that run.
void at_runs_drain(struct at_runs *runs);

// Call fn on a thread of its own. at_runs_free() waits for its end, which is to
// be soon once at_runs_is_ending().
AT_CHECKED bool at_runs_defer(struct at_runs *runs, void (*fn)(void *user),
                              void *user, struct at_err *err);
bool at_runs_is_ending(struct at_runs *runs);
// True: other processes may go on with what this one has begun.
bool at_runs_is_pool(const struct at_runs *runs);
// The name of this process in the store. Borrowed.
const char *at_runs_holder(const struct at_runs *runs);

struct at_store_db *at_runs_store(struct at_runs *runs); // borrowed
// The name of this host in the pool, as runs have it. Borrowed.
const char *at_runs_host(const struct at_runs *runs);

// The configuration of future runs.
void at_runs_config(struct at_runs *runs, struct at_tester_config *out);
AT_CHECKED bool at_runs_configure(struct at_runs *runs,
                                  const struct at_tester_config *config,
                                  struct at_err *err);

// The devices of all platforms, listed at most every two seconds for all
// submissions that share it. One thread at a time.
struct at_runs_listing;
struct at_runs_listing *at_runs_listing_new(void);
void at_runs_listing_free(struct at_runs_listing *listing); // NULL is allowed

struct at_runs_wish {
    const struct at_scenario *scenario; // copied
    int64_t revision; // revision of the stored scenario; 0: it is not stored
    // Begin at this step on the device as it is; 0 or 1: the whole scenario.
    int64_t from_step;
    int64_t priority;      // 0: normal; up to +-AT_CHOICE_PRIORITY_MAX
    int64_t not_before_ms; // time of the store's clock; 0: at once
    int64_t retries;       // further attempts after faults of machines; 0: none
    const struct at_argv *needs; // what its device must have; NULL: nothing
    const char *suite_run; // id of the suite run that it belongs to; or NULL
    const char *case_name; // its name there; or NULL
    const json_t *row;     // the row that the scenario was filled with; or NULL
    struct at_runs_listing *listing; // shared with other runs; or NULL
};

enum { AT_RUNS_RETRIES_MAX = AT_ATTEMPTS_MAX - 1 };

// Store the run and queue it; its id goes into out_id. AT_EUSAGE (scenario,
// profile, missing secrets), AT_ENODEV, AT_ELIMIT (too many are queued).
AT_CHECKED bool at_runs_submit(const struct at_op *op, struct at_runs *runs,
                               const struct at_runs_wish *wish,
                               char out_id[AT_STORE_ID_LEN + 1],
                               struct at_err *err);
// Wait until a run has ended. *out_text is the contract's answer
// ("onAgentFinished: …", "Test stopped by user", "Agent failed: …").
AT_CHECKED bool at_runs_wait(const struct at_op *op, struct at_runs *runs,
                             const char *id, struct at_buf *out_text,
                             struct at_err *err);
// Let no case of a suite run begin here any more. Those that are queued, and
// those that will be, end soon.
void at_runs_stop_suite(struct at_runs *runs, const char *suite_run);
// Stop one run, or all of them (NULL): queued ones end at once. All of a pool's
// are those that this host does, and those that its clients wait for. False
// with AT_ENOTFOUND: none is running.
AT_CHECKED bool at_runs_stop(struct at_runs *runs, const char *id,
                             struct at_err *err);
// Take no more runs, and stop those that end with this process. In a pool those
// that are queued, and those of other hosts, go on, and other hosts do those of
// this one again.
void at_runs_end(struct at_runs *runs);
// Answer a run that waits for approval of a guarded action.
AT_CHECKED bool at_runs_approve(struct at_runs *runs, const char *id,
                                bool approved, struct at_err *err);
// A run that has not ended, as it is now.
struct at_runs_open {
    struct at_run_record record; // owned
    char *asks;   // action that waits for approval; owned; NULL: none
    size_t place; // in the queue, from 1; 0: it is not queued
};
struct at_runs_list {
    struct at_runs_open *items; // owned
    size_t count;
};

// List the runs that have not ended, or only that one. At most
// AT_STORE_LIST_MAX of those that are queued are listed.
void at_runs_list_open(struct at_runs *runs, const char *id,
                       struct at_runs_list *out);
void at_runs_list_deinit(struct at_runs_list *list);
// Return the place of a queued run, from 1; 0: it is not queued.
size_t at_runs_place(struct at_runs *runs, const char *id);
struct at_runs_counts {
    size_t queued;
    size_t running;    // this process's, with those it is beginning or ending
    int64_t oldest_ms; // when the oldest queued one was queued, by the store's
                       // clock; 0: none is
};
void at_runs_count(struct at_runs *runs, struct at_runs_counts *out);
// The record of a run, which the caller deinits whatever is returned.
// AT_ENOTFOUND.
AT_CHECKED bool at_runs_record(struct at_runs *runs, const char *id,
                               struct at_run_record *out, struct at_err *err);
// The record of a run that could not be queued, and why; for its report.
void at_runs_refused(const struct at_scenario *scenario,
                     const struct at_err *why, struct at_run_record *out);

struct at_runs_device_state {
    const struct at_platform *platform;
    struct at_device_entry entry;
    char run[AT_STORE_ID_LEN + 1]; // run that has the device; "": none
    bool held;                     // a person tries a step on it
    size_t queued;                 // runs that wait for it by name
};
struct at_runs_devices {
    struct at_runs_device_state *items; // owned: free() them
    size_t count;
};

// List the devices of all platforms. AT_ENOTOOL says what to install. *out is
// initialised either way.
AT_CHECKED bool at_runs_list_devices(const struct at_op *op,
                                     struct at_runs *runs,
                                     struct at_runs_devices *out,
                                     struct at_err *err);

#endif
