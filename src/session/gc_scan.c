// gc_scan.c: what gc has to know of each run folder
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "session/gc.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/filelock.h"
#include "sys/folder.h"
#include "wire/json.h"

enum { NAME_TIME_LEN = sizeof("YYYYMMDD-hhmmss") - 1 };

bool
at_gc_is_busy(const char *path)
{
    char *trace = at_strfmt("%s/trace.jsonl", path);
    bool busy = at_filelock_is_held(trace);
    free(trace);
    return busy;
}

// NULL where it is not there, is no such file or does not parse. Nothing
// behind a symbolic link is a run's own.
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

// What a name says: "20260204-101112-1f2e3d".
static bool
named(struct at_str name, int64_t *out_ms)
{
    return at_wall_read_name(at_str_head(name, NAME_TIME_LEN), out_ms);
}

static int64_t
started(const json_t *result, const struct at_folder_entry *entry)
{
    const json_t *timing = json_object_get(result, "timing");
    int64_t ms;
    if (at_wall_read(at_json_get_str(timing, "started_at"), &ms) ||
        named(at_str(entry->name), &ms))
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

static void
look_at(struct at_gc_run *run, const char *runs_dir,
        const struct at_folder_entry *entry)
{
    run->path = at_strfmt("%s/%s", runs_dir, entry->name);
    json_t *result = read_result(run->path);
    at_str_cut(run->name, sizeof(run->name), at_str(entry->name));
    run->started_ms = started(result, entry);
    run->ok = outcome(result);
    run->busy = at_gc_is_busy(run->path);
    run->bytes = at_folder_bytes(run->path);
    json_decref(result);
}

bool
at_gc_scan(const char *cache_dir, struct at_gc_runs *out, struct at_err *err)
{
    struct at_folder_list list = {NULL, 0};
    *out = (struct at_gc_runs){NULL, 0};
    char *runs_dir = at_strfmt("%s/runs", cache_dir);
    bool ok = at_folder_list(runs_dir, &list, err);
    if (ok)
        out->rows = at_alloc(list.count * sizeof(*out->rows));
    for (size_t i = 0; ok && i < list.count; i++) {
        if (list.entries[i].is_folder)
            look_at(&out->rows[out->count++], runs_dir, &list.entries[i]);
    }
    at_folder_list_deinit(&list);
    free(runs_dir);
    at_gc_sort(out);
    return ok;
}
