#include "maestro/read/scalar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/hex.h"

// A hexadecimal digit takes less than 1.21 decimal ones.
enum { NUMBER_MAX_BYTES = 400, DECIMAL_MAX = 500 };

static const struct {
    struct at_str word;
    enum at_maestro_scalar_kind kind;
    bool truth;
} words[] = {
    {AT_STR_ROW("~"), AT_MAESTRO_SCALAR_NULL, false},
    {AT_STR_ROW("null"), AT_MAESTRO_SCALAR_NULL, false},
    {AT_STR_ROW("Null"), AT_MAESTRO_SCALAR_NULL, false},
    {AT_STR_ROW("NULL"), AT_MAESTRO_SCALAR_NULL, false},
    {AT_STR_ROW("true"), AT_MAESTRO_SCALAR_BOOL, true},
    {AT_STR_ROW("True"), AT_MAESTRO_SCALAR_BOOL, true},
    {AT_STR_ROW("TRUE"), AT_MAESTRO_SCALAR_BOOL, true},
    {AT_STR_ROW("false"), AT_MAESTRO_SCALAR_BOOL, false},
    {AT_STR_ROW("False"), AT_MAESTRO_SCALAR_BOOL, false},
    {AT_STR_ROW("FALSE"), AT_MAESTRO_SCALAR_BOOL, false},
    {AT_STR_ROW("yes"), AT_MAESTRO_SCALAR_BOOL, true},
    {AT_STR_ROW("Yes"), AT_MAESTRO_SCALAR_BOOL, true},
    {AT_STR_ROW("YES"), AT_MAESTRO_SCALAR_BOOL, true},
    {AT_STR_ROW("no"), AT_MAESTRO_SCALAR_BOOL, false},
    {AT_STR_ROW("No"), AT_MAESTRO_SCALAR_BOOL, false},
    {AT_STR_ROW("NO"), AT_MAESTRO_SCALAR_BOOL, false},
    {AT_STR_ROW("on"), AT_MAESTRO_SCALAR_BOOL, true},
    {AT_STR_ROW("On"), AT_MAESTRO_SCALAR_BOOL, true},
    {AT_STR_ROW("ON"), AT_MAESTRO_SCALAR_BOOL, true},
    {AT_STR_ROW("off"), AT_MAESTRO_SCALAR_BOOL, false},
    {AT_STR_ROW("Off"), AT_MAESTRO_SCALAR_BOOL, false},
    {AT_STR_ROW("OFF"), AT_MAESTRO_SCALAR_BOOL, false},
};

static bool
is_digit_of(char c, unsigned base)
{
    if (base == 16)
        return at_ascii_is_digit(c) || strchr("abcdefABCDEF", c) != NULL;
    return c >= '0' && c < (char)('0' + base);
}

// Return true if text has digits of base and underscores only, with at least
// one digit.
static bool
has_digits(struct at_str text, unsigned base)
{
    size_t digits = 0;
    for (size_t at = 0; at < text.len; at++) {
        if (text.ptr[at] == '\0' ||
            (text.ptr[at] != '_' && !is_digit_of(text.ptr[at], base)))
            return false;
        digits += text.ptr[at] != '_';
    }
    return digits > 0;
}

static size_t
copy_digits(struct at_str text, char *buf)
{
    size_t len = 0;
    for (size_t at = 0; at < text.len; at++) {
        if (text.ptr[at] != '_')
            buf[len++] = text.ptr[at];
    }
    buf[len] = '\0';
    return len;
}

static struct at_maestro_scalar
whole_of(struct at_arena *arena, const char *sign, const char *digits)
{
    char buf[DECIMAL_MAX + 2];
    int len = snprintf(buf, sizeof(buf), "%s%s", sign, digits);
    at_assert(len > 0 && (size_t)len < sizeof(buf));
    return (struct at_maestro_scalar){
        .kind = AT_MAESTRO_SCALAR_WHOLE,
        .shown = at_arena_dup(arena, at_str(buf)),
        .number = strtod(buf, NULL),
    };
}

