// flow_plan.h: which flows of files and folders run, and in which order
//
// As Maestro plans: a single file runs whatever its tags are; otherwise the
// first folder's config.yaml, or --config, chooses flows and their order, and
// tags of the command line are added to its own. Nothing runs if any of the
// files is wrong.
#ifndef AT_CLI_FLOW_PLAN_H
#define AT_CLI_FLOW_PLAN_H

#include "cli/flow_set.h"

// Read the flows of the command's paths: --flow and its positionals. Options
// that count: --config, --include-tags, --exclude-tags. AT_EUSAGE if a path
// does not exist, or no flow is left; AT_OK with set->broken if a file has an
// error, which at_flow_set_check() reports.
AT_CHECKED bool at_flow_plan(struct at_invocation *invocation,
                             struct at_flow_set *set, struct at_err *err);

#endif
