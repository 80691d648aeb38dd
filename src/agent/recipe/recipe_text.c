// recipe_text.c: compares the text that proved a step with the current one
#include <string.h>

#include "agent/recipe/recipe.h"

#include "base/alike.h"

// Texts are compared word by word. Numbers of a time or date equal those of any
// other one; all other numbers must be the same.
struct word {
    struct at_str text;
    bool is_time;
};

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static struct at_str
next_word(struct at_str *rest)
{
    size_t start = 0;
    while (start < rest->len && is_blank(rest->ptr[start]))
        start++;
    size_t end = start;
    while (end < rest->len && !is_blank(rest->ptr[end]))
        end++;
    struct at_str word = {rest->ptr + start, end - start};
    *rest = at_str_skip(*rest, end);
    return word;
}

// Groups of one, two or four digits with one kind of separator between them:
// "12:05", "12:05:59", "12:05pm", "2026-02-04", "4.2.2026", "2/4/26". A time
// needs one colon, a date two separators.
static bool
is_time(struct at_str word)
{
    char separator = '\0';
    size_t count = 0;
    size_t group = 1;
    while (word.len > 0 && strchr(",.;)", word.ptr[word.len - 1]))
        word.len--;
    if (word.len > 0 && word.ptr[0] == '(')
        word = at_str_skip(word, 1);
    if (word.len == 0 || !is_digit(word.ptr[0]))
        return false;
    for (size_t i = 1; i < word.len; i++) {
        char c = word.ptr[i];
        if (is_digit(c)) {
            group++;
            continue;
        }
        bool separates = strchr(":-./", c) && group != 0 && group != 3 &&
                         (!separator || separator == c);
        if (!separates)
            return separator == ':' &&
                   (at_str_eq_nocase(at_str_skip(word, i), AT_STR("am")) ||
                    at_str_eq_nocase(at_str_skip(word, i), AT_STR("pm")));
        separator = c;
        group = 0;
        count++;
    }
    return group != 0 && group != 3 &&
           (separator == ':' || (separator && count == 2));
}

// Return true for "5 min ago", "1 hour ago", "12s ago": the number changes with
// time.
static bool
is_age(struct at_str word, struct at_str rest)
{
    struct at_str unit = next_word(&rest);
    struct at_str ago = next_word(&rest);
    return word.len > 0 && is_digit(word.ptr[0]) &&
           (at_str_eq_nocase(unit, AT_STR("ago")) ||
            at_str_eq_nocase(ago, AT_STR("ago")));
}

static struct word
take(struct at_str *rest)
{
    struct at_str text = next_word(rest);
    return (struct word){text, is_time(text) || is_age(text, *rest)};
}

// Singular and plural are equal: "1 minute ago" became "2 minutes ago".
static bool
are_equal(const struct word *one, const struct word *other, bool after_time)
{
    if (one->is_time || other->is_time)
        return one->is_time && other->is_time;
    size_t least =
        one->text.len < other->text.len ? one->text.len : other->text.len;
    size_t most =
        one->text.len < other->text.len ? other->text.len : one->text.len;
    return at_alike_eq(one->text, other->text) ||
           (after_time && most == least + 1 &&
            at_str_eq(at_str_head(one->text, least),
                      at_str_head(other->text, least)));
}

bool
at_recipe_text_fits(struct at_str recorded, struct at_str now)
{
    bool after_time = false;
    if (recorded.len == 0)
        return true;
    for (;;) {
        struct word was = take(&recorded);
        struct word is = take(&now);
        if (was.text.len == 0 || is.text.len == 0)
            return was.text.len == is.text.len;
        if (!are_equal(&was, &is, after_time))
            return false;
        after_time = was.is_time;
    }
}
