// junit.h: a report in the shape of Maestro's JUnit files; pure
#ifndef AT_CLI_JUNIT_H
#define AT_CLI_JUNIT_H

#include "base/buf.h"
#include "maestro/trace.h"

struct at_junit_suite {
    const char *name;
    const char *device;
    const struct at_maestro_trace *traces; // one for each flow
    size_t count;
    int64_t offset_ms; // local time less UTC
};

// Append the whole document.
void at_junit_write(const struct at_junit_suite *suite, struct at_buf *out);

#endif
