// claim_text.c: finds whole words and whole numbers in a text
#include <string.h>

#include "agent/proof/claim.h"
#include "agent/guards/normalize.h"
#include "base/alike.h"
#include "base/ascii.h"
#include "base/compiler.h"

enum { TOKEN_MAX_BYTES = 96, TOKENS_MAX = 64 };

// A normalized word or number, or a sign that changes the meaning of the number
// next to it.
struct token {
    char text[TOKEN_MAX_BYTES];
    size_t len;
    bool is_sign;
};

struct scanner {
    struct at_str rest;
    const char *begin;
};

static void
add(struct token *token, struct at_str text)
{
    size_t room = sizeof(token->text) - token->len;
    text = at_utf8_head(text, room);
    if (text.len > 0)
        memcpy(token->text + token->len, text.ptr, text.len);
    token->len += text.len;
}

static bool
is_digits(const struct at_normalized_word *word)
{
    for (size_t i = 0; i < word->len; i++) {
        if (!at_ascii_is_digit(word->text[i]))
            return false;
    }
    return word->len > 0;
}

static bool
has_digit_first(const struct at_normalized_word *word)
{
    return word->len > 0 && at_ascii_is_digit(word->text[0]);
}

// Separators between the digits of "1,234.50", "14:30", "3/4" and "2026-11-27".
static bool
joins_digits(char c)
{
    return strchr(".,:/'-", c) != NULL && c != '\0';
}

// Blanks that are used only to group digits.
static const struct at_str group_blanks[] = {
    AT_STR_ROW("\xc2\xa0"),     // no-break space
    AT_STR_ROW("\xe2\x80\xaf"), // narrow no-break space
    AT_STR_ROW("\xe2\x80\x89"), // thin space
    AT_STR_ROW("\xe2\x80\x87"), // figure space
};

// Return the length of a blank before three digits: "1 234" with a no-break
// space is one number. 0: none.
static size_t
group_blank(struct at_str rest)
{
    for (size_t i = 0; i < AT_LEN(group_blanks); i++) {
        struct at_str digits = at_str_skip(rest, group_blanks[i].len);
        size_t count = 0;
        if (!at_str_starts(rest, group_blanks[i]))
            continue;
        while (count < digits.len && at_ascii_is_digit(digits.ptr[count]))
            count++;
        return count == 3 ? group_blanks[i].len : 0;
    }
    return 0;
}

// Take the rest of the number that word begins: "10" of "10.50", and a unit
// written without a blank. Blanks between groups are left out.
static void
take_number(struct scanner *scanner, struct at_normalized_word *word,
            struct token *out)
{
    struct at_normalized_word next;
    while (is_digits(word) && scanner->rest.len > 1) {
        size_t blank = group_blank(scanner->rest);
        size_t len = joins_digits(scanner->rest.ptr[0]) ? 1 : blank;
        struct at_str rest = at_str_skip(scanner->rest, len);
        if (len == 0 || !at_normalize_next(&rest, &next) ||
            next.begin != scanner->rest.ptr + len || !has_digit_first(&next))
            return;
        add(out, at_str_head(scanner->rest, blank > 0 ? 0 : len));
        add(out, at_str_n(next.text, next.len));
        scanner->rest = rest;
        *word = next;
    }
}

// Return true if before ends with the minus of word: the sign precedes a digit
// and does not follow one, as in "-5" but not "3-5".
static bool
is_minus(struct at_str before, const struct at_normalized_word *word)
{
    if (!has_digit_first(word) || before.len == 0)
        return false;
    bool ascii = before.ptr[before.len - 1] == '-';
    bool typographic = at_str_ends(before, AT_STR("\xe2\x88\x92")) ||
                       at_str_ends(before, AT_STR("\xe2\x80\x93"));
    size_t len = ascii ? 1 : 3;
    if (!ascii && !typographic)
        return false;
    return before.len == len ||
           !at_ascii_is_alnum(before.ptr[before.len - len - 1]);
}

// Find the first sign in text; its offset in *out_at.
static struct at_str
find_sign(struct at_str text, size_t *out_at)
{
    for (size_t at = 0; at < text.len; at++) {
        size_t len = text.ptr[at] == ' ' // the most frequent character
                         ? 0
                         : at_amount_sign_at(at_str_skip(text, at), false);
        if (len > 0) {
            *out_at = at;
            return at_str_head(at_str_skip(text, at), len);
        }
    }
    return AT_STR("");
}

