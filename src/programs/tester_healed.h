// tester_healed.h: what `run` does about a recording that was healed
#ifndef AT_PROGRAMS_TESTER_HEALED_H
#define AT_PROGRAMS_TESTER_HEALED_H

#include "agent/run/run_record.h"
#include "tester/runs/recordings.h"

enum { AT_CHOSEN_BY_BYTES = 100 };

// Write who chooses: the place, with the user's name in brackets.
void at_healed_by(const char *place, char out[AT_CHOSEN_BY_BYTES + 1]);
// Accept the run's proposal, if there is one, and note that in its record.
AT_CHECKED bool at_healed_accept(struct at_store_db *store,
                                 const struct at_scenario *scenario,
                                 struct at_run_record *record,
                                 struct at_err *err);

#endif
