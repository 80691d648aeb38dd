#include "agent/proof/amount.h"

#include <stdio.h>

#include "base/ascii.h"
#include "base/compiler.h"

enum { SCALE = 10000, DECIMALS_MAX = 4, WHOLE_MAX_DIGITS = 13 };

const struct at_amount_sign at_amount_signs[] = {
    {AT_STR_ROW("$"), "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BRL"},
    {AT_STR_ROW("€"), "EUR"},
    {AT_STR_ROW("£"), "GBP"},
    {AT_STR_ROW("¥"), "JPY CNY"},
    {AT_STR_ROW("₹"), "INR"},
    {AT_STR_ROW("₽"), "RUB"},
    {AT_STR_ROW("₩"), "KRW"},
    {AT_STR_ROW("₺"), "TRY"},
    {AT_STR_ROW("₴"), "UAH"},
    {AT_STR_ROW("₫"), "VND"},
    {AT_STR_ROW("₪"), "ILS"},
    {AT_STR_ROW("₱"), "PHP"},
    {AT_STR_ROW("₦"), "NGN"},
    {AT_STR_ROW("₲"), "PYG"},
    {AT_STR_ROW("₸"), "KZT"},
    {AT_STR_ROW("₾"), "GEL"},
    {AT_STR_ROW("฿"), "THB"},
    {AT_STR_ROW("₿"), "BTC"},
    {AT_STR_ROW("円"), "JPY"},
    {AT_STR_ROW("元"), "CNY"},
    {AT_STR_ROW("원"), "KRW"},
    {AT_STR_ROW("%"), NULL},
    {AT_STR_ROW("‰"), NULL},
    {AT_STR_ROW("°"), NULL},
    {{0}, NULL},
};

// Currencies written as words.
static const struct at_amount_sign words[] = {
    {AT_STR_ROW("Rs"), "INR PKR LKR NPR MUR"},
    {AT_STR_ROW("Rs."), "INR PKR LKR NPR MUR"},
    {AT_STR_ROW("Fr"), "CHF"},
    {AT_STR_ROW("Fr."), "CHF"},
    {AT_STR_ROW("sFr"), "CHF"},
    {AT_STR_ROW("kr"), "SEK NOK DKK ISK"},
    {AT_STR_ROW("kr."), "SEK NOK DKK ISK"},
    {AT_STR_ROW("zł"), "PLN"},
    {AT_STR_ROW("Kč"), "CZK"},
    {AT_STR_ROW("Ft"), "HUF"},
    {AT_STR_ROW("lei"), "RON MDL"},
    {AT_STR_ROW("руб."), "RUB"},
    {AT_STR_ROW("руб"), "RUB"},
    {AT_STR_ROW("Rp"), "IDR"},
    {AT_STR_ROW("RM"), "MYR"},
    {AT_STR_ROW("TL"), "TRY"},
};

static const struct at_str blanks[] = {
    AT_STR_ROW(" "),
    AT_STR_ROW("\xc2\xa0"),     // no-break space
    AT_STR_ROW("\xe2\x80\xaf"), // narrow no-break space
    AT_STR_ROW("\xe2\x80\x89"), // thin space
    AT_STR_ROW("\xe2\x80\x87"), // figure space
};

// Marks after a whole amount: "12.–", "12,-".
static const struct at_str dashes[] = {
    AT_STR_ROW(".-"),
    AT_STR_ROW(",-"),
    AT_STR_ROW(".\xe2\x80\x93"),
    AT_STR_ROW(",\xe2\x80\x93"),
    AT_STR_ROW(".\xe2\x80\x94"),
    AT_STR_ROW(",\xe2\x80\x94"),
};

size_t
at_amount_sign_at(struct at_str text, bool at_end)
{
    for (const struct at_amount_sign *sign = at_amount_signs;
         sign->text.len > 0; sign++) {
        if (at_end ? at_str_ends(text, sign->text)
                   : at_str_starts(text, sign->text))
            return sign->text.len;
    }
    return 0;
}

// Separators of groups or decimals.
static const struct at_str separators[] = {
    AT_STR_ROW("."),
    AT_STR_ROW(","),
    AT_STR_ROW("'"),
    AT_STR_ROW("\xe2\x80\x99"),
};

