// user.h: commands that refer to an app, for the user in front
//
// A device may have several users (a work profile, a child), each with separate
// apps and data. `am start` and `am force-stop` apply to the current user or to
// all; other commands apply to the first user unless one is given.
#ifndef AT_DEVICE_ANDROID_PARSE_USER_H
#define AT_DEVICE_ANDROID_PARSE_USER_H

#include <stddef.h>

#include "base/str.h"

// Print the user in front. `am` would start a process of Java on old devices;
// those without `cmd` say nothing.
#define AT_USER_COMMAND "cmd activity get-current-user 2>/dev/null"

// Parse its output; return 0, the first user, if it is invalid.
int at_user_parse(struct at_str output);

enum { AT_USER_PLACE_MAX = 3 };

// Return at which of the words, up to NULL, "--user N" belongs; 0: nowhere.
size_t at_user_place(const char *const *words);

#endif
