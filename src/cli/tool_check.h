// tool_check.h: doctor's rows of the programs that belong to no platform
#ifndef AT_CLI_TOOL_CHECK_H
#define AT_CLI_TOOL_CHECK_H

#include "base/op.h"
#include "base/str.h"
#include "device/check.h"
#include "sys/proc.h"

enum { AT_TOOL_CHECKS = 2 };

// maestro, then java. Only --runner maestro needs them: missing
// is a warning, a program that is there and does not work is bad.
void at_tool_check_all(const struct at_op *op,
                       const struct at_proc_listener *listener,
                       struct at_check out[AT_TOOL_CHECKS]);

// The first word of text that looks like a version: "17.0.9" in `openjdk
// version "17.0.9" 2023-10-17`. Empty if there is no version. Borrowed.
struct at_str at_tool_version_in(struct at_str text);

#endif
