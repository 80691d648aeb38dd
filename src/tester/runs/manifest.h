// manifest.h: manifest.json of a run's folder, in the contract's shape
//
// {"startedAt","endedAt","scenario","packageName","logsEnabled",
// "screenshotsEnabled","recordingEnabled","status","videoChunks","events"} and,
// beside them, "run", "device", "verdict" and "summary". An event has one of
// the contract's types, "tool", "screenshot" or "log"; ours become "log" with
// their own type as "kind".
//
// It is made from the store, so it can be made at any time, also for a run that
// another process began. Readers see a whole file, the old one or the new one.
#ifndef AT_TESTER_RUNS_MANIFEST_H
#define AT_TESTER_RUNS_MANIFEST_H

#include <jansson.h>

#include "agent/run/run_record.h"
#include "base/buf.h"
#include "base/err.h"
#include "store/store.h"

struct at_manifest {
    struct at_store_db *store;          // borrowed
    const char *folder;                 // borrowed
    const struct at_run_record *record; // borrowed
    int64_t last_index;                 // number of the newest event in events
    struct at_buf events;
    json_t *videos; // owned
};

void at_manifest_init(struct at_manifest *manifest, struct at_store_db *store,
                      const char *folder, const struct at_run_record *record);
void at_manifest_deinit(struct at_manifest *manifest); // safe twice

// Takes the events that were stored since the last call, and writes the file.
AT_CHECKED bool at_manifest_write(struct at_manifest *manifest,
                                  struct at_err *err);

// A thread that writes it again while events come: after each of them, but for
// a twentieth of the time at most, since a manifest of 10,000 events takes
// long. So no event waits for it.
struct at_manifest_writer;

// The writer owns manifest until it is stopped. Until then the members of the
// record that a manifest shows must not change. NULL with err if no thread can
// be started.
struct at_manifest_writer *at_manifest_start(struct at_manifest *manifest,
                                             struct at_err *err);
void at_manifest_touch(struct at_manifest_writer *writer);
// Waits for the thread's end; NULL is allowed. The last state is for the caller
// to write.
void at_manifest_stop(struct at_manifest_writer *writer);

#endif
