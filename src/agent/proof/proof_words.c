// proof_words.c: the demands of a step's own words: quotes, and kinds of claims
#include <string.h>

#include "agent/guards/guard_lists.h"
#include "agent/guards/normalize.h"
#include "agent/proof/proof_words.h"
#include "base/ascii.h"
#include "base/compiler.h"

// Quotation marks. The ASCII apostrophe counts only at the beginning or end of
// a word.
static const struct {
    struct at_str open;
    struct at_str close;
} quotes[] = {
    {AT_STR_ROW("\""), AT_STR_ROW("\"")}, {AT_STR_ROW("“"), AT_STR_ROW("”")},
    {AT_STR_ROW("„"), AT_STR_ROW("“")},   {AT_STR_ROW("«"), AT_STR_ROW("»")},
    {AT_STR_ROW("»"), AT_STR_ROW("«")},   {AT_STR_ROW("「"), AT_STR_ROW("」")},
    {AT_STR_ROW("『"), AT_STR_ROW("』")}, {AT_STR_ROW("`"), AT_STR_ROW("`")},
    {AT_STR_ROW("‘"), AT_STR_ROW("’")},   {AT_STR_ROW("'"), AT_STR_ROW("'")},
};

static bool
is_apostrophe(struct at_str mark)
{
    return at_str_is(mark, "'") || at_str_is(mark, "’");
}

static bool
joins_letters(struct at_str text, size_t at, size_t len)
{
    return at > 0 && at_ascii_is_alnum(text.ptr[at - 1]) &&
           at + len < text.len && at_ascii_is_alnum(text.ptr[at + len]);
}

static bool
find_close(struct at_str text, struct at_str close, size_t *out)
{
    for (size_t at = 0; at + close.len <= text.len; at++) {
        if (!at_str_starts(at_str_skip(text, at), close))
            continue;
        if (is_apostrophe(close) && joins_letters(text, at, close.len))
            continue;
        *out = at;
        return true;
    }
    return false;
}

static bool
opens(struct at_str all, size_t at, struct at_str open)
{
    if (!at_str_starts(at_str_skip(all, at), open))
        return false;
    return !at_str_is(open, "'") || at == 0 ||
           !at_ascii_is_alnum(all.ptr[at - 1]);
}

bool
at_quote_next(struct at_str *rest, struct at_str *out)
{
    const struct at_str all = *rest;
    for (size_t at = 0; at < all.len; at++) {
        for (size_t i = 0; i < AT_LEN(quotes); i++) {
            struct at_str inside = at_str_skip(all, at + quotes[i].open.len);
            size_t end;
            if (!opens(all, at, quotes[i].open) ||
                !find_close(inside, quotes[i].close, &end))
                continue;
            *out = at_str_trim(at_str_head(inside, end));
            *rest = at_str_skip(inside, end + quotes[i].close.len);
            if (out->len > 0)
                return true;
            at = (size_t)(rest->ptr - all.ptr) - 1;
            break;
        }
    }
    *rest = AT_STR("");
    return false;
}

// Return true if a sentence begins at this place of text.
static bool
begins_sentence(struct at_str text, size_t at)
{
    struct at_str before = at_str_trim(at_str_head(text, at));
    return before.len == 0 || strchr(".;:!?", before.ptr[before.len - 1]);
}

bool
at_step_quotes(struct at_str step, struct at_str words)
{
    struct at_str quote;
    while (at_quote_next(&step, &quote)) {
        if (at_claim_text_has(quote, words))
            return true;
    }
    return false;
}

bool
at_step_names(struct at_str step, struct at_str text)
{
    ptrdiff_t at = text.len > 0 ? at_str_find(step, text) : -1;
    if (at_step_quotes(step, text))
        return true;
    bool is_name = at >= 0 && (text.ptr[0] < 'a' || text.ptr[0] > 'z') &&
                   !begins_sentence(step, (size_t)at);
    return is_name && at_claim_text_has(step, text);
}

static bool
has_one(struct at_str step, const struct at_guard_words *words)
{
    return at_normalize_find(step, words->rows, words->count, NULL).len > 0;
}

bool
at_step_asks_restart(struct at_str step)
{
    return has_one(step, &at_guard_list_restarts);
}

bool
at_step_asks_search(struct at_str step)
{
    return has_one(step, &at_guard_list_searches);
}

