// limits_lookup.h: limits of patterns and pictures of flows
#ifndef AT_BASE_LIMITS_LOOKUP_H
#define AT_BASE_LIMITS_LOOKUP_H

#include "base/limits.h"

#define AT_MAESTRO_PATTERN_MAX_BYTES (16 * AT_KIB)
#define AT_MAESTRO_PATTERN_MAX_DEPTH 200 // groups and classes in each other
// One match: at most about 100 ms. The longest text of a screen takes a
// hundredth.
#define AT_MAESTRO_PATTERN_MAX_STEPS 1000000
#define AT_MAESTRO_PATTERN_MAX_HEAP_KIB 16384
#define AT_MAESTRO_SELECTOR_MAX_DEPTH 64 // anchors of anchors

#endif
