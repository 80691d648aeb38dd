// suite_start.c: stored suites: their members, and their start
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/limits_suite.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/suite/result.h"
#include "tester/suite/suite.h"
#include "tester/suite/table.h"
#include "tester/suite/tags.h"
#include "wire/json.h"

#define AT_LOG_MODULE "suites"

static bool
check_texts(const json_t *suite, const char *name, struct at_err *err)
{
    const json_t *list = json_object_get(suite, name);
    bool ok = !list || json_is_null(list) || json_is_array(list);
    for (size_t i = 0; ok && i < json_array_size(list); i++)
        ok = json_is_string(json_array_get(list, i)) &&
             at_json_str(json_array_get(list, i)).len > 0;
    if (ok && json_array_size(list) <= AT_SUITE_SOURCES_MAX)
        return true;
    at_fail(err, AT_EUSAGE, "'%s' must be a list of texts, at most %zu", name,
            AT_SUITE_SOURCES_MAX);
    at_err_field(err, name);
    return false;
}

static bool
check_number(const json_t *suite, const char *name, int64_t min, int64_t max,
             struct at_err *err)
{
    const json_t *value = json_object_get(suite, name);
    json_int_t number = json_integer_value(value);
    if (!value || json_is_null(value) ||
        (json_is_integer(value) && number >= min && number <= max))
        return true;
    at_fail(err, AT_EUSAGE, "'%s' must be a number from %lld to %lld", name,
            (long long)min, (long long)max);
    at_err_field(err, name);
    return false;
}

static bool
check_tags(const json_t *suite, struct at_err *err)
{
    const json_t *tags = json_object_get(suite, "tags");
    for (size_t i = 0; i < json_array_size(tags); i++) {
        if (!at_tags_check(at_json_str(json_array_get(tags, i)), err)) {
            at_err_field(err, "tags");
            return false;
        }
    }
    return true;
}

static bool
check_data(const json_t *suite, struct at_err *err)
{
    const json_t *data = json_object_get(suite, "data");
    if (!data || json_is_null(data))
        return true;
    json_t *rows = at_table_read(data, err);
    if (!rows)
        at_err_field(err, "data");
    json_decref(rows);
    return rows != NULL;
}

static bool
check_name(const json_t *suite, struct at_err *err)
{
    struct at_str name = at_str_trim(at_json_get_str(suite, "name"));
    if (name.len > 0 && name.len <= AT_SCENARIO_WORD_MAX_BYTES)
        return true;
    at_fail(err, AT_EUSAGE, "'name' must be a text of 1 to %zu bytes",
            AT_SCENARIO_WORD_MAX_BYTES);
    at_err_field(err, "name");
    return false;
}

static bool
check_flag(const json_t *suite, const char *name, struct at_err *err)
{
    const json_t *value = json_object_get(suite, name);
    if (!value || json_is_null(value) || json_is_boolean(value))
        return true;
    at_fail(err, AT_EUSAGE, "'%s' must be true or false", name);
    at_err_field(err, name);
    return false;
}

bool
at_suite_check(const json_t *suite, struct at_err *err)
{
    return (json_is_object(suite) ||
            at_fail(err, AT_EUSAGE, "a suite is an object of JSON")) &&
           check_name(suite, err) && check_texts(suite, "scenarios", err) &&
           check_texts(suite, "tags", err) && check_tags(suite, err) &&
           check_texts(suite, "devices", err) &&
           check_texts(suite, "profiles", err) &&
           check_number(suite, "repeat", 1, AT_SUITE_REPEAT_MAX, err) &&
           check_number(suite, "retryInfra", 0, AT_SUITE_RETRIES_MAX, err) &&
           check_number(suite, "priority", -100, 100, err) &&
           check_flag(suite, "failFast", err) && check_data(suite, err);
}

enum {
    AT_ONCE = 100,    // cases; a thread submits those after them
    LOOK_EVERY = 100, // cases, for a stop
    FULL_MS = 1000,
};

// Everything that a start works with.
struct start {
    struct at_suite_sources sources;
    struct at_argv tags, wanted, devices, platforms, profiles;
    struct at_suite_history *history;
    struct at_suite_plan plan;
    json_t *rows;
};

static void
add_words(const json_t *list, struct at_argv *out)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        at_argv_add_str(out, at_json_str(json_array_get(list, i)));
}

static void
start_deinit(struct start *start)
{
    at_suite_plan_deinit(&start->plan);
    at_suite_sources_deinit(&start->sources);
    at_suite_history_free(start->history);
    at_argv_deinit(&start->tags);
    at_argv_deinit(&start->wanted);
    at_argv_deinit(&start->devices);
    at_argv_deinit(&start->platforms);
    at_argv_deinit(&start->profiles);
    json_decref(start->rows);
}

