// flow_again.h: runs a flow again whenever its files change (--continuous)
#ifndef AT_CLI_FLOW_AGAIN_H
#define AT_CLI_FLOW_AGAIN_H

#include "cli/invocation.h"

// Run the command's only file, and again after each change of it or of a file
// that it names, until the command is cancelled or its time is over. A flow
// that fails, or can't be read, is told and waited for. AT_EUSAGE for several
// files, folders and reports, as in Maestro.
AT_CHECKED bool at_flow_again_run(struct at_invocation *invocation,
                                  struct at_err *err);

#endif
