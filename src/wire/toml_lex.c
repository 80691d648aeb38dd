#include "wire/toml_lex.h"

#include <string.h>

#include "base/ascii.h"
#include "base/hex.h"
#include "base/limits.h"
#include "wire/entry_edit.h"

char
at_toml_peek(const struct at_toml *toml, size_t ahead)
{
    size_t at = toml->at + ahead;
    return at < toml->text.len ? toml->text.ptr[at] : '\0';
}

bool
at_toml_fail(const struct at_toml *toml, const char *expected,
             struct at_err *err)
{
    bool ends = toml->at >= toml->text.len;
    return at_entry_fail(
        err, toml->text, ends ? toml->text.len : toml->at,
        ends ? "%s expected, but the file ends" : "%s expected", expected);
}

bool
at_toml_skip_comment(struct at_toml *toml, struct at_err *err)
{
    if (at_toml_peek(toml, 0) != '#')
        return true;
    while (toml->at < toml->text.len && at_toml_peek(toml, 0) != '\n') {
        unsigned char c = (unsigned char)at_toml_peek(toml, 0);
        bool ends = c == '\r' && at_toml_peek(toml, 1) == '\n';
        if (ends)
            return true;
        if ((c < 0x20 && c != '\t') || c == 0x7f)
            return at_entry_fail(err, toml->text, toml->at,
                                 "a control character in a comment");
        toml->at++;
    }
    return true;
}

bool
at_toml_skip_space(struct at_toml *toml, struct at_err *err)
{
    for (;;) {
        char c = at_toml_peek(toml, 0);
        if (c == ' ' || c == '\t' || c == '\n' ||
            (c == '\r' && at_toml_peek(toml, 1) == '\n'))
            toml->at++;
        else if (c != '#')
            return true;
        else if (!at_toml_skip_comment(toml, err))
            return false;
    }
}

// Advance behind an escape; in strings of several lines a backslash at a line's
// end is one, too.
static bool
skip_escape(struct at_toml *toml, bool several, struct at_err *err)
{
    char c = at_toml_peek(toml, 1);
    size_t digits = c == 'u' ? 4 : c == 'U' ? 8 : c == 'x' ? 2 : 0;
    bool valid = c && strchr("btnfre\"\\uUx", c);
    for (size_t i = 0; i < digits; i++)
        valid = valid && at_hex_digit(at_toml_peek(toml, 2 + i)) >= 0;
    if (several && c && strchr(" \t\r\n", c))
        valid = true;
    if (!valid)
        return at_entry_fail(err, toml->text, toml->at,
                             "an escape that TOML does not have");
    toml->at += 2 + digits;
    return true;
}

// Return true at the end of a string; quotes directly before three are text.
static bool
ends_string(const struct at_toml *toml, char quote, bool several)
{
    if (at_toml_peek(toml, 0) != quote)
        return false;
    return !several ||
           (at_toml_peek(toml, 1) == quote && at_toml_peek(toml, 2) == quote &&
            at_toml_peek(toml, 3) != quote);
}

bool
at_toml_skip_string(struct at_toml *toml, struct at_err *err)
{
    size_t start = toml->at;
    char quote = at_toml_peek(toml, 0);
    bool several =
        at_toml_peek(toml, 1) == quote && at_toml_peek(toml, 2) == quote;
    toml->at += several ? 3 : 1;
    while (!ends_string(toml, quote, several)) {
        unsigned char c = (unsigned char)at_toml_peek(toml, 0);
        bool blank = c == '\t' || (several && (c == '\n' || c == '\r'));
        if (toml->at >= toml->text.len || (c < 0x20 && !blank) || c == 0x7f)
            return at_entry_fail(err, toml->text, start,
                                 "a string is never closed");
        if (c != '\\' || quote == '\'')
            toml->at++;
        else if (!skip_escape(toml, several, err))
            return false;
    }
    toml->at += several ? 3 : 1;
    return true;
}

static bool
skip_list(struct at_toml *toml, struct at_err *err)
{
    bool has_comma = true;
    toml->at++;
    if (!at_toml_skip_space(toml, err))
        return false;
    while (at_toml_peek(toml, 0) != ']') {
        if (!has_comma)
            return at_toml_fail(toml, "',' or ']'", err);
        if (!at_toml_skip_value(toml, err) || !at_toml_skip_space(toml, err))
            return false;
        has_comma = at_toml_peek(toml, 0) == ',';
        toml->at += has_comma;
        if (!at_toml_skip_space(toml, err))
            return false;
    }
    toml->at++;
    return true;
}

static bool
is_word_char(char c)
{
    return at_ascii_is_alnum(c) || (c && strchr("+-._:", c));
}

// Advance behind a number, a date (which may have a blank before its time), or
// one of the words.
static bool
skip_word(struct at_toml *toml, struct at_err *err)
{
    static const char *const words[] = {"true", "false", "inf", "nan"};
    size_t start = toml->at;
    while (is_word_char(at_toml_peek(toml, 0)))
        toml->at++;
    if (toml->at - start == 10 && toml->text.ptr[start + 4] == '-' &&
        at_toml_peek(toml, 0) == ' ' &&
        at_ascii_is_digit(at_toml_peek(toml, 1))) {
        toml->at++;
        while (is_word_char(at_toml_peek(toml, 0)))
            toml->at++;
    }
    struct at_str word = at_str_n(toml->text.ptr + start, toml->at - start);
    struct at_str bare = word;
    if (word.len > 1 && (word.ptr[0] == '+' || word.ptr[0] == '-'))
        bare = at_str_skip(word, 1);
    if (bare.len > 0 && at_ascii_is_digit(bare.ptr[0]))
        return true;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (at_str_is(i < 2 ? word : bare, words[i]))
            return true;
    }
    toml->at = start;
    return at_toml_fail(toml, "a value", err);
}

bool
at_toml_skip_value(struct at_toml *toml, struct at_err *err)
{
    struct at_toml_inline table;
    char c = at_toml_peek(toml, 0);
    if (c == '"' || c == '\'')
        return at_toml_skip_string(toml, err);
    if (c != '{' && c != '[')
        return skip_word(toml, err);
    if (toml->depth == AT_JSON_MAX_DEPTH)
        return at_entry_fail(err, toml->text, toml->at, "nested deeper than %d",
                             AT_JSON_MAX_DEPTH);
    toml->depth++;
    bool ok = c == '['
                  ? skip_list(toml, err)
                  : at_toml_read_inline(toml, (struct at_str){0}, &table, err);
    toml->depth--;
    return ok;
}

bool
at_toml_string(struct at_str text, size_t at, struct at_buf *out,
               size_t *out_end)
{
    struct at_toml toml = {.text = text, .at = at};
    char quote = at_toml_peek(&toml, 0);
    if ((quote != '"' && quote != '\'') || !at_toml_skip_string(&toml, NULL))
        return false;
    struct at_str whole = at_str_n(text.ptr + at, toml.at - at);
    size_t quotes = whole.len >= 6 && whole.ptr[1] == quote ? 3 : 1;
    struct at_str inside = at_str_n(whole.ptr + quotes, whole.len - 2 * quotes);
    if (quote == '\'')
        at_buf_add_str(out, inside);
    else
        at_entry_read_string(inside, out);
    *out_end = toml.at;
    return true;
}
