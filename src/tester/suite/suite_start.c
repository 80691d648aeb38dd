// suite_start.c: stored suites: their members, and their start
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/limits_suite.h"
#include "tester/suite/result.h"
#include "tester/suite/suite.h"
#include "tester/suite/table.h"
#include "tester/suite/tags.h"
#include "wire/json.h"

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

// A case that cannot be submitted does not keep the others from their runs.
static bool
submit_all(const struct at_op *op, struct at_runs *runs,
           const struct at_suite_begin *begin, struct at_err *err)
{
    struct at_store_db *store = at_runs_store(runs);
    bool ok = true;
    for (size_t i = 0; ok && i < begin->plan->count; i++) {
        char run[AT_STORE_ID_LEN + 1];
        struct at_err why = AT_ERR_INIT;
        ok = at_suite_submit(op, runs, begin, i, run, &why) ||
             at_suite_refuse(store, begin, i, &why, run, err);
    }
    return ok;
}

struct starting {
    const struct at_suite_order *order;
    const json_t *only;   // names of cases as members; NULL: all
    const char *rerun_of; // NULL: none
};

static bool
start_only(const struct at_op *op, struct at_runs *runs,
           const struct starting *starting, char out_id[AT_STORE_ID_LEN + 1],
           struct at_err *err)
{
    const json_t *suite = starting->order->suite;
    const char *id = json_string_value(json_object_get(suite, "id"));
    struct start start = {0};
    bool ok =
        at_suite_check(suite, err) && prepare(op, runs, suite, &start, err);
    const struct at_suite_selection selection =
        selection_of(&start, suite, starting->only);
    ok = ok && at_suite_plan(&selection, &start.plan, err) &&
         (start.plan.count > 0 ||
          at_fail(err, AT_EUSAGE, "the suite has no case to run"));
    struct at_suite_begin begin = {
        .sources = &start.sources,
        .plan = &start.plan,
        .options = suite,
        .suite = id ? id : "",
        .name = json_string_value(json_object_get(suite, "name")),
        .by = starting->order->by,
        .rerun_of = starting->rerun_of,
    };
    ok = ok && at_suite_run_new(at_runs_store(runs), &begin, err) &&
         submit_all(op, runs, &begin, err);
    at_str_cut(out_id, AT_STORE_ID_LEN + 1, at_str(begin.id));
    start_deinit(&start);
    return ok;
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
