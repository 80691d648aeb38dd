// run_record_rows.h: the members of a run's JSON, for its reader and writer
#ifndef AT_AGENT_RUN_RUN_RECORD_ROWS_H
#define AT_AGENT_RUN_RUN_RECORD_ROWS_H

#include "agent/run/members.h"

extern const struct at_member at_run_members[];
extern const struct at_member at_run_end_members[]; // the end of a run
extern const struct at_member at_run_step_members[];
extern const struct at_member at_run_usage_members[]; // totals

#endif
