#include "virtual-android/helper/writer.h"

static void
separate(struct vd_writer *w)
{
    if (w->comma)
        at_buf_add_char(w->out, ',');
    w->comma = true;
}

void
vd_open(struct vd_writer *w, char bracket)
{
    separate(w);
    at_buf_add_char(w->out, bracket);
    w->comma = false;
}

void
vd_close(struct vd_writer *w, char bracket)
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
vd_name(struct vd_writer *w, const char *name)
{
    separate(w);
    quote(w->out, at_str(name));
    at_buf_add_char(w->out, ':');
    w->comma = false;
}

void
vd_text(struct vd_writer *w, struct at_str text)
{
    separate(w);
    quote(w->out, text);
}

void
vd_int(struct vd_writer *w, int64_t number)
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
vd_put_text(struct vd_writer *w, const char *name, struct at_str text)
{
    vd_name(w, name);
    vd_text(w, text);
}

void
vd_put_int(struct vd_writer *w, const char *name, int64_t number)
{
    vd_name(w, name);
    vd_int(w, number);
}

void
vd_put_bool(struct vd_writer *w, const char *name, bool truth)
{
    vd_put_raw(w, name, truth ? AT_STR("true") : AT_STR("false"));
}

void
vd_put_raw(struct vd_writer *w, const char *name, struct at_str json)
{
    vd_name(w, name);
    separate(w);
    at_buf_add_str(w->out, json);
}
