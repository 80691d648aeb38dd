#include "cli/strict_text.h"

#include <string.h>

static bool
is_strict(struct at_str c)
{
    static const char others[] = "@._-:/+ ";
    if (c.len != 1)
        return false;
    return (c.ptr[0] >= 'A' && c.ptr[0] <= 'Z') ||
           (c.ptr[0] >= 'a' && c.ptr[0] <= 'z') ||
           (c.ptr[0] >= '0' && c.ptr[0] <= '9') ||
           memchr(others, c.ptr[0], sizeof(others) - 1);
}

bool
at_strict_text(struct at_str text, struct at_str *out_char, size_t *out_place)
{
    for (size_t place = 1; text.len > 0; place++) {
        size_t len = at_utf8_next(text, NULL);
        *out_char = at_str_head(text, len ? len : 1);
        *out_place = place;
        if (!is_strict(*out_char))
            return false;
        text = at_str_skip(text, out_char->len);
    }
    return true;
}
