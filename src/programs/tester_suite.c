#include "programs/tester_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "programs/print.h"
#include "programs/suite_reports.h"
#include "programs/suite_watch.h"
#include "programs/suite_words.h"
#include "programs/tester.h"
#include "programs/tester_healed.h"
#include "programs/tester_home.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/folder.h"
#include "sys/interrupt.h"
#include "sys/log.h"
#include "tester/suite/result.h"
#include "wire/json.h"

#define AT_LOG_MODULE "run"

enum {
    // Until then the workers end their runs or are killed.
    STOP_MS = AT_WORKER_STOP_MS + AT_TEARDOWN_STOPPED_MS + 5000,
    READ_EVERY_MS = 3000,  // an event may be missed: another process runs it
    READ_MAX = 500,        // runs that are read each time
    SUBMIT_AGAIN_MS = 500, // while other programs have all devices
};

struct job {
    const struct at_arguments *args;
    struct at_tester_home home;
    const char *reports; // folder of the runs' folders
    struct at_worker_ways *workers;
    struct at_runs *runs;
    struct at_suite_words words;
    struct at_suite_sources sources;
    json_t *rows;
    struct at_suite_history *history;
    struct at_argv tags, wanted, devices, platforms, profiles;
    struct at_suite_plan plan;
    struct at_suite_begin begin;
    struct at_suite_watch *watch;
    json_t *result; // once all cases are done
    // While it runs.
    size_t submitted;
    int64_t submit_ns; // not before
    int64_t read_ns;
    size_t read_at;
    bool stops;     // no more cases begin
    size_t at_once; // cases that may be submitted and not done
};

// No run begins before there is a watch.
static void
on_event(void *user, const char *run, int64_t index, struct at_str json)
{
    const struct job *job = user;
    at_suite_watch_event(job->watch, run, index, json);
}

static bool
start_runs(struct job *job, struct at_err *err)
{
    const char *min_proof = at_arguments_option(job->args, "--min-proof");
    struct at_runs_opts opts = {
        .platforms = at_tester_platforms,
        .store = job->home.store,
        .env = job->home.env,
        .reports = job->reports,
        .hints = job->home.hints,
        .workers = job->workers,
        .no_replay = at_arguments_have(job->args, "--no-replay"),
        .strong_proofs = min_proof && strcmp(min_proof, "strong") == 0,
        .second_model = at_arguments_option(job->args, "--second-model"),
        .event = on_event,
        .user = job,
    };
    return at_runs_new(&opts, &job->runs, err);
}

static void
add_words(const json_t *suite, const char *member, struct at_argv *out)
{
    const json_t *list = json_object_get(suite, member);
    for (size_t i = 0; i < json_array_size(list); i++)
        at_argv_add_str(out, at_json_str(json_array_get(list, i)));
}

static bool
plan_cases(const struct at_op *op, struct job *job, struct at_err *err)
{
    const json_t *suite = job->words.suite;
    add_words(suite, "tags", &job->tags);
    add_words(suite, "devices", &job->wanted);
    add_words(suite, "profiles", &job->profiles);
    job->history = at_suite_history_new(job->home.store);
    if (!at_suite_words_rows(suite, &job->rows, err) ||
        !at_suite_words_load(suite, job->home.store, &job->sources, err) ||
        !at_suite_places(op, job->runs, &job->wanted, &job->devices,
                         &job->platforms, err))
        return false;
    const struct at_suite_selection selection = {
        .sources = job->sources.items,
        .source_count = job->sources.count,
        .tags = &job->tags,
        .rows = job->rows,
        .devices = &job->devices,
        .platforms = &job->platforms,
        .profiles = &job->profiles,
        .repeat = json_integer_value(json_object_get(suite, "repeat")),
        .shard = job->words.shard,
        .only = job->words.only,
        .expected = at_suite_history_expect,
        .user = job->history,
    };
    return at_suite_plan(&selection, &job->plan, err);
}

// Let the watch hear what a run did before it was added.
static void
tell_state(struct job *job, const char *run)
{
    struct at_run_record record;
    struct at_buf text = AT_BUF_INIT(4 * AT_KIB);
    if (at_runs_record(job->runs, run, &record, NULL)) {
        json_t *event = json_object();
        at_json_set_text(event, "type", "state");
        at_json_set_text(event, "state",
                         at_run_record_is_over(&record)
                             ? "ended"
                             : at_run_state_names[record.state]);
        if (record.device)
            at_json_set_text(event, "device", record.device);
        if (at_json_write(event, &text))
            at_suite_watch_event(job->watch, run, 0, at_buf_str(&text));
        json_decref(event);
    }
    at_buf_deinit(&text);
    at_run_record_deinit(&record);
}

static bool
may_wait(const struct at_err *why)
{
    return why->code == AT_EBUSY || why->code == AT_ELIMIT;
}

