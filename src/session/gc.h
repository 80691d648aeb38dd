// gc.h: which folders of the cache are removed, by the contract's algorithm
//
// Runs, and the folders of builds: these stay for as many days as failed runs
// do after they were last used, and count for the size.
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
    AT_GC_KEEP_NEWEST,  // one of the last keep_last
    AT_GC_KEEP_FAILURE, // failed, not older than keep_failure_days
    AT_GC_KEEP_BUILD,   // used within keep_failure_days
    AT_GC_KEEP_BUSY,    // a process is writing it
    AT_GC_DELETE_OLD,   // nothing keeps it
    AT_GC_DELETE_SIZE,  // kept, but beyond max_bytes
};

struct at_gc_run {
    char *path; // owned
    char name[64];
    int64_t started_ms;
    enum at_gc_ok ok;
    bool is_build; // started_ms: when it was last used
    bool busy;
    uint64_t bytes;
    enum at_gc_verdict verdict; // set by at_gc_plan()
};

struct at_gc_runs {
    struct at_gc_run *rows; // owned; newest first
    size_t count;
};

// Read MOBILE_DEV_AGENT_GC_*; the defaults are 20, 7 and 2 GiB. AT_EUSAGE names
// a variable that is not a number.
AT_CHECKED bool at_gc_policy_env(struct at_gc_policy *out, struct at_err *err);

void at_gc_runs_deinit(struct at_gc_runs *runs);

// Newest first; of the same moment, the greater name first.
void at_gc_sort(struct at_gc_runs *runs);

// Sort the rows and set the verdict of each. Deleted is what neither keep_last
// nor keep_failure_days keeps (a run that left no result counts as failed), and
// then the oldest of the rest until it is within max_bytes. A busy run counts
// but stays. Pure.
void at_gc_plan(const struct at_gc_policy *policy, struct at_gc_runs *runs,
                int64_t now_ms);
bool at_gc_is_deleted(enum at_gc_verdict verdict);
const char *at_gc_verdict_name(enum at_gc_verdict verdict);

#endif
