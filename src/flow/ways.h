// ways.h: which backend did it, and where one stood in for another, for replies
#ifndef AT_FLOW_WAYS_H
#define AT_FLOW_WAYS_H

#include <jansson.h>

#include "flow/app.h"

// Set "backend", by which input goes (input NULL: as the newest did), and
// "treeBackend" where the newest tree came another way.
void at_ways_set_backend(json_t *reply, struct at_app *app, const char *input);

// Set "fallbacks" to those since *told of them, none where there are none; they
// count as told.
void at_ways_set_fallbacks(json_t *reply, struct at_app *app, size_t *told);

#endif
