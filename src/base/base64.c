#include "base/base64.h"

bool
at_base64_write(struct at_str bytes, struct at_buf *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *in = (const unsigned char *)bytes.ptr;
    char *to = at_buf_reserve(out, (bytes.len + 2) / 3 * 4);
    if (!to)
        return false;
    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t left = bytes.len - i;
        unsigned group = (unsigned)in[i] << 16;
        group |= left > 1 ? (unsigned)in[i + 1] << 8 : 0;
        group |= left > 2 ? in[i + 2] : 0;
        *to++ = digits[group >> 18];
        *to++ = digits[group >> 12 & 63];
        *to++ = left > 1 ? digits[group >> 6 & 63] : '=';
        *to++ = left > 2 ? digits[group & 63] : '=';
    }
    out->len = (size_t)(to - out->data);
    *to = '\0';
    return true;
}
