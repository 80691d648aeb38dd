// tester_progress.h: a run as it goes: lines for people, or JSON for programs
#ifndef AT_PROGRAMS_TESTER_PROGRESS_H
#define AT_PROGRAMS_TESTER_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/run/run_record.h"
#include "base/str.h"

struct at_progress {
    bool jsonl; // events and the result on stdout; else talk is on stderr
    bool fails_on_healed; // its status is AT_RUN_EXIT_HEALED
};

// For struct at_runs_opts; user is the struct at_progress.
void at_progress_event(void *user, const char *run, int64_t index,
                       struct at_str json);
// Print the result of a run that has ended, as its record says, and return the
// exit status for it.
int at_progress_end(const struct at_progress *progress,
                    const struct at_run_record *record, const char *reports);

#endif
