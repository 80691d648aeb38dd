// below.h: opening a file below a folder that a client has named
#ifndef AT_SYS_BELOW_H
#define AT_SYS_BELOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

struct at_below {
    int fd; // the caller closes it; -1 on failure
    uint64_t size;
    uint64_t inode;
    int64_t modified_ms; // wall clock
};

// Open a regular file at a relative path below folder. No part of path may be
// "", ".", ".." or a link, so that nothing outside can be reached, however the
// folder changes meanwhile: AT_EUSAGE. AT_ENOTFOUND: there is no such file.
AT_CHECKED bool at_below_open(const char *folder, struct at_str path,
                              struct at_below *out, struct at_err *err);

#endif
