// runs_priv.h: the runs that have not ended, and the devices that they have
#ifndef AT_TESTER_RUNS_RUNS_PRIV_H
#define AT_TESTER_RUNS_RUNS_PRIV_H

#include <pthread.h>

#include "agent/models/profile.h"
#include "agent/guards/secrets.h"
#include "sys/filelock.h"
#include "sys/lock.h"
#include "sys/waiters.h"
#include "sys/wake.h"
#include "tester/runs/lease.h"
#include "tester/runs/queue.h"
#include "tester/runs/recorder.h"
#include "tester/profiles.h"
#include "tester/run/run.h"
#include "tester/runs/runs.h"
#include "tester/worker/worker_link.h"

enum at_approval {
    AT_APPROVAL_NONE,
    AT_APPROVAL_ASKED,
    AT_APPROVAL_NO,
    AT_APPROVAL_YES
};

struct at_runs_lane;

// A run that this process has: one that it does, or one that it ends.
struct at_runs_run {
    // Set before others see the run, and never changed.
    char id[AT_STORE_ID_LEN + 1];
    int64_t attempt;
    struct at_secrets *secrets; // owned; may be NULL

    // The thread's alone that does or ends it. Each change of the document
    // expects the revision of the one before, which is its fence.
    int64_t revision;
    int64_t last_event; // before the run was claimed; its index
    int64_t stored_ns;  // when the document was last stored

    // Guarded by the lock of struct at_runs.
    struct at_runs_run *next;
    struct at_runs_lane *lane; // NULL: it never began
    // The run, with its model and secrets. Its record is changed by one thread
    // alone, that of the lane or that which ends a queued run, which reads it
    // without the lock. Its id, scenario and config never change.
    struct at_run_order order;
    char *asks; // action that waits for approval; owned; NULL: none
    enum at_approval approval;
    bool stopping;
    bool leaving;  // this host ends: another one of the pool does it again
    bool fenced;   // another process has it: nothing is written any more
    bool unlisted; // it has ended, and its last event is about to be told
    bool retired;  // the last event is out
    size_t users;  // threads that look at it, its lane included
};

// The process that does a lane's runs, and the messages with it.
struct at_runs_worker {
    long id; // id for struct at_worker_ways
    struct at_worker_link link;
};

// A device, its lease and the thread that has one run after the other done on
// it. It ends when no run is left for it.
struct at_runs_lane {
    struct at_runs *runs;
    const struct at_platform *platform;
    char device[128];
    struct at_argv caps;
    struct at_lock *lease; // owned
    pthread_t thread;
    pthread_cond_t released; // is_held is over
    struct at_wake wake;     // a stop, or an answer to its run
    // Its thread's alone; owned; NULL: none runs.
    struct at_runs_worker *worker;
    unsigned refused; // claims in a row, by its thread alone

    // Guarded by the lock of struct at_runs.
    struct at_runs_lane *next;
    struct at_runs_run *current; // NULL: it looks for one
    bool has_ended;              // the thread may be joined
    bool is_leaving;             // it takes no run any more
    bool is_held;                // at_runs_hold() holds it: runs wait
    char lost_to[160];           // the program that asks for the device; or ""
};

// Devices that can be opened now, the first platform's first.
struct at_runs_candidates {
    struct {
        const struct at_platform *platform;
        char device[128];
        struct at_argv caps;
    } * rows; // owned
    size_t count;
};

enum { AT_RUNS_NEWS_MAX = 1024 };

// Changes of the store that the keeper is yet to look at.
struct at_news {
    char (*ids)[AT_STORE_ID_LEN + 1]; // owned; of runs
    size_t count;
    bool all;       // there were too many: look at all runs
    bool queue;     // a run waits that no lane may have seen
    bool host;      // the document of this host
    bool abilities; // models or secrets: refused runs may be possible
};

struct at_keeper;
struct at_retention;

// A run that a client waits for; its thread's.
struct at_awaited {
    const char *id;
    struct at_awaited *next;
};

struct at_runs {
    struct at_runs_opts opts;
    char *reports; // owned; in opts
    char *owner;   // owned; the file that marks this process as alive
    char holder[AT_STORE_ID_LEN + 1]; // name of this process in the store
    char host[AT_STORE_KEY_MAX + 1];  // name of this machine
    struct at_filelock *owned;        // lock of that file

    struct at_retention *retention; // owned; removes old reports
    pthread_t collector;            // at the start
    bool has_collector;

    pthread_mutex_t lock; // guards all below
    struct at_queue queue;
    struct at_runs_run *first; // those that this process has
    struct at_runs_lane *lanes;
    struct at_waiters waiters;
    struct at_awaited *awaited; // runs that clients wait for here
    struct at_tester_config config;
    bool closing;
    bool ending;         // it closes once its runs have ended
    bool draining;       // no run is taken any more
    bool name_lost;      // another process has the name of this host
    size_t deferred;     // threads of at_runs_defer()
    struct at_news news; // for the keeper

