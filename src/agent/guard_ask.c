#include "agent/guard_ask.h"

#include "agent/fold.h"
#include "base/buf.h"
#include "base/limits.h"

static struct at_str
find_words(struct at_str text, const struct at_guard_words *words)
{
    return at_fold_find(text, words->rows, words->count, NULL);
}

static bool
has_word_of(struct at_str text, enum at_guard_set set)
{
    return find_words(text, &at_guard_sets[set]).len > 0;
}

static struct at_str
find_rule(struct at_str text, enum at_guard_rule rule)
{
    struct at_str found = find_words(text, &at_guard_rules[rule].phrases);
    return found.len > 0 ? found
                         : find_words(text, &at_guard_rules[rule].verbs);
}

bool
at_guard_says(struct at_str text, enum at_guard_rule rule)
{
    return find_rule(text, rule).len > 0;
}

static bool
ends_sentence(uint32_t cp)
{
    static const uint32_t ends[] = {'.',    ';',    '!',    '?',    '\n',
                                    0x3002, 0xff01, 0xff1f, 0xff1b, 0x2026};
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        if (ends[i] == cp)
            return true;
    }
    return false;
}

static bool
ends_clause(uint32_t cp)
{
    return cp == ',' || cp == ':' || cp == 0x3001 || cp == 0xff0c ||
           cp == 0xff1a;
}

// Split off the text up to a character that ends the part, and that character.
static bool
next_part(struct at_str *rest, bool (*ends)(uint32_t cp), struct at_str *out)
{
    struct at_str from = *rest;
    if (from.len == 0)
        return false;
    size_t len = 0;
    while (len < from.len) {
        uint32_t cp = 0xfffd;
        size_t step = at_utf8_next(at_str_skip(from, len), &cp);
        step = step ? step : 1;
        if (ends(cp)) {
            *out = at_str_head(from, len);
            *rest = at_str_skip(from, len + step);
            return true;
        }
        len += step;
    }
    *out = from;
    *rest = at_str_skip(from, len);
    return true;
}

// Split off the words up to a "then", and that word.
static struct at_str
next_stage(struct at_str *rest)
{
    struct at_str part = *rest;
    struct at_str join = find_words(part, &at_guard_sets[AT_GUARD_THENS]);
    size_t len = join.len > 0 ? (size_t)(join.ptr - part.ptr) : part.len;
    *rest = at_str_skip(part, len + join.len);
    return at_str_head(part, len);
}

// "Check that … and Delete account", "Delete account is visible", but not
// "Delete account and check that …". Words for looking may be part of the
// phrase itself, so they count beside it only.
static bool
only_looks(struct at_str part, struct at_str phrase)
{
    size_t begin = (size_t)(phrase.ptr - part.ptr);
    struct at_str after = at_str_skip(part, begin + phrase.len);
    struct at_str join = find_words(after, &at_guard_sets[AT_GUARD_JOINS]);
    if (join.len > 0)
        after = at_str_head(after, (size_t)(join.ptr - after.ptr));
    return has_word_of(at_str_head(part, begin), AT_GUARD_LOOKS) ||
           has_word_of(after, AT_GUARD_LOOKS);
}

static bool
clause_asks(struct at_str clause, enum at_guard_rule rule)
{
    while (clause.len > 0) {
        struct at_str part = next_stage(&clause);
        struct at_str phrase = find_rule(part, rule);
        if (phrase.len > 0 && !only_looks(part, phrase))
            return true;
    }
    return false;
}

static bool
text_asks(struct at_str text, enum at_guard_rule rule)
{
    struct at_str sentence;
    struct at_str clause;
    while (next_part(&text, ends_sentence, &sentence)) {
        if (has_word_of(sentence, AT_GUARD_NEGATES))
            continue;
        while (next_part(&sentence, ends_clause, &clause)) {
            if (clause_asks(clause, rule))
                return true;
        }
    }
    return false;
}

// Do these words of a person name the rule, or stand in the label?
static bool
allows(struct at_str words, enum at_guard_rule rule, struct at_str label)
{
    struct at_buf folded = AT_BUF_INIT(2 * AT_SCENARIO_TEXT_MAX_BYTES);
    struct at_str rest = words;
    struct at_fold_word word;
    while (at_fold_next(&rest, &word)) {
        at_buf_add_text(&folded, folded.len > 0 ? " " : "");
        at_buf_add(&folded, word.text, word.len);
    }
    struct at_str phrase = at_buf_str(&folded);
    bool ok = at_str_is(phrase, at_guard_rules[rule].name) ||
              at_guard_says(words, rule) ||
              (phrase.len > 0 && at_fold_find(label, &phrase, 1, NULL).len > 0);
    at_buf_deinit(&folded);
    return ok;
}

bool
at_guard_asks(const struct at_scenario *scenario, enum at_guard_rule rule,
              struct at_str label)
{
    for (size_t i = 0; i < scenario->allowed.count; i++) {
        if (allows(at_str(scenario->allowed.words[i]), rule, label))
            return true;
    }
    for (size_t i = 0; i < scenario->steps.count; i++) {
        if (text_asks(at_str(scenario->steps.words[i]), rule))
            return true;
    }
    return text_asks(at_str(scenario->goal), rule);
}
