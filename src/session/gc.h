// gc.h: decides which folders of the cache to remove, by the contract's
// algorithm
//
// Besides runs these are build folders, which count for the size and are kept
// for as many days after their last use as failed runs.
#ifndef AT_SESSION_GC_H
#define AT_SESSION_GC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct at_gc_policy {
    size_t keep_last;
    int64_t keep_failure_days;
    uint64_t max_bytes;
};

enum at_gc_ok { AT_GC_FAILED, AT_GC_SUCCEEDED, AT_GC_UNKNOWN };

enum at_gc_verdict {
    AT_GC_KEEP_NEWEST,  // among the last keep_last
    AT_GC_KEEP_FAILURE, // failed within keep_failure_days
    AT_GC_KEEP_BUILD,   // used within keep_failure_days
    AT_GC_KEEP_BUSY,    // a process is writing to it
    AT_GC_DELETE_OLD,   // there is no reason to keep it
    AT_GC_DELETE_SIZE,  // would be kept, but exceeds max_bytes
};

struct at_gc_run {
    char *path; // owned
    char name[64];
    int64_t started_ms;
    enum at_gc_ok ok;
    bool is_build; // started_ms is the time of its last use
    bool busy;
    uint64_t bytes;
    enum at_gc_verdict verdict; // set by at_gc_plan()
};

struct at_gc_runs {
    struct at_gc_run *rows; // owned; newest first
    size_t count;
};

// Read MOBILE_DEV_AGENT_GC_*; the defaults are 20, 7 and 2 GiB. AT_EUSAGE with
// the variable that is not a number.
AT_CHECKED bool at_gc_policy_env(struct at_gc_policy *out, struct at_err *err);

void at_gc_runs_deinit(struct at_gc_runs *runs);

// Sort newest first; at equal times, the greater name first.
void at_gc_sort(struct at_gc_runs *runs);

// Sort the rows and set their verdicts. Runs covered by neither keep_last nor
// keep_failure_days are deleted (a run without a result counts as failed), then
// the oldest of the rest until the total is within max_bytes. Busy runs count,
// but are kept. Pure.
void at_gc_plan(const struct at_gc_policy *policy, struct at_gc_runs *runs,
                int64_t now_ms);
bool at_gc_is_deleted(enum at_gc_verdict verdict);
const char *at_gc_verdict_name(enum at_gc_verdict verdict);

#endif
