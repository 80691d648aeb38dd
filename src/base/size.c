#include "base/size.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/compiler.h"

static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};

void
at_size_write(uint64_t bytes, char out[AT_SIZE_TEXT_MAX])
{
    uint64_t tenths = bytes / 100; // tenths of the unit; the rest is dropped
    size_t unit = 0;
    if (bytes < 1000) {
        snprintf(out, AT_SIZE_TEXT_MAX, "%" PRIu64 " byte%s", bytes,
                 bytes == 1 ? "" : "s");
        return;
    }
    for (; tenths >= 10000 && unit + 1 < AT_LEN(units); unit++)
        tenths /= 1000;
    snprintf(out, AT_SIZE_TEXT_MAX, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10,
             tenths % 10, units[unit]);
}
