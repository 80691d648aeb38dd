// gc: remove run folders that nothing keeps
#include "cli/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/size.h"
#include "cli/call.h"
#include "session/gc.h"
#include "sys/clock.h"
#include "wire/json.h"

enum { KEEP_LAST_MAX = INT32_MAX, KEEP_DAYS_MAX = 36500, ROWS_PRINTED = 20 };

static const struct at_option options[] = {
    {.name = "--dry-run", .help = "say what would go, remove nothing"},
    {.name = "--keep-last",
     .value = "N",
     .help = "the newest runs, which stay",
     .absent = "20"},
    {.name = "--keep-failure-days",
     .value = "N",
     .help = "how long failed runs stay",
     .absent = "7"},
    {.name = "--max-bytes",
     .value = "N",
     .help = "the oldest go until all are within it",
     .absent = "2147483648"},
    {0},
};

static bool
read_policy(const struct at_given *given, struct at_gc_policy *out,
            struct at_err *err)
{
    if (!at_gc_policy_env(out, err))
        return false;
    int64_t last = (int64_t)out->keep_last;
    int64_t days = out->keep_failure_days;
    int64_t bytes = (int64_t)out->max_bytes;
    if (!at_given_int(given, "--keep-last", 0, KEEP_LAST_MAX, &last, err) ||
        !at_given_int(given, "--keep-failure-days", 0, KEEP_DAYS_MAX, &days,
                      err) ||
        !at_given_int(given, "--max-bytes", 0, INT64_MAX, &bytes, err))
        return false;
    *out = (struct at_gc_policy){(size_t)last, days, (uint64_t)bytes};
    return true;
}

static const char *
outcome_name(enum at_gc_ok ok)
{
    static const char *const names[] = {
        [AT_GC_FAILED] = "failed",
        [AT_GC_SUCCEEDED] = "succeeded",
        [AT_GC_UNKNOWN] = "unknown",
    };
    return names[ok];
}

static json_t *
size_json(uint64_t bytes)
{
    return json_integer(bytes < INT64_MAX ? (json_int_t)bytes : INT64_MAX);
}

static json_t *
run_json(const struct at_gc_run *run, bool goes)
{
    char started[AT_RFC3339_MAX];
    json_t *row = json_object();
    at_wall_write(run->started_ms, started);
    at_json_set(row, "name", at_json_text(at_str(run->name)));
    at_json_set(row, "path", at_json_text(at_str(run->path)));
    at_json_set_text(row, "started_at", started);
    at_json_set_text(row, "outcome", outcome_name(run->ok));
    at_json_set(row, "bytes", size_json(run->bytes));
    at_json_set_text(row, "verdict", at_gc_verdict_name(run->verdict));
    at_json_set(row, "removed", json_boolean(goes));
    return row;
}

// What the plan says, or, once it was carried out, what became of it.
static void
report(struct at_call *call, const struct at_gc_runs *runs, bool dry)
{
    json_t *rows = json_array();
    uint64_t freed = 0, kept = 0;
    size_t removed = 0;
    for (size_t i = 0; i < runs->count; i++) {
        const struct at_gc_run *run = &runs->rows[i];
        bool goes = at_gc_is_deleted(run->verdict) &&
                    (dry || access(run->path, F_OK) != 0);
        json_array_append_new(rows, run_json(run, goes));
        removed += goes;
        freed += goes ? run->bytes : 0;
        kept += goes ? 0 : run->bytes;
    }
    at_call_set(call, "runs", rows);
    at_call_set(call, "removed_count", json_integer((json_int_t)removed));
    at_call_set(call, "freed_bytes", size_json(freed));
    at_call_set(call, "kept_bytes", size_json(kept));
}

static void
set_policy(struct at_call *call, const struct at_gc_policy *policy)
{
    json_t *json = json_object();
    at_json_set(json, "keep_last", json_integer((json_int_t)policy->keep_last));
    at_json_set(json, "keep_failure_days",
                json_integer(policy->keep_failure_days));
    at_json_set(json, "max_bytes", size_json(policy->max_bytes));
    at_call_set(call, "policy", json);
}

static bool
collect(struct at_call *call, const char *cache_dir, struct at_err *err)
{
    bool dry = at_given_has(call->given, "--dry-run");
    struct at_gc_policy policy;
    struct at_gc_runs runs = {0};
    at_call_set(call, "dry_run", json_boolean(dry));
    if (!read_policy(call->given, &policy, err))
        return false;
    set_policy(call, &policy);
    at_run_progress(call->run, "looking at the runs in %s", cache_dir);
    bool ok = at_gc_scan(cache_dir, &runs, err);
    if (ok) {
        at_gc_plan(&policy, &runs, at_wall_now_ms());
        ok = dry || at_gc_carry_out(&runs, err);
        report(call, &runs, dry);
    }
    at_gc_runs_deinit(&runs);
    return ok;
}

static bool
run(struct at_call *call, struct at_err *err)
{
    char *cache_dir = at_run_cache_dir(err);
    bool ok = cache_dir && collect(call, cache_dir, err);
    free(cache_dir);
    return ok;
}

static uint64_t
bytes_of(const json_t *object, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(object, name));
}

static void
print(const json_t *data, struct at_buf *out)
{
    const json_t *runs = json_object_get(data, "runs");
    bool dry = json_is_true(json_object_get(data, "dry_run"));
    char size[AT_SIZE_TEXT_MAX];
    size_t i, shown = 0;
    json_t *row;
    if (!runs)
        return;
    json_array_foreach((json_t *)runs, i, row)
    {
        if (!json_is_true(json_object_get(row, "removed")))
            continue;
        if (shown++ >= ROWS_PRINTED)
            continue;
        at_size_write(bytes_of(row, "bytes"), size);
        at_buf_add_fmt(out, "%-12.*s %.*s  %s\n",
                       AT_STR_ARG(at_json_get_str(row, "verdict")),
                       AT_STR_ARG(at_json_get_str(row, "name")), size);
    }
    if (shown > ROWS_PRINTED)
        at_buf_add_fmt(out, "and %zu more (--json has them all)\n",
                       shown - ROWS_PRINTED);
    at_size_write(bytes_of(data, "freed_bytes"), size);
    at_buf_add_fmt(out, "%s %" PRIu64 " of %zu runs, %s %s\n",
                   dry ? "would remove" : "removed",
                   bytes_of(data, "removed_count"), json_array_size(runs), size,
                   dry ? "to free" : "freed");
}

static const struct at_example examples[] = {
    {"gc --dry-run", "what would go"},
    {"gc --keep-last 5 --max-bytes 500000000", "keep less than usual"},
    {0},
};

const struct at_command at_command_gc = {
    .name = "gc",
    .summary = "remove run folders that nothing keeps",
    .about =
        "Kept are the newest runs, and failed ones for some days; then the "
        "oldest go until\nall are within the size. A run that is being written "
        "stays. Safe at any time. The\nenvironment sets other defaults: "
        "MOBILE_DEV_AGENT_GC_KEEP_LAST, _KEEP_FAILURE_DAYS\nand _MAX_BYTES.",
    .options = options,
    .examples = examples,
    .flags = AT_COMMAND_NO_SESSION,
    .timeout_ms = AT_COMMAND_NO_TIMEOUT,
    .run = run,
    .print = print,
};
