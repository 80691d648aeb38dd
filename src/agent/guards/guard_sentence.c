#include "agent/guards/guard_sentence.h"

#include "agent/guards/normalize.h"
#include "agent/guards/guard_words.h"

static bool
is_question_mark(uint32_t cp)
{
    return cp == '?' || cp == 0xff1f || cp == 0x061f || cp == 0x037e;
}

static bool
ends_sentence(uint32_t cp)
{
    static const uint32_t ends[] = {'.',    ';',    '!',    '\n',   '\r',
                                    0x0b,   0x0c,   0x85,   0x2028, 0x2029,
                                    0x3002, 0xff01, 0xff1b, 0x2026, 0x0964};
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        if (ends[i] == cp)
            return true;
    }
    return is_question_mark(cp);
}

// Return true for a digit of a script in use: each zero is followed by its nine
// digits.
static bool
is_digit(uint32_t cp)
{
    static const uint32_t zeros[] = {
        '0',    0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6,
        0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x1040, 0x17e0, 0xff10};
    for (size_t i = 0; i < AT_LEN(zeros); i++) {
        if (cp >= zeros[i] && cp < zeros[i] + 10)
            return true;
    }
    return cp >= 0x1d7ce && cp <= 0x1d7ff;
}

static bool
begins_with_digit(struct at_str text)
{
    uint32_t cp = 0;
    return at_utf8_next(text, &cp) > 0 && is_digit(cp);
}

bool
at_guard_next_sentence(struct at_str *rest, struct at_guard_sentence *out)
{
    struct at_str from = *rest;
    uint32_t before = 0;
    *out = (struct at_guard_sentence){.words = from};
    if (from.len == 0)
        return false;
    for (size_t len = 0; len < from.len;) {
        uint32_t cp = 0xfffd;
        size_t step = at_utf8_next(at_str_skip(from, len), &cp);
        step = step ? step : 1;
        struct at_str after = at_str_skip(from, len + step);
        bool decimal =
            cp == '.' && is_digit(before) && begins_with_digit(after);
        if (ends_sentence(cp) && !decimal) {
            out->words = at_str_head(from, len);
            out->asks = is_question_mark(cp);
            *rest = after;
            return true;
        }
        before = cp;
        len += step;
    }
    *rest = at_str_skip(from, from.len);
    return true;
}

static bool
is_currency(uint32_t cp)
{
    static const uint32_t signs[] = {
        '$',    0x058f, 0x060b, 0x07fe, 0x07ff, 0x09f2, 0x09f3, 0x09fb,
        0x0af1, 0x0bf9, 0x0e3f, 0x17db, 0xa838, 0xfdfc, 0xfe69, 0xff04,
        0xffe0, 0xffe1, 0xffe5, 0xffe6, 0x5186, 0x5143, 0x5713, 0xc6d0,
    };
    for (size_t i = 0; i < AT_LEN(signs); i++) {
        if (signs[i] == cp)
            return true;
    }
    return (cp >= 0xa2 && cp <= 0xa5) || (cp >= 0x20a0 && cp <= 0x20cf);
}

// Return true for a blank of any width or an invisible character.
static bool
is_gap(uint32_t cp)
{
    return cp == ' ' || cp == '\t' || cp == 0xa0 || cp == 0x2009 ||
           cp == 0x202f || cp == 0x3000 || at_normalize_is_invisible(cp);
}

// Signs beside digits, with at most blanks between them.
static bool
has_signed_amount(struct at_str text)
{
    bool after_sign = false;
    bool after_digit = false;
    while (text.len > 0) {
        uint32_t cp = 0xfffd;
        size_t step = at_utf8_next(text, &cp);
        text = at_str_skip(text, step ? step : 1);
        bool sign = is_currency(cp);
        bool digit = is_digit(cp);
        if ((sign && after_digit) || (digit && after_sign))
            return true;
        if (is_gap(cp))
            continue;
        after_sign = sign;
        // "12,-€" and "12.€" are amounts
        after_digit =
            digit || (after_digit && (cp == '.' || cp == ',' || cp == '-'));
    }
    return false;
}

static bool
is_in(struct at_str word, enum at_guard_set set)
{
    const struct at_guard_words *words = at_guard_sets[set];
    for (size_t i = 0; i < words->count; i++) {
        if (at_str_eq(words->rows[i], word))
            return true;
    }
    return false;
}

// "EUR 12", "50 Kc", "Rp10000", "500kr": a currency's name beside digits.
static bool
has_named_amount(struct at_str text)
{
    struct at_normalized_word word;
    bool was_number = false;
    bool was_name = false;
    while (at_normalize_next(&text, &word)) {
        struct at_str all = at_str_n(word.text, word.len);
        bool number = begins_with_digit(all);
        size_t digits = 0;
        while (digits < all.len && begins_with_digit(at_str_skip(all, digits)))
            digits++;
        size_t letters = 0;
        while (letters < all.len &&
               !begins_with_digit(at_str_skip(all, letters)))
            letters++;
        bool joined =
            (number && is_in(at_str_skip(all, digits), AT_GUARD_CURRENCIES)) ||
            (letters < all.len &&
             is_in(at_str_head(all, letters), AT_GUARD_CURRENCIES));
        bool name = is_in(all, AT_GUARD_CURRENCIES);
        if (joined || (number && was_name) || (name && was_number))
            return true;
        was_number = number;
        was_name = name;
    }
    return false;
}

bool
at_guard_has_price(struct at_str text)
{
    return has_signed_amount(text) || has_named_amount(text);
}
