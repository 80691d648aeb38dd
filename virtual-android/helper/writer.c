#include "virtual-android/helper/writer.h"

static void
separate(struct va_writer *w)
{
    if (w->comma)
        at_buf_add_char(w->out, ',');
    w->comma = true;
}

void
va_open(struct va_writer *w, char bracket)
{
    separate(w);
    at_buf_add_char(w->out, bracket);
    w->comma = false;
}

void
va_close(struct va_writer *w, char bracket)
{
    at_buf_add_char(w->out, bracket);
    w->comma = true;
}

static void
escape(struct at_buf *out, char c)
{
    if (c == '"' || c == '\\')
        at_buf_add_fmt(out, "\\%c", c);
    else if (c == '\n')
        at_buf_add_text(out, "\\n");
    else
        at_buf_add_fmt(out, "\\u%04x", (unsigned)(unsigned char)c);
}

static bool
is_plain(char c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

static void
quote(struct at_buf *out, struct at_str text)
{
    at_buf_add_char(out, '"');
    while (text.len > 0) {
        size_t n = 0;
        while (n < text.len && is_plain(text.ptr[n]))
            n++;
        at_buf_add_str(out, at_str_head(text, n));
        text = at_str_skip(text, n);
        if (text.len == 0)
            break;
        size_t len = at_utf8_next(text, NULL);
        if (len == 0)
            at_buf_add_utf8(out, 0xfffd);
        else if (len == 1 && text.ptr[0] != 0x7f)
            escape(out, text.ptr[0]);
        else
            at_buf_add_str(out, at_str_head(text, len));
        text = at_str_skip(text, len > 0 ? len : 1);
    }
    at_buf_add_char(out, '"');
}

void
va_name(struct va_writer *w, const char *name)
{
    separate(w);
    quote(w->out, at_str(name));
    at_buf_add_char(w->out, ':');
    w->comma = false;
}

void
va_text(struct va_writer *w, struct at_str text)
{
    separate(w);
    quote(w->out, text);
}

void
va_int(struct va_writer *w, int64_t number)
{
    char digits[24];
    size_t at = sizeof(digits);
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    separate(w);
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0)
        digits[--at] = '-';
    at_buf_add(w->out, digits + at, sizeof(digits) - at);
}

void
va_put_text(struct va_writer *w, const char *name, struct at_str text)
{
    va_name(w, name);
    va_text(w, text);
}

void
va_put_int(struct va_writer *w, const char *name, int64_t number)
{
    va_name(w, name);
    va_int(w, number);
}

void
va_put_bool(struct va_writer *w, const char *name, bool truth)
{
    va_put_raw(w, name, truth ? AT_STR("true") : AT_STR("false"));
}

void
va_put_raw(struct va_writer *w, const char *name, struct at_str json)
{
    va_name(w, name);
    separate(w);
    at_buf_add_str(w->out, json);
}
