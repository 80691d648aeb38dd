// path.h: paths that are valid from any folder
#ifndef AT_SYS_PATH_H
#define AT_SYS_PATH_H

#include "base/err.h"

// Return the absolute path of an existing file, without links, "." and "..".
// Owned by the caller; NULL with AT_EIO if it does not exist.
char *at_path_real(const char *path, struct at_err *err);

// Return the absolute form of a path that need not exist, based on the current
// folder if it is relative. Owned by the caller.
char *at_path_absolute(const char *path);

#endif
