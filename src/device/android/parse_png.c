// parse_png.c: PNG's signature and chunk lengths
#include "device/android/parse_png.h"

#include <stdbool.h>

static const char signature[] = "\x89PNG\r\n\x1a\n";

enum { CHUNK_FRAME = 12, WORDS_MAX = 4096 }; // length, type and CRC

static size_t
u32be(const char *ptr)
{
    const unsigned char *p = (const unsigned char *)ptr;

    return ((size_t)p[0] << 24) | ((size_t)p[1] << 16) | ((size_t)p[2] << 8) |
           p[3];
}

enum at_png_verdict
at_png_find(struct at_str bytes, struct at_str *out_png)
{
    struct at_str head = at_str_head(bytes, WORDS_MAX);
    ptrdiff_t start = at_str_find(head, at_str_n(signature, 8));

    if (start < 0)
        return AT_PNG_NONE;
    struct at_str png = at_str_skip(bytes, (size_t)start);
    struct at_str rest = at_str_skip(png, 8);
    while (rest.len >= CHUNK_FRAME) {
        size_t len = u32be(rest.ptr);
        bool end = at_str_is(at_str_n(rest.ptr + 4, 4), "IEND");

        if (len > rest.len - CHUNK_FRAME)
            return AT_PNG_CUT;
        rest = at_str_skip(rest, len + CHUNK_FRAME);
        if (end) {
            *out_png = at_str_n(png.ptr, png.len - rest.len);
            return AT_PNG_WHOLE;
        }
    }
    return AT_PNG_CUT;
}