static bool
take_sign(struct scanner *scanner, struct at_str between, struct token *out)
{
    size_t at = 0;
    struct at_str sign = find_sign(between, &at);
    if (sign.len == 0)
        return false;
    out->is_sign = true;
    add(out, sign);
    scanner->rest = at_str_skip(scanner->rest, at + sign.len);
    scanner->begin = scanner->rest.ptr;
    return true;
}

static bool
next(struct scanner *scanner, struct token *out)
{
    struct at_normalized_word word;
    struct at_str rest = scanner->rest;
    out->len = 0; // the text is written as far as that
    out->is_sign = false;
    bool found = at_normalize_next(&rest, &word);
    struct at_str between =
        found ? at_str_n(scanner->rest.ptr,
                         (size_t)(word.begin - scanner->rest.ptr))
              : scanner->rest;
    if (take_sign(scanner, between, out))
        return true;
    if (!found)
        return false;
    if (is_minus(
            at_str_n(scanner->begin, (size_t)(word.begin - scanner->begin)),
            &word))
        add(out, AT_STR("-"));
    add(out, at_str_n(word.text, word.len));
    scanner->rest = rest;
    take_number(scanner, &word, out);
    return true;
}

static struct scanner
scan(struct at_str text)
{
    return (struct scanner){text, text.ptr};
}

static bool
same(const struct token *a, const struct token *b)
{
    return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

// Skip signs of the text that the words lack.
static bool
follows(struct scanner text, struct scanner words)
{
    struct token wanted;
    struct token got;
    while (next(&words, &wanted)) {
        do {
            if (!next(&text, &got))
                return false;
        } while (got.is_sign && !wanted.is_sign);
        if (!same(&got, &wanted))
            return false;
    }
    return true;
}

static bool
has_as_written(struct at_str text, struct at_str words)
{
    struct scanner from = scan(text);
    struct scanner rest = scan(words);
    struct token first;
    struct token got;
    if (!next(&rest, &first)) // symbols alone
        return words.len > 0 && at_alike_has(text, words);
    while (next(&from, &got)) {
        if (same(&got, &first) && follows(from, rest))
            return true;
    }
    return false;
}

static bool
is_as_written(struct at_str text, struct at_str words)
{
    struct scanner a = scan(text);
    struct scanner b = scan(words);
    struct token left;
    struct token right;
    bool more = next(&a, &left);
    if (!more)
        return at_alike_eq(at_str_trim(text), at_str_trim(words));
    for (; more; more = next(&a, &left)) {
        if (!next(&b, &right) || !same(&left, &right))
            return false;
    }
    return !next(&b, &right);
}

// Append a normalized text in which blanks that group digits ("1 035") are
// marked, so "1 035" does not match "1 035 000".
static void
add_grouped(struct at_str text, struct at_buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        struct at_str rest = at_str_skip(text, i + 1);
        size_t digits = 0;
        while (digits < rest.len && at_ascii_is_digit(rest.ptr[digits]))
            digits++;
        if (i > 0 && text.ptr[i] == ' ' && digits == 3 &&
            at_ascii_is_digit(text.ptr[i - 1]))
            at_buf_add_str(out, group_blanks[0]);
        else
            at_buf_add_char(out, text.ptr[i]);
    }
}

// Compare the texts, and if they differ, their look-alike forms.
static bool
compare(struct at_str text, struct at_str words,
        bool (*holds)(struct at_str text, struct at_str words))
{
    size_t room = (text.len + words.len + 1) * 8;
    struct at_buf buf = AT_BUF_INIT(room);
    struct at_buf looks = AT_BUF_INIT(room);
    struct at_buf wanted = AT_BUF_INIT(room);
    bool same = holds(text, words);
    if (!same && !(at_str_is_ascii(text) && at_str_is_ascii(words))) {
        add_grouped(at_alike_fold(text, &buf), &looks);
        add_grouped(at_alike_fold(words, &buf), &wanted);
        same = holds(at_buf_str(&looks), at_buf_str(&wanted));
    }
    at_buf_deinit(&buf);
    at_buf_deinit(&looks);
    at_buf_deinit(&wanted);
    return same;
}

bool
at_claim_text_has(struct at_str text, struct at_str words)
{
    return compare(text, words, has_as_written);
}

bool
at_claim_text_is(struct at_str text, struct at_str words)
{
    return compare(text, words, is_as_written);
}

// A character of a script without blanks is a word by itself and longer than
// two bytes.
bool
at_claim_is_telling(struct at_str words)
{
    struct scanner scanner = scan(words);
    struct token token;
    size_t count = 0;
    while (next(&scanner, &token)) {
        size_t chars = at_utf8_count(at_str_n(token.text, token.len));
        if (chars == 1 && token.len > 2 && !token.is_sign)
            return true;
        count += chars;
    }
    return count >= 3;
}
