// zone.h: the clocks of a time zone, from a TZif file (RFC 9636); pure
//
// glibc knows only one zone per process, and no small library is kept well, so
// the file that the system has for each zone is read here.
#ifndef AT_TESTER_SCHEDULE_ZONE_H
#define AT_TESTER_SCHEDULE_ZONE_H

#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

enum {
    AT_ZONE_TIMES_MAX = 4000, // today's longest file has some 250
    AT_ZONE_TYPES_MAX = 256,
    AT_ZONE_OFFSET_MAX_S = 26 * 3600, // exclusive
    AT_ZONE_FILE_MAX_BYTES = 256 * 1024,
};

struct at_zone;

// AT_EPROTO: it is not such a file, or a damaged one; AT_EUNSUPPORTED: it
// counts leap seconds. The caller owns *out.
AT_CHECKED bool at_zone_read(struct at_str bytes, struct at_zone **out,
                             struct at_err *err);
struct at_zone *at_zone_new_utc(void);
void at_zone_free(struct at_zone *zone); // NULL is allowed

// A time with a constant offset: [from_s, until_s).
struct at_zone_span {
    int64_t from_s;   // INT64_MIN: always
    int64_t until_s;  // INT64_MAX: for ever
    int64_t offset_s; // east of Greenwich
};
struct at_zone_span at_zone_span(const struct at_zone *zone, int64_t utc_s);

// Return what the clocks show, in seconds since 1970 began there.
int64_t at_zone_local(const struct at_zone *zone, int64_t utc_s);
// Return the time at which they show it: the first one of several; the end of
// the gap if they never do.
int64_t at_zone_utc(const struct at_zone *zone, int64_t local_s);

#endif
