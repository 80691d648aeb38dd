// path.h: paths of requests against patterns; pure
#ifndef AT_SERVER_PATH_H
#define AT_SERVER_PATH_H

#include <stdbool.h>

#include "base/limits.h"
#include "base/str.h"

// Return path without the prefix "/api", under which every path is found too: a
// proxy before the server may take it off or leave it.
struct at_str at_path_own(struct at_str path);

// Return true if path matches a pattern such as
// "/v1/runs/{id}/files/{path...}". A name in braces takes one part; with dots
// it takes all parts that follow. Either way it takes at least one character.
// The parts go into params in order; only those of the pattern are set.
bool at_path_match(struct at_str pattern, struct at_str path,
                   struct at_str params[AT_ROUTE_PARAMS_MAX]);

#endif
