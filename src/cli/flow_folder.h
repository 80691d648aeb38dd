// flow_folder.h: where the files of flows go, in the layout of Maestro 2.8
//
// A folder for each flow: its name with "/" as "_", "-shard-N" if it is
// sharded, "-2" if there is one already. They are in the run's artifacts, or
// where the command or config.yaml wants Maestro's: a folder with the time as
// its name, unless --flatten-debug-output is given.
#ifndef AT_CLI_FLOW_FOLDER_H
#define AT_CLI_FLOW_FOLDER_H

#include "cli/flow_set.h"
#include "maestro/flow.h"

// Make the folder for all flows of a command. Options that count:
// --test-output-dir, --debug-output, --flatten-debug-output. Owned by the
// caller; NULL with err.
char *at_flow_folder_root(struct at_invocation *invocation,
                          const struct at_flow_set *set, struct at_err *err);

// Make a new folder for one flow; shard is from 1, or 0. One thread at a time.
// Owned by the caller; NULL with err.
char *at_flow_folder_new(const char *root, const struct at_maestro_flow *flow,
                         int shard, struct at_err *err);

// Return local time less UTC at that time.
int64_t at_flow_local_offset_ms(int64_t wall_ms);

#endif
