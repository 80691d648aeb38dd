#include "screen/counted.h"

#include "base/ascii.h"

static bool
digit_at(struct at_str text, size_t i)
{
    return i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9';
}

// Return the end of the number at i, or i if there is no number.
static size_t
number_end(struct at_str text, size_t i)
{
    while (digit_at(text, i) ||
           (i > 0 && i < text.len && digit_at(text, i - 1) &&
            digit_at(text, i + 1) &&
            (text.ptr[i] == '.' || text.ptr[i] == ',')))
        i++;
    return i;
}

bool
at_counted_same(struct at_str a, struct at_str b)
{
    size_t i = 0;
    size_t j = 0;
    size_t numbers = 0;
    while (i < a.len && j < b.len) {
        if (digit_at(a, i) && digit_at(b, j)) {
            i = number_end(a, i);
            j = number_end(b, j);
            numbers++;
        } else if (a.ptr[i++] != b.ptr[j++]) {
            return false;
        }
    }
    return i == a.len && j == b.len && numbers > 0;
}

bool
at_counted_has_words(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];
        if (at_ascii_is_letter(text.ptr[i]) || byte >= 0x80)
            return true;
    }
    return false;
}

static bool
is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

// Match a currency code such as "EUR" with no letter on either side.
static bool
is_code_at(struct at_str text, size_t i)
{
    if (i + 3 > text.len || (i > 0 && at_ascii_is_letter(text.ptr[i - 1])) ||
        (i + 3 < text.len && at_ascii_is_letter(text.ptr[i + 3])))
        return false;
    return is_capital(text.ptr[i]) && is_capital(text.ptr[i + 1]) &&
           is_capital(text.ptr[i + 2]);
}

// The characters of Unicode's category Sc that phones use.
static bool
is_sign(uint32_t cp)
{
    return cp == '$' || (cp >= 0xa2 && cp <= 0xa5) || cp == 0xe3f ||
           (cp >= 0x20a0 && cp <= 0x20cf) || cp == 0xfdfc || cp == 0xff04 ||
           cp == 0xffe0 || cp == 0xffe1 || cp == 0xffe5 || cp == 0xffe6;
}

bool
at_counted_is_money(struct at_str text)
{
    struct at_str rest = text;
    while (rest.len > 0) {
        uint32_t cp = 0;
        size_t len = at_utf8_next(rest, &cp);
        if (len > 0 && is_sign(cp))
            return true;
        rest = at_str_skip(rest, len > 0 ? len : 1);
    }
    for (size_t i = 0; i < text.len; i++) {
        if (is_code_at(text, i))
            return true;
    }
    return false;
}
