// path_below.h: safe opening of a file at a path given by a client
#ifndef AT_SYS_PATH_BELOW_H
#define AT_SYS_PATH_BELOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

struct at_path_below {
    int fd; // the caller closes it; -1 on failure
    uint64_t size;
    uint64_t inode;
    int64_t modified_ms; // wall clock
};

// Open a regular file at a relative path below folder. Fails with AT_EUSAGE if
// a part of path is "", ".", ".." or a link, so nothing outside of folder is
// reachable, even if it changes at the same time. AT_ENOTFOUND: no such file.
AT_CHECKED bool at_path_below_open(const char *folder, struct at_str path,
                                   struct at_path_below *out,
                                   struct at_err *err);

#endif
