// path.h: paths that mean the same from every folder
#ifndef AT_SYS_PATH_H
#define AT_SYS_PATH_H

#include "base/err.h"

// The absolute path of what is there, without links, "." and "..". Owned by
// the caller; NULL with AT_EIO where it is not there.
char *at_path_real(const char *path, struct at_err *err);

// An absolute path of what need not be there: path, behind the current folder
// where it is relative. Owned by the caller.
char *at_path_absolute(const char *path);

#endif
