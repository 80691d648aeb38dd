#include "wire/entry_edit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hex.h"

bool
at_entry_writes(const struct at_entry_member *member)
{
    return !member->is_list || member->even_empty || member->count > 0;
}

bool
at_entry_fail(struct at_err *err, struct at_str text, size_t at,
              const char *fmt, ...)
{
    char what[AT_ERR_MSG_MAX];
    va_list args;
    va_start(args, fmt);
    vsnprintf(what, sizeof(what), fmt, args);
    va_end(args);
    struct at_str before = at_str_head(text, at);
    size_t start = at_entry_line(text, at);
    size_t line = 1;
    for (size_t i = 0; i < before.len; i++)
        line += before.ptr[i] == '\n';
    if (start == 0)
        start = at_entry_bom(before);
    return at_fail(err, AT_EUSAGE, "line %zu, column %zu: %s", line,
                   at_utf8_count(at_str_skip(before, start)) + 1, what);
}

size_t
at_entry_bom(struct at_str text)
{
    return at_str_starts(text, AT_STR("\xef\xbb\xbf")) ? 3 : 0;
}

struct at_str
at_entry_newline(struct at_str text)
{
    ptrdiff_t at = at_str_find(text, AT_STR("\n"));
    return at > 0 && text.ptr[at - 1] == '\r' ? AT_STR("\r\n") : AT_STR("\n");
}

size_t
at_entry_line(struct at_str text, size_t at)
{
    while (at > 0 && text.ptr[at - 1] != '\n')
        at--;
    return at;
}

size_t
at_entry_skip_blanks(struct at_str text, size_t at)
{
    while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
        at++;
    return at;
}

struct at_str
at_entry_indent(struct at_str text, size_t at)
{
    size_t start = at_entry_line(text, at);
    size_t end = at_entry_skip_blanks(text, start);
    return at_str_n(text.ptr + start, end - start);
}

void
at_entry_splice(struct at_str text, size_t from, size_t to, struct at_str with,
                struct at_buf *out)
{
    at_buf_add_str(out, at_str_head(text, from));
    at_buf_add_str(out, with);
    at_buf_add_str(out, at_str_skip(text, to));
}

// The letters behind a backslash, and what they mean.
static const char letters[] = "\"\\/btnfre";
static const char meanings[] = "\"\\/\b\t\n\f\r\x1b";

void
at_entry_write_string(struct at_str text, struct at_buf *out)
{
    at_buf_add_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        const char *found =
            c && c != '/' && c != 0x1b ? strchr(meanings, c) : NULL;
        if (found)
            at_buf_add_fmt(out, "\\%c", letters[found - meanings]);
        else if (c < 0x20 || c == 0x7f)
            at_buf_add_fmt(out, "\\u%04x", c);
        else
            at_buf_add_char(out, (char)c);
    }
    at_buf_add_char(out, '"');
}

void
at_entry_write_value(const struct at_entry_member *member, const char *comma,
                     struct at_buf *out)
{
    if (!member->is_list) {
        at_entry_write_string(member->text, out);
        return;
    }
    at_buf_add_char(out, '[');
    for (size_t i = 0; i < member->count; i++) {
        at_buf_add_text(out, i ? comma : "");
        at_entry_write_string(member->items[i], out);
    }
    at_buf_add_char(out, ']');
}

// Read up to that many hex digits at the start of *rest.
static uint32_t
read_hex(struct at_str *rest, size_t digits)
{
    uint32_t value = 0;
    while (digits-- > 0 && rest->len > 0 && at_hex_digit(rest->ptr[0]) >= 0) {
        value = value << 4 | (uint32_t)at_hex_digit(rest->ptr[0]);
        *rest = at_str_skip(*rest, 1);
    }
    return value;
}

static void
read_code(struct at_str *rest, size_t digits, struct at_buf *out)
{
    uint32_t cp = read_hex(rest, digits);
    if (cp >= 0xd800 && cp < 0xdc00 && at_str_starts(*rest, AT_STR("\\u"))) {
        struct at_str next = at_str_skip(*rest, 2);
        uint32_t low = read_hex(&next, 4);
        if (low >= 0xdc00 && low < 0xe000) {
            cp = 0x10000 + ((cp - 0xd800) << 10) + (low - 0xdc00);
            *rest = next;
        }
    }
    bool valid = cp <= 0x10ffff && (cp < 0xd800 || cp >= 0xe000);
    at_buf_add_utf8(out, valid ? cp : 0xfffd);
}

void
at_entry_read_string(struct at_str inside, struct at_buf *out)
{
    while (inside.len > 0) {
        char c = inside.ptr[0];
        inside = at_str_skip(inside, 1);
        if (c != '\\' || inside.len == 0) {
            at_buf_add_char(out, c);
            continue;
        }
        c = inside.ptr[0];
        inside = at_str_skip(inside, 1);
        const char *found = c ? strchr(letters, c) : NULL;
        if (c == 'u' || c == 'U' || c == 'x')
            read_code(&inside, c == 'u' ? 4 : c == 'U' ? 8 : 2, out);
        else
            at_buf_add_char(out, found ? meanings[found - letters] : c);
    }
}
