#include "agent/said.h"

#include "base/ascii.h"
#include "base/compiler.h"

static const struct {
    const char *word;
    enum at_verdict verdict;
} words[] = {
    // The longer of two with the same beginning comes first.
    {"PASSED", AT_VERDICT_PASS},           {"PASS", AT_VERDICT_PASS},
    {"FAILED", AT_VERDICT_FAIL},           {"FAIL", AT_VERDICT_FAIL},
    {"UNVERIFIED", AT_VERDICT_UNVERIFIED},
};

// Marks of lists, headings and emphasis, dashes and emoji.
static struct at_str
skip_marks(struct at_str text)
{
    while (text.len > 0 && !at_ascii_is_alnum(text.ptr[0]))
        text = at_str_skip(text, 1);
    return text;
}

// Reads "Step 12" and sets the rest of the text behind it.
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

static bool
take_verdict(struct at_str *text, enum at_verdict *out)
{
    struct at_str rest = skip_marks(*text);
    for (size_t i = 0; i < AT_LEN(words); i++) {
        struct at_str word = at_str(words[i].word);
        if (!at_str_eq_nocase(at_str_head(rest, word.len), word) ||
            (rest.len > word.len && at_ascii_is_alnum(rest.ptr[word.len])))
            continue;
        *text = at_str_skip(rest, word.len);
        *out = words[i].verdict;
        return true;
    }
    return false;
}

// Takes the text behind a dash or colon, without the marks of emphasis.
static struct at_str
reason_of(struct at_str text)
{
    static const char *const marks[] = {
        "\xe2\x80\x94", "\xe2\x80\x93", "-", ":", "*", "_", "|", " ", "\t"};
    for (size_t i = 0; i < AT_LEN(marks);) {
        if (at_str_starts(text, at_str(marks[i]))) {
            text = at_str_skip(text, at_str(marks[i]).len);
            i = 0;
        } else {
            i++;
        }
    }
    return at_str_trim(text);
}

bool
at_said_next(struct at_str *rest, struct at_said *out)
{
    struct at_str line;
    while (at_str_next_line(rest, &line)) {
        *out = (struct at_said){.step = take_step(&line)};
        if (out->step > 0 && take_verdict(&line, &out->verdict)) {
            out->reason = reason_of(line);
            return true;
        }
    }
    return false;
}

size_t
at_said_step(struct at_str text)
{
    return take_step(&text);
}
