// tester_run.c: run: one scenario from a file, for people and for CI
#include <stdio.h>
#include <stdlib.h>

#include "agent/scenario.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "programs/tester.h"
#include "programs/tester_file.h"
#include "programs/tester_home.h"
#include "programs/tester_html.h"
#include "programs/tester_progress.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/interrupt.h"
#include "sys/log.h"
#include "tester/recordings.h"
#include "tester/report/report.h"
#include "tester/runs.h"
#include "wire/json.h"

#define AT_LOG_MODULE "run"

enum { STOP_MS = 30000 };

enum {
    DATA,
    ENV,
    DEVICE,
    PROFILE,
    JSONL,
    JUNIT,
    REPORT,
    NO_REPLAY,
    OPTIONS,
};

static const struct at_option options[] = {
    [DATA] = AT_TESTER_DATA_OPTION,
    [ENV] = AT_TESTER_ENV_OPTION,
    [DEVICE] = {.name = "--device",
                .value = "ID",
                .help = "the device, as doctor shows it"},
    [PROFILE] = {.name = "--profile",
                 .value = "ID",
                 .help = "the model, as doctor shows it: Opus47, Gemini3Pro …"},
    [JSONL] = {.name = "--jsonl",
               .help = "print each event, and last the result, as a line of "
                       "JSON"},
    [JUNIT] = {.name = "--junit",
               .value = "FILE",
               .help = "write the result as JUnit XML too"},
    [REPORT] =
        {.name = "--report",
         .value = "DIR",
         .help = "make the run's folder in DIR: manifest, log, pictures, and "
                 "report.html, which shows them all",
         .absent = "reports/ of --data"},
    [NO_REPLAY] = {.name = "--no-replay",
                   .help = "ask the model, even if there is a recording"},
    [OPTIONS] = {0},
};

// One run of the program.
struct job {
    const struct at_program_call *call;
    struct at_tester_home home;
    const char *reports; // folder of the runs' folders
    struct at_scenario scenario;
    struct at_runs *runs;
    struct at_progress progress;
    char id[AT_STORE_ID_LEN + 1];
};

static void
replace(char **text, const char *by)
{
    if (!by)
        return;
    free(*text);
    *text = at_strdup(by);
}

// Read the scenario, and keep the recording that comes with it.
static bool
read_scenario(struct job *job, struct at_err *err)
{
    const char *path = job->call->arguments->words[0];
    json_t *json = at_tester_file_read(path, err);
    if (!json)
        return false;
    bool ok = at_scenario_read(json, &job->scenario, err) &&
              at_recording_keep(job->home.store, json, &job->scenario, err);
    if (!ok)
        at_err_context(err, "'%s'", path);
    json_decref(json);
    replace(&job->scenario.device, job->call->values[DEVICE]);
    replace(&job->scenario.profile, job->call->values[PROFILE]);
    return ok;
}

static bool
start_runs(struct job *job, struct at_err *err)
{
    struct at_runs_opts opts = {
        .platforms = at_tester_platforms,
        .store = job->home.store,
        .env = job->home.env,
        .reports = job->reports,
        .hints = job->home.hints,
        .no_replay = job->call->values[NO_REPLAY] != NULL,
        .event = at_progress_event,
        .user = &job->progress,
    };
    return at_runs_new(&opts, &job->runs, err);
}

// Wait for its end; a signal stops it, and it ends in order.
static bool
await_end(const struct at_op *op, struct job *job, struct at_err *err)
{
    struct at_buf answer = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    bool ok = at_runs_wait(op, job->runs, job->id, &answer, err);
    if (!ok && err->code == AT_ECANCELED) {
        struct at_op stopping = {at_now_ns() + STOP_MS * AT_NS_PER_MS, NULL};
        at_buf_clear(&answer);
        *err = (struct at_err)AT_ERR_INIT;
        // It may have ended meanwhile.
        (void)!at_runs_stop(job->runs, job->id, NULL);
        ok = at_runs_wait(&stopping, job->runs, job->id, &answer, err);
    }
    at_buf_deinit(&answer);
    return ok;
}

static bool
write_junit(const char *path, const json_t *document, struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_SCENARIO_FILE_MAX_BYTES);
    at_report_junit(document, &text);
    bool ok = at_file_write(path, at_buf_str(&text), err);
    at_buf_deinit(&text);
    return ok;
}

// A program that was built without the web pages makes no report.html.
static void
save_html(const struct job *job, const json_t *document)
{
    struct at_tester_html html = {job->home.store, document, job->reports};
    struct at_err err = AT_ERR_INIT;
    if (!at_tester_html_save(&html, &err) && err.code != AT_ENOTFOUND)
        at_log_warn("no report.html: %s", err.msg);
}

static bool
run_job(const struct at_op *op, struct job *job, int *out_status,
        struct at_err *err)
{
    const char *junit = job->call->values[JUNIT];
    json_t *document = NULL;
    bool ok = start_runs(job, err) &&
              at_runs_submit(op, job->runs, &job->scenario, job->id, err) &&
              await_end(op, job, err);
    if (ok)
        document = at_runs_state(job->runs, job->id, err);
    if (document)
        *out_status = at_progress_end(&job->progress, document, job->reports);
    if (document && job->call->values[REPORT])
        save_html(job, document);
    ok = document && (!junit || write_junit(junit, document, err));
    json_decref(document);
    at_runs_free(job->runs);
    return ok;
}

static bool
run_with_signals(struct job *job, int *out_status, struct at_err *err)
{
    struct at_cancel *cancel = at_cancel_new(NULL, err);
    struct at_interrupt *interrupt =
        cancel ? at_interrupt_start(cancel, err) : NULL;
    struct at_op op = {AT_NEVER_NS, cancel};
    bool ok = interrupt && run_job(&op, job, out_status, err);
    at_interrupt_stop(interrupt);
    at_cancel_free(cancel);
    return ok;
}

static int
run(const struct at_program_call *call)
{
    const char *const *values = call->values;
    struct job job = {.call = call, .progress.jsonl = values[JSONL] != NULL};
    struct at_err err = AT_ERR_INIT;
    int status = AT_TESTER_BROKEN;
    at_log_init(getenv("AGENTEST_LOG"));
    bool ok = at_tester_home_open(values[DATA], values[ENV], &job.home, &err) &&
              read_scenario(&job, &err);
    job.reports = values[REPORT] ? values[REPORT] : job.home.reports;
    ok = ok && (!values[REPORT] || at_folder_make(values[REPORT], &err)) &&
         run_with_signals(&job, &status, &err);
    at_scenario_deinit(&job.scenario);
    at_tester_home_close(&job.home);
    return ok ? status : at_tester_fail(&err);
}

const struct at_program_command at_tester_run_file = {
    .name = "run",
    .arguments = "SCENARIO",
    .arguments_min = 1,
    .arguments_max = 1,
    .help = "run that file; status 0: passed, 1: not, 3: no verdict",
    .options = options,
    .run = run,
};
