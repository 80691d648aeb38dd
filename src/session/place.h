// place.h: where this program keeps what outlives it
#ifndef AT_SESSION_PLACE_H
#define AT_SESSION_PLACE_H

#include "base/err.h"

// What people call the program whose sessions these are.
#define AT_SESSION_PROGRAM "mobile-dev-agent"

// The variable's value as an absolute path without a '/' at its end, else what
// the system's rules give. Owned by the caller; NULL with err.
char *at_place_find(const char *variable,
                    char *(*by_rules)(const char *program, struct at_err *err),
                    struct at_err *err);

#endif
