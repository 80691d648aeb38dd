#include "session/run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "session/place.h"
#include "session/run_priv.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/random.h"
#include "sys/userdirs.h"
#include "wire/json.h"

enum {
    NAME_TRIES = 16,
    RANDOM_DIGITS = 6,
    LOCK_MAX_MS = 1000,
    MESSAGE_MAX_BYTES = 2048,
    TOOL_NAME_MAX_BYTES = 40,
};

#define TRACE_HELD_BYTES (64 * AT_KIB)

char *
at_run_cache_dir(struct at_err *err)
{
    return at_place_find("MOBILE_DEV_AGENT_CACHE_DIR", at_userdirs_cache, err);
}

static void
did(void *user, const char *operation, int64_t took_ns, bool ok)
{
    json_t *data = json_object();
    at_json_set_text(data, "operation", operation);
    at_json_set(data, "ms", json_integer(took_ns / AT_NS_PER_MS));
    if (!ok)
        at_json_set(data, "ok", json_false());
    at_run_event(user, "progress", data);
}

struct at_run *
at_run_new(const struct at_run_listener *listener)
{
    struct at_run *run = at_alloc(sizeof(*run));
    if (listener)
        run->listener = *listener;
    run->trace_lines =
        (struct at_buf)AT_BUF_INIT(AT_RUN_EVENT_MAX_BYTES + TRACE_HELD_BYTES);
    run->logs = json_array();
    run->said = json_array();
    run->warnings = json_array();
    run->watch = (struct at_device_watch){did, run};
    at_run_tools_init(run);
    return run;
}

void
at_run_free(struct at_run *run)
{
    if (!run)
        return;
    at_run_tools_deinit(run);
    at_run_flush_trace(run);
    at_filelock_release(run->trace);
    at_buf_deinit(&run->trace_lines);
    json_decref(run->logs);
    json_decref(run->said);
    json_decref(run->warnings);
    free(run->folder);
    free(run);
}

// A folder that nobody else has, in runs. Owned by the caller; NULL with err.
static char *
make_unique(const char *runs, struct at_err *err)
{
    char when[AT_RFC3339_MAX];
    char digits[RANDOM_DIGITS + 1];
    at_wall_write_name(at_wall_now_ms(), when);
    for (int i = 0; i < NAME_TRIES; i++) {
        at_random_hex(digits, RANDOM_DIGITS);
        char *path = at_strfmt("%s/%s-%s", runs, when, digits);
        if (mkdir(path, 0700) == 0)
            return path;
        int sys = errno;
        if (sys != EEXIST) {
            at_fail_sys(err, AT_EIO, sys, "cannot make the folder '%s'", path);
            free(path);
            return NULL;
        }
        free(path);
    }
    at_fail(err, AT_EIO, "no free name for a run in '%s'", runs);
    return NULL;
}

bool
at_run_make_folder(struct at_run *run, struct at_err *err)
{
    struct at_op op = {at_now_ns() + LOCK_MAX_MS * AT_NS_PER_MS, NULL};
    char *cache = at_run_cache_dir(err);
    char *runs = cache ? at_strfmt("%s/runs", cache) : NULL;
    at_assert(!run->folder);
    if (runs && at_folder_make(runs, err))
        run->folder = make_unique(runs, err);
    if (run->folder) {
        char *trace = at_strfmt("%s/trace.jsonl", run->folder);
        if (!at_filelock_take(&op, trace, &run->trace, err)) {
            rmdir(run->folder);
            free(run->folder);
            run->folder = NULL;
        }
        free(trace);
    }
    free(runs);
    free(cache);
    if (!run->folder && err && err->code == AT_EIO)
        at_err_add(err, "set MOBILE_DEV_AGENT_CACHE_DIR to a folder that can "
                        "be written");
    return run->folder;
}

const char *
at_run_folder(const struct at_run *run)
{
    return run->folder;
}

// errno, 0 where all was written. The trace has one writer, so that its
// descriptor stands at its end.
static int
write_all(int fd, struct at_str text)
{
    while (text.len > 0) {
        ssize_t n = write(fd, text.ptr, text.len);
        if (n > 0)
            text = at_str_skip(text, (size_t)n);
        else if (n == 0 || errno != EINTR)
            return n == 0 ? EIO : errno;
    }
    return 0;
}

void
at_run_flush_trace(struct at_run *run)
{
    int sys = 0;
    if (run->trace && !run->trace_failed && run->trace_lines.len > 0)
        sys = write_all(at_filelock_fd(run->trace),
                        at_buf_str(&run->trace_lines));
    at_buf_clear(&run->trace_lines);
    if (sys == 0)
        return;
    run->trace_failed = true;
    at_run_warning(run, "the trace in '%s' ends here: %s", run->folder,
                   strerror(sys));
}

static void
add_to_trace(struct at_run *run, const json_t *event)
{
    size_t was = run->trace_lines.len;
    if (!run->trace || run->trace_failed)
        return;
    if (!at_json_write(event, &run->trace_lines) ||
        !at_buf_add_char(&run->trace_lines, '\n'))
        at_buf_cut(&run->trace_lines, was);
    if (!run->holds_trace || run->trace_lines.len >= TRACE_HELD_BYTES)
        at_run_flush_trace(run);
}

