// run.h: the record of one command: events, tool logs, artifacts, result
//
// In its folder (<CACHE>/runs/<YYYYMMDD-HHMMSS>-<rand>/) a run stores
// trace.jsonl, logs/001_<tool>_<action>.log, artifacts/ and result.json.
// Without a folder only the listener receives the events. The trace of an open
// run is locked (sys/filelock.h) to mark it as in use for gc, so nothing else
// in this process may open that file. A run is used by one thread at a time.
#ifndef AT_SESSION_RUN_H
#define AT_SESSION_RUN_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "device/device.h"
#include "session/run_artifacts.h"
#include "session/run_events.h"
#include "sys/proc.h"
#include "sys/request_watch.h"

// Return the cache folder: MOBILE_DEV_AGENT_CACHE_DIR, else the system's. Owned
// by the caller; NULL with err.
char *at_command_run_cache_dir(struct at_err *err);

// Create a run, owned by the caller, without touching the disk. listener may be
// NULL.
struct at_command_run *at_command_run_new(
    const struct at_command_run_listener *listener);
void at_command_run_free(
    struct at_command_run *run); // NULL is allowed; ends the lock

// Create the run's folder and its trace, which starts with the next event. Call
// it once.
AT_CHECKED bool at_command_run_make_folder(struct at_command_run *run,
                                           struct at_err *err);
const char *at_command_run_folder(
    const struct at_command_run *run); // NULL without

// Return the listener for child processes, one at a time. It writes their logs
// immediately ("RFC3339 <stdout|stderr> | <line>"; lines over
// AT_RUN_LINE_MAX_BYTES are split) and their events: "spawn"
// {"tool","action","argv", "pid","log"}; "output" {"tool","stream","line"},
// limited in length and, per run, in number; and finally "progress"
// {"tool","action","exit_status", "ms"}, with "error" if it was killed. Output
// that we parse (not listener_only) is only in its log; the final event has its
// number of lines. Borrowed from the run.
const struct at_proc_listener *at_command_run_tools(struct at_command_run *run);
// Return the watch for requests to the adb server and the like: it logs each
// request, its duration and its result in logs/NNN_adb_requests.log.
const struct at_request_watch *at_command_run_requests(
    struct at_command_run *run);
// Return the watch for device operations: "progress" events {"operation","ms",
// "requests"}, with "ok" false after a failure.
const struct at_device_watch *at_command_run_watch(struct at_command_run *run);

// Write result.json atomically. Does nothing without a folder.
AT_CHECKED bool at_command_run_write_result(struct at_command_run *run,
                                            const json_t *envelope,
                                            struct at_err *err);

#endif
