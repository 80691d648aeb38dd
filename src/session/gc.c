#include "session/gc.h"

#include <string.h>

#include "base/alloc.h"
#include "base/str.h"

#define DAY_MS INT64_C(86400000)
#define DAYS_MAX 36500 // a century

enum { DEFAULT_KEEP_LAST = 20, DEFAULT_KEEP_DAYS = 7 };
#define DEFAULT_MAX_BYTES (INT64_C(2) << 30)

// Read a variable; *inout is unchanged if it is unset.
static bool
read_variable(const char *name, int64_t max, int64_t *inout, struct at_err *err)
{
    struct at_str text = at_str(getenv(name));
    return text.len == 0 || at_str_to_i64(text, 0, max, inout) ||
           at_fail(err, AT_EUSAGE,
                   "%s '%.40s' is not a whole number from 0 to %lld", name,
                   text.ptr, (long long)max);
}

bool
at_gc_policy_env(struct at_gc_policy *out, struct at_err *err)
{
    int64_t last = DEFAULT_KEEP_LAST;
    int64_t days = DEFAULT_KEEP_DAYS;
    int64_t bytes = DEFAULT_MAX_BYTES;
    bool ok =
        read_variable("MOBILE_DEV_AGENT_GC_KEEP_LAST", INT32_MAX, &last, err) &&
        read_variable("MOBILE_DEV_AGENT_GC_KEEP_FAILURE_DAYS", DAYS_MAX, &days,
                      err) &&
        read_variable("MOBILE_DEV_AGENT_GC_MAX_BYTES", INT64_MAX, &bytes, err);
    *out = (struct at_gc_policy){(size_t)last, days, (uint64_t)bytes};
    return ok;
}

void
at_gc_runs_deinit(struct at_gc_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        free(runs->rows[i].path);
    free(runs->rows);
    *runs = (struct at_gc_runs){NULL, 0};
}

// Newest first; at equal times, the greater name first.
static int
by_age(const void *a, const void *b)
{
    const struct at_gc_run *one = a;
    const struct at_gc_run *other = b;
    if (one->started_ms != other->started_ms)
        return one->started_ms > other->started_ms ? -1 : 1;
    return strcmp(other->path, one->path);
}

void
at_gc_sort(struct at_gc_runs *runs)
{
    if (runs->count > 1)
        qsort(runs->rows, runs->count, sizeof(*runs->rows), by_age);
}

// A time in the future counts as young.
static bool
is_young(const struct at_gc_run *run, int64_t days, int64_t now_ms)
{
    int64_t kept_ms = (days < DAYS_MAX ? days : DAYS_MAX) * DAY_MS;
    return run->started_ms >= now_ms - kept_ms;
}

static enum at_gc_verdict
verdict_of(const struct at_gc_run *run, size_t rank,
           const struct at_gc_policy *policy, int64_t now_ms)
{
    if (run->busy)
        return AT_GC_KEEP_BUSY;
    bool is_kept = is_young(run, policy->keep_failure_days, now_ms);
    if (run->is_build)
        return is_kept ? AT_GC_KEEP_BUILD : AT_GC_DELETE_OLD;
    if (rank < policy->keep_last)
        return AT_GC_KEEP_NEWEST;
    return is_kept && run->ok != AT_GC_SUCCEEDED ? AT_GC_KEEP_FAILURE
                                                 : AT_GC_DELETE_OLD;
}

void
at_gc_plan(const struct at_gc_policy *policy, struct at_gc_runs *runs,
           int64_t now_ms)
{
    uint64_t left = 0;
    size_t rank = 0; // position among the runs
    at_gc_sort(runs);
    for (size_t i = 0; i < runs->count; i++) {
        struct at_gc_run *run = &runs->rows[i];
        run->verdict = verdict_of(run, rank, policy, now_ms);
        rank += !run->is_build;
        if (!at_gc_is_deleted(run->verdict))
            left += run->bytes;
    }
    for (size_t i = runs->count; i > 0 && left > policy->max_bytes; i--) {
        struct at_gc_run *run = &runs->rows[i - 1];
        if (run->busy || at_gc_is_deleted(run->verdict))
            continue;
        run->verdict = AT_GC_DELETE_SIZE;
        left -= run->bytes;
    }
}

static const struct {
    const char *name;
    bool is_deleted;
} verdicts[] = {
    [AT_GC_KEEP_NEWEST] = {"keep_newest", false},
    [AT_GC_KEEP_FAILURE] = {"keep_failure", false},
    [AT_GC_KEEP_BUILD] = {"keep_build", false},
    [AT_GC_KEEP_BUSY] = {"keep_busy", false},
    [AT_GC_DELETE_OLD] = {"delete_old", true},
    [AT_GC_DELETE_SIZE] = {"delete_size", true},
};

bool
at_gc_is_deleted(enum at_gc_verdict verdict)
{
    return verdicts[verdict].is_deleted;
}

const char *
at_gc_verdict_name(enum at_gc_verdict verdict)
{
    return verdicts[verdict].name;
}
