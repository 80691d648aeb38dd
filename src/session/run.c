#include "session/run.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "session/root_folder.h"
#include "session/run_requests.h"
#include "session/run_state.h"
#include "session/run_tools.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/random.h"
#include "sys/rundir.h"
#include "sys/userdirs.h"
#include "wire/json.h"

enum {
    NAME_TRIES = 16,
    RANDOM_DIGITS = 6,
    LOCK_MAX_MS = 1000,
};

char *
at_command_run_cache_dir(struct at_err *err)
{
    return at_root_folder_find("MOBILE_DEV_AGENT_CACHE_DIR", at_userdirs_cache,
                               err);
}

static void
add_operation(void *user, const char *operation, int64_t took_ns, bool ok)
{
    json_t *data = json_object();
    json_t *requests = at_command_run_requests_take(user);
    at_json_set_text(data, "operation", operation);
    at_json_set(data, "ms", json_integer(took_ns / AT_NS_PER_MS));
    if (requests)
        at_json_set(data, "requests", requests);
    if (!ok)
        at_json_set(data, "ok", json_false());
    at_command_run_event(user, "progress", data);
}

struct at_command_run *
at_command_run_new(const struct at_command_run_listener *listener)
{
    struct at_command_run *run = at_alloc(sizeof(*run));
    if (listener)
        run->listener = *listener;
    run->trace_lines = (struct at_buf)AT_BUF_INIT(AT_RUN_EVENT_MAX_BYTES +
                                                  AT_RUN_TRACE_PENDING_BYTES);
    run->logs = json_array();
    run->announced = json_array();
    run->warnings = json_array();
    run->watch = (struct at_device_watch){add_operation, run};
    at_command_run_tools_init(run);
    at_command_run_requests_init(run);
    return run;
}

void
at_command_run_free(struct at_command_run *run)
{
    if (!run)
        return;
    at_command_run_tools_deinit(run);
    at_command_run_requests_deinit(run);
    at_command_run_flush_trace(run);
    at_filelock_release(run->trace);
    at_buf_deinit(&run->trace_lines);
    json_decref(run->logs);
    json_decref(run->announced);
    json_decref(run->warnings);
    free(run->folder);
    free(run);
}

// Create a folder with a unique name in runs. Owned by the caller; NULL with
// err.
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

// Create the folder of all runs, in a temporary location if the home is not
// writable and no cache was specified. Owned by the caller; NULL with err.
static char *
make_runs(struct at_command_run *run, struct at_err *err)
{
    const char *chosen = getenv("MOBILE_DEV_AGENT_CACHE_DIR");
    char *cache = at_command_run_cache_dir(err);
    char *runs = cache ? at_strfmt("%s/runs", cache) : NULL;
    struct at_err why = AT_ERR_INIT;
    bool ok = runs && at_folder_make(runs, &why);
    char *other = NULL;
    if (runs && !ok && !(chosen && *chosen))
        other = at_rundir_temporary(NULL);
    if (other) {
        free(runs);
        runs = at_strfmt("%s/" AT_SESSION_PROGRAM "/runs", other);
        ok = at_folder_make(runs, &why);
        at_command_run_warning(
            run,
            "the cache '%s' cannot be written: this run is in '%s' "
            "(MOBILE_DEV_AGENT_CACHE_DIR names another place)",
            cache, runs);
    }
    free(other);
    free(cache);
    if (ok)
        return runs;
    if (runs)
        (void)at_err_pass(err, &why);
    free(runs);
    return NULL;
}

bool
at_command_run_make_folder(struct at_command_run *run, struct at_err *err)
{
    struct at_op op = {at_now_ns() + LOCK_MAX_MS * AT_NS_PER_MS, NULL};
    char *runs = make_runs(run, err);
    at_assert(!run->folder);
    if (runs)
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
    if (!run->folder && err && err->code == AT_EIO)
        at_err_add(err, "set MOBILE_DEV_AGENT_CACHE_DIR to a folder that can "
                        "be written");
    return run->folder;
}

const char *
at_command_run_folder(const struct at_command_run *run)
{
    return run->folder;
}

const struct at_proc_listener *
at_command_run_tools(struct at_command_run *run)
{
    return &run->tools;
}

const struct at_device_watch *
at_command_run_watch(struct at_command_run *run)
{
    return &run->watch;
}

bool
at_command_run_write_result(struct at_command_run *run, const json_t *envelope,
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