// Write the digits of a number in base 2, 8 or 16 as decimal ones.
static void
write_decimal(const char *based, unsigned base, char decimal[DECIMAL_MAX])
{
    unsigned char units[DECIMAL_MAX] = {0}; // the lowest first
    size_t len = 1;
    for (; *based; based++) {
        unsigned carry = (unsigned)at_hex_digit(*based);
        for (size_t i = 0; i < len; i++) {
            carry += units[i] * base;
            units[i] = (unsigned char)(carry % 10);
            carry /= 10;
        }
        for (; carry > 0; carry /= 10)
            units[len++] = (unsigned char)(carry % 10);
    }
    while (len > 1 && units[len - 1] == 0)
        len--;
    for (size_t i = 0; i < len; i++)
        decimal[i] = (char)('0' + units[len - 1 - i]);
    decimal[len] = '\0';
}

static bool
read_based(struct at_arena *arena, const char *sign, struct at_str digits,
           unsigned base, struct at_maestro_scalar *out)
{
    char based[NUMBER_MAX_BYTES];
    char decimal[DECIMAL_MAX];
    if (!has_digits(digits, base))
        return false;
    copy_digits(digits, based);
    write_decimal(based, base, decimal);
    *out = whole_of(arena, strcmp(decimal, "0") == 0 ? "" : sign, decimal);
    return true;
}

static bool
read_whole(struct at_arena *arena, const char *sign, struct at_str text,
           struct at_maestro_scalar *out)
{
    if (text.ptr[0] != '0') {
        char buf[NUMBER_MAX_BYTES];
        if (!at_ascii_is_digit(text.ptr[0]) || !has_digits(text, 10))
            return false;
        copy_digits(text, buf);
        *out = whole_of(arena, sign, buf);
        return true;
    }
    if (text.len == 1) {
        *out = whole_of(arena, "", "0");
        return true;
    }
    if (text.ptr[1] == 'b')
        return read_based(arena, sign, at_str_skip(text, 2), 2, out);
    if (text.ptr[1] == 'x')
        return read_based(arena, sign, at_str_skip(text, 2), 16, out);
    return read_based(arena, sign, at_str_skip(text, 1), 8, out);
}

// Match digits ( . digits? )? ( e sign? digits )? where a point or an exponent
// is there, or . digits; return the length without the exponent's check.
static bool
looks_real(struct at_str text)
{
    size_t at = 0;
    bool has_point = false;
    while (at < text.len &&
           (at_ascii_is_digit(text.ptr[at]) || (at > 0 && text.ptr[at] == '_')))
        at++;
    size_t before = at;
    if (at < text.len && text.ptr[at] == '.') {
        size_t from = ++at;
        has_point = true;
        while (at < text.len &&
               (at_ascii_is_digit(text.ptr[at]) || text.ptr[at] == '_'))
            at++;
        if (before == 0 && at == from)
            return false;
    }
    if (before == 0 && !has_point)
        return false;
    if (at == text.len)
        return has_point;
    if (text.ptr[at] != 'e' && text.ptr[at] != 'E')
        return false;
    at++;
    if (at < text.len && (text.ptr[at] == '+' || text.ptr[at] == '-'))
        at++;
    size_t digits = at;
    while (at < text.len && at_ascii_is_digit(text.ptr[at]))
        at++;
    return at == text.len && at > digits;
}

static bool
read_real(struct at_arena *arena, const char *sign, struct at_str text,
          struct at_maestro_scalar *out)
{
    char digits[NUMBER_MAX_BYTES];
    struct at_buf shown = AT_BUF_INIT(64);
    if (!looks_real(text))
        return false;
    copy_digits(text, digits);
    double number = strtod(digits, NULL);
    if (*sign)
        number = -number;
    at_maestro_write_real(number, &shown);
    *out = (struct at_maestro_scalar){
        .kind = AT_MAESTRO_SCALAR_REAL,
        .shown = at_arena_dup(arena, at_buf_str(&shown)),
        .number = number,
    };
    at_buf_deinit(&shown);
    return true;
}

