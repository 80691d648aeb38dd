// checks.h: the parts that the doctors of agentest and mobile-tester-agent
// share
#ifndef AT_PROGRAMS_CHECKS_H
#define AT_PROGRAMS_CHECKS_H

#include "base/op.h"
#include "commandline/arguments.h"
#include "commandline/check_table.h"

enum { AT_CHECKS_LIST_MS = 20000 }; // limit of listing the devices

// The deadline of one check.
struct at_op at_checks_op(int64_t max_ms);
// Add that no device is there, with the remedy.
void at_checks_add_no_device(struct at_check_table *table, const char *text);
// Print the report: with --json as one line, else as write makes it. Takes
// report over.
void at_checks_print(const struct at_arguments *args, json_t *report,
                     void (*write)(const json_t *report, struct at_buf *out));

#endif
