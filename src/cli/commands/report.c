// report: one archive for a bug report, from the runs and sessions
#include "cli/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "bugreport/facts.h"
#include "cli/invocation.h"
#include "session/gc_folders.h"
#include "sys/cancel.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "wire/json.h"

enum { RUNS = 5, RUNS_MAX = 1000 };

// Which runs are wanted.
struct wanted {
    int64_t last;
    const char *id;     // the beginning of a name; NULL: any
    const char *device; // NULL: any
    int64_t since_ms;
    bool found;
};

// Return true for a run that acted on the device; one without a result may
// have.
static bool
is_on(const struct at_gc_run *run, const char *device)
{
    char *path = at_strfmt("%s/result.json", run->path);
    struct at_buf text = AT_BUF_INIT(AT_RESULT_MAX_BYTES);
    json_t *result = at_file_read(path, &text, NULL)
                         ? at_json_parse(at_buf_str(&text), NULL)
                         : NULL;
    const json_t *target = json_object_get(result, "target");
    struct at_str id = at_json_get_str(json_object_get(target, "device"), "id");
    bool on = !result || at_str_is(id, device);
    json_decref(result);
    at_buf_deinit(&text);
    free(path);
    return on;
}

static bool
is_wanted(const struct wanted *wanted, const struct at_gc_run *run)
{
    if (run->is_build)
        return false;
    if (wanted->id)
        return at_str_starts(at_str(run->name), at_str(wanted->id));
    return run->started_ms >= wanted->since_ms &&
           (!wanted->device || is_on(run, wanted->device));
}

static void
add_run(struct at_bugreport *report, const struct at_gc_run *run)
{
    char *name = at_strfmt("runs/%s", run->name);
    at_bugreport_add_folder(report, name, run->path);
    free(name);
}

static void
add_runs(struct at_bugreport *report, const struct at_gc_runs *runs,
         struct wanted *wanted)
{
    int64_t count = 0;
    for (size_t i = 0; i < runs->count; i++) {
        if (!is_wanted(wanted, &runs->rows[i]))
            continue;
        wanted->found = true;
        if (wanted->id || count++ < wanted->last)
            add_run(report, &runs->rows[i]);
    }
    if (count > wanted->last)
        at_bugreport_leave_out(report, "runs/",
                               "older runs: --last N takes in more");
}

// The screen as people read it, without the device's own words.
static void
add_screen(struct at_bugreport *report, const char *session, const char *path)
{
    struct at_buf text = AT_BUF_INIT(AT_SNAPSHOT_FILE_MAX_BYTES);
    json_t *json = at_file_read(path, &text, NULL)
                       ? at_json_parse(at_buf_str(&text), NULL)
                       : NULL;
    struct at_str tree = at_json_get_str(json, "tree");
    char *name = at_strfmt("screens/%s.txt", session);
    if (tree.len > 0)
        at_bugreport_add_text(report, name, "the last screen of the session",
                              tree);
    free(name);
    json_decref(json);
    at_buf_deinit(&text);
}

static void
add_session(struct at_bugreport *report, const char *state, const char *name)
{
    static const char *const files[] = {"session.json", "last_target.json"};
    char *screen = at_strfmt("%s/sessions/%s/last_snapshot.json", state, name);
    add_screen(report, name, screen);
    free(screen);
    for (size_t i = 0; i < AT_LEN(files); i++) {
        char *path = at_strfmt("%s/sessions/%s/%s", state, name, files[i]);
        char *inside = at_strfmt("sessions/%s/%s", name, files[i]);
        if (at_file_exists(path))
            at_bugreport_add_file(report, inside, "", path);
        free(inside);
        free(path);
    }
    char *log = at_strfmt("%s/run/%s/live.log", state, name);
    char *inside = at_strfmt("sessions/%s/live.log", name);
    if (at_file_exists(log))
        at_bugreport_add_file(report, inside, "its live process", log);
    free(inside);
    free(log);
}

