// user.h: commands that name an app, for the user in front
//
// A device may have several users (a work profile's, a child's), each with apps
// and data of its own. `am start` and `am force-stop` mean the one in front, or
// all; the others mean the first user unless they are told.
#ifndef AT_DEVICE_ANDROID_PARSE_USER_H
#define AT_DEVICE_ANDROID_PARSE_USER_H

#include <stddef.h>

#include "base/str.h"

// Print the user in front. `am` would start a process of Java on old devices;
// those without `cmd` say nothing.
#define AT_USER_COMMAND "cmd activity get-current-user 2>/dev/null"

// Read its output; 0, the first user, if it is none.
int at_user_parse(struct at_str output);

enum { AT_USER_PLACE_MAX = 3 };

// Return at which of the words, up to NULL, "--user N" belongs; 0: nowhere.
size_t at_user_place(const char *const *words);

#endif
