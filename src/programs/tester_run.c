// tester_run.c: run: one scenario from a file, for people and for CI
#include <stdio.h>
#include <stdlib.h>

#include "agent/scenario.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "programs/tester.h"
#include "programs/tester_audit.h"
#include "programs/tester_file.h"
#include "programs/tester_healed.h"
#include "programs/tester_home.h"
#include "programs/tester_html.h"
#include "programs/suite_words.h"
#include "programs/tester_progress.h"
#include "programs/tester_suite.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/interrupt.h"
#include "sys/log.h"
#include "tester/runs/recordings.h"
#include "tester/report/report.h"
#include "tester/runs/runs.h"
#include "wire/json.h"

#define AT_LOG_MODULE "run"

// Until then its worker ends the run or is killed.
enum { STOP_MS = AT_WORKER_STOP_MS + AT_TEARDOWN_STOPPED_MS + 5000 };

// One run of the program.
struct job {
    const struct at_arguments *args;
    struct at_tester_home home;
    const char *reports; // folder of the runs' folders
    struct at_scenario scenario;
    struct at_worker_ways *workers;
    struct at_runs *runs;
    struct at_progress progress;
    char id[AT_STORE_ID_LEN + 1];
    struct at_run_record record; // once the run has ended
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
    const char *path = at_arguments_at(job->args, 0);
    json_t *json = at_tester_file_scenarios(path, err);
    if (!json)
        return false;
    at_scenario_deinit(&job->scenario);
    bool ok = at_scenario_read(json, &job->scenario, err) &&
              at_recording_keep(job->home.store, json, &job->scenario, err);
    if (!ok)
        at_err_context(err, "'%s'", path);
    json_decref(json);
    replace(&job->scenario.device, at_arguments_option(job->args, "--device"));
    replace(&job->scenario.profile,
            at_arguments_option(job->args, "--profile"));
    return ok;
}

static bool
is_strong(const char *min_proof)
{
    return at_str_is(at_str(min_proof), "strong");
}

static bool
check_min_proof(const char *min_proof, struct at_err *err)
{
    return !min_proof || is_strong(min_proof) ||
           at_str_is(at_str(min_proof), "any") ||
           at_fail(err, AT_EUSAGE,
                   "--min-proof must be 'strong' or 'any', not '%.40s'",
                   min_proof);
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
        .workers = job->workers,
        .no_replay = at_arguments_have(job->args, "--no-replay"),
        .strong_proofs =
            is_strong(at_arguments_option(job->args, "--min-proof")),
        .second_model = at_arguments_option(job->args, "--second-model"),
        .event = at_progress_event,
        .user = &job->progress,
    };
    return at_runs_new(&opts, &job->runs, err);
}

// Wait for its end; a signal stops it, and it still ends in order.
static bool
await_end(const struct at_op *op, struct job *job, struct at_err *err)
{
    struct at_buf answer = AT_BUF_INIT(AT_MCP_REPLY_MAX_BYTES);
    bool ok = at_runs_wait(op, job->runs, job->id, &answer, err);
    if (!ok && err->code == AT_ECANCELED) {
        struct at_op stopping = {at_now_ns() + STOP_MS * AT_NS_PER_MS, NULL};
        at_buf_clear(&answer);
        *err = (struct at_err)AT_ERR_INIT;
        // It may have ended by itself.
        (void)!at_runs_stop(job->runs, job->id, NULL);
        ok = at_runs_wait(&stopping, job->runs, job->id, &answer, err);
    }
    at_buf_deinit(&answer);
    return ok;
}

static bool
write_junit(const char *path, const struct at_run_record *record,
            struct at_err *err)
{
    struct at_buf text = AT_BUF_INIT(AT_SCENARIO_FILE_MAX_BYTES);
    at_report_junit(record, &text);
    bool ok = at_file_write(path, at_buf_str(&text), err);
    at_buf_deinit(&text);
    return ok;
}

