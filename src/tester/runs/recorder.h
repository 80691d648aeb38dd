// recorder.h: everything that happens in a run, numbered, masked and kept
//
// Each event gets the next number, has its secrets masked, and goes to the
// store, log.txt, manifest.json and the listener, in that order. One thread at
// a time uses a recorder. A failure to keep an event (a full disk) is logged
// once, and the run continues. Nothing is kept of a run that another process
// has.
#ifndef AT_TESTER_RUNS_RECORDER_H
#define AT_TESTER_RUNS_RECORDER_H

#include "agent/run/event.h"
#include "agent/run/run_record.h"
#include "agent/guards/secrets.h"
#include "store/store.h"

struct at_recorder;

enum at_recorder_side {
    AT_RECORDER_OURS,
    AT_RECORDER_THEIRS,
    AT_RECORDER_UNKNOWN, // the store can't tell: this event is not kept
};

struct at_recorder_opts {
    struct at_store_db *store;        // borrowed
    const char *run;                  // id of a run in the store; borrowed
    const struct at_secrets *secrets; // borrowed; may be NULL
    // An event was stored: json is its text. May be NULL; must not block.
    void (*event)(void *user, const char *run, int64_t index,
                  struct at_str json);
    void *user;
    // Another process has added an event: whose is the run? NULL: ours. If it
    // is theirs, nothing more is kept.
    enum at_recorder_side (*side)(void *owner);
    void *owner;
    // The run's last event when it was known to be ours; -1: the last one now.
    // Only with the former are events of another process that has taken the run
    // since always noticed.
    int64_t last;
    const char *prefix; // before the paths in events; NULL: none; borrowed
};

// Continues after the run's last event. NULL with AT_ENOTFOUND: no such run.
struct at_recorder *at_recorder_new(const struct at_recorder_opts *opts,
                                    struct at_err *err);
// Ends the writing of a folder too. NULL is allowed.
void at_recorder_free(struct at_recorder *recorder);

// From now on keep log.txt and manifest.json in the folder, which exists. What
// a manifest tells of the record must stay as it is until at_recorder_rest(),
// and the record itself until the recorder is freed.
void at_recorder_begin(struct at_recorder *recorder, const char *folder,
                       const struct at_run_record *record);
// Write no manifest behind the caller's back any more: the record may end.
void at_recorder_rest(struct at_recorder *recorder);
void at_recorder_add(struct at_recorder *recorder,
                     const struct at_run_event *event);
// Keep one event that listeners get with at_recorder_tell_held().
void at_recorder_hold(struct at_recorder *recorder,
                      const struct at_run_event *event);
void at_recorder_tell_held(struct at_recorder *recorder); // if there is one
// Hold the last event of a run that has ended (NULL: it is kept already) and
// write the manifest a last time.
void at_recorder_finish(struct at_recorder *recorder,
                        const struct at_run_event *last);
// Return true if another process has the run: nothing is kept any more.
bool at_recorder_is_fenced(const struct at_recorder *recorder);
int64_t at_recorder_last(const struct at_recorder *recorder);

#endif
