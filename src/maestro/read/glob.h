// glob.h: patterns of paths as Java's file system matches them; pure
//
// "*" and "?" don't match "/", "**" does: "**/a" needs a folder, "**" matches
// everything. [a-z] and [!a-z] match one character, {a,b} one of several
// texts, which may not be nested; "\" takes the next character literally.
#ifndef AT_MAESTRO_READ_GLOB_H
#define AT_MAESTRO_READ_GLOB_H

#include <stdbool.h>

#include "base/str.h"

enum { AT_MAESTRO_GLOB_MAX_BYTES = 1000 };

// Return NULL if a pattern is valid, else what is wrong with it.
const char *at_maestro_glob_wrong(struct at_str pattern);

// Match a whole path against a valid pattern.
bool at_maestro_glob(struct at_str pattern, struct at_str path);

#endif
