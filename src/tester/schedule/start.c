// start.c: a scenario as a run, a suite as all of its cases
#include "tester/schedule/start.h"

#include "agent/scenario.h"
#include "base/alloc.h"
#include "tester/suite/suite.h"
#include "wire/json.h"

static bool
start_scenario(const struct at_schedule_starter *starter,
               const struct at_op *op, const struct at_store_doc *doc,
               char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    struct at_scenario scenario;
    if (!at_scenario_read(doc->json, &scenario, err))
        return false;
    const struct at_runs_wish wish = {.scenario = &scenario,
                                      .revision = doc->revision};
    bool ok = at_runs_submit(op, starter->runs, &wish, out_id, err);
    at_scenario_deinit(&scenario);
    return ok;
}

static bool
start_suite(const struct at_schedule_starter *starter, const struct at_op *op,
            const struct at_schedule *schedule, const struct at_store_doc *doc,
            char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    char *by = at_strfmt("schedule '%s'", schedule->name);
    const struct at_suite_order order = {.suite = doc->json, .by = by};
    bool ok = at_suite_start(op, starter->runs, &order, out_id, err);
    free(by);
    return ok;
}

bool
at_schedule_start(void *user, const struct at_op *op,
                  const struct at_schedule *schedule,
                  char out_id[AT_STORE_ID_LEN + 1], struct at_err *err)
{
    const struct at_schedule_starter *starter = user;
    struct at_store_db *store = starter->store;
    struct at_store_doc doc = {0};
    bool is_suite = schedule->suite[0] != '\0';
    bool ok = store->ops->get(
        store, is_suite ? AT_STORE_SUITE : AT_STORE_SCENARIO,
        at_str(is_suite ? schedule->suite : schedule->scenario), &doc, err);
    if (ok)
        at_json_set_text(doc.json, "id", doc.id);
    if (ok && is_suite)
        ok = start_suite(starter, op, schedule, &doc, out_id, err);
    else if (ok)
        ok = start_scenario(starter, op, &doc, out_id, err);
    at_store_doc_deinit(&doc);
    return ok;
}
