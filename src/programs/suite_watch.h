// suite_watch.h: the cases of a suite run while they run, for people
//
// A terminal gets a live table, with a line for each case that is done above
// it; anything else gets lines, and a program events. at_suite_watch_event() is
// called by the runs' threads, all else by one thread.
#ifndef AT_PROGRAMS_SUITE_WATCH_H
#define AT_PROGRAMS_SUITE_WATCH_H

#include "agent/run/run_record.h"
#include "base/op.h"
#include "store/store.h"
#include "tester/suite/plan.h"

struct at_suite_watch;

// plan is borrowed, the sources of its cases only for the call. jsonl: print
// events, a line each, and no table.
struct at_suite_watch *at_suite_watch_new(const struct at_suite_plan *plan,
                                          const struct at_suite_source *sources,
                                          bool jsonl);
void at_suite_watch_free(struct at_suite_watch *watch); // NULL is allowed

// A function for struct at_runs_opts.
void at_suite_watch_event(void *watch, const char *run, int64_t index,
                          struct at_str json);
// The run of a case was submitted.
void at_suite_watch_add(struct at_suite_watch *watch, size_t number,
                        const char *run);
// A case is done: print its line. record NULL: it has no run.
void at_suite_watch_done(struct at_suite_watch *watch, size_t number,
                         const struct at_run_record *record);
// Say why nothing goes on; "": it does.
void at_suite_watch_note(struct at_suite_watch *watch, const char *note);

// Draw, and wait until an event was heard or op ends, for a moment at most.
// Fails with AT_ECANCELED.
AT_CHECKED bool at_suite_watch_wait(const struct at_op *op,
                                    struct at_suite_watch *watch,
                                    struct at_err *err);
// Return the run of a case that has one and is not done; NULL. is_told: an
// event told its end.
const char *at_suite_watch_open(struct at_suite_watch *watch, size_t number,
                                bool *out_is_told);
size_t at_suite_watch_left(struct at_suite_watch *watch); // cases not done
// Remove the table.
void at_suite_watch_end(struct at_suite_watch *watch);

#endif
