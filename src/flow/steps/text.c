#include "flow/steps/text.h"

#include <string.h>

#include "base/alike.h"
#include "base/quote.h"

enum {
    BEFORE_CHARS = 8, // context of a difference
    AFTER_CHARS = 16,
};

// Return the bytes of the first count characters; a malformed byte counts as
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

// Characters that fields replace by one another: blanks, also non-breaking
// ones, line ends, dashes, and the separators of numbers, dates and codes.
static bool
is_separator(uint32_t cp)
{
    static const uint32_t all[] = {' ',   '\n',  '\t', '-',   '.',    ',',
                                   '/',   '(',   ')',  ':',   0x2212, 0x3000,
                                   0x66b, 0x66c, 0xa0, 0x202f};
    for (size_t i = 0; i < AT_LEN(all); i++) {
        if (all[i] == cp)
            return true;
    }
    return cp >= 0x2000 && cp <= 0x2015 && (cp < 0x200b || cp > 0x200f);
}

// The small letters of Latin-1, Greek and Cyrillic follow their capitals at a
// fixed distance; those of Latin Extended-A follow directly.
static uint32_t
small_letter(uint32_t cp)
{
    static const struct {
        uint32_t first;
        uint32_t last;
        uint32_t distance;
        uint32_t step;
    } rows[] = {
        {'A', 'Z', 0x20, 1},     {0xc0, 0xd6, 0x20, 1},
        {0xd8, 0xde, 0x20, 1},   {0x391, 0x3a9, 0x20, 1},
        {0x410, 0x42f, 0x20, 1}, {0x400, 0x40f, 0x50, 1},
        {0x100, 0x12e, 1, 2},    {0x132, 0x136, 1, 2},
        {0x139, 0x147, 1, 2},    {0x14a, 0x176, 1, 2},
        {0x179, 0x17d, 1, 2},
    };
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (cp >= rows[i].first && cp <= rows[i].last &&
            (cp - rows[i].first) % rows[i].step == 0)
            return cp + rows[i].distance;
    }
    return cp;
}

// Return the base form of a character for all variants that a keyboard or a
// field may write: a small letter, a straight quotation mark, an ASCII digit.
static uint32_t
plain(uint32_t cp)
{
    static const struct {
        uint32_t first;
        uint32_t last;
        uint32_t plain;
        bool counts; // first maps to plain, the next ones count up
    } rows[] = {
        {0x130, 0x131, 'i', false},  {0x2018, 0x201b, '\'', false},
        {0x2bc, 0x2bc, '\'', false}, {0x201c, 0x201f, '"', false},
        {0xab, 0xab, '"', false},    {0xbb, 0xbb, '"', false},
        {0x178, 0x178, 0xff, false}, {0x660, 0x669, '0', true},
        {0x6f0, 0x6f9, '0', true},   {0x966, 0x96f, '0', true},
        {0xff10, 0xff19, '0', true},
    };
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (cp >= rows[i].first && cp <= rows[i].last)
            return rows[i].plain + (rows[i].counts ? cp - rows[i].first : 0);
    }
    return small_letter(cp);
}

struct reader {
    struct at_str rest;
    unsigned dots; // dots left to return of an ellipsis
};

// Return the next character in plain form; 0 at the end, U+FFFD if malformed.
static uint32_t
take(struct reader *reader)
{
    enum { ELLIPSIS = 0x2026 };
    if (reader->dots > 0) {
        reader->dots--;
        return '.';
    }
    while (reader->rest.len > 0) {
        uint32_t cp = 0xfffd;
        size_t len = at_utf8_next(reader->rest, &cp);
        reader->rest = at_str_skip(reader->rest, len ? len : 1);
        if (cp == 0 || cp == '\r')
            continue;
        if (cp != ELLIPSIS)
            return plain(cp);
        reader->dots = 2;
        return '.';
    }
    return 0;
}

static uint32_t
take_content(struct reader *reader)
{
    uint32_t cp = take(reader);
    while (cp && is_separator(cp))
        cp = take(reader);
    return cp;
}

static bool
find(struct reader *found, uint32_t want)
{
    for (uint32_t has = take(found); has; has = take(found)) {
        if (has == want || (is_separator(has) && is_separator(want)))
            return true;
    }
    return false;
}

// Blanks and line ends at the ends may be trimmed.
static struct at_str
trimmed(struct at_str text)
{
    while (text.len > 0 && strchr(" \t\r\n", text.ptr[text.len - 1]))
        text.len--;
    while (text.len > 0 && strchr(" \t\r\n", *text.ptr))
        text = at_str_skip(text, 1);
    return text;
}

static bool
is_masked(struct at_str text)
{
    uint32_t cp;
    if (text.len == 0)
        return false;
    while (text.len > 0) {
        size_t len = at_utf8_next(text, &cp);
        if (len == 0 ||
            (cp != '*' && cp != 0x2022 && cp != 0x25cf && cp != 0x2217))
            return false;
        text = at_str_skip(text, len);
    }
    return true;
}

static enum at_text_likeness
compare_count(size_t expected, size_t found)
{
    if (found == expected)
        return AT_TEXT_FORMATTED;
    return found < expected ? AT_TEXT_CUT : AT_TEXT_OTHER;
}

// Return true if found is a proper beginning of the expected text.
static bool
is_cut(struct at_str held, struct at_str typed, struct at_str found)
{
    struct reader has = {.rest = found};
    struct reader parts[] = {{.rest = held}, {.rest = typed}};
    bool any = false;
    for (;; any = true) {
        uint32_t want = take_content(&parts[0]);
        uint32_t cp = take_content(&has);
        if (!want)
            want = take_content(&parts[1]);
        if (!cp)
            return any && want;
        if (cp != want)
            return false;
    }
}

// The texts are normalized.
static enum at_text_likeness
compare(struct at_str held, struct at_str typed, struct at_str found)
{
    struct reader has = {.rest = found};
    struct reader old = {.rest = held};
    struct reader want = {.rest = trimmed(typed)};
    if (want.rest.len == 0)
        return AT_TEXT_OTHER;
    if (is_masked(found) && !is_masked(typed))
        return compare_count(at_utf8_count(held) + at_utf8_count(typed),
                             at_utf8_count(found));
    bool all = true;
    for (uint32_t cp = take_content(&old); cp && all; cp = take_content(&old))
        all = find(&has, cp);
    for (uint32_t cp = take(&want); cp && all; cp = take(&want))
        all = find(&has, cp);
    if (all)
        return AT_TEXT_FORMATTED;
    return is_cut(held, typed, found) ? AT_TEXT_CUT : AT_TEXT_OTHER;
}

enum at_text_likeness
at_text_compare(struct at_str held, struct at_str typed, struct at_str found)
{
    enum { GROWTH = 4 }; // maximum growth of a text by normalization
    struct at_buf rooms[] = {AT_BUF_INIT(GROWTH * held.len + 1),
                             AT_BUF_INIT(GROWTH * typed.len + 1),
                             AT_BUF_INIT(GROWTH * found.len + 1)};
    enum at_text_likeness likeness = AT_TEXT_EQUAL;
    if (held.len > 0 || !at_alike_eq(typed, found))
        likeness = compare(at_alike_fold(held, &rooms[0]),
                           at_alike_fold(typed, &rooms[1]),
                           at_alike_fold(found, &rooms[2]));
    for (size_t i = 0; i < AT_LEN(rooms); i++)
        at_buf_deinit(&rooms[i]);
    return likeness;
}