// Append the digits of a number between 1e-3 and 1e7 without an exponent.
static void
write_near(struct at_str digits, int exponent, struct at_buf *out)
{
    size_t at = 0;
    if (exponent < 0) {
        at_buf_add_text(out, "0.");
        for (int zero = -1; zero > exponent; zero--)
            at_buf_add_char(out, '0');
    } else {
        for (int left = exponent; left >= 0; left--) {
            at_buf_add_char(out, at < digits.len ? digits.ptr[at] : '0');
            at++;
        }
        at_buf_add_char(out, '.');
        if (at >= digits.len)
            at_buf_add_char(out, '0');
    }
    at_buf_add_str(out, at_str_skip(digits, at < digits.len ? at : digits.len));
}

// Find the shortest digits that read back as number; returns its exponent.
static int
shortest(double number, char digits[24])
{
    char text[40];
    int64_t exponent = 0;
    for (int places = 0; places < 17; places++) {
        snprintf(text, sizeof(text), "%.*e", places, number);
        if (strtod(text, NULL) == number)
            break;
    }
    size_t len = 0;
    const char *e = strchr(text, 'e');
    for (const char *at = text; at < e; at++) {
        if (*at != '.')
            digits[len++] = *at;
    }
    while (len > 1 && digits[len - 1] == '0')
        len--;
    digits[len] = '\0';
    at_assert(at_str_to_i64(at_str(e[1] == '+' ? e + 2 : e + 1), -999, 999,
                            &exponent));
    return (int)exponent;
}

void
at_maestro_write_real(double number, struct at_buf *out)
{
    char digits[24];
    if (isnan(number)) {
        at_buf_add_text(out, "NaN");
        return;
    }
    if (signbit(number))
        at_buf_add_char(out, '-');
    number = fabs(number);
    if (isinf(number)) {
        at_buf_add_text(out, "Infinity");
        return;
    }
    if (number == 0) {
        at_buf_add_text(out, "0.0");
        return;
    }
    int exponent = shortest(number, digits);
    if (exponent >= -3 && exponent < 7)
        write_near(at_str(digits), exponent, out);
    else
        at_buf_add_fmt(out, "%c.%sE%d", digits[0], digits[1] ? digits + 1 : "0",
                       exponent);
}

static bool
read_word(struct at_str text, struct at_maestro_scalar *out)
{
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (!at_str_eq(text, words[i].word))
            continue;
        *out = (struct at_maestro_scalar){
            .kind = words[i].kind,
            .truth = words[i].truth,
            .shown = words[i].truth ? AT_STR("true") : AT_STR("false"),
        };
        return true;
    }
    return false;
}

// Infinity and "not a number": Jackson takes them for numbers, then fails.
static bool
is_malformed(struct at_str text)
{
    static const struct at_str rows[] = {
        AT_STR_ROW(".inf"), AT_STR_ROW(".Inf"), AT_STR_ROW(".INF"),
        AT_STR_ROW(".nan"), AT_STR_ROW(".NaN"), AT_STR_ROW(".NAN"),
    };
    bool has_sign = text.len > 0 && (text.ptr[0] == '-' || text.ptr[0] == '+');
    struct at_str word = at_str_skip(text, has_sign ? 1 : 0);
    return at_str_in(word, rows, has_sign ? 3 : sizeof(rows) / sizeof(rows[0]));
}

struct at_maestro_scalar
at_maestro_scalar(struct at_arena *arena, struct at_str text, bool is_plain)
{
    struct at_maestro_scalar out = {.shown = text};
    if (!is_plain)
        return out;
    if (text.len == 0)
        return (struct at_maestro_scalar){.kind = AT_MAESTRO_SCALAR_NULL};
    if (is_malformed(text)) {
        out.kind = AT_MAESTRO_SCALAR_MALFORMED;
        return out;
    }
    if (read_word(text, &out)) {
        if (out.kind == AT_MAESTRO_SCALAR_NULL)
            out.shown = (struct at_str){0};
        return out;
    }
    bool has_sign = text.ptr[0] == '-' || text.ptr[0] == '+';
    const char *sign = text.ptr[0] == '-' ? "-" : "";
    struct at_str unsigned_text = at_str_skip(text, has_sign ? 1 : 0);
    if (unsigned_text.len > 0 && unsigned_text.len < NUMBER_MAX_BYTES &&
        !read_whole(arena, sign, unsigned_text, &out))
        (void)read_real(arena, sign, unsigned_text, &out);
    return out;
}
