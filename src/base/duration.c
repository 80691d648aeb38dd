// duration.c: parser and writer of durations
#include "base/duration.h"

#include <inttypes.h>
#include <stdio.h>

static const struct {
    struct at_str name;
    int64_t ms;
} units[] = {
    // "ms" first, because "m" is its prefix and "s" its suffix
    {AT_STR_ROW("ms"), 1},
    {AT_STR_ROW("h"), 3600000},
    {AT_STR_ROW("m"), 60000},
    {AT_STR_ROW("s"), 1000},
};

bool
at_duration_parse(struct at_str text, int64_t max_ms, int64_t *out_ms)
{
    for (size_t i = 0; i < AT_LEN(units); i++) {
        int64_t count;
        if (!at_str_ends(text, units[i].name))
            continue;
        struct at_str number = at_str_head(text, text.len - units[i].name.len);
        if (!at_str_to_i64(number, 1, max_ms / units[i].ms, &count))
            return false;
        *out_ms = count * units[i].ms;
        return true;
    }
    return false;
}

void
at_duration_write(int64_t ms, char out[AT_DURATION_MAX])
{
    size_t unit = 0;
    for (size_t i = 1; i < AT_LEN(units) && unit == 0; i++) {
        if (ms != 0 && ms % units[i].ms == 0)
            unit = i;
    }
    snprintf(out, AT_DURATION_MAX, "%" PRId64 "%s", ms / units[unit].ms,
             units[unit].name.ptr);
}
