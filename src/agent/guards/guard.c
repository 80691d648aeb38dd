#include "agent/guards/guard.h"

#include "agent/guards/normalize.h"
#include "agent/guards/guard_ask.h"
#include "agent/guards/guard_judge.h"
#include "agent/guards/guard_sentence.h"
#include "base/ascii.h"
#include "base/quote.h"
#include "screen/package.h"

// System apps that appear in front of an app at its request, and show nothing
// but its question: dialogs and the share sheet, pickers, alerts of iOS.
// Settings, launchers and stores are not in the list.
static const struct at_str system_apps[] = {
    AT_STR_ROW("android"),
    AT_STR_ROW("com.android.systemui"),
    AT_STR_ROW("com.android.intentresolver"),
    AT_STR_ROW("com.google.android.intentresolver"),
    AT_STR_ROW("com.android.providers.media.module"),
    AT_STR_ROW("com.google.android.providers.media.module"),
    AT_STR_ROW("com.google.android.photopicker"),
    AT_STR_ROW("com.android.credentialmanager"),
    AT_STR_ROW("com.apple.springboard"),
    AT_STR_ROW("com.apple.SharingViewService"),
    AT_STR_ROW("com.apple.PhotosUIService"),
    AT_STR_ROW("com.apple.mobileslideshow.photospicker"),
};

bool
at_guard_is_own(const struct at_scenario *scenario, struct at_str package)
{
    if (package.len == 0)
        return false;
    for (size_t i = 0; i < scenario->packages.count; i++) {
        if (at_str_is(package, scenario->packages.words[i]))
            return true;
    }
    return at_str_is(package, scenario->package);
}

bool
at_guard_app(const struct at_scenario *scenario, struct at_str front,
             struct at_err *err)
{
    if (at_guard_is_own(scenario, front) || at_package_is_input_method(front) ||
        at_package_asks_permission(front) ||
        at_str_in(front, system_apps, AT_LEN(system_apps)))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "outside %s: %s is in front; inputs go to the app under "
                   "test only; launchAppByPackage brings it back, and a test "
                   "that needs both names the other in its 'packages'",
                   scenario->package,
                   front.len > 0 ? AT_NAME(front) : "an unknown app");
}

// A sheet is smaller than the screen, or the app's own window is behind it.
// Where the device lists only the window in front, nothing but the app can have
// brought it there.
static bool
is_on_behalf(const struct at_scenario *scenario, const struct at_tree *tree)
{
    if (!tree->lists_windows)
        return true;
    for (const struct at_node *window = tree->root->first_child; window;
         window = window->next) {
        struct at_rect r = window->bounds;
        bool small = (int64_t)(r.right - r.left) * (r.bottom - r.top) * 10 <
                     (int64_t)tree->width_px * tree->height_px * 9;
        if (at_guard_is_own(scenario, window->package) ||
            (small && at_str_eq(window->package, tree->front_package)))
            return true;
    }
    return false;
}

bool
at_guard_front(const struct at_scenario *scenario, const struct at_tree *tree,
               struct at_str front, struct at_err *err)
{
    return (tree && at_package_serves_apps(front) &&
            is_on_behalf(scenario, tree)) ||
           at_guard_app(scenario, front, err);
}

bool
at_guard_launch(const struct at_scenario *scenario, struct at_str package,
                struct at_err *err)
{
    if (at_guard_is_own(scenario, package))
        return true;
    return at_fail(err, AT_EUSAGE,
                   "outside %s: %s is not an app of this scenario; if it "
                   "is needed, name it in the scenario's 'packages'",
                   scenario->package, AT_NAME(package));
}

static bool
is_button(enum at_role role)
{
    return role == AT_ROLE_BUTTON || role == AT_ROLE_IMAGE_BUTTON;
}

static bool
is_number(const struct at_normalized_word *word)
{
    return at_ascii_is_digit(word->text[0]);
}

// Return the end of the set's phrase that text begins with, NULL without one.
static const char *
end_of(struct at_str text, enum at_guard_set set)
{
    const struct at_guard_words *words = at_guard_sets[set];
    const char *end = NULL;
    size_t i = 0;
    return at_normalize_says_one(text, words->rows, words->count, &i, &end)
               ? end
               : NULL;
}

