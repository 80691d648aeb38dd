#include "base/str.h"

#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"

struct at_str
at_str(const char *text)
{
    return (struct at_str){text, text ? strlen(text) : 0};
}

struct at_str
at_str_n(const char *ptr, size_t len)
{
    return (struct at_str){ptr, len};
}

bool
at_str_eq(struct at_str a, struct at_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

bool
at_str_is(struct at_str a, const char *b)
{
    return at_str_eq(a, at_str(b));
}

static bool
eq_nocase(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (at_ascii_lower(a[i]) != at_ascii_lower(b[i]))
            return false;
    }
    return true;
}

bool
at_str_eq_nocase(struct at_str a, struct at_str b)
{
    return a.len == b.len && eq_nocase(a.ptr, b.ptr, a.len);
}

int
at_str_cmp(struct at_str a, struct at_str b)
{
    size_t n = a.len < b.len ? a.len : b.len;
    int order = n ? memcmp(a.ptr, b.ptr, n) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool
at_str_starts(struct at_str s, struct at_str prefix)
{
    return s.len >= prefix.len && at_str_eq(at_str_head(s, prefix.len), prefix);
}

bool
at_str_ends(struct at_str s, struct at_str suffix)
{
    return s.len >= suffix.len &&
           at_str_eq(at_str_skip(s, s.len - suffix.len), suffix);
}

ptrdiff_t
at_str_find(struct at_str s, struct at_str needle)
{
    if (needle.len == 0)
        return 0;
    for (size_t i = 0; i + needle.len <= s.len; i++) {
        const char *hit =
            memchr(s.ptr + i, needle.ptr[0], s.len - needle.len - i + 1);
        if (!hit)
            return -1;
        i = (size_t)(hit - s.ptr);
        if (memcmp(hit, needle.ptr, needle.len) == 0)
            return (ptrdiff_t)i;
    }
    return -1;
}

ptrdiff_t
at_str_find_nocase(struct at_str s, struct at_str needle)
{
    for (size_t i = 0; i + needle.len <= s.len; i++) {
        if (needle.len == 0 || eq_nocase(s.ptr + i, needle.ptr, needle.len))
            return (ptrdiff_t)i;
    }
    return -1;
}

bool
at_str_has(struct at_str s, struct at_str needle)
{
    return at_str_find(s, needle) >= 0;
}

struct at_str
at_str_skip(struct at_str s, size_t n)
{
    n = n < s.len ? n : s.len;
    return n ? (struct at_str){s.ptr + n, s.len - n} : s;
}

struct at_str
at_str_head(struct at_str s, size_t n)
{
    return (struct at_str){s.ptr, n < s.len ? n : s.len};
}

struct at_str
at_str_after_last(struct at_str s, char sep)
{
    size_t from = s.len;
    while (from > 0 && s.ptr[from - 1] != sep)
        from--;
    return at_str_skip(s, from);
}

static bool
is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct at_str
at_str_trim(struct at_str s)
{
    while (s.len > 0 && is_space(s.ptr[0]))
        s = at_str_skip(s, 1);
    while (s.len > 0 && is_space(s.ptr[s.len - 1]))
        s.len--;
    return s;
}

bool
at_str_next(struct at_str *rest, char sep, struct at_str *out_part)
{
    if (rest->len == 0)
        return false;
    const char *end = memchr(rest->ptr, sep, rest->len);
    size_t len = end ? (size_t)(end - rest->ptr) : rest->len;
    *out_part = at_str_head(*rest, len);
    *rest = at_str_skip(*rest, end ? len + 1 : len);
    return true;
}

bool
at_str_next_line(struct at_str *rest, struct at_str *out_line)
{
    if (!at_str_next(rest, '\n', out_line))
        return false;
    if (out_line->len > 0 && out_line->ptr[out_line->len - 1] == '\r')
        out_line->len--;
    return true;
}

size_t
at_str_count_lines(struct at_str text)
{
    struct at_str line;
    size_t count = 0;
    while (at_str_next_line(&text, &line))
        count++;
    return count;
}

bool
at_str_in(struct at_str s, const struct at_str *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_eq(s, rows[i]))
            return true;
    }
    return false;
}

