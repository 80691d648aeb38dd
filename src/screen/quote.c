#include "screen/quote.h"

// Ranges of characters that are invisible or move the text around them.
static const struct {
    uint32_t first;
    uint32_t last;
} hidden[] = {
    {0x00, 0x1f},     {0x7f, 0x9f},     {0x2028, 0x202e},
    {0x2066, 0x2069}, {0xfeff, 0xfeff},
};

static bool
is_hidden(uint32_t cp)
{
    for (size_t i = 0; i < AT_LEN(hidden); i++) {
        if (cp >= hidden[i].first && cp <= hidden[i].last)
            return true;
    }
    return false;
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
    at_buf_add_fmt(out, "\\u%04x", (unsigned)cp);
}

// ASCII from the start of text that needs no escape.
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
    at_buf_add_char(out, '"');
    while (text.len > 0) {
        size_t run = plain_run(text);
        at_buf_add(out, text.ptr, run);
        text = at_str_skip(text, run);
        if (text.len == 0)
            break;
        uint32_t cp = 0xfffd;
        size_t len = at_utf8_next(text, &cp);
        if (len == 0)
            at_buf_add_utf8(out, 0xfffd);
        else if (cp == '"' || cp == '\\' || is_hidden(cp))
            write_escape(cp, out);
        else
            at_buf_add(out, text.ptr, len);
        text = at_str_skip(text, len ? len : 1);
    }
    at_buf_add_char(out, '"');
}