// Give the next case its run, or its end without one. *out_waits: neither, as
// other programs have all devices, or the queue is full.
static bool
submit_next(const struct at_op *op, struct job *job, bool *out_waits,
            struct at_err *err)
{
    char run[AT_STORE_ID_LEN + 1];
    struct at_err why = AT_ERR_INIT;
    size_t number = job->submitted;
    bool ok = at_suite_submit(op, job->runs, &job->begin, number, run, &why);
    *out_waits = !ok && (may_wait(&why) || why.code == AT_ECANCELED);
    at_suite_watch_note(job->watch,
                        *out_waits && may_wait(&why) ? why.msg : "");
    if (*out_waits)
        return true;
    if (!ok &&
        !at_suite_refuse(job->home.store, &job->begin, number, &why, run, err))
        return false;
    job->submitted++;
    at_suite_watch_add(job->watch, number, run);
    tell_state(job, run);
    return true;
}

// With --fail-fast no case may wait behind one that can fail, for its device
// would begin it before anyone has seen the failure: there are as many as there
// are devices.
static bool
limit_at_once(const struct at_op *op, struct job *job, struct at_err *err)
{
    struct at_runs_devices list = {NULL, 0};
    bool fast = json_is_true(json_object_get(job->words.suite, "failFast"));
    bool ok = !fast || at_runs_list_devices(op, job->runs, &list, err);
    job->at_once = fast ? 0 : SIZE_MAX;
    for (size_t i = 0; i < list.count; i++)
        job->at_once += list.items[i].entry.usable;
    if (job->at_once == 0)
        job->at_once = 1;
    free(list.items);
    return ok;
}

static bool
has_room(struct job *job)
{
    size_t done = job->plan.count - at_suite_watch_left(job->watch);
    return !job->stops && job->submitted < job->plan.count &&
           job->submitted - done < job->at_once;
}

static bool
submit_more(const struct at_op *op, struct job *job, struct at_err *err)
{
    bool ok = true, waits = at_now_ns() < job->submit_ns;
    while (ok && !waits && has_room(job)) {
        ok = submit_next(op, job, &waits, err);
        if (waits)
            job->submit_ns = at_now_ns() + SUBMIT_AGAIN_MS * AT_NS_PER_MS;
    }
    return ok;
}

// Cases that never get a run are done.
static void
drop_rest(struct job *job)
{
    for (; job->stops && job->submitted < job->plan.count; job->submitted++)
        at_suite_watch_done(job->watch, job->submitted, NULL);
}

static bool
has_passed(const struct at_run_record *record)
{
    return at_run_end_meaning(record->end, record->verdict).exit ==
           AT_RUN_EXIT_PASS;
}

static bool
finish_case(struct job *job, size_t number, struct at_run_record *record,
            struct at_err *err)
{
    bool ok = !at_arguments_have(job->args, "--accept-healed") ||
              at_healed_accept(job->home.store, &record->scenario, record, err);
    at_suite_watch_done(job->watch, number, record);
    if (at_arguments_have(job->args, "--report") && record->started_ms > 0)
        at_suite_reports_run(job->home.store, job->reports, record);
    bool fast = json_is_true(json_object_get(job->words.suite, "failFast"));
    if (!ok || !fast || job->stops || has_passed(record))
        return ok;
    job->stops = true;
    return at_suite_fail_fast(job->runs, job->begin.id, err);
}

// Finish the cases whose runs have ended. Some are read without an event.
static bool
finish_cases(struct job *job, struct at_err *err)
{
    bool ok = true;
    bool reads = at_now_ns() >= job->read_ns;
    size_t read = 0;
    for (size_t i = 0; ok && i < job->submitted; i++) {
        bool is_told;
        struct at_run_record record;
        const char *run = at_suite_watch_open(job->watch, i, &is_told);
        if (!run || (!is_told && !(reads && read < READ_MAX)))
            continue;
        read++;
        if (at_runs_record(job->runs, run, &record, NULL) &&
            at_run_record_is_over(&record))
            ok = finish_case(job, i, &record, err);
        at_run_record_deinit(&record);
    }
    if (reads)
        job->read_ns = at_now_ns() + READ_EVERY_MS * AT_NS_PER_MS;
    return ok;
}

// The first signal: what runs is stopped, and nothing begins.
static bool
stop(struct job *job, struct at_op *op, struct at_err *err)
{
    *op = (struct at_op){at_now_ns() + STOP_MS * AT_NS_PER_MS, NULL};
    *err = (struct at_err)AT_ERR_INIT;
    job->stops = true;
    at_suite_watch_note(job->watch, "stopping: what runs is stopped, the rest "
                                    "is not run; again: end at once");
    return at_suite_stop(job->runs, job->begin.id, err);
}