bool
at_guard_has_only(struct at_str text, enum at_guard_set set)
{
    while (text.len > 0) {
        struct at_str rest = text;
        struct at_normalized_word word;
        if (!at_normalize_next(&rest, &word))
            return true;
        const char *end = end_of(text, set);
        if (!end && !is_number(&word))
            return false;
        end = end ? end : word.end;
        text = at_str_skip(text, (size_t)(end - text.ptr));
    }
    return true;
}

static bool
has_any(struct at_str text, enum at_guard_set set)
{
    const struct at_guard_words *words = at_guard_sets[set];
    return at_normalize_find(text, words->rows, words->count, NULL).len > 0;
}

// Return true if the verb at the beginning of the label says what the button
// does.
static bool
verb_counts(struct at_str rest, enum at_role role)
{
    const struct at_guard_words *nouns = at_guard_sets[AT_GUARD_NOT_A_VERB];
    if (at_guard_has_only(rest, AT_GUARD_BESIDE_VERBS))
        return true;
    size_t i = 0;
    return !at_normalize_says_one(rest, nouns->rows, nouns->count, &i, NULL) &&
           is_button(role);
}

static bool
begins_with_verb(struct at_str label, const struct at_guard_words *verbs,
                 enum at_role role)
{
    const char *end;
    for (size_t i = 0;
         at_normalize_says_one(label, verbs->rows, verbs->count, &i, &end);
         i++) {
        if (verb_counts(at_str_skip(label, (size_t)(end - label.ptr)), role))
            return true;
    }
    return false;
}

// Return true if the label names nothing but the action, as in "Reset" or
// "Transfer $500".
static bool
stands_alone(struct at_str label, const struct at_guard_words *alone)
{
    const char *end;
    for (size_t i = 0;
         at_normalize_says_one(label, alone->rows, alone->count, &i, &end);
         i++) {
        if (at_guard_has_only(at_str_skip(label, (size_t)(end - label.ptr)),
                              AT_GUARD_BESIDE_VERBS))
            return true;
    }
    return false;
}

static struct at_str
find_phrase(struct at_str text, enum at_guard_rule rule)
{
    const struct at_guard_words *phrases = at_guard_rules[rule].phrases;
    return at_normalize_find(text, phrases->rows, phrases->count, NULL);
}

static size_t
count_words(struct at_str text)
{
    struct at_normalized_word word;
    size_t count = 0;
    while (at_normalize_next(&text, &word))
        count += at_normalize_is_filler(&word) ? 0 : 1;
    return count;
}

static bool
has_verb(struct at_str text)
{
    static const enum at_guard_rule rules[] = {AT_GUARD_PAY, AT_GUARD_MONEY};
    for (size_t i = 0; i < AT_LEN(rules); i++) {
        const struct at_guard_words *verbs = at_guard_rules[rules[i]].verbs;
        if (at_normalize_find(text, verbs->rows, verbs->count, NULL).len > 0)
            return true;
    }
    return false;
}

// A button with an amount of money pays, in any language, unless its words say
// that it only shows something. A long text is a shop's card.
enum { PRICED_WORDS_MAX = 8 };

static bool
is_priced(const struct at_guard_text *text)
{
    return is_button(text->role) && at_guard_has_price(text->words) &&
           (has_verb(text->words) ||
            (count_words(text->words) <= PRICED_WORDS_MAX &&
             !has_any(text->words, AT_GUARD_VIEWS)));
}

// "You can delete your account at any time" describes a possibility.
static bool
only_tells(const struct at_guard_sentence *sentence, struct at_str phrase,
           const struct at_guard_text *text)
{
    struct at_str before = sentence->words;
    if (phrase.len > 0)
        before = at_str_head(before, (size_t)(phrase.ptr - before.ptr));
    if (text->level == AT_GUARD_PAGE)
        return has_any(sentence->words, AT_GUARD_MAYS) ||
               has_any(before, AT_GUARD_NEGATES);
    if (is_button(text->role) || sentence->asks)
        return false;
    return has_any(sentence->words, AT_GUARD_MAYS);
}