static bool
prepare(const struct at_op *op, struct at_runs *runs, const json_t *suite,
        struct start *out, struct at_err *err)
{
    struct at_store_db *store = at_runs_store(runs);
    const json_t *ids = json_object_get(suite, "scenarios");
    const json_t *data = json_object_get(suite, "data");
    add_words(json_object_get(suite, "tags"), &out->tags);
    add_words(json_object_get(suite, "devices"), &out->wanted);
    add_words(json_object_get(suite, "profiles"), &out->profiles);
    out->history = at_suite_history_new(store);
    if (json_array_size(data) > 0 && !(out->rows = at_table_read(data, err)))
        return false;
    return at_suite_sources_load(store, json_array_size(ids) > 0 ? ids : NULL,
                                 &out->sources, err) &&
           at_suite_places(op, runs, &out->wanted, &out->devices,
                           &out->platforms, err);
}

static struct at_suite_selection
selection_of(const struct start *start, const json_t *suite, const json_t *only)
{
    return (struct at_suite_selection){
        .sources = start->sources.items,
        .source_count = start->sources.count,
        .tags = &start->tags,
        .rows = start->rows,
        .devices = &start->devices,
        .platforms = &start->platforms,
        .profiles = &start->profiles,
        .repeat = json_integer_value(json_object_get(suite, "repeat")),
        .only = only,
        .expected = at_suite_history_expect,
        .user = start->history,
    };
}

// A start, which a thread goes on with after the first cases.
struct job {
    struct at_runs *runs;
    struct start start;
    struct at_suite_begin begin; // its texts are owned by the two below
    json_t *suite;               // owned
    char *by, *rerun_of;         // owned; may be NULL
    size_t next;                 // the case to be submitted
};

static void
free_job(struct job *job)
{
    at_runs_listing_free(job->begin.listing);
    start_deinit(&job->start);
    json_decref(job->suite);
    free(job->by);
    free(job->rerun_of);
    free(job);
}

static struct job *
new_job(struct at_runs *runs, const json_t *suite, const char *by,
        const char *rerun_of)
{
    struct job *job = at_alloc(sizeof(*job));
    job->runs = runs;
    job->suite = json_deep_copy(suite);
    job->by = by ? at_strdup(by) : NULL;
    job->rerun_of = rerun_of ? at_strdup(rerun_of) : NULL;
    return job;
}

// A case that cannot be submitted does not keep the others from their runs. One
// waits while too many runs are queued, if it can.
static bool
submit_next(const struct at_op *op, struct job *job, bool can_wait,
            struct at_err *err)
{
    struct at_store_db *store = at_runs_store(job->runs);
    char run[AT_STORE_ID_LEN + 1];
    struct at_err why = AT_ERR_INIT;
    if (!at_suite_submit(op, job->runs, &job->begin, job->next, run, &why)) {
        if (at_runs_is_ending(job->runs))
            return at_err_pass(err, &why);
        if (why.code == AT_ELIMIT && can_wait)
            return at_op_wait_until(op, at_now_ns() + FULL_MS * AT_NS_PER_MS,
                                    err);
        if (!at_suite_refuse(store, &job->begin, job->next, &why, run, err))
            return false;
    }
    job->next++;
    return true;
}

// The cases that have no run never get one; those that have one end.
static void
end_job(struct job *job)
{
    struct at_store_db *store = at_runs_store(job->runs);
    const char *id = job->begin.id;
    struct at_err err = AT_ERR_INIT;
    bool stops = job->next < job->begin.plan->count;
    if (at_runs_is_ending(job->runs))
        at_log_info("suite run %s is not complete: the server ends", id);
    else if (!at_suite_started(store, id, job->next, &err) ||
             (stops && !at_suite_stop(job->runs, id, &err)))
        at_log_warn("suite run %s: %s", id, err.msg);
    free_job(job);
}

static void
submit_rest(void *user)
{
    struct job *job = user;
    struct at_store_db *store = at_runs_store(job->runs);
    struct at_err err = AT_ERR_INIT;
    const struct at_op op = {AT_NEVER_NS, NULL};
    bool goes_on = true;
    size_t tried = SIZE_MAX; // again: it waits for others to leave the queue
    while (goes_on && job->next < job->begin.plan->count) {
        bool looks = job->next % LOOK_EVERY == 0 || job->next == tried;
        tried = job->next;
        goes_on = (!looks || at_suite_is_starting(store, job->begin.id)) &&
                  submit_next(&op, job, true, &err);
    }
    if (err.code != AT_OK && !at_runs_is_ending(job->runs))
        at_log_warn("suite run %s: %s", job->begin.id, err.msg);
    end_job(job);
}

