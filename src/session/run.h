// run.h: the record of one command: events, tool logs, artifacts, result
//
// With a folder (<CACHE>/runs/<YYYYMMDD-HHMMSS>-<rand>/) everything is kept
// there: trace.jsonl, logs/001_<tool>_<action>.log, artifacts/, result.json.
// Without one only the listener gets the events. While a run is open its trace
// is locked (sys/filelock.h), by which gc knows that it is in use: nothing else
// in this process opens that file. One thread uses a run at a time.
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

// The folder of all runs: MOBILE_DEV_AGENT_CACHE_DIR, else the system's.
// Owned by the caller; NULL with err.
char *at_run_cache_dir(struct at_err *err);

// The caller owns the run. listener may be NULL. Nothing is made yet.
struct at_run *at_run_new(const struct at_run_listener *listener);
void at_run_free(struct at_run *run); // NULL is allowed; ends the lock

// Make the run's folder and its trace, which begins with the next event. Once.
AT_CHECKED bool at_run_make_folder(struct at_run *run, struct at_err *err);
const char *at_run_folder(const struct at_run *run); // NULL without

// The listener for children, one at a time. It writes their logs ("RFC3339
// <stdout|stderr> | <line>", whole lines, at once; what is longer than
// AT_RUN_LINE_MAX_BYTES is split) and events: "spawn" {"tool","action","argv",
// "pid","log"}; "output" {"tool","stream","line"}, bounded in length and, per
// run, in number; and at the end "progress" {"tool","action","exit_status",
// "ms"}, with "error" if it was killed. What a tool prints as data for us (not
// listener_only) is in its log only, and its number of lines in that last
// event. Borrowed from the run.
const struct at_proc_listener *at_run_tools(struct at_run *run);
// The watch for requests to the adb server and the like: what was asked, how
// long it took and how it ended is in logs/NNN_adb_requests.log.
const struct at_request_watch *at_run_requests(struct at_run *run);
// The watch for device operations: "progress" events {"operation","ms",
// "requests"}, with "ok" false for one that failed.
const struct at_device_watch *at_run_watch(struct at_run *run);

// Write result.json, whole or not at all. Without a folder do nothing.
AT_CHECKED bool at_run_write_result(struct at_run *run, const json_t *envelope,
                                    struct at_err *err);

#endif
