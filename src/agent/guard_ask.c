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

// Split off the text up to the end of its sentence, and that character.
static bool
next_sentence(struct at_str *rest, struct at_str *out)
{
    struct at_str from = *rest;
    if (from.len == 0)
        return false;
    size_t len = 0;
    while (len < from.len) {
        uint32_t cp = 0xfffd;
        size_t step = at_utf8_next(at_str_skip(from, len), &cp);
        step = step ? step : 1;
        if (ends_sentence(cp)) {
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

// Returns true if one of the last two words before the phrase is "tap" or the
// like.
static bool
is_acted_on(struct at_str before)
{
    struct at_str rest = before;
    struct at_fold_word word;
    size_t from = 0;
    size_t previous = 0;
    while (at_fold_next(&rest, &word)) {
        if (at_fold_is_filler(&word))
            continue;
        from = previous;
        previous = (size_t)(word.begin - before.ptr);
    }
    return has_word_of(at_str_skip(before, from), AT_GUARD_ACTS);
}

// "Delete account and Pay are visible" only names both; "Delete the account and
// check that Login is shown" does not.
static bool
only_names_it(struct at_str after)
{
    struct at_str look = find_words(after, &at_guard_sets[AT_GUARD_LOOKS]);
    if (look.len > 0)
        after = at_str_head(after, (size_t)(look.ptr - after.ptr));
    return has_word_of(after, AT_GUARD_STATES);
}

static bool
stage_asks(struct at_str stage, enum at_guard_rule rule)
{
    struct at_str rest = stage;
    struct at_str phrase;
    while ((phrase = find_rule(rest, rule)).len > 0) {
        size_t begin = (size_t)(phrase.ptr - stage.ptr);
        struct at_str before = at_str_head(stage, begin);
        rest = at_str_skip(stage, begin + phrase.len);
        if (has_word_of(before, AT_GUARD_LOOKS))
            return false;
        if (is_acted_on(before) || !only_names_it(rest))
            return true;
    }
    return false;
}

static bool
text_asks(struct at_str text, enum at_guard_rule rule)
{
    struct at_str sentence;
    while (next_sentence(&text, &sentence)) {
        bool negated = has_word_of(sentence, AT_GUARD_NEGATES);
        while (!negated && sentence.len > 0) {
            if (stage_asks(next_stage(&sentence), rule))
                return true;
        }
    }
    return false;
}

// Returns true if these words of a person name the rule or are in the label.
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
