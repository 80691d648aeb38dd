#include "agent/proof/verdict_lines.h"

#include <string.h>

#include "base/ascii.h"
#include "base/compiler.h"

static const struct {
    const char *word;
    enum at_verdict verdict;
} words[] = {
    {"PASSED", AT_VERDICT_PASS},           {"PASS", AT_VERDICT_PASS},
    {"FAILED", AT_VERDICT_FAIL},           {"FAIL", AT_VERDICT_FAIL},
    {"UNVERIFIED", AT_VERDICT_UNVERIFIED},
};

// Skip marks of lists, headings and emphasis, dashes and emoji.
static struct at_str
skip_marks(struct at_str text)
{
    while (text.len > 0 && !at_ascii_is_alnum(text.ptr[0]))
        text = at_str_skip(text, 1);
    return text;
}

// Read "Step 12" and set the rest of the text behind it.
static size_t
take_step(struct at_str *text)
{
    struct at_str rest = skip_marks(*text);
    int64_t number = 0;
    size_t digits = 0;
    if (!at_str_eq_nocase(at_str_head(rest, 4), AT_STR("step")))
        return 0;
    rest = at_str_trim(at_str_skip(rest, 4));
    while (digits < rest.len && at_ascii_is_digit(rest.ptr[digits]))
        digits++;
    if (!at_str_to_i64(at_str_head(rest, digits), 1, 1000, &number))
        return 0;
    *text = at_str_skip(rest, digits);
    return (size_t)number;
}

// A verdict word in a line.
struct found {
    size_t at;
    size_t len;
    enum at_verdict verdict;
    bool in_capitals;
};

static bool
is_capital(struct at_str word)
{
    for (size_t i = 0; i < word.len; i++) {
        if (at_ascii_lower(word.ptr[i]) == word.ptr[i])
            return false;
    }
    return true;
}

static bool
match(struct at_str word, struct found *out)
{
    for (size_t i = 0; i < AT_LEN(words); i++) {
        if (!at_str_eq_nocase(word, at_str(words[i].word)))
            continue;
        out->len = word.len;
        out->verdict = words[i].verdict;
        out->in_capitals = is_capital(word);
        return true;
    }
    return false;
}

// Find the next verdict word of line at or behind out->at.
static bool
next_word(struct at_str line, size_t from, struct found *out)
{
    for (size_t at = from; at < line.len;) {
        size_t len = 0;
        while (at + len < line.len && at_ascii_is_alnum(line.ptr[at + len]))
            len++;
        out->at = at;
        if (len > 0 && match(at_str_head(at_str_skip(line, at), len), out))
            return true;
        at += len > 0 ? len : 1;
    }
    return false;
}

// Return true if no word follows in the same clause: "passed", "Failed: …".
static bool
stands_alone(struct at_str rest)
{
    rest = at_str_trim(rest);
    return rest.len == 0 || !at_ascii_is_alnum(rest.ptr[0]);
}

static bool
find_verdict(struct at_str line, struct found *out)
{
    size_t first = line.len - skip_marks(line).len;
    struct found word;
    bool found = false;
    for (size_t from = 0; next_word(line, from, &word);
         from = word.at + word.len) {
        bool leads = word.at == first &&
                     (word.in_capitals ||
                      stands_alone(at_str_skip(line, word.at + word.len)));
        if (leads || word.in_capitals) {
            *out = word;
            found = true;
        }
        if (leads)
            break;
    }
    return found;
}

// Drop dashes, colons and marks of emphasis at the ends.
static struct at_str
trim_marks(struct at_str text)
{
    static const char *const marks[] = {
        "\xe2\x80\x94", "\xe2\x80\x93", "-", ":", "*", "_", "|", " ", "\t"};
    for (size_t i = 0; i < AT_LEN(marks);) {
        struct at_str mark = at_str(marks[i]);
        bool head = at_str_starts(text, mark);
        bool tail = !head && at_str_ends(text, mark);
        if (head)
            text = at_str_skip(text, mark.len);
        if (tail)
            text = at_str_head(text, text.len - mark.len);
        i = head || tail ? 0 : i + 1;
    }
    return at_str_trim(text);
}

bool
at_verdict_line_next(struct at_str *rest, struct at_verdict_line *out)
{
    struct at_str line;
    while (at_str_next_line(rest, &line)) {
        struct found word;
        *out = (struct at_verdict_line){.step = take_step(&line)};
        if (out->step == 0 || !find_verdict(line, &word))
            continue;
        struct at_str behind =
            trim_marks(at_str_skip(line, word.at + word.len));
        out->verdict = word.verdict;
        out->reason =
            behind.len > 0 ? behind : trim_marks(at_str_head(line, word.at));
        return true;
    }
    return false;
}
