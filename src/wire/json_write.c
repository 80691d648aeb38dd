// json_write.c: serialises JSON several times faster than jansson
//
// jansson uses a table to detect containers that contain themselves. Our values
// are trees, so a depth limit is enough.
#include <string.h>

#include "wire/json.h"

enum {
    DEPTH_MAX = 2048,
    NUMBER_MAX_BYTES = 64,
    SHORT_MAX_BYTES = 120,
    PIECE_BYTES = 1024,
};

// Return the character after the backslash: a letter, or 'u' before four
// digits.
static char
escape_of(unsigned char c)
{
    static const char low[] = "uuuuuuuubtnufruuuuuuuuuuuuuuuuuu";
    if (c < sizeof(low) - 1)
        return low[c];
    return (char)c;
}

static bool
needs_escape(unsigned char c)
{
    return c < 0x20 || c == '"' || c == '\\';
}

// Write up to six bytes to out and return their number.
static size_t
put_escaped(unsigned char c, char *out)
{
    static const char digits[] = "0123456789ABCDEF";
    out[0] = '\\';
    out[1] = escape_of(c);
    if (out[1] != 'u')
        return 2;
    out[2] = out[3] = '0';
    out[4] = digits[c / 16];
    out[5] = digits[c % 16];
    return 6;
}

// Write the text between the quotes, in pieces.
static bool
write_inner(struct at_str text, struct at_buf *out)
{
    char piece[PIECE_BYTES + 6];
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (needs_escape(c))
            len += put_escaped(c, piece + len);
        else
            piece[len++] = (char)c;
        if (len < PIECE_BYTES)
            continue;
        if (!at_buf_add(out, piece, len))
            return false;
        len = 0;
    }
    return at_buf_add(out, piece, len);
}

static bool
is_plain(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (needs_escape((unsigned char)text.ptr[i]))
            return false;
    }
    return true;
}

// Write text and one character after it. Most texts are short and need no
// escapes: write them at once.
static bool
write_text(struct at_str text, char after, struct at_buf *out)
{
    char piece[SHORT_MAX_BYTES + 3];
    if (text.len > SHORT_MAX_BYTES || !is_plain(text))
        return at_buf_add_char(out, '"') && write_inner(text, out) &&
               at_buf_add_char(out, '"') &&
               (!after || at_buf_add_char(out, after));
    piece[0] = '"';
    if (text.len > 0)
        memcpy(piece + 1, text.ptr, text.len);
    piece[text.len + 1] = '"';
    piece[text.len + 2] = after;
    return at_buf_add(out, piece, text.len + (after ? 3 : 2));
}

static bool
write_integer(json_int_t value, struct at_buf *out)
{
    char text[NUMBER_MAX_BYTES];
    size_t at = sizeof(text);
    bool negative = value < 0;
    // avoid negating the smallest value, which has no positive counterpart
    do {
        int digit = (int)(value % 10);
        text[--at] = (char)('0' + (digit < 0 ? -digit : digit));
        value /= 10;
    } while (value != 0);
    if (negative)
        text[--at] = '-';
    return at_buf_add(out, text + at, sizeof(text) - at);
}

static bool
write_real(const json_t *value, struct at_buf *out)
{
    char text[NUMBER_MAX_BYTES];
    size_t flags = JSON_ENCODE_ANY | JSON_REAL_PRECISION(15);
    size_t len = json_dumpb(value, text, sizeof(text), flags);
    return len > 0 && len <= sizeof(text) && at_buf_add(out, text, len);
}

static bool write_value(const json_t *value, int depth, struct at_buf *out);

static bool
write_array(const json_t *array, int depth, struct at_buf *out)
{
    size_t count = json_array_size(array);
    bool ok = at_buf_add_char(out, '[');
    for (size_t i = 0; ok && i < count; i++)
        ok = (i == 0 || at_buf_add_char(out, ',')) &&
             write_value(json_array_get(array, i), depth, out);
    return ok && at_buf_add_char(out, ']');
}

static bool
write_object(const json_t *object, int depth, struct at_buf *out)
{
    // jansson's iterators need a non-const object but do not modify it
    json_t *walked = (json_t *)(uintptr_t)object;
    bool ok = at_buf_add_char(out, '{');
    bool first = true;
    for (void *it = json_object_iter(walked); ok && it;
         it = json_object_iter_next(walked, it)) {
        ok = (first || at_buf_add_char(out, ',')) &&
             write_text(at_str(json_object_iter_key(it)), ':', out) &&
             write_value(json_object_iter_value(it), depth, out);
        first = false;
    }
    return ok && at_buf_add_char(out, '}');
}

static bool
write_value(const json_t *value, int depth, struct at_buf *out)
{
    if (!value || depth > DEPTH_MAX)
        return false;
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return write_object(value, depth + 1, out);
    case JSON_ARRAY:
        return write_array(value, depth + 1, out);
    case JSON_STRING:
        return write_text(at_json_str(value), '\0', out);
    case JSON_INTEGER:
        return write_integer(json_integer_value(value), out);
    case JSON_REAL:
        return write_real(value, out);
    case JSON_TRUE:
        return at_buf_add(out, "true", 4);
    case JSON_FALSE:
        return at_buf_add(out, "false", 5);
    default:
        return at_buf_add(out, "null", 4);
    }
}

bool
at_json_write(const json_t *value, struct at_buf *out)
{
    return write_value(value, 0, out);
}
