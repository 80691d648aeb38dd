// run_end.h: every way in which a run can end, and what each means; pure
//
// The store, the API, the exit status, JUnit and the statistics all read this
// one table, so they agree about every run.
#ifndef AT_AGENT_RUN_RUN_END_H
#define AT_AGENT_RUN_RUN_END_H

#include <stdbool.h>

#include "agent/proof/verdict.h"
#include "base/err.h"
#include "base/str.h"

enum at_run_end {
    AT_RUN_END_NONE,
    AT_RUN_END_DONE, // every step has ended, or the model ended the run
    AT_RUN_END_BUDGET,
    AT_RUN_END_STOPPED,
    AT_RUN_END_MODEL,  // it could not be asked, refused, or says nothing
    AT_RUN_END_DEVICE, // it was lost, or taken over
    AT_RUN_END_START,  // the app is not installed, or did not start
    AT_RUN_END_WORKER, // the process that did the run died
    AT_RUN_END_LOST,   // the server died
    // Ends of runs that were never queued.
    AT_RUN_END_NO_DEVICE,
    AT_RUN_END_BUSY,    // another process has the device
    AT_RUN_END_USAGE,   // the scenario, an option, a key or a secret
    AT_RUN_END_MACHINE, // a file, the store, memory
    AT_RUN_END_COUNT,
};

// The most likely cause of a run's failure.
enum at_likely_cause {
    AT_LIKELY_CAUSE_NONE, // it passed, or was stopped
    AT_LIKELY_CAUSE_APP,  // it died, or an assertion did not hold
    AT_LIKELY_CAUSE_TEST, // the scenario or its recording does not fit the app,
                          // or says nothing that can be proved
    AT_LIKELY_CAUSE_DEVICE, // it was lost, or the app could not be started on
                            // it
    AT_LIKELY_CAUSE_MODEL,
    AT_LIKELY_CAUSE_BUDGET,
    AT_LIKELY_CAUSE_COUNT,
};
extern const char
    *const at_likely_cause_names[AT_LIKELY_CAUSE_COUNT]; // NONE: ""

enum at_run_exit {
    AT_RUN_EXIT_PASS = 0,
    AT_RUN_EXIT_FAIL = 1,   // a step failed, or nothing proves it
    AT_RUN_EXIT_USAGE = 2,  // the call is wrong
    AT_RUN_EXIT_BROKEN = 3, // nothing is said of the app
    AT_RUN_EXIT_HEALED = 4, // it passed, but not by its recording
};

// The elements of a JUnit testcase.
enum at_run_fault {
    AT_RUN_FAULT_NONE,
    AT_RUN_FAULT_FAILURE,
    AT_RUN_FAULT_ERROR,
    AT_RUN_FAULT_SKIPPED,
    AT_RUN_FAULT_COUNT,
};
extern const char *const at_run_fault_names[AT_RUN_FAULT_COUNT]; // NONE: NULL

struct at_run_end_row {
    const char *name;   // in documents, and the type of JUnit's errors
    const char *status; // the contract's
    const char *answer; // start of /run-test's answer, before reason or summary
    bool adds_reason;   // the answer has the reason
    bool adds_summary;  // the answer has the summary
    bool judges;        // the verdict counts; otherwise exit does
    enum at_run_exit exit;
    enum at_likely_cause likely_cause; // unless a step's facts say otherwise
};
extern const struct at_run_end_row at_run_end_rows[AT_RUN_END_COUNT];

// Return true if a machine is to blame, not the app, its test or a person: the
// model or the device could not be reached, a process or a host died.
bool at_run_end_is_infra(enum at_run_end end);
// Return the end with this name; NONE for an unknown name.
enum at_run_end at_run_end_find(struct at_str name);
// Return the end of a run that failed with this code before it was queued.
enum at_run_end at_run_end_by_code(enum at_code code);
// Return the end that counts. A run whose steps have all ended is done,
// whatever went wrong afterwards.
enum at_run_end at_run_end_settle(enum at_run_end end,
                                  const struct at_verdicts *verdicts);

// The result that people and CI see.
struct at_run_meaning {
    const char *verdict; // "PASS"; "no verdict" if it does not count
    const char *status;  // the contract's
    enum at_run_exit exit;
    enum at_run_fault fault; // for a testcase that represents the whole run
};
struct at_run_meaning at_run_end_meaning(enum at_run_end end,
                                         enum at_verdict verdict);

// Return the element of a step. *inout_cut: the run was cut off in an earlier
// step; at most one step is cut off, and later ones were not reached.
enum at_run_fault at_run_end_step_fault(enum at_run_end end,
                                        enum at_verdict verdict,
                                        bool *inout_cut);

#endif