// Return true if words of a page next to the phrase make clear that its button
// does it: a heading, a question, or a warning.
static bool
is_question(const struct at_guard_sentence *sentence, struct at_str phrase)
{
    enum { HEADING_WORDS_MAX = 1 };
    struct at_str words = sentence->words;
    size_t end = (size_t)(phrase.ptr + phrase.len - words.ptr);
    ptrdiff_t colon = at_str_find(at_str_skip(words, end), AT_STR(":"));
    if (sentence->asks || has_any(words, AT_GUARD_WARNS))
        return true;
    if (colon >= 0)
        words = at_str_head(words, end + (size_t)colon);
    return count_words(words) <= count_words(phrase) + HEADING_WORDS_MAX;
}

// "Confirm and pay", "Book & pay"
static bool
pays_too(struct at_str words)
{
    const struct at_guard_words *verbs = at_guard_rules[AT_GUARD_PAY].verbs;
    if (has_any(words, AT_GUARD_PAYS_TOO))
        return true;
    for (size_t i = 0; i < words.len; i++) {
        struct at_str after = at_str_skip(words, i + 1);
        if (words.ptr[i] != '&' && words.ptr[i] != '+')
            continue;
        size_t k = 0;
        if (at_normalize_says_one(after, verbs->rows, verbs->count, &k, NULL))
            return true;
    }
    return false;
}

static bool
charges(const struct at_guard_text *text, struct at_str words,
        enum at_guard_rule rule)
{
    return rule == AT_GUARD_PAY && text->level != AT_GUARD_OWN &&
           at_guard_has_price(words) && has_any(words, AT_GUARD_CHARGES) &&
           (text->level == AT_GUARD_NEAR || has_any(words, AT_GUARD_WARNS));
}

static bool
sentence_breaks(const struct at_guard_sentence *sentence,
                const struct at_guard_text *text, enum at_guard_rule rule)
{
    const struct at_guard_rule_row *row = &at_guard_rules[rule];
    struct at_str words = sentence->words;
    struct at_str phrase = find_phrase(words, rule);
    bool own = text->level == AT_GUARD_OWN;
    if (only_tells(sentence, phrase, text))
        return false;
    if (phrase.len > 0 &&
        (text->level != AT_GUARD_PAGE || is_question(sentence, phrase)))
        return true;
    return begins_with_verb(words, row->verbs, text->role) ||
           (own && stands_alone(words, row->alone)) ||
           (rule == AT_GUARD_PAY && text->level != AT_GUARD_PAGE &&
            pays_too(words)) ||
           charges(text, words, rule);
}

bool
at_guard_breaks(const struct at_guard_text *text, enum at_guard_rule rule)
{
    struct at_str rest = text->words;
    struct at_guard_sentence sentence;
    if (text->level == AT_GUARD_OWN && rule == AT_GUARD_PAY && is_priced(text))
        return true;
    if (is_button(text->role) && find_phrase(text->words, rule).len > 0)
        return true; // also where it goes over two lines
    while (at_guard_next_sentence(&rest, &sentence)) {
        if (sentence_breaks(&sentence, text, rule))
            return true;
    }
    return false;
}

// A step may name the judged words or, for words around the button, the button
// itself ("tap Continue").
static bool
is_asked(const struct at_scenario *scenario, const struct at_guard_text *text,
         enum at_guard_rule rule)
{
    bool own = text->level == AT_GUARD_OWN;
    return at_guard_asks(scenario, rule, text->words) ||
           (own && at_guard_names(scenario, text->words, false)) ||
           (text->level == AT_GUARD_PAGE &&
            at_guard_names(scenario, text->label, true));
}

bool
at_guard_judge(const struct at_scenario *scenario,
               const struct at_guard_text *text, struct at_err *err)
{
    struct at_str label = text->label.len > 0 ? text->label : text->words;
    for (int i = 0; i < AT_GUARD_RULE_COUNT; i++) {
        enum at_guard_rule rule = (enum at_guard_rule)i;
        if (!at_guard_breaks(text, rule) || is_asked(scenario, text, rule))
            continue;
        return at_fail(err, AT_EUSAGE,
                       "guarded: %s %s, which no step of this scenario asks "
                       "for; if it may, add '%s' to the scenario's 'allowed'",
                       AT_QUOTED(label), at_guard_rules[rule].does,
                       at_guard_rules[rule].name);
    }
    return true;
}

bool
at_guard_label(const struct at_scenario *scenario, struct at_str label,
               enum at_role role, struct at_err *err)
{
    const struct at_guard_text text = {label, label, role, AT_GUARD_OWN};
    return at_guard_judge(scenario, &text, err);
}
