// runs_rig.h: runs on devices that do nothing, with a run that a test scripts
//
// The store, the queues, lanes, leases, recorder and reports are real. The goal
// of a run says how the run goes:
//   "pass"     one tool, one screenshot's event, PASS
//   "fail"     FAIL
//   "hang"     until it is stopped
//   "busy"     the same, with an event every moment
//   "gate"     until rig_open_gate(), then PASS
//   "approve"  asks, and says in its reason what was answered
//   "secret"   says the value of {{password}} wherever a text can stand
//   "many"     1,000 events, PASS
#ifndef TESTS_UNIT_TESTER_RUNS_RIG_H
#define TESTS_UNIT_TESTER_RUNS_RIG_H

#include "base/alloc.h"
#include "tester/runs/runs.h"

enum { RIG_DEVICES = 2, RIG_QUEUE_MAX = 200 };
#define RIG_ANDROID "rig-android" // two of them: rig-android-0, rig-android-1
#define RIG_FAR "rig-far"         // two of the host "far"
#define RIG_IOS "rig-ios-0"
#define RIG_SECRET "hunter2-\"quoted\""

extern struct at_runs *rig_runs;
extern char rig_home[64];
extern bool rig_is_offline; // no device can be used

// Called for each event that was stored; NULL: not wanted.
extern void (*rig_on_event)(const char *run, int64_t index);

// The worker's replacement for at_worker_serve() at its end of the socket;
// NULL: at_worker_serve().
extern void (*rig_worker)(int fd);

// Called by the lane's thread before it starts a worker; NULL: not wanted.
extern void (*rig_on_worker_start)(void);

// A host of a pool: a connection of its own to one store. "near" has the
// devices of the rig, "far" its own.
struct rig_host {
    struct at_store_db *store;
    struct at_runs *runs;
};
void rig_open_hosts(struct rig_host hosts[2]);
void rig_start_host(struct rig_host *host, const char *name, int64_t lease_ms);
void rig_stop_host(struct rig_host *host);
void rig_close_hosts(struct rig_host hosts[2]);
// Submit a run of that goal with the rest of the wish.
bool rig_submit_wish(struct at_runs *runs, const char *goal, const char *device,
                     const struct at_runs_wish *wish,
                     char out_id[AT_STORE_ID_LEN + 1], struct at_err *err);

// A folder with store, reports and .env; leases are its own, too.
void rig_set_up(void);
void rig_tear_down(void);
void rig_start(void); // rig_runs
void rig_stop(void);

struct at_op rig_within(int64_t ms);
// Submit; false with err. device may be NULL.
bool rig_submit(const char *goal, const char *device,
                char out_id[AT_STORE_ID_LEN + 1], struct at_err *err);
// The state of a run; the caller owns it.
json_t *rig_state(const char *id);
// Return true if a text member of a run's state has this value.
bool rig_is(const char *id, const char *member, const char *text);
// Wait until it is.
void rig_await(const char *id, const char *member, const char *text);
// Wait for its end. The answer, borrowed until the next call.
const char *rig_answer(const char *id);
// Let the next run that waits at the gate go on, or those to come.
void rig_open_gate(void);
// The greatest number of runs at the same time so far.
int rig_most_at_once(void);
// A file of a run's folder; the caller frees it.
char *rig_file(const char *id, const char *name);
struct at_store_db *rig_store(void);

#endif