// A program that was built without the web pages makes no report.html.
static void
save_html(const struct job *job, const struct at_run_record *record)
{
    json_t *document = at_run_record_json(record);
    struct at_tester_html html = {job->home.store, document, job->reports};
    struct at_err err = AT_ERR_INIT;
    if (!at_tester_html_save(&html, &err) && err.code != AT_ENOTFOUND)
        at_log_warn("no report.html: %s", err.msg);
    json_decref(document);
}

static bool
run_job(const struct at_op *op, struct job *job, int *out_status,
        struct at_err *err)
{
    const struct at_runs_wish wish = {.scenario = &job->scenario};
    bool ok = start_runs(job, err) &&
              at_runs_submit(op, job->runs, &wish, job->id, err);
    if (ok)
        at_tester_audit(job->home.store, "ran", AT_STORE_RUN, at_str(job->id));
    ok = ok && await_end(op, job, err) &&
         at_runs_record(job->runs, job->id, &job->record, err);
    if (ok && at_arguments_have(job->args, "--accept-healed"))
        ok = at_healed_accept(job->home.store, &job->scenario, &job->record,
                              err);
    if (ok)
        *out_status =
            at_progress_end(&job->progress, &job->record, job->reports);
    if (ok && at_arguments_have(job->args, "--report"))
        save_html(job, &job->record);
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

// The run did not begin, or its end is unknown: the record says why.
static void
refuse(struct job *job, const struct at_err *why)
{
    struct at_scenario *scenario = &job->scenario;
    if (!scenario->goal)
        at_scenario_init(scenario); // it could not be read
    if (!scenario->goal[0])
        replace(&scenario->goal, at_arguments_at(job->args, 0));
    at_run_record_deinit(&job->record);
    at_runs_refused(scenario, why, &job->record);
    if (job->progress.jsonl)
        (void)at_progress_end(&job->progress, &job->record, job->reports);
}

// CI gets its file after any run.
static bool
leave_junit(struct job *job, struct at_err *err)
{
    const char *path = at_arguments_option(job->args, "--junit");
    struct at_err why = AT_ERR_INIT;
    if (!path || write_junit(path, &job->record, &why))
        return true;
    if (err->code == AT_OK)
        return at_err_pass(err, &why);
    at_err_add(err, "%s", why.msg);
    return false;
}

static int
start_one(const struct at_arguments *args)
{
    const char *report = at_arguments_option(args, "--report");
    struct job job = {.args = args,
                      .progress.jsonl = at_arguments_have(args, "--jsonl"),
                      .progress.fails_on_healed =
                          at_arguments_have(args, "--fail-on-healed"),
                      .workers = at_worker_processes_new(args->argv0)};
    struct at_err err = AT_ERR_INIT;
    int status = AT_TESTER_BROKEN;
    at_log_init(getenv("AGENTEST_LOG"));
    at_scenario_init(&job.scenario);
    bool ok = check_min_proof(at_arguments_option(args, "--min-proof"), &err) &&
              at_tester_home_open(args, &job.home, &err) &&
              read_scenario(&job, &err);
    job.reports = report ? report : job.home.reports;
    ok = ok && (!report || at_folder_make(report, &err)) &&
         run_with_signals(&job, &status, &err);
    if (!ok)
        refuse(&job, &err);
    if (!leave_junit(&job, &err) || !ok)
        status = at_tester_fail(&err);
    at_run_record_deinit(&job.record);
    at_scenario_deinit(&job.scenario);
    at_tester_home_close(&job.home);
    at_worker_processes_free(job.workers);
    return status;
}

static int
start(const struct at_arguments *args)
{
    struct at_err err = AT_ERR_INIT;
    at_log_init(getenv("AGENTEST_LOG"));
    if (at_suite_words_mean_one(args) && at_arguments_at(args, 0))
        return start_one(args);
    return check_min_proof(at_arguments_option(args, "--min-proof"), &err)
               ? at_tester_suite(args)
               : at_tester_fail(&err);
}

const struct at_command at_tester_run_file = {
    .name = "run",
    .summary =
        "run scenarios and flows; 0: passed, 1: not, 3: no verdict, 4: healed",
    .positionals = AT_POSITIONALS(
        {.name = "SCENARIO",
         .help = "files, JSON or YAML, flows among them, and folders; -: "
                 "standard input",
         .optional = true,
         .repeats = true,
         .is_file = true}),
    .options = AT_OPTIONS(
        {.name = "--device",
         .value = "ID",
         .help = "the device, as doctor shows it"},
        {.name = "--profile",
         .value = "ID",
         .help = "the model, as doctor shows it: Opus47, Gemini3Pro …; "
                 "several with commas: each case with each"},
        {.name = "--jsonl",
         .help = "print each event, and last the result, as a line of "
                 "JSON"},
        {.name = "--junit",
         .value = "FILE",
         .help = "write the result as JUnit XML too"},
        {.name = "--report",
         .value = "DIR",
         .help = "make the run's folder in DIR: manifest, log, pictures, and "
                 "report.html, which shows them all",
         .absent = "reports/ of --data"},
        {.name = "--no-replay",
         .help = "ask the model, even if there is a recording"},
        {.name = "--accept-healed",
         .help = "if the run passes by another way than its "
                 "recording, play that from now on"},
        {.name = "--fail-on-healed",
         .help = "status 4 if it passes in such a way"},
        {.name = "--min-proof",
         .value = "strong|any",
         .help = "strong: a step whose proof also held on more than "
                 "half of the run's other screens is UNVERIFIED",
         .absent = "any"},
        {.name = "--second-model",
         .value = "ID",
         .empty = true,
         .help = "ask this model about each step that passed; if it doubts a "
                 "step, that is UNVERIFIED. '': none",
         .absent = "that of the settings, or none"},
        {.name = "--tag",
         .value = "TAGS",
         .help = "only scenarios with these tags: a+b both, a,b either, !a not "
                 "a; stored ones, without SCENARIO",
         .repeats = true},
        {.name = "--suite",
         .value = "NAME",
         .help = "the stored suite; other options replace its own"},
        {.name = "--rows",
         .value = "FILE",
         .help = "a table, CSV, JSON or YAML: each row is a case, with its "
                 "values for {{column}}"},
        {.name = "--devices",
         .value = "all|LIST",
         .help = "each case on all devices, or on each of ID,ID",
         .absent = "any, whichever is free"},
        {.name = "--repeat", .value = "N", .help = "run each case N times"},
        {.name = "--shard",
         .value = "I/N",
         .help = "only part I of N; a case is always in the same part"},
        {.name = "--retry-infra",
         .value = "N",
         .help = "try a case up to N times more if its device, worker or "
                 "model is lost; never one that has a verdict",
         .absent = "0"},
        {.name = "--fail-fast",
         .help = "begin nothing more once a case did not pass"},
        {.name = "--rerun-failed",
         .help = "only cases that did not pass in the last suite run; its "
                 "words, without others"},
        {.name = "--html",
         .value = "FILE",
         .help = "write one page about all cases"}),
    .examples = AT_EXAMPLES(
        {"run scenarios/notes.json", "each step, and the verdict"},
        {"run scenarios/notes.json --junit report.xml --report out",
         "for CI: the result as JUnit XML, and the run's folder in out/"},
        {"run flows/login.yaml scenarios/notes.json",
         "a flow, without a model, and scenarios as one suite"},
        {"run scenarios/notes.json --jsonl",
         "for a program: events, then the result"},
        {"run scenarios/notes.json --repeat 2 --html report.html",
         "more than one run, on all devices that are free"}),
    .flags = AT_TESTER_HOME,
    .start = start,
};
