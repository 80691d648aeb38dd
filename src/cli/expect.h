// expect.h: polls the screen until it has what a query means, or has it not
#ifndef AT_CLI_EXPECT_H
#define AT_CLI_EXPECT_H

#include "base/buf.h"
#include "base/err.h"
#include "cli/call.h"
#include "cli/command.h"

enum { AT_EXPECT_TIMEOUT_MS = 10000, AT_EXPECT_INTERVAL_MS = 300 };

extern const struct at_argument at_expect_arguments[];
extern const struct at_option at_expect_options[];

// AT_EASSERT where it does not hold until the end of --timeout-ms. A screen
// that cannot be read counts for neither side, and is read again.
AT_CHECKED bool at_expect_run(struct at_call *call, bool visible,
                              struct at_err *err);
void at_expect_print(const json_t *data, struct at_buf *out);

#endif
