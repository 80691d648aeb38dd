#include "agent/guards/guard_ask.h"

#include "agent/guards/normalize.h"
#include "agent/guards/guard_sentence.h"
#include "base/ascii.h"
#include "base/buf.h"
#include "base/limits.h"

static struct at_str
find_words(struct at_str text, const struct at_guard_words *words)
{
    return at_normalize_find(text, words->rows, words->count, NULL);
}

static bool
has_word_of(struct at_str text, enum at_guard_set set)
{
    return find_words(text, at_guard_sets[set]).len > 0;
}

static struct at_str
find_rule(struct at_str text, enum at_guard_rule rule)
{
    struct at_str found = find_words(text, at_guard_rules[rule].phrases);
    return found.len > 0 ? found : find_words(text, at_guard_rules[rule].verbs);
}

bool
at_guard_says(struct at_str text, enum at_guard_rule rule)
{
    return find_rule(text, rule).len > 0;
}

// Split off the words up to a "then", and that word.
static struct at_str
next_stage(struct at_str *rest)
{
    struct at_str part = *rest;
    struct at_str join = find_words(part, at_guard_sets[AT_GUARD_THENS]);
    size_t len = join.len > 0 ? (size_t)(join.ptr - part.ptr) : part.len;
    *rest = at_str_skip(part, len + join.len);
    return at_str_head(part, len);
}

// Return true if one of the last two words before the phrase is "tap" or the
// like.
static bool
is_acted_on(struct at_str before)
{
    struct at_str rest = before;
    struct at_normalized_word word;
    size_t from = 0;
    size_t previous = 0;
    while (at_normalize_next(&rest, &word)) {
        if (at_normalize_is_filler(&word))
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
    struct at_str look = find_words(after, at_guard_sets[AT_GUARD_LOOKS]);
    if (look.len > 0)
        after = at_str_head(after, (size_t)(look.ptr - after.ptr));
    return has_word_of(after, AT_GUARD_STATES);
}

// A request to look for in a text: a rule, or a button by its own words.
struct wanted {
    enum at_guard_rule rule;
    struct at_str name; // normalized; empty: use rule
    bool acted_on;      // common name: the text must say "tap"
};

static struct at_str
find_wanted(struct at_str text, const struct wanted *wanted)
{
    return wanted->name.len > 0
               ? at_normalize_find(text, &wanted->name, 1, NULL)
               : find_rule(text, wanted->rule);
}

static bool
stage_asks(struct at_str stage, const struct wanted *wanted)
{
    struct at_str rest = stage;
    struct at_str phrase;
    while ((phrase = find_wanted(rest, wanted)).len > 0) {
        size_t begin = (size_t)(phrase.ptr - stage.ptr);
        struct at_str before = at_str_head(stage, begin);
        rest = at_str_skip(stage, begin + phrase.len);
        if (has_word_of(before, AT_GUARD_LOOKS))
            return false;
        if (is_acted_on(before) || (!wanted->acted_on && !only_names_it(rest)))
            return true;
    }
    return false;
}

static bool
text_wants(struct at_str text, const struct wanted *wanted)
{
    struct at_guard_sentence sentence;
    while (at_guard_next_sentence(&text, &sentence)) {
        struct at_str words = sentence.words;
        bool negated = has_word_of(words, AT_GUARD_NEGATES);
        while (!negated && words.len > 0) {
            if (stage_asks(next_stage(&words), wanted))
                return true;
        }
    }
    return false;
}

static bool
scenario_wants(const struct at_scenario *scenario, const struct wanted *wanted)
{
    for (size_t i = 0; i < scenario->steps.count; i++) {
        if (text_wants(at_str(scenario->steps.words[i]), wanted))
            return true;
    }
    return text_wants(at_str(scenario->goal), wanted);
}

static void
fold_words(struct at_str text, bool numbers, struct at_buf *out)
{
    struct at_normalized_word word;
    while (at_normalize_next(&text, &word)) {
        if (!numbers && at_ascii_is_digit(word.text[0]))
            continue;
        at_buf_add_text(out, out->len > 0 ? " " : "");
        at_buf_add(out, word.text, word.len);
    }
}

// Return true if these words of a person name the rule or are in the label.
static bool
allows(struct at_str words, enum at_guard_rule rule, struct at_str label)
{
    struct at_buf normalized = AT_BUF_INIT(2 * AT_SCENARIO_TEXT_MAX_BYTES);
    fold_words(words, true, &normalized);
    struct at_str phrase = at_buf_str(&normalized);
    bool ok =
        at_str_is(phrase, at_guard_rules[rule].name) ||
        at_guard_says(words, rule) ||
        (phrase.len > 0 && at_normalize_find(label, &phrase, 1, NULL).len > 0);
    at_buf_deinit(&normalized);
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
    const struct wanted wanted = {.rule = rule};
    return scenario_wants(scenario, &wanted);
}

// Return true if the scenario names the label. Its numbers are optional: "View
// cart" also names "View cart $12.50".
bool
at_guard_names(const struct at_scenario *scenario, struct at_str label,
               bool acted_on)
{
    enum { NAME_MAX_BYTES = 400 };
    bool named = false;
    if (label.len == 0 || label.len > NAME_MAX_BYTES)
        return false;
    for (int numbers = 1; numbers >= 0 && !named; numbers--) {
        struct at_buf name = AT_BUF_INIT(2 * NAME_MAX_BYTES);
        fold_words(label, numbers, &name);
        const struct wanted wanted = {.name = at_buf_str(&name),
                                      .acted_on = acted_on};
        named = name.len > 1 && scenario_wants(scenario, &wanted);
        at_buf_deinit(&name);
    }
    return named;
}
