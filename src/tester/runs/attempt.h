// attempt.h: where the files of an attempt are
//
// Those of the first one are in the run's folder, those of the second one below
// it, in "attempt-2". So what an attempt writes after its host has lost the run
// never gets among the files of the next one. Paths in events are relative to
// the run's folder.
#ifndef AT_TESTER_RUNS_ATTEMPT_H
#define AT_TESTER_RUNS_ATTEMPT_H

#include <stdint.h>

enum { AT_ATTEMPTS_MAX = 11 };

// Return the folder; owned by the caller.
char *at_attempt_folder(const char *reports, const char *run, int64_t attempt);
// Return what precedes its paths, "attempt-2/"; owned by the caller. NULL:
// nothing.
char *at_attempt_prefix(int64_t attempt);
// Return the folder of the newest attempt that is on this disk; owned by the
// caller.
char *at_attempt_newest(const char *reports, const char *run);

#endif
