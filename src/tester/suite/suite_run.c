// suite_run.c: the document of a suite run, its runs, and its end
#include <stdlib.h>
#include <string.h>

#include "agent/run/members.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/runs/run_documents.h"
#include "tester/suite/result.h"
#include "tester/suite/suite.h"
#include "tester/suite/table.h"
#include "wire/json.h"

#define AT_LOG_MODULE "suites"

enum {
    CHANGE_TRIES = 20,
    STOP_AT_ONCE = 100, // runs; more are stopped by a thread
    ALIVE_MS = 60000,   // a process that submits cases says so as often
};

static json_t *
case_json(const struct at_suite_begin *begin, const struct at_suite_case *of)
{
    const struct at_suite_source *source = &begin->sources->items[of->source];
    json_t *json = json_object();
    at_json_set(json, "name", at_json_text(at_str(of->name)));
    if (strcmp(of->name, of->group) != 0)
        at_json_set(json, "group", at_json_text(at_str(of->group)));
    at_json_set(json, "scenario", at_json_text(at_str(source->origin)));
    if (of->row)
        at_json_set(json, "row", json_deep_copy(of->row));
    if (of->device[0])
        at_json_set(json, "device", at_json_text(at_str(of->device)));
    if (of->profile[0])
        at_json_set(json, "profile", at_json_text(at_str(of->profile)));
    if (of->repeat > 1)
        at_json_set(json, "repeat", json_integer(of->repeat));
    if (of->expected_ms >= 0)
        at_json_set(json, "expectedMs", json_integer(of->expected_ms));
    return json;
}

static void
set_now(struct at_store_db *store, json_t *json, const char *name)
{
    char now[AT_RFC3339_MAX];
    at_wall_write(store->ops->now_ms(store), now);
    at_json_set_text(json, name, now);
}

bool
at_suite_run_new(struct at_store_db *store, struct at_suite_begin *begin,
                 struct at_err *err)
{
    struct at_store_doc doc = {.json = json_object()};
    json_t *cases = json_array();
    for (size_t i = 0; i < begin->plan->count; i++)
        json_array_append_new(cases, case_json(begin, &begin->plan->cases[i]));
    at_json_set_text(doc.json, "suite", begin->suite);
    // The store lists documents by the scenario that they are about.
    at_json_set_text(doc.json, "scenarioId", begin->suite);
    at_json_set(doc.json, "name", at_json_text(at_str(begin->name)));
    if (begin->by)
        at_json_set(doc.json, "by", at_json_text(at_str(begin->by)));
    if (begin->rerun_of)
        at_json_set_text(doc.json, "rerunOf", begin->rerun_of);
    at_json_set_text(doc.json, "state", "running");
    if (begin->starting)
        at_json_set_text(doc.json, "starting", begin->starting);
    set_now(store, doc.json, "startedAt");
    at_json_set(doc.json, "options", json_deep_copy(begin->options));
    at_json_set(doc.json, "cases", cases);
    bool ok = store->ops->put(store, AT_STORE_SUITE_RUN, 0, &doc, err);
    at_str_cut(begin->id, sizeof(begin->id), at_str(doc.id));
    at_store_doc_deinit(&doc);
    return ok;
}

static void
replace(char **text, const char *by)
{
    if (by[0])
        at_member_set(text, at_str(by));
}

// The scenario of a case: its source with the row's values and its place.
static bool
scenario_of(const struct at_suite_begin *begin, const struct at_suite_case *of,
            struct at_scenario *out, struct at_err *err)
{
    const struct at_scenario *scenario =
        begin->sources->items[of->source].scenario;
    bool ok = true;
    if (of->row)
        ok = at_table_apply(of->row, scenario, out, err);
    else
        at_scenario_dup(scenario, out);
    if (ok) {
        replace(&out->device, of->device);
        replace(&out->profile, of->profile);
    }
    return ok;
}