static bool
await_cases(const struct at_op *whole, struct job *job, struct at_err *err)
{
    struct at_op op = *whole;
    bool ok = true;
    while (ok) {
        ok = finish_cases(job, err) && submit_more(&op, job, err);
        drop_rest(job);
        if (!ok || at_suite_watch_left(job->watch) == 0)
            break;
        ok = at_suite_watch_wait(&op, job->watch, err) ||
             (err->code == AT_ECANCELED && stop(job, &op, err));
        ok = ok && (op.cancel || at_op_check(&op, err));
    }
    at_suite_watch_end(job->watch);
    return ok;
}

static bool
do_cases(const struct at_op *op, struct job *job, struct at_err *err)
{
    const json_t *suite = job->words.suite;
    struct at_store_db *store = job->home.store;
    char by[AT_CHOSEN_BY_BYTES + 1];
    const char *id = json_string_value(json_object_get(suite, "id"));
    at_healed_by("run", by);
    job->begin = (struct at_suite_begin){
        .sources = &job->sources,
        .plan = &job->plan,
        .options = suite,
        .suite = id ? id : "",
        .name = json_string_value(json_object_get(suite, "name")),
        .by = by,
        .rerun_of = job->words.rerun_of,
    };
    if (!limit_at_once(op, job, err) ||
        !at_suite_run_new(store, &job->begin, err))
        return false;
    job->watch = at_suite_watch_new(&job->plan, job->sources.items,
                                    at_arguments_have(job->args, "--jsonl"));
    bool ok = await_cases(op, job, err);
    struct at_err why = AT_ERR_INIT;
    bool closed = at_suite_close(store, job->begin.id, &why) &&
                  (job->result = at_suite_result(store, job->begin.id, &why));
    return ok && (closed || at_err_pass(err, &why));
}

static bool
run_suite(const struct at_op *op, struct job *job, struct at_err *err)
{
    bool ok = at_suite_words_read(job->args, job->home.store, &job->words, err);
    if (ok && job->words.is_empty) {
        at_print_text(AT_STR("All cases of the last suite run passed: nothing "
                             "to run again\n"));
        return true;
    }
    ok = ok && start_runs(job, err) && plan_cases(op, job, err);
    if (ok && job->plan.count == 0)
        at_print_text(AT_STR("No case to run: all are in other parts, or "
                             "passed the last time\n"));
    else
        ok = ok && do_cases(op, job, err);
    at_runs_free(job->runs);
    return ok;
}

static bool
run_with_signals(struct job *job, struct at_err *err)
{
    struct at_cancel *cancel = at_cancel_new(NULL, err);
    struct at_interrupt *interrupt =
        cancel ? at_interrupt_start(cancel, err) : NULL;
    struct at_op op = {AT_NEVER_NS, cancel};
    bool ok = interrupt && run_suite(&op, job, err);
    at_interrupt_stop(interrupt);
    at_cancel_free(cancel);
    return ok;
}

static void
close_job(struct job *job)
{
    at_suite_watch_free(job->watch);
    at_suite_plan_deinit(&job->plan);
    at_suite_sources_deinit(&job->sources);
    at_suite_history_free(job->history);
    at_suite_words_deinit(&job->words);
    json_decref(job->rows);
    json_decref(job->result);
    at_argv_deinit(&job->tags);
    at_argv_deinit(&job->wanted);
    at_argv_deinit(&job->devices);
    at_argv_deinit(&job->platforms);
    at_argv_deinit(&job->profiles);
    at_tester_home_close(&job->home);
    at_worker_processes_free(job->workers);
}

// The reports of what is known, also of what failed.
static int
end(struct job *job, bool ok, struct at_err *err)
{
    const struct at_suite_reports reports = {
        .args = job->args,
        .store = job->home.store,
        .reports = job->reports,
        .result = job->result,
    };
    int status =
        job->result
            ? (int)at_suite_exit(
                  job->result, at_arguments_have(job->args, "--fail-on-healed"))
            : AT_TESTER_PASS;
    if (job->result)
        at_suite_reports_print(&reports, status);
    struct at_err why = AT_ERR_INIT;
    if (!at_suite_reports_write(&reports, ok ? NULL : err, &why)) {
        if (ok)
            *err = why;
        else
            at_err_add(err, "%s", why.msg);
        ok = false;
    }
    return ok ? status : at_tester_fail(err);
}

int
at_tester_suite(const struct at_arguments *args)
{
    const char *report = at_arguments_option(args, "--report");
    struct job job = {.args = args,
                      .workers = at_worker_processes_new(args->argv0)};
    struct at_err err = AT_ERR_INIT;
    bool ok = at_tester_home_open(args, &job.home, &err);
    job.reports = report ? report : job.home.reports;
    ok = ok && (!report || at_folder_make(report, &err)) &&
         run_with_signals(&job, &err);
    int status = end(&job, ok, &err);
    close_job(&job);
    return status;
}
