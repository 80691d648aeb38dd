// root_folder.h: folders for the program's state and cache
#ifndef AT_SESSION_ROOT_FOLDER_H
#define AT_SESSION_ROOT_FOLDER_H

#include "base/err.h"

// Name of the program that owns the sessions.
#define AT_SESSION_PROGRAM "mobile-dev-agent"

// Return the variable's value as an absolute path without a trailing '/', else
// the result of by_rules. Owned by the caller; NULL with err.
char *at_root_folder_find(const char *variable,
                          char *(*by_rules)(const char *program,
                                            struct at_err *err),
                          struct at_err *err);

#endif