void
at_run_event(struct at_run *run, const char *event, json_t *data)
{
    char ts[AT_RFC3339_MAX];
    json_t *whole = json_object();
    at_wall_write(at_wall_now_ms(), ts);
    at_json_set_text(whole, "type", "event");
    at_json_set_text(whole, "ts", ts);
    at_json_set_text(whole, "event", event);
    at_json_set(whole, "data", data);
    add_to_trace(run, whole);
    if (run->listener.event)
        run->listener.event(run->listener.user, whole);
    json_decref(whole);
}

static json_t *
message(const char *fmt, va_list args)
{
    char text[MESSAGE_MAX_BYTES];
    int len = vsnprintf(text, sizeof(text), fmt, args);
    size_t max = sizeof(text) - 1;
    size_t got = len > 0 ? (size_t)len : 0;
    struct at_str whole = at_str_n(text, got < max ? got : max);
    return at_json_text(got > max ? at_utf8_head(whole, max - 1) : whole);
}

static void
say(struct at_run *run, const char *event, json_t *text)
{
    json_t *data = json_object();
    at_json_set(data, "message", text);
    at_run_event(run, event, data);
}

void
at_run_progress(struct at_run *run, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    json_t *text = message(fmt, args);
    va_end(args);
    say(run, "progress", text);
}

void
at_run_warning(struct at_run *run, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    json_t *text = message(fmt, args);
    va_end(args);
    json_array_append(run->warnings, text);
    say(run, "warning", text);
}

static bool
is_below(struct at_str name)
{
    struct at_str part;
    bool ok =
        name.len > 0 && name.ptr[0] != '/' && name.ptr[name.len - 1] != '/';
    while (ok && at_str_next(&name, '/', &part))
        ok = part.len > 0 && !at_str_is(part, ".") && !at_str_is(part, "..");
    return ok;
}

char *
at_run_artifact_path(struct at_run *run, const char *name, struct at_err *err)
{
    if (!is_below(at_str(name))) {
        at_fail(err, AT_EUSAGE, "'%s' is no name of an artifact", name);
        return NULL;
    }
    if (!run->folder) {
        at_fail(err, AT_EIO, "no run folder to keep '%s' in", name);
        return NULL;
    }
    char *path = at_strfmt("%s/artifacts/%s", run->folder, name);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    bool ok = at_folder_make(path, err);
    *slash = '/';
    if (ok)
        return path;
    free(path);
    return NULL;
}

static json_t *
artifact(const char *type, const char *path, const char *mime)
{
    json_t *row = json_object();
    at_json_set_text(row, "type", type);
    at_json_set_text(row, "path", path);
    at_json_set_text(row, "mime", mime);
    return row;
}

void
at_run_has_artifact(struct at_run *run, const char *type, const char *path,
                    const char *mime)
{
    json_t *row = artifact(type, path, mime);
    json_array_append(run->said, row);
    at_run_event(run, "artifact", row);
}

bool
at_run_write_artifact(struct at_run *run, const char *type, const char *name,
                      const char *mime, struct at_str content,
                      struct at_err *err)
{
    char *path = at_run_artifact_path(run, name, err);
    bool ok = path && at_file_put(path, content, err);
    if (ok)
        at_run_has_artifact(run, type, path, mime);
    free(path);
    return ok;
}

static void
add_name(struct at_buf *out, const char *name)
{
    for (size_t i = 0; name[i] && i < TOOL_NAME_MAX_BYTES; i++) {
        char c = name[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
        at_buf_add_char(out, plain ? c : '_');
    }
}

char *
at_run_next_log(struct at_run *run, const char *tool, const char *action)
{
    struct at_buf path = AT_BUF_INIT(SIZE_MAX / 2);
    if (!run->folder)
        return NULL;
    at_buf_add_fmt(&path, "%s/logs", run->folder);
    // One that cannot be made shows where the log is written.
    bool made = at_folder_make(at_buf_text(&path), NULL);
    at_buf_add_fmt(&path, "/%03zu_", ++run->log_count);
    add_name(&path, tool);
    if (action[0]) {
        at_buf_add_char(&path, '_');
        add_name(&path, action);
    }
    at_buf_add_text(&path, ".log");
    // There from the start: an artifact that is named exists.
    if (made && at_file_append(at_buf_text(&path), AT_STR(""), NULL))
        json_array_append_new(
            run->logs,
            artifact("process_log", at_buf_text(&path), "text/plain"));
    return at_buf_take(&path);
}

json_t *
at_run_artifacts(const struct at_run *run)
{
    json_t *all = json_array();
    if (run->folder) {
        char *trace = at_strfmt("%s/trace.jsonl", run->folder);
        json_array_append_new(all,
                              artifact("trace", trace, "application/x-ndjson"));
        free(trace);
    }
    json_array_extend(all, run->logs);
    json_array_extend(all, run->said);
    return all;
}

const json_t *
at_run_warnings(const struct at_run *run)
{
    return run->warnings;
}

const struct at_proc_listener *
at_run_tools(struct at_run *run)
{
    return &run->tools;
}

const struct at_device_watch *
at_run_watch(struct at_run *run)
{
    return &run->watch;
}

bool
at_run_write_result(struct at_run *run, const json_t *envelope,
                    struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_RESULT_MAX_BYTES);
    if (!run->folder)
        return true;
    char *path = at_strfmt("%s/result.json", run->folder);
    bool ok = at_json_write(envelope, &text) && at_buf_add_char(&text, '\n');
    ok = ok ? at_file_put(path, at_buf_str(&text), err)
            : at_fail(err, AT_ELIMIT, "'%s' would be longer than %zu bytes",
                      path, text.max);
    at_buf_deinit(&text);
    free(path);
    return ok;
}
