// zone_file.c: finds a zone's file
#include "tester/schedule/zone_file.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sys/file.h"

static const char *const folders[] = {
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo",
    "/etc/zoneinfo"};

// A name becomes part of a path: it has no dot, and does not begin with a
// slash.
static bool
is_name(struct at_str name)
{
    static const struct at_str marks = AT_STR_ROW("/_-+");
    if (name.len == 0 || name.len > AT_ZONE_NAME_MAX_BYTES ||
        name.ptr[0] == '/')
        return false;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        char lower = (char)(c | 0x20);
        if (!(lower >= 'a' && lower <= 'z') && !(c >= '0' && c <= '9') &&
            !at_str_has(marks, at_str_n(&c, 1)))
            return false;
    }
    return true;
}

static const char *
find_folder(void)
{
    const char *own = getenv("TZDIR");
    if (own && at_file_exists(own))
        return own;
    for (size_t i = 0; i < AT_LEN(folders); i++) {
        if (at_file_exists(folders[i]))
            return folders[i];
    }
    return NULL;
}

static bool
fail_unknown(struct at_str name, struct at_err *err)
{
    return at_fail(err, AT_EUSAGE,
                   "'%.*s' is not a time zone of this machine: expected UTC or "
                   "a name such as Europe/Paris",
                   AT_STR_ARG(at_utf8_head(name, AT_ZONE_NAME_MAX_BYTES)));
}

bool
at_zone_open(struct at_str name, struct at_zone **out, struct at_err *err)
{
    struct at_buf bytes = AT_BUF_INIT(AT_ZONE_FILE_MAX_BYTES);
    *out = NULL;
    if (name.len == 0 || at_str_is(name, "UTC")) {
        *out = at_zone_new_utc();
        return true;
    }
    if (!is_name(name))
        return fail_unknown(name, err);
    const char *folder = find_folder();
    if (!folder)
        return at_fail(err, AT_ENOTOOL,
                       "this machine has no time zones: install the package "
                       "tzdata, or use UTC");
    char *path = at_strfmt("%s/%.*s", folder, AT_STR_ARG(name));
    bool ok = at_file_read(path, &bytes, NULL)
                  ? at_zone_read(at_buf_str(&bytes), out, err)
                  : fail_unknown(name, err);
    if (!ok && err && err->code == AT_EPROTO)
        fail_unknown(name, err);
    at_buf_deinit(&bytes);
    free(path);
    return ok;
}
