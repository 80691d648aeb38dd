// gc.h: which run folders go, by the contract's algorithm, and their removal
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
    AT_GC_KEEP_FAILURE, // failed, and not older than that
    AT_GC_KEEP_BUSY,    // a process is writing it
    AT_GC_DELETE_OLD,   // nothing keeps it
    AT_GC_DELETE_SIZE,  // kept, but the budget is passed
};

struct at_gc_run {
    char *path; // owned
    char name[64];
    int64_t started_ms;
    enum at_gc_ok ok;
    bool busy;
    uint64_t bytes;
    enum at_gc_verdict verdict; // set by at_gc_plan()
};

struct at_gc_runs {
    struct at_gc_run *rows; // owned; newest first
    size_t count;
};

// The defaults (20, 7, 2 GiB), and what MOBILE_DEV_AGENT_GC_* say; AT_EUSAGE
// names a variable that is no number.
AT_CHECKED bool at_gc_policy_env(struct at_gc_policy *out, struct at_err *err);

// All run folders below cache_dir, newest first (of the same moment, the
// greater name first); an absent one has none. What a symbolic link leads to is
// no run.
AT_CHECKED bool at_gc_scan(const char *cache_dir, struct at_gc_runs *out,
                           struct at_err *err);
void at_gc_runs_deinit(struct at_gc_runs *runs);

void at_gc_sort(struct at_gc_runs *runs); // as at_gc_scan() gives them
// Is a process writing the run in this folder?
bool at_gc_is_busy(const char *path);

// Set each row's verdict; rows are sorted. Deleted is what neither keep_last
// nor keep_failure_days keeps (a run that left no result counts as failed),
// and then, oldest first, of what is left until it is within max_bytes. A busy
// run counts but stays. Pure: the same rows, policy and now give the same.
void at_gc_plan(const struct at_gc_policy *policy, struct at_gc_runs *runs,
                int64_t now_ms);
bool at_gc_is_deleted(enum at_gc_verdict verdict);
const char *at_gc_verdict_name(enum at_gc_verdict verdict);

// Remove what the plan deletes, oldest first; one that has become busy
// meanwhile stays. A failure names the first that could not be removed; the
// others are.
AT_CHECKED bool at_gc_carry_out(struct at_gc_runs *runs, struct at_err *err);

#endif
