// run.h: the record of one command: events, tool logs, artifacts, result
//
// With a folder (<CACHE>/runs/<YYYYMMDD-HHMMSS>-<rand>/) everything is kept
// there: trace.jsonl, logs/001_<tool>_<action>.log, artifacts/, result.json.
// Without one only the listener hears of it. While a run is open its trace is
// locked (sys/filelock.h), which tells gc that it is in use: nobody else in
// this process opens that file. One thread uses a run at a time.
#ifndef AT_SESSION_RUN_H
#define AT_SESSION_RUN_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "device/device.h"
#include "sys/proc.h"

struct at_run;

// Told each event: {"type":"event","ts":…,"event":…,"data":…}, borrowed.
struct at_run_listener {
    void (*event)(void *user, const json_t *event);
    void *user;
};

// Where runs are kept: MOBILE_DEV_AGENT_CACHE_DIR, else the system's place.
// Owned by the caller; NULL with err.
char *at_run_cache_dir(struct at_err *err);

// The caller owns the run. listener may be NULL. Nothing is made yet.
struct at_run *at_run_new(const struct at_run_listener *listener);
void at_run_free(struct at_run *run); // NULL is allowed; ends the lock

// Make the run's folder and its trace, which begins with the next event. Once.
AT_CHECKED bool at_run_make_folder(struct at_run *run, struct at_err *err);
const char *at_run_folder(const struct at_run *run); // NULL without

// event: "spawn", "output", "artifact", "progress", "warning", "error". Takes
// data over. Where the trace cannot be written (a full disk) it ends, with a
// warning; the listener hears on.
void at_run_event(struct at_run *run, const char *event, json_t *data);
// {"message": …}; a warning is kept for at_run_warnings() too.
void at_run_progress(struct at_run *run, const char *fmt, ...) AT_PRINTF(2, 3);
void at_run_warning(struct at_run *run, const char *fmt, ...) AT_PRINTF(2, 3);

// <folder>/artifacts/<name>, whose folder is made; name may have folders. Owned
// by the caller; NULL with err, AT_EIO where the run has no folder.
// at_run_has_artifact() then says that it is there.
char *at_run_artifact_path(struct at_run *run, const char *name,
                           struct at_err *err);
void at_run_has_artifact(struct at_run *run, const char *type, const char *path,
                         const char *mime);
// Write an artifact of this run and say so.
AT_CHECKED bool at_run_write_artifact(struct at_run *run, const char *type,
                                      const char *name, const char *mime,
                                      struct at_str content,
                                      struct at_err *err);
// Path for the log of a process that outlives the run, in logs/; made, empty.
// Owned by the caller; NULL without a folder. action may be "".
char *at_run_next_log(struct at_run *run, const char *tool, const char *action);

// The envelope's "artifacts": the trace, the logs, and what was said to be
// there. Owned by the caller.
json_t *at_run_artifacts(const struct at_run *run);
// What was warned of: an array of strings. Borrowed.
const json_t *at_run_warnings(const struct at_run *run);

// Hears of children, one at a time: writes their logs ("RFC3339
// <stdout|stderr> | <line>", whole lines, at once; what is longer than
// AT_RUN_LINE_MAX_BYTES is split) and events: "spawn" {"tool","action","argv",
// "pid","log"}, with "(N characters)" for opts->secret_arg; "output" {"tool",
// "stream","line"}, bounded in length and, per run, in number; and at the end
// "progress" {"tool","action","exit_status","ms"}, with "error" where it was
// ended. Borrowed as long as the run lives.
const struct at_proc_listener *at_run_tools(struct at_run *run);
// Hears of device operations: "progress" events {"operation","ms"}, with "ok"
// false for one that failed.
const struct at_device_watch *at_run_watch(struct at_run *run);

// result.json, whole or not at all; nothing without a folder.
AT_CHECKED bool at_run_write_result(struct at_run *run, const json_t *envelope,
                                    struct at_err *err);

#endif
