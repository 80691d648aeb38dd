#include "base/quote.h"

#include <string.h>

#include "base/alike.h"
#include "base/ascii.h"

// Characters that are invisible or reorder text: Unicode 15, general categories
// Cc and Cf except those used in words, and line and paragraph separators.
static const struct {
    uint32_t first;
    uint32_t last;
} hidden[] = {
    {0x00, 0x1f},       {0x7f, 0x9f},     {0xad, 0xad},     {0x061c, 0x061c},
    {0x180e, 0x180e},   {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x2064},
    {0x2066, 0x206f},   {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0x1d173, 0x1d17a},
    {0xe0000, 0xe007f},
};

bool
at_cp_is_hidden(uint32_t cp)
{
    if (cp >= ' ' && cp <= '~') // fast path for most text
        return false;
    for (size_t i = 0; i < AT_LEN(hidden); i++) {
        if (cp >= hidden[i].first && cp <= hidden[i].last)
            return true;
    }
    return false;
}

// One character of a text. take() reads it and decides whether it is shown
// unchanged.
struct character {
    uint32_t cp;
    uint32_t before; // previous character, 0 at the start
    struct at_str bytes;
    bool malformed;
};

static bool
take(struct at_str *text, struct character *c)
{
    if (text->len == 0)
        return false;
    c->before = c->cp;
    c->cp = 0xfffd;
    size_t len = at_utf8_next(*text, &c->cp);
    c->malformed = len == 0;
    c->bytes = at_str_head(*text, len ? len : 1);
    *text = at_str_skip(*text, c->bytes.len);
    return true;
}

static bool
is_joiner(uint32_t cp)
{
    enum { NON_JOINER = 0x200c, JOINER = 0x200d };
    return cp == NON_JOINER || cp == JOINER;
}

static bool
joins(const struct character *c, struct at_str rest)
{
    uint32_t after = 0;
    return is_joiner(c->cp) && c->before > 0x7f &&
           !at_cp_is_hidden(c->before) && at_utf8_next(rest, &after) > 0 &&
           after > 0x7f && !at_cp_is_hidden(after);
}

static bool
is_shown(const struct character *c, struct at_str rest)
{
    return !at_cp_is_hidden(c->cp) || joins(c, rest);
}

// In quotes, a blank other than U+0020 would be mistaken for one.
static bool
is_as_it_looks(const struct character *c, struct at_str rest)
{
    return is_shown(c, rest) && !at_cp_is_disguised(c->cp);
}

static void
write_escape(uint32_t cp, struct at_buf *out)
{
    static const struct {
        uint32_t cp;
        const char *text;
    } rows[] = {
        {'\n', "\\n"}, {'\r', "\\r"},  {'\t', "\\t"},
        {'"', "\\\""}, {'\\', "\\\\"},
    };
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        if (rows[i].cp == cp) {
            at_buf_add_text(out, rows[i].text);
            return;
        }
    }
    if (cp <= 0xffff) {
        at_buf_add_fmt(out, "\\u%04x", (unsigned)cp);
        return;
    }
    cp -= 0x10000; // two surrogates, as in JSON
    at_buf_add_fmt(out, "\\u%04x\\u%04x", 0xd800 + (unsigned)(cp >> 10),
                   0xdc00 + (unsigned)(cp & 0x3ff));
}

// Return the length of the ASCII prefix that needs no escape.
static size_t
plain_run(struct at_str text)
{
    size_t i = 0;
    for (; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c < 0x20 || c == '"' || c == '\\' || c >= 0x7f)
            break;
    }
    return i;
}

void
at_quote_write(struct at_str text, struct at_buf *out)
{
    struct character c = {0};
    at_buf_add_char(out, '"');
    while (text.len > 0) {
        size_t run = plain_run(text);
        at_buf_add(out, text.ptr, run);
        text = at_str_skip(text, run);
        if (run > 0)
            c.cp = 'a'; // the whole run is ASCII
        if (!take(&text, &c))
            break;
        if (c.malformed)
            at_buf_add_utf8(out, 0xfffd);
        else if (c.cp == '"' || c.cp == '\\' || !is_as_it_looks(&c, text))
            write_escape(c.cp, out);
        else
            at_buf_add_str(out, c.bytes);
    }
    at_buf_add_char(out, '"');
}

// Return the length of the first escape or character; two surrogates are one
// escape.
static size_t
unit_len(struct at_str text)
{
    enum { ESCAPE_LEN = 6 };
    if (at_str_starts(text, AT_STR("\\ud")) && text.len >= 2 * ESCAPE_LEN &&
        strchr("89ab", text.ptr[3]))
        return 2 * ESCAPE_LEN;
    if (text.ptr[0] == '\\' && text.len > 1)
        return text.ptr[1] == 'u' && text.len >= ESCAPE_LEN ? ESCAPE_LEN : 2;
    size_t len = at_utf8_next(text, NULL);
    return len ? len : 1;
}

void
at_quote_cut(struct at_str line, size_t max_bytes, struct at_buf *out)
{
    bool open = false;
    size_t at = 0;
    if (line.len <= max_bytes) {
        at_buf_add_str(out, line);
        return;
    }
    for (;;) {
        size_t len = unit_len(at_str_skip(line, at));
        if (at + len > max_bytes)
            break;
        open = open != (line.ptr[at] == '"');
        at += len;
    }
    at_buf_add(out, line.ptr, at);
    at_buf_add_text(out, open ? "\"..." : "...");
}

void
at_printable_write(struct at_str text, struct at_buf *out)
{
    struct character c = {0};
    while (take(&text, &c)) {
        bool kept = c.cp == '\n' || c.cp == '\t' || is_shown(&c, text);
        if (kept && !c.malformed)
            at_buf_add_str(out, c.bytes);
        else
            at_buf_add_char(out, '?');
    }
}

void
at_line_write(struct at_str text, struct at_buf *out)
{
    size_t begin = out->len;
    at_printable_write(text, out);
    for (size_t i = begin; i < out->len; i++)
        if (out->data[i] == '\n' || out->data[i] == '\t')
            out->data[i] = ' ';
}

const char *
at_quoted(struct at_quoted *room, struct at_str text)
{
    enum { MARK_LEN = 4 }; // `"...`
    struct at_buf all = AT_BUF_INIT(8 * sizeof(room->text));
    struct at_buf cut = AT_BUF_INIT(2 * sizeof(room->text));
    at_quote_write(at_utf8_head(text, sizeof(room->text)), &all);
    at_quote_cut(at_buf_str(&all), sizeof(room->text) - MARK_LEN - 1, &cut);
    at_str_cut(room->text, sizeof(room->text), at_buf_str(&cut));
    at_buf_deinit(&all);
    at_buf_deinit(&cut);
    return room->text;
}

static bool
is_name(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (!at_ascii_is_alnum(c) && !(c && strchr("._:/$-", c)))
            return false;
    }
    return text.len > 0;
}

const char *
at_quoted_name(struct at_quoted *room, struct at_str text)
{
    if (!is_name(text) || text.len >= sizeof(room->text))
        return at_quoted(room, text);
    at_str_cut(room->text, sizeof(room->text), text);
    return room->text;
}
