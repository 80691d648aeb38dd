// utf16.c: decoder of UTF-16, including surrogate pairs
#include "base/utf16.h"

static uint32_t
unit_at(struct at_str bytes, size_t at, bool little)
{
    uint32_t a = (unsigned char)bytes.ptr[at];
    uint32_t b = (unsigned char)bytes.ptr[at + 1];
    return little ? a | b << 8 : a << 8 | b;
}

bool
at_utf16_read(struct at_str bytes, bool little, struct at_buf *out,
              bool *out_repaired)
{
    for (size_t at = 0; at + 1 < bytes.len; at += 2) {
        uint32_t cp = unit_at(bytes, at, little);
        uint32_t low = at + 3 < bytes.len ? unit_at(bytes, at + 2, little) : 0;
        if (cp >= 0xd800 && cp < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
            cp = 0x10000 + ((cp - 0xd800) << 10) + (low - 0xdc00);
            at += 2;
        } else if (cp >= 0xd800 && cp < 0xe000) {
            cp = 0xfffd;
            *out_repaired = true;
        }
        if (!at_buf_add_utf8(out, cp))
            return false;
    }
    return true;
}