static void
add_sessions(struct at_bugreport *report)
{
    struct at_err err = AT_ERR_INIT;
    struct at_folder_list list = {0};
    char *state = at_store_state_dir(&err);
    char *folder = state ? at_strfmt("%s/sessions", state) : NULL;
    if (!folder || !at_folder_list(folder, &list, &err))
        at_bugreport_leave_out(report, "sessions/", err.msg);
    for (size_t i = 0; i < list.count; i++) {
        if (list.entries[i].is_folder)
            add_session(report, state, list.entries[i].name);
    }
    at_folder_list_deinit(&list);
    free(folder);
    free(state);
}

static bool
collect(struct at_invocation *invocation, struct at_bugreport *report,
        struct wanted *wanted, struct at_err *err)
{
    static const char *const doctor[] = {"doctor", "--verbose", NULL};
    struct at_gc_runs runs = {0};
    char *cache = at_command_run_cache_dir(err);
    at_command_run_progress(invocation->run, "asking the doctor");
    at_bugreport_add_facts(invocation->op, report, invocation->args,
                           at_device_pool_program(invocation->pool), doctor);
    bool ok = cache && at_gc_scan(cache, &runs, err);
    if (ok)
        add_runs(report, &runs, wanted);
    if (ok && wanted->id && !wanted->found)
        ok = at_fail(err, AT_EUSAGE,
                     "there is no run '%s' in %s/runs; a run's name is the "
                     "last part of its run_dir",
                     wanted->id, cache);
    add_sessions(report);
    at_gc_runs_deinit(&runs);
    free(cache);
    return ok && at_op_check(invocation->op, err);
}

static void
set_data(struct at_invocation *invocation, const struct at_bugreport *report)
{
    json_decref(invocation->data);
    invocation->data = at_bugreport_json(report);
}

static bool
run(struct at_invocation *invocation, struct at_err *err)
{
    const struct at_arguments *args = invocation->args;
    struct at_bugreport_opts opts;
    struct wanted wanted = {
        .last = RUNS,
        .id = at_arguments_option(args, "--run"),
        .device = at_arguments_option(args, "--device"),
    };
    if (!at_bugreport_read_opts(args, &opts, err) ||
        !at_arguments_int(args, "--last", 0, RUNS_MAX, &wanted.last, err))
        return false;
    wanted.since_ms = opts.since_ms;
    opts.since_ms = 0; // runs are chosen by it, not their files
    struct at_bugreport *report = at_bugreport_new(&opts);
    bool ok = collect(invocation, report, &wanted, err) &&
              at_bugreport_write(report, at_arguments_option(args, "--out"),
                                 at_bugreport_is_dry(args), err);
    if (ok)
        set_data(invocation, report);
    at_bugreport_free(report);
    return ok;
}

const struct at_command at_cli_report = {
    .name = "report",
    .summary = "write one archive for a bug report, and send nothing",
    .about =
        "Versions, what doctor says, the newest runs with their logs, and the "
        "sessions' last\nscreens as text. Secrets of the environment and of "
        "sessions, texts that were typed or\nthat fields show, tokens, "
        "cookies and e-mail addresses are masked; README.txt in the\narchive "
        "lists what is inside, what is not and why.",
    .options = AT_OPTIONS(
        AT_BUGREPORT_OPTIONS,
        {.name = "--run",
         .value = "ID",
         .help = "only this run: the beginning of its folder's name"},
        {.name = "--last",
         .value = "N",
         .help = "how many runs",
         .absent = "5"},
        {.name = "--device",
         .value = "SERIAL",
         .help = "only runs on this device"}),
    .examples = AT_EXAMPLES(
        {"report --list", "what would be inside"},
        {"report --last 1 --pictures", "the newest run, with its screenshots"}),
    .flags = AT_COMMAND_HISTORY | AT_CLI_NO_SESSION,
    .timeout_ms = AT_COMMAND_NO_TIMEOUT,
    .run = run,
    .print = at_bugreport_print,
};
