#include "base/base64.h"

#include <string.h>

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
static const char digits[] = LETTERS "0123456789+/";
static const char url_digits[] = LETTERS "0123456789-_";

static bool
write_digits(struct at_str bytes, const char *alphabet, bool padded,
             struct at_buf *out)
{
    const unsigned char *in = (const unsigned char *)bytes.ptr;
    size_t groups = (bytes.len + 2) / 3;
    size_t len = padded ? groups * 4 : groups + bytes.len;
    char *to = at_buf_reserve(out, len);
    if (!to)
        return false;
    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t left = bytes.len - i;
        unsigned group = (unsigned)in[i] << 16;
        group |= left > 1 ? (unsigned)in[i + 1] << 8 : 0;
        group |= left > 2 ? in[i + 2] : 0;
        *to++ = alphabet[group >> 18];
        *to++ = alphabet[group >> 12 & 63];
        if (left > 1 || padded)
            *to++ = left > 1 ? alphabet[group >> 6 & 63] : '=';
        if (left > 2 || padded)
            *to++ = left > 2 ? alphabet[group & 63] : '=';
    }
    out->len += len;
    return true;
}

bool
at_base64_write(struct at_str bytes, struct at_buf *out)
{
    return write_digits(bytes, digits, true, out);
}

bool
at_base64url_write(struct at_str bytes, struct at_buf *out)
{
    return write_digits(bytes, url_digits, false, out);
}

// Decode up to four digits; the missing ones of the group count as zero bits.
static bool
read_group(const char *text, size_t len, unsigned *out)
{
    *out = 0;
    for (size_t i = 0; i < len; i++) {
        const char *digit = memchr(digits, text[i], sizeof(digits) - 1);
        if (!digit)
            return false;
        *out |= (unsigned)(digit - digits) << (18 - 6 * i);
    }
    return true;
}

bool
at_base64_read(struct at_str text, struct at_buf *out)
{
    size_t was = out->len;
    bool overflow = out->overflow;
    bool ok = text.len % 4 == 0;
    for (; ok && text.len > 0; text = at_str_skip(text, 4)) {
        size_t pad = 0;
        while (text.len == 4 && pad < 2 && text.ptr[3 - pad] == '=')
            pad++;
        unsigned group;
        ok = read_group(text.ptr, 4 - pad, &group) &&
             (group & ((1u << 8 * pad) - 1)) == 0;
        char bytes[3] = {(char)(group >> 16), (char)(group >> 8), (char)group};
        ok = ok && at_buf_add(out, bytes, 3 - pad);
    }
    if (!ok && out->len != was)
        at_buf_cut(out, was);
    out->overflow |= overflow;
    return ok;
}
