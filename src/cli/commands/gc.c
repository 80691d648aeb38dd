// gc: remove old folders of runs and builds
#include "cli/commands.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/size.h"
#include "cli/invocation.h"
#include "session/gc_folders.h"
#include "sys/clock.h"
#include "wire/json.h"

enum { KEEP_LAST_MAX = INT32_MAX, KEEP_DAYS_MAX = 36500, ROWS_PRINTED = 20 };

static bool
read_policy(const struct at_arguments *args, struct at_gc_policy *out,
            struct at_err *err)
{
    if (!at_gc_policy_env(out, err))
        return false;
    int64_t last = (int64_t)out->keep_last;
    int64_t days = out->keep_failure_days;
    int64_t bytes = (int64_t)out->max_bytes;
    if (!at_arguments_int(args, "--keep-last", 0, KEEP_LAST_MAX, &last, err) ||
        !at_arguments_int(args, "--keep-failure-days", 0, KEEP_DAYS_MAX, &days,
                          err) ||
        !at_arguments_int(args, "--max-bytes", 0, INT64_MAX, &bytes, err))
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

// Set data to the plan, or to its outcome once it was carried out.
static void
report(struct at_invocation *invocation, const struct at_gc_runs *runs,
       bool dry)
{
    json_t *rows = json_array();
    json_t *builds = json_array();
    uint64_t freed = 0, kept = 0;
    size_t removed = 0;
    for (size_t i = 0; i < runs->count; i++) {
        const struct at_gc_run *run = &runs->rows[i];
        bool goes = at_gc_is_deleted(run->verdict) &&
                    (dry || access(run->path, F_OK) != 0);
        json_array_append_new(run->is_build ? builds : rows,
                              run_json(run, goes));
        removed += goes;
        freed += goes ? run->bytes : 0;
        kept += goes ? 0 : run->bytes;
    }
    at_invocation_set(invocation, "runs", rows);
    at_invocation_set(invocation, "builds", builds);
    at_invocation_set(invocation, "removed_count",
                      json_integer((json_int_t)removed));
    at_invocation_set(invocation, "freed_bytes", size_json(freed));
    at_invocation_set(invocation, "kept_bytes", size_json(kept));
}

static void
set_policy(struct at_invocation *invocation, const struct at_gc_policy *policy)
{
    json_t *json = json_object();
    at_json_set(json, "keep_last", json_integer((json_int_t)policy->keep_last));
    at_json_set(json, "keep_failure_days",
                json_integer(policy->keep_failure_days));
    at_json_set(json, "max_bytes", size_json(policy->max_bytes));
    at_invocation_set(invocation, "policy", json);
}

static bool
collect(struct at_invocation *invocation, const char *cache_dir,
        struct at_err *err)
{
    bool dry = at_arguments_have(invocation->args, "--dry-run");
    struct at_gc_policy policy;
    struct at_gc_runs runs = {0};
    at_invocation_set(invocation, "dry_run", json_boolean(dry));
    if (!read_policy(invocation->args, &policy, err))
        return false;
    set_policy(invocation, &policy);
    at_command_run_progress(invocation->run,
                            "reading the runs and builds in %s", cache_dir);
    bool ok = at_gc_scan(cache_dir, &runs, err);
    if (ok) {
        at_gc_plan(&policy, &runs, at_wall_now_ms());
        ok = dry || at_gc_carry_out(&runs, err);
        report(invocation, &runs, dry);
    }
    at_gc_runs_deinit(&runs);
    return ok;
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    char *cache_dir = at_command_run_cache_dir(err);
    bool ok = cache_dir && collect(invocation, cache_dir, err);
    free(cache_dir);
    return ok;
}

static uint64_t
bytes_of(const json_t *object, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(object, name));
}

static size_t
count_removed(const json_t *rows)
{
    size_t i, count = 0;
    json_t *row;
    json_array_foreach((json_t *)rows, i, row) count +=
        json_is_true(json_object_get(row, "removed"));
    return count;
}

// Append a line for each row that goes, after *shown others.
static void
print_rows(const json_t *rows, const char *what, size_t *shown,
           struct at_buf *out)
{
    char size[AT_SIZE_TEXT_MAX];
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)rows, i, row)
    {
        if (!json_is_true(json_object_get(row, "removed")) ||
            (*shown)++ >= ROWS_PRINTED)
            continue;
        at_size_write(bytes_of(row, "bytes"), size);
        at_buf_add_fmt(out, "%-12.*s %s%.*s  %s\n",
                       AT_STR_ARG(at_json_get_str(row, "verdict")), what,
                       AT_STR_ARG(at_json_get_str(row, "name")), size);
    }
}

static void
print(const json_t *data, struct at_buf *out)
{
    const json_t *runs = json_object_get(data, "runs");
    const json_t *builds = json_object_get(data, "builds");
    bool dry = json_is_true(json_object_get(data, "dry_run"));
    char size[AT_SIZE_TEXT_MAX];
    size_t shown = 0;
    if (!runs)
        return;
    print_rows(runs, "", &shown, out);
    print_rows(builds, "build ", &shown, out);
    if (shown > ROWS_PRINTED)
        at_buf_add_fmt(out, "and %zu more (--json has them all)\n",
                       shown - ROWS_PRINTED);
    at_size_write(bytes_of(data, "freed_bytes"), size);
    at_buf_add_fmt(out, "%s %zu of %zu runs", dry ? "would remove" : "removed",
                   count_removed(runs), json_array_size(runs));
    if (json_array_size(builds) > 0)
        at_buf_add_fmt(out, " and %zu of %zu builds", count_removed(builds),
                       json_array_size(builds));
    at_buf_add_fmt(out, ", %s %s\n", size, dry ? "to free" : "freed");
}

const struct at_command at_cli_gc = {
    .name = "gc",
    .summary = "remove old runs and builds from the cache",
    .about =
        "The newest runs stay, and failed ones for some days; builds for iOS "
        "stay as many days\nafter their last use. Then the oldest are removed "
        "until the rest is within the size.\nItems in use stay. Safe at any "
        "time. Old runs are also removed automatically after a\ncommand, at "
        "most once an hour and for a quarter of a second. The environment sets "
        "other\ndefaults: MOBILE_DEV_AGENT_GC_KEEP_LAST, _KEEP_FAILURE_DAYS "
        "and _MAX_BYTES.",
    .options =
        AT_OPTIONS({.name = "--dry-run",
                    .help = "list what would be removed, remove nothing"},
                   {.name = "--keep-last",
                    .value = "N",
                    .help = "how many of the newest runs stay",
                    .absent = "20"},
                   {.name = "--keep-failure-days",
                    .value = "N",
                    .help = "how long failed runs and unused builds stay",
                    .absent = "7"},
                   {.name = "--max-bytes",
                    .value = "N",
                    .help = "remove the oldest beyond this size",
                    .absent = "2147483648"}),
    .examples = AT_EXAMPLES(
        {"gc --dry-run", "what would be removed"},
        {"gc --keep-last 5 --max-bytes 500000000", "keep less than usual"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .timeout_ms = AT_COMMAND_NO_TIMEOUT,
    .run = run,
    .print = print,
};
