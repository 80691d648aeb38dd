#include "cli/error_name.h"

#include <stddef.h>

// agentest's contract names these after adb, which no iOS simulator knows.
static const struct row {
    enum at_code code;
    const char *name;
    bool retry_may_help;
} rows[] = {
    {AT_ENODEV, "NO_DEVICE", false}, // a device that reconnects was waited for
    {AT_EDEVICE, "DEVICE_ERROR", true},
};

static const struct row *
find(enum at_code code)
{
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (rows[i].code == code)
            return &rows[i];
    }
    return NULL;
}

const char *
at_error_name(enum at_code code)
{
    const struct row *row = find(code);
    return row ? row->name : at_code_info(code)->name;
}

bool
at_error_retry_may_help(enum at_code code)
{
    const struct row *row = find(code);
    return row ? row->retry_may_help : at_code_info(code)->retry_may_help;
}