    struct at_keeper *keeper; // owned
};

// Functions with the suffix _locked need the lock, which the others take.

// Wait without the lock until something changes, or op ends. No change is
// missed.
AT_CHECKED bool at_runs_await_locked(const struct at_op *op,
                                     struct at_runs *runs, struct at_err *err);
void at_runs_wake_locked(struct at_runs *runs);

// Return true if queued runs are taken.
bool at_runs_takes_locked(const struct at_runs *runs);
// Add a run to those that this process has.
void at_runs_list_locked(struct at_runs *runs, struct at_runs_run *run);
// It has ended: show it to no one any more, and then, after its last event,
// take it out.
void at_runs_unlist_locked(struct at_runs_run *run);
void at_runs_retire_locked(struct at_runs *runs, struct at_runs_run *run);
// End the use of a run by one thread. The last one frees it.
void at_runs_leave_locked(struct at_runs_run *run);
void at_runs_free_run(struct at_runs_run *run); // not one in the list

// runs_fence.c. Store the record of a run that this process has, or is about to
// have. AT_EBUSY: another has it, or it was removed; the run is then fenced.
AT_CHECKED bool at_runs_put(struct at_runs *runs, struct at_runs_run *run,
                            struct at_err *err);

// runs_order.c. Find model, key and secrets for a run. AT_EUSAGE.
AT_CHECKED bool at_runs_order(struct at_runs *runs, struct at_runs_run *run,
                              struct at_err *err);
AT_CHECKED bool at_runs_knows_second(struct at_runs *runs,
                                     const struct at_profiles_wish *wish,
                                     struct at_err *err);
struct at_profiles_wish at_runs_second_wish(
    const struct at_tester_config *config);

// runs_claim.c. Make a taken run this process's, on the lane. NULL with
// AT_EBUSY: it is not queued any more; with another code: this host cannot do
// it.
struct at_runs_run *at_runs_claim(struct at_runs_lane *lane, const char *id,
                                  struct at_err *err);
// End a taken run that never began, and remove it from the queue. False if it
// is not queued any more.
bool at_runs_end_queued(struct at_runs *runs, struct at_queued *queued,
                        enum at_run_end end, const char *reason);

// List the devices that can be opened now, whatever they can do.
void at_runs_usable(const struct at_op *op, struct at_runs *runs,
                    struct at_runs_candidates *out);
// List the devices that can do the run now. AT_ENODEV, with the unusable
// devices and the remedy, if the list is empty. listing may be NULL.
AT_CHECKED bool at_runs_candidates(const struct at_op *op, struct at_runs *runs,
                                   const struct at_run_record *record,
                                   struct at_runs_listing *listing,
                                   struct at_runs_candidates *out,
                                   struct at_err *err);
void at_runs_candidates_deinit(struct at_runs_candidates *candidates);
// The device that this host's user wants for a platform; "": any.
const char *at_runs_wanted_device(struct at_runs *runs,
                                  const struct at_platform *platform);
// Start lanes on free devices for queued runs that no lane is promised to.
void at_runs_start_lanes_locked(struct at_runs *runs,
                                const struct at_runs_candidates *candidates);
// Add the words that a run may need of a device.
void at_runs_add_caps(struct at_runs *runs, const struct at_platform *platform,
                      const struct at_device_entry *entry, struct at_argv *out);
// Find or start a lane for a run on the first free device, which is then
// promised to the run. NULL: all lanes work, and the first one that can takes
// it. AT_EBUSY if other processes have all devices.
AT_CHECKED bool at_runs_find_lane_locked(
    struct at_runs *runs, const struct at_runs_candidates *candidates,
    struct at_runs_lane **out_lane, struct at_err *err);
struct at_runs_device {
    const struct at_platform *platform;
    const char *device;
    const struct at_argv *caps; // NULL: none is known
};
// Take the device, with its lease, for a person until at_runs_let_go(). Runs
// for it wait, and so does this function for another person. AT_EBUSY: a run or
// another process has it.
AT_CHECKED bool at_runs_hold(const struct at_op *op, struct at_runs *runs,
                             const struct at_runs_device *place,
                             struct at_runs_lane **out, struct at_err *err);
void at_runs_let_go(struct at_runs_lane *lane);
// Join the threads of lanes that have ended.
void at_runs_reap_lanes_locked(struct at_runs *runs);
// Do the run from its folder to its report, on the lane's thread.
void at_runs_execute(struct at_runs_lane *lane, struct at_runs_run *run);

#endif
