// suite.h: suite runs: many scenarios on many devices, with one answer
//
// A suite run is a document {"suite","name","by","state","stopping",
// "startedAt","endedAt","rerunOf","options","cases":[…]} (result.h). Its cases
// are ordinary runs that have its id; it has ended once all of them have.
#ifndef AT_TESTER_SUITE_SUITE_H
#define AT_TESTER_SUITE_SUITE_H

#include "base/op.h"
#include "tester/runs/runs.h"
#include "tester/suite/plan.h"

// The suite to run, as a stored suite's document:
// {"id","name","scenarios":[ids],
// "tags":[expressions],"devices":["any"|"all"|serials],"profiles":[ids],
// "repeat","retryInfra","failFast","data":[rows],"priority"}. Without scenarios
// all stored ones that have the tags are meant.
struct at_suite_order {
    const json_t *suite; // borrowed
    const char *by;      // who asked for it; NULL: not known
};

// Check the members of a suite. AT_EUSAGE names the wrong one.
AT_CHECKED bool at_suite_check(const json_t *suite, struct at_err *err);
// Plan the suite, store its run and submit its cases, without waiting for them.
// A case that cannot be submitted ends at once, with the reason.
AT_CHECKED bool at_suite_start(const struct at_op *op, struct at_runs *runs,
                               const struct at_suite_order *order,
                               char out_id[AT_STORE_ID_LEN + 1],
                               struct at_err *err);
// Start a suite run again: all of its cases, or those that did not pass, with
// the scenarios as they are stored now.
struct at_suite_again {
    const char *id; // the suite run, which has ended
    bool only_failed;
    const char *by; // as in struct at_suite_order
};
AT_CHECKED bool at_suite_rerun(const struct at_op *op, struct at_runs *runs,
                               const struct at_suite_again *again,
                               char out_id[AT_STORE_ID_LEN + 1],
                               struct at_err *err);
// Stop its runs; those that are queued never begin.
AT_CHECKED bool at_suite_stop(struct at_runs *runs, const char *id,
                              struct at_err *err);
// Stop the runs that have not begun, since a case has failed.
AT_CHECKED bool at_suite_fail_fast(struct at_runs *runs, const char *id,
                                   struct at_err *err);
// Return its result (result.h), owned by the caller. NULL with AT_ENOTFOUND.
json_t *at_suite_result(struct at_store_db *store, const char *id,
                        struct at_err *err);
// The same at a quarter of the cost, without headlines and reasons of cases.
json_t *at_suite_counts(struct at_store_db *store, const char *id,
                        struct at_err *err);
// Note that all of its runs have ended: state, time, and a summary for lists.
// Several processes may do so; the first one counts.
AT_CHECKED bool at_suite_close(struct at_store_db *store, const char *id,
                               struct at_err *err);

// The parts of the above, for the command line.

struct at_suite_sources {
    struct at_suite_source *items; // owned, with their texts
    size_t count;
};
// Take the scenario over.
void at_suite_sources_add(struct at_suite_sources *sources,
                          struct at_scenario *scenario, const char *origin,
                          int64_t revision);
void at_suite_sources_deinit(struct at_suite_sources *sources);
// Add the stored scenarios of a suite; ids may be NULL: all that are complete.
AT_CHECKED bool at_suite_sources_load(struct at_store_db *store,
                                      const json_t *ids,
                                      struct at_suite_sources *out,
                                      struct at_err *err);
// Replace "all" by the devices that can be used now, and "any" by "".
AT_CHECKED bool at_suite_places(const struct at_op *op, struct at_runs *runs,
                                const struct at_argv *wanted,
                                struct at_argv *out_devices,
                                struct at_argv *out_platforms,
                                struct at_err *err);

// Expected durations: of the same case in the latest suite runs, or of the
// stored scenario's latest runs that passed.
struct at_suite_history;
struct at_suite_history *at_suite_history_new(struct at_store_db *store);
void at_suite_history_free(struct at_suite_history *history);
int64_t at_suite_history_expect(void *history, const char *group,
                                const struct at_suite_source *source);

// A suite run that begins; all is borrowed.
struct at_suite_begin {
    const struct at_suite_sources *sources;
    const struct at_suite_plan *plan;
    const json_t *options; // kept in the document
    const char *suite;     // id of the stored suite; "": none
    const char *name;
    const char *by;
    const char *rerun_of;            // NULL: none
    const char *starting;            // the process that submits them; or NULL
    struct at_runs_listing *listing; // NULL: devices are listed for each case
    char id[AT_STORE_ID_LEN + 1];    // set by at_suite_run_new()
};
AT_CHECKED bool at_suite_run_new(struct at_store_db *store,
                                 struct at_suite_begin *begin,
                                 struct at_err *err);
// Submit one case of the plan, as at_runs_submit().
AT_CHECKED bool at_suite_submit(const struct at_op *op, struct at_runs *runs,
                                const struct at_suite_begin *begin,
                                size_t number,
                                char out_run[AT_STORE_ID_LEN + 1],
                                struct at_err *err);
// Store a run that has ended for a case that could not be submitted.
AT_CHECKED bool at_suite_refuse(struct at_store_db *store,
                                const struct at_suite_begin *begin,
                                size_t number, const struct at_err *why,
                                char out_run[AT_STORE_ID_LEN + 1],
                                struct at_err *err);

// Note that no more cases are submitted: the others never get a run.
AT_CHECKED bool at_suite_started(struct at_store_db *store, const char *id,
                                 size_t submitted, struct at_err *err);
// Return true if no more cases of a suite run's document may begin.
bool at_suite_is_stopping(const json_t *json);
// Return true if more cases are to be submitted. Others see then that the
// process that does so is alive.
bool at_suite_is_starting(struct at_store_db *store, const char *id);

// Call each for all runs of a suite run, the newest first, with the members
// that counts need.
AT_CHECKED bool at_suite_each_counted(struct at_store_db *store, const char *id,
                                      at_store_each_fn *each, void *user,
                                      struct at_err *err);

#endif
