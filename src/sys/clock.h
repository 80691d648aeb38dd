// clock.h: the monotonic clock, and the wall clock for people
#ifndef AT_SYS_CLOCK_H
#define AT_SYS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

int64_t at_now_ns(void);      // monotonic; used by all deadlines
int64_t at_wall_now_ms(void); // since 1970, UTC

// Stretch a short limit of our own patience with an app, for tests on a slow
// machine: return ms times AGENTEST_TIME_SCALE (1 to 20; 1 if it is anything
// else), at most 3 s, and never less than ms. The variable is read once. Limits
// of the contract are not scaled.
int64_t at_scaled_ms(int64_t ms);

enum { AT_RFC3339_MAX = 32 };

// Write "2026-02-04T10:11:12.345Z": UTC, milliseconds.
void at_wall_write(int64_t wall_ms, char out[AT_RFC3339_MAX]);
// Read such a time, with any offset and any number of decimals. Return false
// for any other text.
bool at_wall_read(struct at_str text, int64_t *out_wall_ms);
// Read such a time, or a day ("2026-02-04") as its start in UTC.
bool at_wall_read_day(struct at_str text, int64_t *out_wall_ms);
// Write "20260204-101112" in UTC, which starts a run's name.
void at_wall_write_name(int64_t wall_ms, char out[AT_RFC3339_MAX]);
bool at_wall_read_name(struct at_str text, int64_t *out_wall_ms);

#endif
