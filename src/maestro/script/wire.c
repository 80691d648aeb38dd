#include "maestro/script/wire.h"

enum { LEN_BYTES = 4 };

bool
at_script_text_add(struct at_buf *out, struct at_str text)
{
    uint32_t len = (uint32_t)text.len;
    const unsigned char head[LEN_BYTES] = {
        (unsigned char)(len >> 24), (unsigned char)(len >> 16),
        (unsigned char)(len >> 8), (unsigned char)len};
    size_t before = out->len;
    if (text.len > out->max || !at_buf_add(out, head, sizeof(head)))
        return false;
    if (at_buf_add_str(out, text))
        return true;
    out->len = before;
    return false;
}

bool
at_script_text_next(struct at_str *rest, struct at_str *out)
{
    const unsigned char *head = (const unsigned char *)rest->ptr;
    size_t len;
    if (rest->len < LEN_BYTES)
        return false;
    len = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 |
          head[3];
    if (len > rest->len - LEN_BYTES)
        return false;
    *out = at_str_n(rest->ptr + LEN_BYTES, len);
    *rest = at_str_skip(*rest, LEN_BYTES + len);
    return true;
}

bool
at_script_texts(struct at_str payload, struct at_str *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!at_script_text_next(&payload, &out[i]))
            return false;
    }
    return payload.len == 0;
}
