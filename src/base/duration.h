// duration.h: durations such as 90s, 10m, 1h, 500ms
#ifndef AT_BASE_DURATION_H
#define AT_BASE_DURATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum { AT_DURATION_MAX = 32 };

// Read an integer with a unit: ms, s, m, h. Return false for any other text, or
// if it is not within [1, max_ms].
AT_CHECKED bool at_duration_parse(struct at_str text, int64_t max_ms,
                                  int64_t *out_ms);
// Write ms in the largest unit that is exact.
void at_duration_write(int64_t ms, char out[AT_DURATION_MAX]);

#endif