struct starting {
    const struct at_suite_order *order;
    const json_t *only;   // names of cases as members; NULL: all
    const char *rerun_of; // NULL: none
};

static bool
plan_job(const struct at_op *op, struct job *job, const json_t *only,
         struct at_err *err)
{
    struct start *start = &job->start;
    if (!at_suite_check(job->suite, err) ||
        !prepare(op, job->runs, job->suite, start, err))
        return false;
    const struct at_suite_selection selection =
        selection_of(start, job->suite, only);
    return at_suite_plan(&selection, &start->plan, err) &&
           (start->plan.count > 0 ||
            at_fail(err, AT_EUSAGE, "the suite has no case to run"));
}

static bool
begin_job(struct job *job, struct at_err *err)
{
    const char *id = json_string_value(json_object_get(job->suite, "id"));
    bool is_long = job->start.plan.count > AT_ONCE;
    job->begin = (struct at_suite_begin){
        .sources = &job->start.sources,
        .plan = &job->start.plan,
        .options = job->suite,
        .suite = id ? id : "",
        .name = json_string_value(json_object_get(job->suite, "name")),
        .by = job->by,
        .rerun_of = job->rerun_of,
        .starting = is_long ? at_runs_holder(job->runs) : NULL,
        .listing = at_runs_listing_new(),
    };
    return at_suite_run_new(at_runs_store(job->runs), &job->begin, err);
}

// Submit the cases that need no thread, and let one submit the rest, which
// takes longer than a client waits.
static bool
do_job(const struct at_op *op, struct job *job, struct at_err *err)
{
    bool ok = true;
    while (ok && job->next < job->begin.plan->count && job->next < AT_ONCE)
        ok = submit_next(op, job, false, err);
    if (!ok || job->next == job->begin.plan->count) {
        free_job(job);
        return ok;
    }
    if (!at_runs_defer(job->runs, submit_rest, job, NULL))
        submit_rest(job);
    return true;
}

static bool
start_only(const struct at_op *op, struct at_runs *runs,
           const struct starting *starting, char out_id[AT_STORE_ID_LEN + 1],
           struct at_err *err)
{
    struct job *job = new_job(runs, starting->order->suite, starting->order->by,
                              starting->rerun_of);
    bool ok = plan_job(op, job, starting->only, err) && begin_job(job, err);
    at_str_cut(out_id, AT_STORE_ID_LEN + 1, at_str(job->begin.id));
    if (ok)
        return do_job(op, job, err);
    free_job(job);
    return false;
}

bool
at_suite_start(const struct at_op *op, struct at_runs *runs,
               const struct at_suite_order *order,
               char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    const struct starting starting = {order, NULL, NULL};
    return start_only(op, runs, &starting, out_id, err);
}

// The names of the cases to run again, as members.
static json_t *
names_of(const json_t *result, bool only_failed)
{
    json_t *names = json_object();
    const json_t *cases = json_object_get(result, "cases");
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *entry = json_array_get(cases, i);
        const char *name = json_string_value(json_object_get(entry, "name"));
        bool passed = at_str_is(at_json_get_str(entry, "result"), "pass");
        if (name && !(only_failed && passed))
            at_json_set(names, name, json_true());
    }
    return names;
}

static bool
check_rerun(const json_t *result, const json_t *names, struct at_err *err)
{
    const json_t *options = json_object_get(result, "options");
    if (!at_str_is(at_json_get_str(result, "state"), "ended"))
        return at_fail(err, AT_EBUSY, "the suite run has not ended: stop it");
    if (json_object_size(names) == 0)
        return at_fail(err, AT_EBUSY, "all of its cases passed");
    return !json_object_get(options, "files") ||
           at_fail(err, AT_EBUSY,
                   "its scenarios are files: run them again where they are, "
                   "with run --rerun-failed");
}

bool
at_suite_rerun(const struct at_op *op, struct at_runs *runs,
               const struct at_suite_again *again,
               char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    json_t *result = at_suite_result(at_runs_store(runs), again->id, err);
    if (!result)
        return false;
    json_t *names = names_of(result, again->only_failed);
    const struct at_suite_order order = {json_object_get(result, "options"),
                                         again->by};
    const struct starting starting = {&order, names, again->id};
    bool ok = check_rerun(result, names, err) &&
              start_only(op, runs, &starting, out_id, err);
    json_decref(names);
    json_decref(result);
    return ok;
}
