// runs_job.h: a run while it is done, and its end
#ifndef AT_TESTER_RUNS_RUNS_JOB_H
#define AT_TESTER_RUNS_RUNS_JOB_H

#include "tester/runs/runs_priv.h"

// A run while it is done; used by its lane's thread.
struct at_runs_job {
    struct at_runs *runs;
    struct at_runs_lane *lane;
    struct at_runs_run *run;
    struct at_recorder *recorder;
    char *folder;    // owned
    char taken[160]; // the program that asks for the device; "": none
};

// runs_worker.c, on the lane's thread. Start a worker unless the lane has one.
AT_CHECKED bool at_runs_worker_start(struct at_runs_lane *lane,
                                     struct at_err *err);
// End it, by force if why is given, and write how it ended; out_reason may be
// NULL.
void at_runs_worker_end(struct at_runs_lane *lane, const char *why,
                        struct at_buf *out_reason);
// runs_talk.c, on the lane's thread. Let the worker do the run until its record
// has its end. Fails if the worker dies, hangs or breaks the protocol.
AT_CHECKED bool at_runs_talk(struct at_runs_job *job, const char *hints,
                             struct at_err *err);
// Take the end of the run from its worker.
void at_runs_take_end(struct at_runs_job *job,
                      const struct at_run_result *result);

struct at_conclusion {
    struct at_runs *runs;
    struct at_runs_run *run;      // NULL: a run of another process
    struct at_run_record *record; // record of run, if it has one
    int64_t revision;             // without run: that of its document
    struct at_recorder *recorder; // may be NULL
    const char *folder;           // may be NULL
    bool is_told;                 // the last event is stored already
};
// Store and report the end of a run, whose record has it and is "settling"
// until then. If the process is killed in between, at_runs_recover() does the
// rest.
void at_runs_conclude(struct at_conclusion *conclusion);
// Pass the event that tells the state of a run to a function of the recorder.
typedef void at_recorder_take_fn(struct at_recorder *recorder,
                                 const struct at_run_event *event);
void at_runs_pass_state(const struct at_run_record *record,
                        struct at_recorder *recorder,
                        at_recorder_take_fn *take);
// Open the recorder of a run's events. job: the one that does or ends the run,
// which was claimed; NULL: it is another process's.
struct at_recorder *at_runs_open_recorder(struct at_runs *runs, const char *id,
                                          struct at_runs_job *job,
                                          struct at_err *err);

// Open the recorder of a run's first event alone, which another process may
// have added already.
struct at_recorder *at_runs_open_first(struct at_runs *runs, const char *id,
                                       struct at_err *err);

// runs_retry.c. Tell that an attempt waits in the queue, unless that was told:
// the process that has queued it may be about to, or has died.
void at_runs_tell_queued(struct at_runs *runs,
                         const struct at_run_record *record);
// Return true if another attempt may do better.
bool at_runs_may_retry(const struct at_runs_job *job);
// End the attempt, and queue the run once more. The lane has no run then.
void at_runs_retry(struct at_runs_job *job);
// Queue a run once more that another process has lost. False: it was not lost.
bool at_runs_requeue_lost(struct at_runs *runs, struct at_run_record *record,
                          int64_t revision, const char *reason);

// runs_keeper.c. Start and stop the thread that follows the store.
AT_CHECKED bool at_keeper_start(struct at_runs *runs, struct at_err *err);
void at_keeper_stop(struct at_runs *runs);
void at_keeper_free(struct at_runs *runs);
// Let the keeper look at a run.
void at_keeper_note_locked(struct at_runs *runs, const char *id);
// runs_retry.c. Return true if a step has failed, which no other attempt
// changes.
bool at_runs_has_failed(const struct at_run_record *record);
// runs_lost.c. Return true once the store has all that other hosts had written.
AT_CHECKED bool at_runs_confirm(struct at_runs *runs, struct at_err *err);
// Judge the leases of all runs. The process has followed the store
// since followed_ms.
AT_CHECKED bool at_runs_judge(struct at_runs *runs, int64_t followed_ms,
                              struct at_err *err);
// runs_stop.c. End some queued cases of suite runs that are stopped. One may be
// queued after the stop has listed those that wait: by another attempt, by a
// start that is not over, or by another host.
void at_runs_end_stopped(struct at_runs *runs);
// runs_dispatch.c. Start lanes for queued runs on devices that have none.
// Return after how many milliseconds this may be of use again; -1: not as long
// as nothing changes.
int64_t at_runs_dispatch(const struct at_op *op, struct at_runs *runs);

// Finish a run of another process, which has ended or ends so: its outcome, its
// report if it is here, and its last event. False: it was not lost.
bool at_runs_finish_lost(struct at_runs *runs, struct at_run_record *record,
                         int64_t revision, enum at_run_end end,
                         const char *reason);
// End the runs that earlier processes did not finish.
AT_CHECKED bool at_runs_recover(struct at_runs *runs, struct at_err *err);

#endif
