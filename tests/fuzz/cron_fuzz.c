// cron_fuzz.c: any text as a schedule; its next times rise
#include <stdlib.h>

#include "tester/schedule/cron.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_cron cron;
    struct at_err err = AT_ERR_INIT;
    if (!at_cron_read(at_str_n((const char *)data, len), &cron, &err)) {
        if (err.code != AT_EUSAGE)
            abort();
        return 0;
    }
    struct at_zone *utc = at_zone_new_utc();
    int64_t at_ms = INT64_C(1750000000000);
    for (int i = 0; i < 3; i++) {
        int64_t next_ms;
        if (!at_cron_next(&cron, utc, at_ms, &next_ms) || next_ms <= at_ms ||
            next_ms % 60000 != 0)
            abort();
        at_ms = next_ms;
    }
    at_zone_free(utc);
    return 0;
}
