// junit.h: a suite in the shape of Maestro's JUnit files; pure
//
// One testsuite for each device or shard, as Maestro has one for each shard. A
// flow that did not run because an ordered one failed, which Maestro leaves
// out, is skipped and CANCELED.
#ifndef AT_MAESTRO_REPORT_JUNIT_H
#define AT_MAESTRO_REPORT_JUNIT_H

#include "maestro/report/suite.h"

// Append the whole document.
void at_maestro_junit(const struct at_maestro_suite *suite, struct at_buf *out);

#endif