// Words that negate the following ones. A weak one may have another meaning
// within a sentence: "no carrinho" is Portuguese for "in the cart".
static const struct {
    struct at_str word;
    bool is_weak;
} negations[] = {
    {AT_STR_ROW("not"), false},    {AT_STR_ROW("never"), false},
    {AT_STR_ROW("cannot"), false}, {AT_STR_ROW("without"), false},
    {AT_STR_ROW("nicht"), false},  {AT_STR_ROW("kein"), false},
    {AT_STR_ROW("keine"), false},  {AT_STR_ROW("keinen"), false},
    {AT_STR_ROW("ohne"), false},   {AT_STR_ROW("pas"), false},
    {AT_STR_ROW("aucun"), false},  {AT_STR_ROW("aucune"), false},
    {AT_STR_ROW("sin"), false},    {AT_STR_ROW("geen"), false},
    {AT_STR_ROW("niet"), false},   {AT_STR_ROW("no"), true},
    {AT_STR_ROW("non"), true},
};

static bool
denies(const struct at_normalized_word *word, bool is_first)
{
    for (size_t i = 0; i < AT_LEN(negations); i++) {
        if (at_str_eq(at_str_n(word->text, word->len), negations[i].word))
            return is_first || !negations[i].is_weak;
    }
    return false;
}

bool
at_text_denies(struct at_str text, struct at_str words)
{
    struct at_normalized_word first;
    struct at_normalized_word word;
    struct at_str rest = words;
    bool denied = false;
    bool is_first = true;
    if (!at_normalize_next(&rest, &first))
        return false;
    while (at_normalize_next(&text, &word)) {
        bool begins = word.len == first.len &&
                      memcmp(word.text, first.text, first.len) == 0;
        if (begins && !denied) // found here undenied
            return false;
        if (begins)
            return true;
        if (!at_normalize_is_filler(&word))
            denied = denies(&word, is_first);
        is_first = false;
    }
    return false;
}

// Phrases of a step that only an assertion of a certain kind can prove,
// normalized.
static const struct {
    struct at_str phrase;
    unsigned kinds; // a bit for each sufficient kind
    const char *need;
} phrases[] = {
#define STATES (1U << AT_CLAIM_STATE | 1U << AT_CLAIM_VALUE)
#define SUMS (1U << AT_CLAIM_SUM | 1U << AT_CLAIM_AMOUNT)
#define PLACES (1U << AT_CLAIM_NEAR_BIT)
    {AT_STR_ROW("is checked"), STATES, "verifyState"},
    {AT_STR_ROW("is not checked"), STATES, "verifyState"},
    {AT_STR_ROW("is unchecked"), STATES, "verifyState"},
    {AT_STR_ROW("is ticked"), STATES, "verifyState"},
    {AT_STR_ROW("is selected"), STATES, "verifyState"},
    {AT_STR_ROW("is not selected"), STATES, "verifyState"},
    {AT_STR_ROW("is enabled"), STATES, "verifyState"},
    {AT_STR_ROW("is disabled"), STATES, "verifyState"},
    {AT_STR_ROW("is on"), STATES, "verifyState"},
    {AT_STR_ROW("is off"), STATES, "verifyState"},
    {AT_STR_ROW("is still on"), STATES, "verifyState"},
    {AT_STR_ROW("is still off"), STATES, "verifyState"},
    {AT_STR_ROW("is switched on"), STATES, "verifyState"},
    {AT_STR_ROW("is switched off"), STATES, "verifyState"},
    {AT_STR_ROW("is turned on"), STATES, "verifyState"},
    {AT_STR_ROW("is turned off"), STATES, "verifyState"},
    {AT_STR_ROW("sum of"), SUMS, "verifySum"},
    {AT_STR_ROW("adds up"), SUMS, "verifySum"},
    {AT_STR_ROW("add up"), SUMS, "verifySum"},
    {AT_STR_ROW("is shown below"), PLACES, "verifyNear"},
    {AT_STR_ROW("is shown above"), PLACES, "verifyNear"},
    {AT_STR_ROW("next to"), PLACES, "verifyNear"},
    {AT_STR_ROW("is shown beside"), PLACES, "verifyNear"},
};

// A text with "near" is a claim about a place.
static unsigned
kind_bit(const struct at_claim *claim)
{
    bool is_place = claim->kind == AT_CLAIM_TEXT && claim->of[0];
    return is_place ? 1U << AT_CLAIM_NEAR_BIT : 1U << claim->kind;
}

const char *
at_step_lacks_kind(struct at_str step, const struct at_ledger *ledger)
{
    unsigned held = 0;
    for (size_t i = 0; i < ledger->assertion_count; i++) {
        const struct at_assertion *assertion = &ledger->assertions[i];
        if (assertion->outcome == AT_CLAIM_HOLDS &&
            assertion->done == ledger->done)
            held |= kind_bit(&assertion->claim);
    }
    for (size_t i = 0; i < AT_LEN(phrases); i++) {
        if ((held & phrases[i].kinds) == 0 &&
            at_normalize_find(step, &phrases[i].phrase, 1, NULL).len > 0)
            return phrases[i].need;
    }
    return NULL;
}