static size_t
starts_with(struct at_str text, const struct at_str *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_starts(text, rows[i]))
            return rows[i].len;
    }
    return 0;
}

static size_t
ends_with(struct at_str text, const struct at_str *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (at_str_ends(text, rows[i]))
            return rows[i].len;
    }
    return 0;
}

static size_t
digits_at(struct at_str text)
{
    size_t count = 0;
    while (count < text.len && at_ascii_is_digit(text.ptr[count]))
        count++;
    return count;
}

// A number while its digits are read.
struct number {
    int64_t whole; // value of all digits, without separators
    size_t digits;
    size_t behind;         // digits after the newest separator
    size_t groups;         // separators before three digits
    struct at_str newest;  // separator; empty: none
    bool mixed;            // two kinds of separators
    bool begins_with_zero; // "0.125"
};

static void
add_digits(struct number *number, struct at_str digits)
{
    for (size_t i = 0; i < digits.len; i++) {
        if (number->digits < WHOLE_MAX_DIGITS + DECIMALS_MAX)
            number->whole = number->whole * 10 + (digits.ptr[i] - '0');
        number->digits++;
    }
    number->behind = digits.len;
}

// Return the length of a separator at the start of text, if digits follow it. A
// blank only groups three digits.
static size_t
separator_at(struct at_str text)
{
    size_t len = starts_with(text, separators, AT_LEN(separators));
    if (len > 0)
        return digits_at(at_str_skip(text, len)) > 0 ? len : 0;
    len = starts_with(text, blanks, AT_LEN(blanks));
    return len > 0 && digits_at(at_str_skip(text, len)) == 3 ? len : 0;
}

static size_t
read_digits(struct at_str text, struct number *out)
{
    size_t at = digits_at(text);
    *out = (struct number){.begins_with_zero = at == 1 && text.ptr[0] == '0'};
    add_digits(out, at_str_head(text, at));
    for (size_t len; (len = separator_at(at_str_skip(text, at))) > 0;) {
        struct at_str separator = at_str_head(at_str_skip(text, at), len);
        struct at_str rest = at_str_skip(text, at + len);
        out->mixed = out->mixed || (out->newest.len > 0 &&
                                    !at_str_eq(out->newest, separator));
        out->newest = separator;
        out->groups++;
        size_t count = digits_at(rest);
        add_digits(out, at_str_head(rest, count));
        at += len + count;
    }
    return at;
}

static size_t
decimals_of(const struct number *number)
{
    if (number->newest.len == 0)
        return 0;
    bool is_blank = starts_with(number->newest, blanks, AT_LEN(blanks)) > 0;
    if (number->behind != 3)
        return is_blank ? 0 : number->behind;
    bool is_decimal =
        number->mixed || (number->begins_with_zero && number->groups == 1);
    return is_decimal && !is_blank ? 3 : 0;
}

static bool
to_value(const struct number *number, struct at_amount *out)
{
    size_t decimals = decimals_of(number);
    // "27.11.2026", "1.2.3"
    if (number->groups > 1 && !number->mixed && number->behind != 3)
        return false;
    if (decimals > DECIMALS_MAX || number->digits > WHOLE_MAX_DIGITS + decimals)
        return false;
    out->value = number->whole;
    for (size_t i = decimals; i < DECIMALS_MAX; i++)
        out->value *= 10;
    out->decimals = decimals;
    return true;
}

static bool
is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

// Return the letters of a unit such as "kg", "USD" or "Rs".
static size_t
letters_at(struct at_str text)
{
    enum { UNIT_MAX_LETTERS = 4 };
    size_t count = 0;
    while (count < text.len && at_ascii_is_letter(text.ptr[count]))
        count++;
    return count <= UNIT_MAX_LETTERS ? count : 0;
}

static bool
is_word_char(char c)
{
    return at_ascii_is_alnum(c) || (unsigned char)c >= 0x80;
}

static bool
is_code(struct at_str text)
{
    return text.len == 3 && is_capital(text.ptr[0]) &&
           is_capital(text.ptr[1]) && is_capital(text.ptr[2]);
}

