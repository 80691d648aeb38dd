#include "flow/text.h"

#include "base/alike.h"
#include "base/quote.h"

enum {
    BEFORE_CHARS = 8, // of context
    AFTER_CHARS = 16,
};

// Returns the bytes of the first count characters; a malformed byte counts as
// one.
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
    at_quote_write(at_str_head(rest, len), out);
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

// Characters that a field inserts or drops when it groups or formats: blanks,
// also those that do not break, and the separators of numbers, dates and codes.
static bool
is_separator(uint32_t cp)
{
    static const uint32_t all[] = {' ', '-', '.', ',', '/',  '(',    ')',
                                   ':', '+', '_', '#', 0xa0, 0x2009, 0x202f};
    for (size_t i = 0; i < AT_LEN(all); i++) {
        if (all[i] == cp)
            return true;
    }
    return false;
}

// The small letters of Latin-1, Greek and Cyrillic stand as far behind their
// capitals.
static uint32_t
small_letter(uint32_t cp)
{
    static const struct {
        uint32_t first;
        uint32_t last;
        uint32_t distance;
    } rows[] = {
        {'A', 'Z', 0x20},     {0xc0, 0xd6, 0x20},   {0xd8, 0xde, 0x20},
        {0x391, 0x3a9, 0x20}, {0x410, 0x42f, 0x20}, {0x400, 0x40f, 0x50},
    };
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (cp >= rows[i].first && cp <= rows[i].last)
            return cp + rows[i].distance;
    }
    return cp;
}

// Take the next character that is no separator, as a small letter; 0 at the
// end. A malformed byte is U+FFFD.
static uint32_t
next_significant(struct at_str *text)
{
    while (text->len > 0) {
        uint32_t cp = 0xfffd;
        size_t len = at_utf8_next(*text, &cp);
        *text = at_str_skip(*text, len ? len : 1);
        if (cp != 0 && !is_separator(cp))
            return small_letter(cp);
    }
    return 0;
}

enum at_text_likeness
at_text_compare(struct at_str expected, struct at_str found)
{
    bool any = false;
    if (at_alike_eq(expected, found))
        return AT_TEXT_EQUAL;
    for (;; any = true) {
        uint32_t want = next_significant(&expected);
        uint32_t has = next_significant(&found);
        if (has == 0 && any)
            return want == 0 ? AT_TEXT_FORMATTED : AT_TEXT_CUT;
        if (want != has || want == 0)
            return AT_TEXT_OTHER;
    }
}
