// doctor_flows.h: doctor --maestro: what a project's flows do here
#ifndef AT_CLI_COMMANDS_DOCTOR_FLOWS_H
#define AT_CLI_COMMANDS_DOCTOR_FLOWS_H

#include "cli/invocation.h"

// Read all flows of a file or folder and leave the verdicts. AT_EASSERT if one
// of them can't run, or may end otherwise than in Maestro.
AT_CHECKED bool at_doctor_flows(struct at_invocation *invocation,
                                const char *path, struct at_err *err);
// Append what that left for people; false: it left nothing.
bool at_doctor_flows_print(const json_t *data, struct at_buf *out);

#endif
