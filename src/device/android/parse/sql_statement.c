// sql_statement.c: enough of SQL's grammar to find where a statement ends
#include "device/android/parse/sql_statement.h"

#include <string.h>

#include "base/ascii.h"

enum token { BLANK, WORD, SEMICOLON, OTHER };

static bool
is_word_char(char c)
{
    return at_ascii_is_alnum(c) || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

// Return s up to the first end after skip bytes, inclusive, or all of s.
static size_t
through(struct at_str s, size_t skip, const char *end)
{
    ptrdiff_t at = at_str_find(at_str_skip(s, skip), at_str(end));
    return at < 0 ? s.len : skip + (size_t)at + strlen(end);
}

// A quote within quoted text is doubled, which reads as two texts with the same
// end.
static size_t
quoted_len(struct at_str s)
{
    const char end[2] = {s.ptr[0] == '[' ? ']' : s.ptr[0], '\0'};
    return through(s, 1, end);
}

// Return the length of the token at the start of s, which is not empty.
static size_t
next_token(struct at_str s, enum token *out)
{
    size_t len = 1;
    *out = BLANK;
    if (at_str_starts(s, AT_STR("--")))
        return through(s, 2, "\n");
    if (at_str_starts(s, AT_STR("/*")))
        return through(s, 2, "*/");
    if (memchr(" \t\r\n\f", s.ptr[0], 5))
        return 1;
    *out = s.ptr[0] == ';' ? SEMICOLON : OTHER;
    if (memchr("'\"`[", s.ptr[0], 4))
        return quoted_len(s);
    if (!is_word_char(s.ptr[0]))
        return 1;
    *out = WORD;
    while (len < s.len && is_word_char(s.ptr[len]))
        len++;
    return len;
}

struct statement {
    size_t words; // so far
    bool creates;
    bool is_trigger;
    bool after_semicolon; // the previous token was a semicolon
    bool after_end;       // the tokens before were "; END"
    bool over;
};

// Match "CREATE TEMP TRIGGER" or "EXPLAIN QUERY PLAN CREATE TRIGGER".
enum { TRIGGER_WORDS_MAX = 6 };

static void
take_word(struct statement *st, struct at_str word)
{
    st->words++;
    if (at_str_eq_nocase(word, AT_STR("CREATE")))
        st->creates = st->creates || st->words < TRIGGER_WORDS_MAX;
    if (st->creates && st->words <= TRIGGER_WORDS_MAX &&
        at_str_eq_nocase(word, AT_STR("TRIGGER")))
        st->is_trigger = true;
    st->after_end =
        st->after_semicolon && at_str_eq_nocase(word, AT_STR("END"));
    st->after_semicolon = false;
}

static void
take_token(struct statement *st, enum token token, struct at_str text)
{
    if (token == WORD) {
        take_word(st, text);
    } else if (token == SEMICOLON) {
        st->over = st->words > 0 && (!st->is_trigger || st->after_end);
        st->after_semicolon = true;
    } else if (token == OTHER) {
        st->words += st->words == 0;
        st->after_semicolon = st->after_end = false;
    }
}

bool
at_sql_check_one(struct at_str sql, struct at_err *err)
{
    struct statement st = {0};
    struct at_str rest = sql;
    while (rest.len > 0) {
        enum token token;
        size_t len = next_token(rest, &token);

        if (st.over && token != BLANK && token != SEMICOLON)
            return at_fail(err, AT_EUSAGE,
                           "a call runs one statement, and a second one "
                           "begins at character %zu: '%.*s'; give it in a call "
                           "of its own",
                           at_utf8_count(at_str_head(sql, sql.len - rest.len)) +
                               1,
                           AT_STR_ARG(at_utf8_head(rest, 40)));
        if (!st.over)
            take_token(&st, token, at_str_head(rest, len));
        rest = at_str_skip(rest, len);
    }
    return true;
}