// Return the length of a currency in letters at the end of text: "USD", "Rs",
// "Fr.".
static size_t
letters_before(struct at_str text)
{
    size_t best = 0;
    size_t count = 0;
    while (count < text.len &&
           at_ascii_is_letter(text.ptr[text.len - 1 - count]))
        count++;
    if (is_code(at_str_skip(text, text.len - count)))
        return count;
    for (size_t i = 0; i < AT_LEN(words); i++) {
        size_t len = words[i].text.len;
        bool stands =
            at_str_ends(text, words[i].text) &&
            (text.len == len || !is_word_char(text.ptr[text.len - len - 1]));
        if (stands && len > best)
            best = len;
    }
    return best;
}

// Return the length of the unit at the start of text: a sign, with its letter
// in "°C", a currency in letters, or any short word.
static size_t
unit_at(struct at_str text)
{
    size_t len = at_amount_sign_at(text, false);
    size_t best = 0;
    if (len > 0)
        return at_str_is(at_str_head(text, len), "°")
                   ? len + letters_at(at_str_skip(text, len))
                   : len;
    for (size_t i = 0; i < AT_LEN(words); i++) {
        len = words[i].text.len;
        bool stands = at_str_starts(text, words[i].text) &&
                      (text.len == len || !is_word_char(text.ptr[len]));
        if (stands && len > best)
            best = len;
    }
    return best > 0 ? best : letters_at(text);
}

// Return the codes of a currency, separated by blanks; empty for other units.
static struct at_str
codes_of(struct at_str unit)
{
    for (const struct at_amount_sign *sign = at_amount_signs;
         sign->text.len > 0; sign++) {
        if (at_str_eq(sign->text, unit))
            return at_str(sign->codes);
    }
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (at_str_eq(words[i].text, unit))
            return at_str(words[i].codes);
    }
    return is_code(unit) ? unit : AT_STR("");
}

static bool
is_money(struct at_str unit)
{
    return codes_of(unit).len > 0;
}

// Return true for a currency and for "%"; "kg" and other words next to a number
// may not be units.
static bool
is_sure(struct at_str unit)
{
    return is_money(unit) || at_amount_sign_at(unit, false) > 0;
}

// Take a unit after the number, and the blank between them.
static size_t
unit_behind(struct at_str rest, struct at_str *out)
{
    size_t blank = starts_with(rest, blanks, AT_LEN(blanks));
    struct at_str text = at_str_skip(rest, blank);
    size_t len = unit_at(text);
    *out = at_str_head(text, len);
    return len > 0 ? blank + len : 0;
}

static size_t
unit_before(struct at_str before, struct at_str *out)
{
    size_t blank = ends_with(before, blanks, AT_LEN(blanks));
    struct at_str text = at_str_head(before, before.len - blank);
    size_t len = at_amount_sign_at(text, true);
    if (len == 0)
        len = letters_before(text);
    *out = at_str_skip(text, text.len - len);
    return len > 0 ? blank + len : 0;
}

static size_t
minus_before(struct at_str before)
{
    static const struct at_str minuses[] = {AT_STR_ROW("-"),
                                            AT_STR_ROW("\xe2\x88\x92"),
                                            AT_STR_ROW("\xe2\x80\x93")};
    size_t len = ends_with(before, minuses, AT_LEN(minuses));
    struct at_str rest = at_str_head(before, before.len - len);
    bool joins = rest.len > 0 && at_ascii_is_alnum(rest.ptr[rest.len - 1]);
    return joins ? 0 : len;
}

// Prepend unit and sign, in either order, to the number.
static void
take_front(struct at_str before, struct at_amount *out)
{
    size_t minus = minus_before(before);
    before = at_str_head(before, before.len - minus);
    size_t unit = unit_before(before, &out->unit);
    before = at_str_head(before, before.len - unit);
    size_t outer = unit > 0 && minus == 0 ? minus_before(before) : 0;
    if (minus + outer > 0)
        out->value = -out->value;
    size_t len = minus + unit + outer;
    out->text = at_str_n(out->text.ptr - len, out->text.len + len);
}

