#include "session/gc_folders.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "session/run.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "wire/json.h"

enum {
    NAME_TIME_LEN = sizeof("YYYYMMDD-hhmmss") - 1,
    AUTOMATIC_MAX_MS = 250,
    AUTOMATIC_EVERY_MS = 60 * 60 * 1000,
};

static const char build_lock[] = ".mobile-dev-agent";

// A cache folder with candidates for removal.
struct kind {
    const char *folder;
    const char *lock; // file in it that a working process has locked
    bool is_build;
};

static const struct kind runs_kind = {"runs", "trace.jsonl", false};
static const struct kind builds_kind = {"derived-data", build_lock, true};

static bool
is_busy(const char *path, bool is_build)
{
    const struct kind *kind = is_build ? &builds_kind : &runs_kind;
    char *lock = at_strfmt("%s/%s", path, kind->lock);
    bool busy = at_filelock_is_held(lock);
    free(lock);
    return busy;
}

// Return NULL for anything but a regular file that parses. Files behind
// symbolic links do not belong to the run.
static json_t *
read_result(const char *folder)
{
    char *path = at_strfmt("%s/result.json", folder);
    struct at_buf text = AT_BUF_INIT(AT_RESULT_MAX_BYTES);
    struct stat info;
    json_t *result = NULL;
    if (lstat(path, &info) == 0 && S_ISREG(info.st_mode) &&
        at_file_read(path, &text, NULL))
        result = at_json_parse(at_buf_str(&text), NULL);
    at_buf_deinit(&text);
    free(path);
    return result;
}

// Read the time in a name such as "20260204-101112-1f2e3d".
static bool
read_name(struct at_str name, int64_t *out_ms)
{
    return at_wall_read_name(at_str_head(name, NAME_TIME_LEN), out_ms);
}

static int64_t
started(const json_t *result, const struct at_folder_entry *entry)
{
    const json_t *timing = json_object_get(result, "timing");
    int64_t ms;
    if (at_wall_read(at_json_get_str(timing, "started_at"), &ms) ||
        read_name(at_str(entry->name), &ms))
        return ms;
    return entry->modified_ms;
}

static enum at_gc_ok
outcome(const json_t *result)
{
    const json_t *ok = json_object_get(result, "ok");
    if (!json_is_boolean(ok))
        return AT_GC_UNKNOWN;
    return json_is_true(ok) ? AT_GC_SUCCEEDED : AT_GC_FAILED;
}

static int64_t
modified_ms(const char *path, int64_t otherwise_ms)
{
    struct stat info;
    return lstat(path, &info) == 0 ? (int64_t)info.st_mtime * 1000
                                   : otherwise_ms;
}

static void
read_build(struct at_gc_run *run, const struct at_folder_entry *entry)
{
    char *lock = at_strfmt("%s/%s", run->path, build_lock);
    run->started_ms = modified_ms(lock, entry->modified_ms);
    run->ok = AT_GC_UNKNOWN;
    free(lock);
}

static void
read_run(struct at_gc_run *run, const struct at_folder_entry *entry)
{
    json_t *result = read_result(run->path);
    run->started_ms = started(result, entry);
    run->ok = outcome(result);
    json_decref(result);
}

static void
read_row(struct at_gc_run *run, const char *folder, bool is_build,
         const struct at_folder_entry *entry)
{
    run->path = at_strfmt("%s/%s", folder, entry->name);
    run->is_build = is_build;
    at_str_cut(run->name, sizeof(run->name), at_str(entry->name));
    if (is_build)
        read_build(run, entry);
    else
        read_run(run, entry);
    run->busy = is_busy(run->path, is_build);
    run->bytes = at_folder_bytes(run->path);
}

