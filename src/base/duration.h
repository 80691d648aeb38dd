// duration.h: spans of time as people write them: 90s, 10m, 1h, 500ms
#ifndef AT_BASE_DURATION_H
#define AT_BASE_DURATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum { AT_DURATION_MAX = 32 };

// Read a whole number and its unit: ms, s, m, h. Returns false if text is
// anything else, or not within [1, max_ms].
AT_CHECKED bool at_duration_parse(struct at_str text, int64_t max_ms,
                                  int64_t *out_ms);
// Write ms in the greatest unit that loses nothing.
void at_duration_write(int64_t ms, char out[AT_DURATION_MAX]);

#endif
