// zone_fuzz.c: any bytes as a time zone's file; its clocks can be asked
#include <stdlib.h>

#include "tester/schedule/zone.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_zone *zone;
    struct at_err err = AT_ERR_INIT;
    if (!at_zone_read(at_str_n((const char *)data, len), &zone, &err)) {
        if (err.code != AT_EPROTO && err.code != AT_ELIMIT &&
            err.code != AT_EUNSUPPORTED)
            abort();
        return 0;
    }
    for (int64_t s = -4000000000; s < 8000000000; s += 31556952 / 7) {
        struct at_zone_span span = at_zone_span(zone, s);
        int64_t local_s = at_zone_local(zone, s);
        if (span.from_s > s || span.until_s <= s ||
            local_s - s != span.offset_s)
            abort();
        // The clocks show it now, so the first time is not later.
        if (at_zone_utc(zone, local_s) > s)
            abort();
    }
    at_zone_free(zone);
    return 0;
}
