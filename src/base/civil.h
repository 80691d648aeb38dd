// civil.h: UTC dates and times, by arithmetic only
#ifndef AT_BASE_CIVIL_H
#define AT_BASE_CIVIL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct at_civil {
    int64_t year; // proleptic Gregorian; may be negative
    int month;    // 1 to 12
    int day;      // 1 to 31
    int hour;
    int minute;
    int second; // 60 is read as second 0 of the next minute
    int ms;
};

// Split ms since 1970, which may be negative or huge.
struct at_civil at_civil_from_ms(int64_t ms);

// Return false and write nothing if a field is out of range or the year is not
// within 0 to 9999.
bool at_civil_to_ms(const struct at_civil *civil, int64_t *out_ms);

// Write pattern with each run of Y, M, D, h, m, s and f (milliseconds) replaced
// by the digits of that UTC field, and a NUL. Years are clamped to 0 to 9999.
void at_civil_write(int64_t ms, const char *pattern, char *out);
// The format of "2026-02-04T10:11:12.345Z".
#define AT_CIVIL_RFC3339 "YYYY-MM-DDThh:mm:ss.fffZ"

// Read such a time, with any offset and any number of decimals. Return false
// for any other text.
bool at_civil_read(struct at_str text, int64_t *out_ms);
// Read such a time, or a day ("2026-02-04") as its start in UTC.
bool at_civil_read_day(struct at_str text, int64_t *out_ms);
// Read "20260204-101112" in UTC.
bool at_civil_read_name(struct at_str text, int64_t *out_ms);

#endif
