#include "flow/text.h"

#include "screen/compact.h"

enum {
    BEFORE_CHARS = 8, // of context
    AFTER_CHARS = 16,
};

// Bytes of the first count characters; a malformed byte counts as one.
static size_t
chars_len(struct at_str text, size_t count)
{
    size_t len = 0;
    while (count-- > 0 && len < text.len) {
        size_t one = at_utf8_next(at_str_skip(text, len), NULL);
        len += one ? one : 1;
    }
    return len;
}

static size_t
common_chars(struct at_str a, struct at_str b)
{
    size_t len = 0;
    size_t count = 0;
    while (len < a.len && len < b.len) {
        size_t one = chars_len(at_str_skip(a, len), 1);
        struct at_str rest = at_str_skip(b, len);
        if (!at_str_starts(rest, at_str_n(a.ptr + len, one)))
            break;
        len += one;
        count++;
    }
    return count;
}

static void
write_fragment(struct at_str text, size_t same, struct at_buf *out)
{
    size_t start = same > BEFORE_CHARS ? same - BEFORE_CHARS : 0;
    struct at_str rest = at_str_skip(text, chars_len(text, start));
    size_t len = chars_len(rest, same - start + AFTER_CHARS);
    if (start > 0)
        at_buf_add_text(out, "...");
    at_compact_write_quoted(at_str_head(rest, len), out);
    if (len < rest.len)
        at_buf_add_text(out, "...");
}

void
at_text_write_difference(struct at_str expected, struct at_str found,
                         struct at_buf *out)
{
    if (at_str_eq(expected, found))
        return;
    size_t same = common_chars(expected, found);
    at_buf_add_fmt(out, "first difference at character %zu: expected ",
                   same + 1);
    write_fragment(expected, same, out);
    at_buf_add_text(out, ", found ");
    write_fragment(found, same, out);
}