// Return true if an amount begins here. A digit right after a letter, as in
// "x2" or "A4", or before a colon or slash, as in "14:30" and "1/2", does not
// begin one.
static bool
is_amount(struct at_str before, struct at_str rest)
{
    bool word =
        before.len > 0 && (at_ascii_is_letter(before.ptr[before.len - 1]) ||
                           before.ptr[before.len - 1] == '_');
    bool joined =
        rest.len > 1 &&
        (rest.ptr[0] == ':' || rest.ptr[0] == '/' || rest.ptr[0] == '-') &&
        at_ascii_is_digit(rest.ptr[1]);
    return !joined && (!word || letters_before(before) > 0);
}

// Skip the rest of a date, a time or a word with digits.
static struct at_str
skip_word(struct at_str rest)
{
    while (rest.len > 0 && (at_ascii_is_alnum(rest.ptr[0]) ||
                            (rest.len > 1 && at_ascii_is_digit(rest.ptr[1]) &&
                             (rest.ptr[0] == ':' || rest.ptr[0] == '/' ||
                              rest.ptr[0] == '-' || rest.ptr[0] == '.'))))
        rest = at_str_skip(rest, 1);
    return rest;
}

bool
at_amount_next(struct at_str *rest, struct at_amount *out)
{
    const struct at_str all = *rest;
    while (rest->len > 0) {
        struct number number;
        size_t at = 0;
        while (at < rest->len && !at_ascii_is_digit(rest->ptr[at]))
            at++;
        struct at_str text = at_str_skip(*rest, at);
        struct at_str before = at_str_n(all.ptr, all.len - text.len);
        size_t len = read_digits(text, &number);
        *rest = at_str_skip(text, len);
        *out = (struct at_amount){.text = at_str_head(text, len)};
        if (len == 0)
            return false;
        if (!is_amount(before, *rest) || !to_value(&number, out)) {
            *rest = skip_word(*rest);
            continue;
        }
        len = starts_with(*rest, dashes, AT_LEN(dashes));
        out->text.len += len;
        *rest = at_str_skip(*rest, len);
        take_front(before, out);
        if (out->unit.len == 0) {
            size_t behind = unit_behind(*rest, &out->unit);
            out->text.len += behind;
            *rest = at_str_skip(*rest, behind);
        }
        return true;
    }
    return false;
}

bool
at_amount_find(struct at_str text, struct at_amount *out)
{
    struct at_amount amount;
    int best = 0;
    while (at_amount_next(&text, &amount)) {
        int rank = is_sure(amount.unit) ? 3 : amount.decimals > 0 ? 2 : 1;
        if (rank > best)
            *out = amount;
        best = rank > best ? rank : best;
    }
    return best > 0;
}

static bool
share_code(struct at_str a, struct at_str b)
{
    for (; a.len >= 3; a = at_str_skip(a, 4)) {
        if (at_str_has(b, at_str_head(a, 3)))
            return true;
    }
    return false;
}

// A sign and a code ("€", "EUR") may be the same unit; a word next to a number
// ("each") may not be a unit.
static bool
are_other_units(struct at_str a, struct at_str b)
{
    if (a.len == 0 || b.len == 0 || is_sure(a) != is_sure(b) ||
        at_str_eq_nocase(a, b))
        return false;
    return !is_money(a) || !is_money(b) ||
           !share_code(codes_of(a), codes_of(b));
}

bool
at_amount_is_like(const struct at_amount *a, const struct at_amount *b)
{
    return !are_other_units(a->unit, b->unit);
}

bool
at_amount_eq(const struct at_amount *a, const struct at_amount *b)
{
    return a->value == b->value && at_amount_is_like(a, b);
}

bool
at_amount_is_money(const struct at_amount *amount)
{
    return is_money(amount->unit);
}

void
at_amount_write(int64_t value, const struct at_amount *like, struct at_buf *out)
{
    int64_t part = (value < 0 ? -value : value) % SCALE;
    size_t digits = DECIMALS_MAX;
    char text[32];
    int len = snprintf(text, sizeof(text), "%04d", (int)part);
    while (digits > like->decimals && len > 0 && text[digits - 1] == '0')
        digits--;
    at_buf_add_fmt(out, "%s%lld", value < 0 ? "-" : "",
                   (long long)((value < 0 ? -value : value) / SCALE));
    if (digits > 0)
        at_buf_add_fmt(out, ".%.*s", (int)digits, text);
    if (like->unit.len > 0)
        at_buf_add_fmt(out, " %.*s", AT_STR_ARG(like->unit));
}
