// words.c: splits a line into words, and quotes words
#include "base/words.h"

#include <string.h>

enum state { OPEN_NONE = 0, OPEN_ESCAPE = '\\', OPEN_COMMENT = '#' };

struct cutter {
    struct at_str line;
    size_t at;
    size_t begin;       // start of the word
    bool in_word;       // set for "" too
    char quote;         // the open quote; 0: none
    struct at_buf word; // text of the word so far
};

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void
begin_word(struct cutter *cutter)
{
    if (!cutter->in_word)
        cutter->begin = cutter->at;
    cutter->in_word = true;
}

static void
end_word(struct cutter *cutter, struct at_argv *out)
{
    if (cutter->in_word)
        at_argv_add_str(out, at_buf_str(&cutter->word));
    at_buf_clear(&cutter->word);
    cutter->in_word = false;
}

// Read the character after a backslash; inside "…" only special characters are
// escaped. Return false if the line ends there.
static bool
take_escape(struct cutter *cutter)
{
    if (cutter->at + 1 >= cutter->line.len)
        return false;
    char next = cutter->line.ptr[++cutter->at];
    if (cutter->quote && !strchr("\"\\$`", next))
        at_buf_add_char(&cutter->word, '\\');
    at_buf_add_char(&cutter->word, next);
    return true;
}

static void
take_plain(struct cutter *cutter, char c, struct at_argv *out)
{
    if (!cutter->quote && is_blank(c)) {
        end_word(cutter, out);
        return;
    }
    begin_word(cutter);
    if (cutter->quote == c)
        cutter->quote = 0;
    else if (!cutter->quote && (c == '\'' || c == '"'))
        cutter->quote = c;
    else
        at_buf_add_char(&cutter->word, c);
}

// Read the whole line. Return what is open at its end: a quote, an escape, a
// comment.
static char
cut(struct cutter *cutter, struct at_argv *out)
{
    for (; cutter->at < cutter->line.len; cutter->at++) {
        char c = cutter->line.ptr[cutter->at];
        if (c == '#' && !cutter->quote && !cutter->in_word)
            return OPEN_COMMENT;
        if (c == '\\' && cutter->quote != '\'') {
            begin_word(cutter);
            if (!take_escape(cutter))
                return OPEN_ESCAPE;
        } else {
            take_plain(cutter, c, out);
        }
    }
    return cutter->quote;
}

bool
at_words_split(struct at_str line, struct at_argv *out, struct at_err *err)
{
    struct cutter cutter = {.line = line, .word = AT_BUF_INIT(line.len)};
    char open = cut(&cutter, out);
    bool ok = open == OPEN_NONE || open == OPEN_COMMENT;
    if (ok)
        end_word(&cutter, out);
    at_buf_deinit(&cutter.word);
    if (open == OPEN_ESCAPE)
        return at_fail(err, AT_EUSAGE, "the line ends in a backslash");
    return ok || at_fail(err, AT_EUSAGE, "a quote (%c) is not closed", open);
}

bool
at_words_split_open(struct at_str line, struct at_argv *out, size_t *out_begin)
{
    struct cutter cutter = {.line = line, .word = AT_BUF_INIT(line.len)};
    bool ok = cut(&cutter, out) != OPEN_COMMENT;
    *out_begin = cutter.in_word ? cutter.begin : line.len;
    cutter.in_word = true;
    if (ok)
        end_word(&cutter, out);
    at_buf_deinit(&cutter.word);
    return ok;
}

static bool
is_plain(struct at_str word)
{
    for (size_t i = 0; i < word.len; i++) {
        if (!word.ptr[i] ||
            !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    "0123456789@%+=:,./_-",
                    word.ptr[i]))
            return false;
    }
    return word.len > 0;
}

void
at_words_quote(struct at_str word, struct at_buf *out)
{
    if (is_plain(word)) {
        at_buf_add_str(out, word);
        return;
    }
    at_buf_add_char(out, '\'');
    for (size_t i = 0; i < word.len; i++) {
        if (word.ptr[i] == '\'')
            at_buf_add_text(out, "'\\''");
        else
            at_buf_add_char(out, word.ptr[i]);
    }
    at_buf_add_char(out, '\'');
}