// Add the rows of one kind until time is up. *out_left counts unread folders:
// the last by name, which are the newest runs.
static bool
scan_kind(const char *cache_dir, const struct kind *kind, int64_t until_ns,
          struct at_gc_runs *runs, size_t *out_left, struct at_err *err)
{
    struct at_folder_list list = {NULL, 0};
    char *folder = at_strfmt("%s/%s", cache_dir, kind->folder);
    bool ok = at_folder_list(folder, &list, err);
    size_t i = 0;
    runs->rows = at_realloc_array(runs->rows, runs->count + list.count + 1,
                                  sizeof(*runs->rows));
    for (; ok && i < list.count && at_now_ns() < until_ns; i++) {
        if (!list.entries[i].is_folder)
            continue;
        struct at_gc_run *row = &runs->rows[runs->count++];
        *row = (struct at_gc_run){0};
        read_row(row, folder, kind->is_build, &list.entries[i]);
    }
    *out_left = list.count - i;
    at_folder_list_deinit(&list);
    free(folder);
    return ok;
}

bool
at_gc_scan(const char *cache_dir, struct at_gc_runs *out, struct at_err *err)
{
    size_t left;
    *out = (struct at_gc_runs){NULL, 0};
    bool ok = scan_kind(cache_dir, &runs_kind, AT_NEVER_NS, out, &left, err) &&
              scan_kind(cache_dir, &builds_kind, AT_NEVER_NS, out, &left, err);
    at_gc_sort(out);
    return ok;
}

static bool
carry_out(struct at_gc_runs *runs, int64_t until_ns, struct at_err *err)
{
    bool ok = true;
    for (size_t i = runs->count; i > 0 && at_now_ns() < until_ns; i--) {
        struct at_gc_run *run = &runs->rows[i - 1];
        if (!at_gc_is_deleted(run->verdict))
            continue;
        if (is_busy(run->path, run->is_build))
            run->verdict = AT_GC_KEEP_BUSY;
        else
            ok = at_folder_remove(run->path, ok ? err : NULL) && ok;
    }
    return ok;
}

bool
at_gc_carry_out(struct at_gc_runs *runs, struct at_err *err)
{
    return carry_out(runs, AT_NEVER_NS, err);
}

// Spend half of the time on reading. Unread runs are newer than those that were
// read.
static void
collect(const char *cache_dir, struct at_gc_policy policy)
{
    const int64_t half_ns = AUTOMATIC_MAX_MS * AT_NS_PER_MS / 2;
    int64_t began_ns = at_now_ns();
    struct at_gc_runs runs = {NULL, 0};
    size_t left;
    if (scan_kind(cache_dir, &runs_kind, began_ns + half_ns, &runs, &left,
                  NULL)) {
        policy.keep_last -= left < policy.keep_last ? left : policy.keep_last;
        at_gc_plan(&policy, &runs, at_wall_now_ms());
        (void)!carry_out(&runs, began_ns + 2 * half_ns, NULL);
    }
    at_gc_runs_deinit(&runs);
}

void
at_gc_automatic(void)
{
    struct at_gc_policy policy;
    char *cache = at_command_run_cache_dir(NULL);
    char *runs = at_strfmt("%s/runs", cache ? cache : "");
    char *stamp = at_strfmt("%s/last-gc", cache ? cache : "");
    int64_t age_ms = at_wall_now_ms() - modified_ms(stamp, 0);
    bool is_due = age_ms < 0 || age_ms >= AUTOMATIC_EVERY_MS;
    if (cache && is_due && at_file_exists(runs) &&
        at_gc_policy_env(&policy, NULL) && at_file_put(stamp, AT_STR(""), NULL))
        collect(cache, policy);
    free(stamp);
    free(runs);
    free(cache);
}

struct at_filelock *
at_gc_use_build(const char *folder)
{
    const struct at_op now = {at_now_ns(), NULL};
    struct at_filelock *lock = NULL;
    char *path = at_strfmt("%s/%s", folder, build_lock);
    if (at_folder_make(folder, NULL) &&
        at_filelock_take(&now, path, &lock, NULL)) {
        ssize_t n = pwrite(at_filelock_fd(lock), "\n", 1, 0); // sets the time
        (void)n;
    }
    free(path);
    return lock;
}
