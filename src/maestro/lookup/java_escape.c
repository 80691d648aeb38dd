// java_escape.c: what follows a backslash
#include "maestro/lookup/java_priv.h"

#include <string.h>

#include "base/ascii.h"

static const struct {
    char letter;
    uint32_t c;
} char_rows[] = {
    {'a', 0x07}, {'e', 0x1b}, {'f', '\f'},
    {'n', '\n'}, {'r', '\r'}, {'t', '\t'},
};

// Letters that are anchors or references outside of a class.
static const char others[] = "ABGRXZbkz123456789";
// Letters with PCRE2's own classes, which are Java's.
static const char classes[] = "DdHhSsVvWw";

static int
hex_value(uint32_t c)
{
    if (c >= '0' && c <= '9')
        return (int)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (int)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (int)(c - 'A') + 10 : -1;
}

// Read exactly count hexadecimal digits.
static bool
read_hex(struct java *j, size_t count, uint32_t *out)
{
    *out = 0;
    if (j->in.len - j->at < count)
        return at_java_invalid(j);
    for (size_t i = 0; i < count; i++) {
        int value = hex_value((unsigned char)j->in.ptr[j->at++]);
        if (value < 0)
            return at_java_invalid(j);
        *out = *out * 16 + (uint32_t)value;
    }
    return true;
}

// \xhh and \x{h...}
static bool
read_x(struct java *j, uint32_t *out)
{
    if (j->at >= j->in.len || j->in.ptr[j->at] != '{')
        return read_hex(j, 2, out);
    size_t from = ++j->at;
    *out = 0;
    while (j->at < j->in.len && j->in.ptr[j->at] != '}') {
        int value = hex_value((unsigned char)j->in.ptr[j->at++]);
        if (value < 0)
            return at_java_invalid(j);
        *out = *out * 16 + (uint32_t)value;
        if (*out > 0x10ffff)
            return at_java_invalid(j);
    }
    if (j->at >= j->in.len || j->at == from)
        return at_java_invalid(j);
    j->at++;
    return true;
}

// \uhhhh, of which two may be one character.
static bool
read_u(struct java *j, uint32_t *out)
{
    uint32_t low;
    if (!read_hex(j, 4, out))
        return false;
    bool pair = *out >= 0xd800 && *out < 0xdc00 &&
                at_str_starts(at_str_skip(j->in, j->at), AT_STR("\\u"));
    if (!pair)
        return true;
    size_t back = j->at;
    j->at += 2;
    if (!read_hex(j, 4, &low))
        return false;
    if (low >= 0xdc00 && low < 0xe000)
        *out = 0x10000 + ((*out - 0xd800) << 10) + (low - 0xdc00);
    else
        j->at = back;
    return true;
}

// \0n, \0nn, \0mnn with m up to 3
static bool
read_octal(struct java *j, uint32_t *out)
{
    size_t count = 0;
    *out = 0;
    while (count < 3 && j->at < j->in.len) {
        char c = j->in.ptr[j->at];
        if (c < '0' || c > '7' || (count == 2 && *out > 037))
            break;
        *out = *out * 8 + (uint32_t)(c - '0');
        j->at++;
        count++;
    }
    return count > 0 || at_java_invalid(j);
}

static bool
read_control(struct java *j, uint32_t *out)
{
    if (j->at >= j->in.len)
        return at_java_invalid(j);
    size_t len = at_utf8_next(at_str_skip(j->in, j->at), out);
    j->at += len;
    *out ^= 64;
    return true;
}

// Read the character of an escape whose letter was skipped. Return false if
// the pattern is invalid or has no equivalent.
static bool
read_char(struct java *j, uint32_t letter, uint32_t *out)
{
    bool ok = true;
    for (size_t i = 0; i < AT_LEN(char_rows); i++) {
        if (letter == (uint32_t)char_rows[i].letter) {
            *out = char_rows[i].c;
            return true;
        }
    }
    *out = letter;
    if (letter == '0')
        ok = read_octal(j, out);
    else if (letter == 'c')
        ok = read_control(j, out);
    else if (letter == 'u')
        ok = read_u(j, out);
    else if (letter == 'x')
        ok = read_x(j, out);
    else if (letter == 'N' && j->at < j->in.len && j->in.ptr[j->at] == '{')
        return at_java_refuse(j, "\\N{...}, a character by its name");
    else if (letter < 0x80 && at_ascii_is_letter((char)letter))
        return at_java_invalid(j);
    if (ok && *out >= 0xd800 && *out < 0xe000)
        return at_java_refuse(j, "half of a character (\\ud800 to \\udfff)");
    return ok;
}

enum java_escape
at_java_escape(struct java *j, uint32_t *out_char, struct at_buf *out_class,
               bool *out_negated)
{
    size_t len = at_utf8_next(at_str_skip(j->in, j->at), out_char);
    if (len == 0) {
        at_java_invalid(j); // at the end
        return JAVA_ESCAPE_BAD;
    }
    uint32_t letter = *out_char;
    j->at += len;
    if (letter == 'p' || letter == 'P') {
        *out_negated = letter == 'P';
        return at_java_property(j, out_class, out_negated) ? JAVA_ESCAPE_CLASS
                                                           : JAVA_ESCAPE_BAD;
    }
    if (letter < 0x80 && letter > 0 && strchr(classes, (int)letter)) {
        *out_negated = false;
        at_buf_add_fmt(out_class, "\\%c", (char)letter);
        return JAVA_ESCAPE_CLASS;
    }
    if (letter < 0x80 && letter > 0 && strchr(others, (int)letter))
        return JAVA_ESCAPE_OTHER;
    return read_char(j, letter, out_char) ? JAVA_ESCAPE_CHAR : JAVA_ESCAPE_BAD;
}
