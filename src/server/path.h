// path.h: matches request paths with patterns; pure
#ifndef AT_SERVER_PATH_H
#define AT_SERVER_PATH_H

#include <stdbool.h>

#include "base/limits.h"
#include "base/str.h"

// Return path without the prefix "/api". Every path also exists with it,
// because a proxy in front of the server may remove or keep it.
struct at_str at_path_own(struct at_str path);

// Return true if path matches a pattern such as
// "/v1/runs/{id}/files/{path...}". A name in braces matches one part; with dots
// it matches all remaining parts. Both match at least one character. params
// receives the parts in order; only those of the pattern are set.
bool at_path_match(struct at_str pattern, struct at_str path,
                   struct at_str params[AT_ROUTE_PARAMS_MAX]);

#endif