bool
at_str_to_i64(struct at_str s, int64_t min, int64_t max, int64_t *out)
{
    bool negative = s.len > 0 && s.ptr[0] == '-';
    uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
    uint64_t value = 0;
    s = at_str_skip(s, negative ? 1 : 0);
    if (s.len == 0)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] < '0' || s.ptr[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(s.ptr[i] - '0');
        if (value > (limit - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    int64_t number = negative ? (int64_t)(0 - value) : (int64_t)value;
    if (number < min || number > max)
        return false;
    *out = number;
    return true;
}

// Table 3-7 of the Unicode standard, by the range of the first byte: number of
// bytes, data bits of the first byte, range of the second. Later bytes are
// 80..BF.
static const struct utf8_row {
    unsigned char first, last, len, bits, low, high;
} utf8_rows[] = {
    {0x00, 0x7f, 1, 0x7f, 0x00, 0x00}, {0xc2, 0xdf, 2, 0x1f, 0x80, 0xbf},
    {0xe0, 0xe0, 3, 0x0f, 0xa0, 0xbf}, {0xe1, 0xec, 3, 0x0f, 0x80, 0xbf},
    {0xed, 0xed, 3, 0x0f, 0x80, 0x9f}, {0xee, 0xef, 3, 0x0f, 0x80, 0xbf},
    {0xf0, 0xf0, 4, 0x07, 0x90, 0xbf}, {0xf1, 0xf3, 4, 0x07, 0x80, 0xbf},
    {0xf4, 0xf4, 4, 0x07, 0x80, 0x8f},
};

static const struct utf8_row *
find_utf8_row(unsigned char lead)
{
    size_t i = 0;
    while (i < AT_LEN(utf8_rows) && lead > utf8_rows[i].last)
        i++;
    return i < AT_LEN(utf8_rows) && lead >= utf8_rows[i].first ? &utf8_rows[i]
                                                               : NULL;
}

size_t
at_utf8_next(struct at_str s, uint32_t *out_cp)
{
    const unsigned char *p = (const unsigned char *)s.ptr;
    if (s.len > 0 && p[0] < 0x80) { // fast path for most text
        if (out_cp)
            *out_cp = p[0];
        return 1;
    }
    const struct utf8_row *row = s.len > 0 ? find_utf8_row(p[0]) : NULL;
    if (!row || s.len < row->len ||
        (row->len > 1 && (p[1] < row->low || p[1] > row->high)))
        return 0;
    uint32_t cp = p[0] & row->bits;
    for (size_t i = 1; i < row->len; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        cp = (cp << 6) | (p[i] & 0x3fu);
    }
    if (out_cp)
        *out_cp = cp;
    return row->len;
}

bool
at_str_is_ascii(struct at_str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if ((unsigned char)s.ptr[i] >= 0x80)
            return false;
    }
    return true;
}

bool
at_utf8_valid(struct at_str s)
{
    while (s.len > 0) {
        size_t len = (unsigned char)s.ptr[0] < 0x80 ? 1 : at_utf8_next(s, NULL);
        if (len == 0)
            return false;
        s.ptr += len;
        s.len -= len;
    }
    return true;
}

size_t
at_utf8_encode(uint32_t cp, char out[4])
{
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t len = cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
    at_assert(cp <= 0x10ffff);
    for (size_t i = len; i-- > 1; cp >>= 6)
        out[i] = (char)(0x80 | (cp & 0x3f));
    out[0] = (char)(lead[len] | cp);
    return len;
}

size_t
at_utf8_count(struct at_str s)
{
    size_t count = 0;
    while (s.len > 0) {
        size_t len = at_utf8_next(s, NULL);
        s = at_str_skip(s, len ? len : 1);
        count++;
    }
    return count;
}

struct at_str
at_utf8_head(struct at_str s, size_t max)
{
    if (s.len <= max)
        return s;
    size_t end = max;
    // a character has at most three bytes after its first one
    while (end > 0 && max - end < 4 &&
           ((unsigned char)s.ptr[end] & 0xc0) == 0x80)
        end--;
    return at_str_head(s, max - end < 4 ? end : max);
}

void
at_str_cut_words(char *buf, size_t cap, struct at_str s)
{
    struct at_str more = AT_STR("…");
    if (s.len < cap || cap <= more.len + 1) {
        at_str_cut(buf, cap, s);
        return;
    }
    struct at_str head = at_utf8_head(s, cap - 1 - more.len);
    size_t end = head.len;
    while (end > 0 && s.ptr[end] != ' ')
        end--;
    at_str_cut(buf, cap, at_str_head(head, end > 0 ? end : head.len));
    memcpy(buf + strlen(buf), more.ptr, more.len + 1);
}

void
at_str_cut(char *buf, size_t cap, struct at_str s)
{
    if (cap == 0)
        return;
    s = at_utf8_head(s, cap - 1);
    if (s.len > 0)
        memmove(buf, s.ptr, s.len);
    buf[s.len] = '\0';
}
