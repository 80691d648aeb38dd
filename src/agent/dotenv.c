// dotenv.c: a scanner over the whole text, because values may have several
// lines
#include "agent/dotenv.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/wipe.h"

struct scan {
    struct at_str rest;
    struct at_buf value; // value of the current variable
    size_t line;         // counted from 1
};

static char
first(const struct scan *scan)
{
    return scan->rest.len > 0 ? scan->rest.ptr[0] : '\n';
}

static char
take(struct scan *scan)
{
    char c = first(scan);
    scan->line += c == '\n';
    scan->rest = at_str_skip(scan->rest, 1);
    return c;
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void
skip_blanks(struct scan *scan)
{
    while (is_blank(first(scan)))
        take(scan);
}

static void
skip_line(struct scan *scan)
{
    while (first(scan) != '\n')
        take(scan);
}

static bool
is_name_char(char c, bool begins)
{
    return c == '_' || at_ascii_is_letter(c) ||
           (!begins && (at_ascii_is_digit(c) || c == '.'));
}

static struct at_str
take_name(struct scan *scan)
{
    struct at_str name = at_str_n(scan->rest.ptr, 0);
    while (is_name_char(first(scan), name.len == 0)) {
        take(scan);
        name.len++;
    }
    return name;
}

// Return the character for a backslash and this letter in double quotes; both
// are kept for other letters.
static bool
unescape(char letter, char *out)
{
    static const char letters[] = "nrt\"\\$";
    static const char meanings[] = "\n\r\t\"\\$";
    for (size_t i = 0; letters[i]; i++) {
        if (letters[i] == letter) {
            *out = meanings[i];
            return true;
        }
    }
    return false;
}

static bool
take_quoted(struct scan *scan, struct at_err *err)
{
    size_t line = scan->line;
    char quote = take(scan);
    while (scan->rest.len > 0 && first(scan) != quote) {
        char c = take(scan);
        if (c == '\\' && quote == '"' && unescape(first(scan), &c))
            take(scan);
        at_buf_add_char(&scan->value, c);
    }
    if (scan->rest.len == 0)
        return at_fail(err, AT_EUSAGE,
                       "line %zu: the quote that begins there has no end",
                       line);
    take(scan);
    skip_blanks(scan);
    if (first(scan) != '\n' && first(scan) != '#')
        return at_fail(err, AT_EUSAGE,
                       "line %zu: only a comment may follow the closing quote",
                       scan->line);
    return true;
}

static void
take_plain(struct scan *scan)
{
    bool after_blank = true;
    while (first(scan) != '\n' && !(after_blank && first(scan) == '#')) {
        after_blank = is_blank(first(scan));
        at_buf_add_char(&scan->value, take(scan));
    }
    at_buf_cut(&scan->value, at_str_trim(at_buf_str(&scan->value)).len);
}

static bool
take_value(struct scan *scan, struct at_err *err)
{
    at_buf_clear(&scan->value);
    skip_blanks(scan);
    if (first(scan) != '"' && first(scan) != '\'')
        take_plain(scan);
    else if (!take_quoted(scan, err))
        return false;
    skip_line(scan);
    return true;
}

// Read NAME and '='; the word before it may be "export".
static bool
take_head(struct scan *scan, struct at_str *out_name, struct at_err *err)
{
    *out_name = take_name(scan);
    if (at_str_is(*out_name, "export") && is_blank(first(scan))) {
        skip_blanks(scan);
        if (first(scan) != '=')
            *out_name = take_name(scan);
    }
    skip_blanks(scan);
    if (out_name->len == 0 || first(scan) != '=')
        return at_fail(err, AT_EUSAGE,
                       "line %zu is not NAME=value, nor a comment with '#'",
                       scan->line);
    take(scan);
    return true;
}

static bool
take_line(struct scan *scan, at_dotenv_fn *each, void *user, struct at_err *err)
{
    struct at_str name;
    skip_blanks(scan);
    if (first(scan) == '\n' || first(scan) == '#') {
        skip_line(scan);
        take(scan);
        return true;
    }
    if (!take_head(scan, &name, err) || !take_value(scan, err))
        return false;
    each(user, name, at_buf_str(&scan->value));
    take(scan);
    return true;
}

bool
at_dotenv_read(struct at_str text, at_dotenv_fn *each, void *user,
               struct at_err *err)
{
    static const struct at_str mark = AT_STR_ROW("\xef\xbb\xbf");
    struct scan scan = {
        .rest = text, .value = AT_BUF_INIT(AT_ENV_FILE_MAX_BYTES), .line = 1};
    bool ok = true;
    if (text.len > AT_ENV_FILE_MAX_BYTES)
        return at_fail(err, AT_ELIMIT, "it has more than %zu bytes",
                       AT_ENV_FILE_MAX_BYTES);
    if (text.len > 0 && memchr(text.ptr, '\0', text.len))
        return at_fail(err, AT_EUSAGE, "it is not text: it has NUL bytes");
    if (at_str_starts(text, mark))
        scan.rest = at_str_skip(text, mark.len);
    at_buf_reserve(&scan.value, text.len); // growing would leave copies behind
    while (ok && scan.rest.len > 0)
        ok = take_line(&scan, each, user, err);
    at_wipe_buf(&scan.value);
    return ok;
}
