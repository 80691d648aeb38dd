#include "device/check.h"

#include <stddef.h>

const char *
at_check_level_name(enum at_check_level level)
{
    static const char *const names[] = {
        [AT_CHECK_OK] = "ok",
        [AT_CHECK_WARN] = "warn",
        [AT_CHECK_BAD] = "bad",
        [AT_CHECK_MISSING] = "missing",
    };
    return names[level];
}