bool
at_suite_submit(const struct at_op *op, struct at_runs *runs,
                const struct at_suite_begin *begin, size_t number,
                char out_run[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    const struct at_suite_case *of = &begin->plan->cases[number];
    struct at_scenario scenario;
    const struct at_runs_wish wish = {
        .scenario = &scenario,
        .revision = begin->sources->items[of->source].revision,
        .priority =
            json_integer_value(json_object_get(begin->options, "priority")),
        .retries =
            json_integer_value(json_object_get(begin->options, "retryInfra")),
        .suite_run = begin->id,
        .case_name = of->name,
        .row = of->row,
        .listing = begin->listing,
    };
    bool ok = scenario_of(begin, of, &scenario, err) &&
              at_runs_submit(op, runs, &wish, out_run, err);
    at_scenario_deinit(&scenario);
    return ok;
}

bool
at_suite_refuse(struct at_store_db *store, const struct at_suite_begin *begin,
                size_t number, const struct at_err *why,
                char out_run[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    const struct at_suite_case *of = &begin->plan->cases[number];
    struct at_scenario scenario;
    struct at_run_record record;
    if (!scenario_of(begin, of, &scenario, NULL)) {
        at_scenario_deinit(&scenario);
        at_scenario_dup(begin->sources->items[of->source].scenario, &scenario);
    }
    at_runs_refused(&scenario, why, &record);
    at_run_record_set_case(&record, begin->id, of->name, of->row);
    bool ok = at_run_document_put(store, &record, 0, err);
    at_str_cut(out_run, AT_STORE_ID_LEN + 1, at_str(record.id));
    at_run_record_deinit(&record);
    at_scenario_deinit(&scenario);
    return ok;
}

// Members of a run that counts need.
static const char *const counted[] = {
    "id",        "state",   "suiteRun", "case",   "verdict", "end", "attempt",
    "startedAt", "endedAt", "healed",   "device", "profile", NULL,
};

static bool
each_run(struct at_store_db *store, const char *id, const char *const *only,
         at_store_each_fn *each, void *user, struct at_err *err)
{
    const struct at_store_query query = {
        .kind = AT_STORE_RUN,
        .suite_run = at_str(id),
        .only = only,
        .limit = only ? AT_STORE_LIST_MAX : AT_STORE_LIST_MAX / 4,
    };
    return at_store_each(store, &query, each, user, err);
}

bool
at_suite_each_counted(struct at_store_db *store, const char *id,
                      at_store_each_fn *each, void *user, struct at_err *err)
{
    return each_run(store, id, counted, each, user, err);
}

static bool
tally_run(void *user, struct at_store_doc *run, struct at_err *err)
{
    (void)err;
    at_suite_tally_add(user, run->json);
    return true;
}

static json_t *
result_of(struct at_store_db *store, const char *id, const char *const *only,
          struct at_err *err)
{
    struct at_suite_tally tally;
    struct at_store_doc doc = {0};
    json_t *json = NULL;
    if (store->ops->get(store, AT_STORE_SUITE_RUN, at_str(id), &doc, err)) {
        at_suite_tally_begin(&tally, &doc);
        bool ok = each_run(store, id, only, tally_run, &tally, err);
        json = at_suite_tally_end(&tally);
        if (!ok) {
            json_decref(json);
            json = NULL;
        }
    }
    at_store_doc_deinit(&doc);
    return json;
}

json_t *
at_suite_result(struct at_store_db *store, const char *id, struct at_err *err)
{
    return result_of(store, id, NULL, err);
}

json_t *
at_suite_counts(struct at_store_db *store, const char *id, struct at_err *err)
{
    return result_of(store, id, counted, err);
}

// Change a suite run's document by fn, which returns false to leave it as it
// is, even if others change it at the same time.
static bool
change(struct at_store_db *store, const char *id,
       bool (*fn)(struct at_store_db *store, json_t *json, void *user),
       void *user, struct at_err *err)
{
    bool ok = false;
    for (int i = 0; !ok && i < CHANGE_TRIES; i++) {
        struct at_store_doc doc = {0};
        struct at_err why = AT_ERR_INIT;
        if (!store->ops->get(store, AT_STORE_SUITE_RUN, at_str(id), &doc, err))
            return false;
        ok = !fn(store, doc.json, user) ||
             store->ops->put(store, AT_STORE_SUITE_RUN, doc.revision, &doc,
                             &why);
        at_store_doc_deinit(&doc);
        if (!ok && why.code != AT_EBUSY)
            return at_err_pass(err, &why);
    }
    return ok ||
           at_fail(err, AT_EBUSY, "suite run '%s' changes all the time", id);
}

static bool
is_ended(const json_t *json)
{
    return at_str_is(at_json_get_str(json, "state"), "ended");
}

// The durations of cases that have a verdict, for the next plan.
static json_t *
durations_of(const json_t *result)
{
    json_t *durations = json_object();
    const json_t *cases = json_object_get(result, "cases");
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *entry = json_array_get(cases, i);
        const json_t *group = json_object_get(entry, "group");
        json_t *ms = json_object_get(entry, "durationMs");
        struct at_str verdict = at_json_get_str(entry, "result");
        if (!group)
            group = json_object_get(entry, "name");
        if (ms && json_is_string(group) && !at_str_is(verdict, "aborted") &&
            !at_str_is(verdict, "skipped"))
            json_object_set(durations, json_string_value(group), ms);
    }
    return durations;
}

static bool
note_end(struct at_store_db *store, json_t *json, void *user)
{
    const json_t *result = user;
    if (is_ended(json))
        return false;
    at_json_set_text(json, "state", "ended");
    set_now(store, json, "endedAt");
    json_object_set(json, "counts", json_object_get(result, "counts"));
    json_object_set(json, "flaky", json_object_get(result, "flaky"));
    at_json_set(json, "durations", durations_of(result));
    return true;
}

bool
at_suite_close(struct at_store_db *store, const char *id, struct at_err *err)
{
    struct at_suite_tally tally;
    struct at_store_doc doc = {0};
    if (!store->ops->get(store, AT_STORE_SUITE_RUN, at_str(id), &doc, err))
        return false;
    at_json_set_text(doc.json, "state", "ended");
    at_suite_tally_begin(&tally, &doc);
    at_store_doc_deinit(&doc);
    bool ok = at_suite_each_counted(store, id, tally_run, &tally, err);
    json_t *result = at_suite_tally_end(&tally);
    ok = ok && change(store, id, note_end, result, err);
    json_decref(result);
    return ok;
}

static bool
note_started(struct at_store_db *store, json_t *json, void *user)
{
    const size_t *submitted = user;
    (void)store;
    if (is_ended(json) || !json_object_get(json, "starting"))
        return false;
    json_object_del(json, "starting");
    at_json_set(json, "submitted", json_integer((json_int_t)*submitted));
    return true;
}

bool
at_suite_started(struct at_store_db *store, const char *id, size_t submitted,
                 struct at_err *err)
{
    return change(store, id, note_started, &submitted, err);
}

// If someone else changes it at the same time, others see that as well.
bool
at_suite_is_starting(struct at_store_db *store, const char *id)
{
    struct at_store_doc doc = {0};
    bool goes_on =
        store->ops->get(store, AT_STORE_SUITE_RUN, at_str(id), &doc, NULL) &&
        !is_ended(doc.json) && !at_suite_is_stopping(doc.json);
    if (goes_on && store->ops->now_ms(store) - doc.updated_ms > ALIVE_MS)
        (void)!store->ops->put(store, AT_STORE_SUITE_RUN, doc.revision, &doc,
                               NULL);
    at_store_doc_deinit(&doc);
    return goes_on;
}

bool
at_suite_is_stopping(const json_t *json)
{
    return !is_ended(json) && json_is_true(json_object_get(json, "stopping"));
}

static bool
note_stop(struct at_store_db *store, json_t *json, void *user)
{
    (void)store;
    (void)user;
    if (is_ended(json) || at_suite_is_stopping(json))
        return false;
    at_json_set(json, "stopping", json_true());
    return true;
}

// Other hosts learn of it from the document.
static bool
stop_begins(struct at_runs *runs, const char *id, struct at_err *err)
{
    if (!change(at_runs_store(runs), id, note_stop, NULL, err))
        return false;
    at_runs_stop_suite(runs, id);
    return true;
}

// One that has ended in the meantime needs no stop.
static bool
stop_run(void *user, struct at_store_doc *run, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    return at_runs_stop(user, run->id, &why) || why.code == AT_ENOTFOUND ||
           at_err_pass(err, &why);
}

static bool
each_id(struct at_store_db *store, const char *id, const char *state,
        at_store_each_fn *each, void *user, struct at_err *err)
{
    const struct at_store_query query = {.kind = AT_STORE_RUN,
                                         .suite_run = at_str(id),
                                         .state = at_str(state),
                                         .bare = true};
    return at_store_each(store, &query, each, user, err);
}

static bool
stop_all(struct at_runs *runs, const char *id, struct at_err *err)
{
    struct at_store_db *store = at_runs_store(runs);
    return each_id(store, id, "queued", stop_run, runs, err) &&
           each_id(store, id, "running", stop_run, runs, err);
}

static bool
has_many(struct at_store_db *store, const char *id)
{
    const struct at_store_query query = {.kind = AT_STORE_RUN,
                                         .suite_run = at_str(id),
                                         .state = AT_STR("queued"),
                                         .bare = true,
                                         .limit = STOP_AT_ONCE};
    struct at_store_list list;
    bool many = store->ops->list(store, &query, &list, NULL) && list.more;
    at_store_list_deinit(&list);
    return many;
}

struct stopping {
    struct at_runs *runs;
    char id[AT_STORE_KEY_MAX + 1];
};

static void
stop_later(void *user)
{
    struct stopping *stopping = user;
    struct at_err err = AT_ERR_INIT;
    if (!stop_all(stopping->runs, stopping->id, &err))
        at_log_warn("suite run %s is not stopped: %s", stopping->id, err.msg);
    free(stopping);
}

// Ending thousands of runs takes longer than a client waits.
bool
at_suite_stop(struct at_runs *runs, const char *id, struct at_err *err)
{
    struct at_store_db *store = at_runs_store(runs);
    if (!stop_begins(runs, id, err))
        return false;
    if (!has_many(store, id))
        return stop_all(runs, id, err);
    struct stopping *stopping = at_alloc(sizeof(*stopping));
    stopping->runs = runs;
    at_str_cut(stopping->id, sizeof(stopping->id), at_str(id));
    if (at_runs_defer(runs, stop_later, stopping, err))
        return true;
    free(stopping);
    return false;
}

// One that has begun goes on: its verdict counts.
static bool
stop_queued(void *user, struct at_store_doc *run, struct at_err *err)
{
    struct at_store_db *store = at_runs_store(user);
    struct at_store_doc now = {0};
    bool waits =
        store->ops->get(store, AT_STORE_RUN, at_str(run->id), &now, NULL) &&
        at_run_record_state(now.json) == AT_RUN_STATE_QUEUED;
    at_store_doc_deinit(&now);
    return !waits || stop_run(user, run, err);
}

bool
at_suite_fail_fast(struct at_runs *runs, const char *id, struct at_err *err)
{
    struct at_store_db *store = at_runs_store(runs);
    return stop_begins(runs, id, err) &&
           each_id(store, id, "queued", stop_queued, runs, err);
}
