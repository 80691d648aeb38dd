#include "wire/adb_reply.h"

#include <string.h>

#include "base/hex.h"

enum { WORD_LEN = 4 };

enum at_parse
at_adb_block_parse(struct at_str in, struct at_str *out, size_t *used)
{
    size_t text_len = 0;
    *used = 0;
    for (size_t i = 0; i < WORD_LEN; i++) {
        if (i == in.len)
            return AT_PARSE_MORE;
        int digit = at_hex_digit(in.ptr[i]);
        if (digit < 0)
            return AT_PARSE_BAD;
        text_len = text_len * 16 + (size_t)digit;
    }
    if (in.len - WORD_LEN < text_len)
        return AT_PARSE_MORE;
    *out = at_str_n(in.ptr + WORD_LEN, text_len);
    *used = WORD_LEN + text_len;
    return AT_PARSE_DONE;
}

bool
at_adb_block_write(struct at_buf *out, struct at_str text)
{
    static const char digits[] = "0123456789abcdef";
    if (text.len > AT_ADB_BLOCK_MAX_BYTES ||
        !at_buf_reserve(out, WORD_LEN + text.len))
        return false;
    for (int shift = 12; shift >= 0; shift -= 4)
        at_buf_add_char(out, digits[(text.len >> shift) & 0xf]);
    return at_buf_add_str(out, text);
}

// Return true if one text is a prefix of the other.
static bool
agrees(struct at_str in, const char *word)
{
    size_t len = in.len < WORD_LEN ? in.len : WORD_LEN;
    return len == 0 || memcmp(in.ptr, word, len) == 0;
}

enum at_parse
at_adb_status_parse(struct at_str in, struct at_adb_status *out, size_t *used)
{
    bool okay = agrees(in, "OKAY");
    *used = 0;
    if (!okay && !agrees(in, "FAIL"))
        return AT_PARSE_BAD;
    if (in.len < WORD_LEN)
        return AT_PARSE_MORE;

    struct at_str reason = {NULL, 0};
    if (!okay) {
        enum at_parse step =
            at_adb_block_parse(at_str_skip(in, WORD_LEN), &reason, used);
        if (step != AT_PARSE_DONE)
            return step;
    }
    *out = (struct at_adb_status){okay, reason};
    *used += WORD_LEN;
    return AT_PARSE_DONE;
}
