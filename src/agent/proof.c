#include "agent/proof.h"

#include "agent/proof_words.h"
#include "base/limits.h"
#include "base/quote.h"

const struct at_proof_row at_proof_rules[AT_PROOF_RULES] = {
    [AT_PROOF_HOLDS] = {"proved", false, "an assertion held"},
    [AT_PROOF_NOTHING_ASSERTED] = {"nothing-asserted", false,
                                   "nothing was asserted"},
    [AT_PROOF_NOT_AFTER_LAST_ACTION] =
        {"not-after-last-action", false,
         "no assertion held after the last action"},
    [AT_PROOF_ALL_REFUSED] = {"all-refused", false,
                              "every action of the step was refused"},
    [AT_PROOF_ALL_FAILED] = {"all-failed", false,
                             "every action of the step failed"},
    [AT_PROOF_EXPECTATION_FAILED] = {"expectation-failed", true,
                                     "an expectation does not hold"},
    [AT_PROOF_EXPECTATION_UNBOUND] =
        {"expectation-unbound", false,
         "nothing on the screen fits an expectation"},
    [AT_PROOF_EXPECTATION_UNKNOWN] = {"expectation-unknown", false,
                                      "an expectation cannot be checked"},
    [AT_PROOF_EXPECTATION_UNCHECKED] = {"expectation-unchecked", false,
                                        "an expectation was not checked"},
    [AT_PROOF_ASSERTION_FAILED] = {"assertion-failed", true,
                                   "an assertion did not hold"},
    [AT_PROOF_ASSERTION_OPEN] =
        {"assertion-open", false,
         "an assertion did not hold, and was not repeated"},
    [AT_PROOF_BEHIND] = {"behind", false, "the app was not in front"},
    [AT_PROOF_PART_OF_WORD] = {"part-of-word", false,
                               "the text is only a part of a word or number "
                               "on the screen"},
    [AT_PROOF_TOO_SHORT] = {"too-short", false,
                            "fewer than three characters prove nothing"},
    [AT_PROOF_TYPED] = {"typed", false,
                        "the step has typed this text into the field itself"},
    [AT_PROOF_NEVER_SEEN] = {"never-seen", false,
                             "the absence of a text that this run has never "
                             "seen proves nothing"},
    [AT_PROOF_NOT_CAUSED] = {"not-caused", false,
                             "the step did nothing, and this text was on the "
                             "screen already"},
    [AT_PROOF_HELD_BEFORE] = {"held-before", false,
                              "this was so before the step began"},
    [AT_PROOF_QUOTE_UNCOVERED] = {"quote-uncovered", false,
                                  "a text that the step quotes was not "
                                  "verified"},
    [AT_PROOF_KIND_MISSING] = {"kind-missing", false,
                               "a step about a state, a sum or a place needs "
                               "an assertion about it"},
};

void
at_proof_init(struct at_proof *proof)
{
    *proof = (struct at_proof){
        .assertion = AT_SCENE_NONE,
        .words = AT_BUF_INIT(AT_PROOF_WORDS_MAX_BYTES),
    };
}

void
at_proof_deinit(struct at_proof *proof)
{
    at_buf_deinit(&proof->words);
    at_proof_init(proof);
}

// What a rule is about: an assertion, or other words.
struct finding {
    enum at_proof_rule rule;
    size_t assertion;
    struct at_str about;
};

static struct finding
found(enum at_proof_rule rule, size_t assertion)
{
    return (struct finding){rule, assertion, AT_STR("")};
}

static const struct at_scene *
scene_at(const struct at_scenes *scenes, size_t index)
{
    bool known = scenes && index != AT_SCENE_NONE && index < scenes->count &&
                 index >= scenes->forgotten;
    return known ? &scenes->items[index] : NULL;
}

// AT_CLAIM_UNKNOWN for a scene that is not known.
static enum at_claim_outcome
outcome_on(const struct at_claim *claim, const struct at_scenes *scenes,
           size_t index)
{
    const struct at_scene *scene = scene_at(scenes, index);
    struct at_claim_result result;
    if (!scene)
        return AT_CLAIM_UNKNOWN;
    at_claim_result_init(&result);
    at_claim_check(claim, scene, &result);
    enum at_claim_outcome outcome = result.outcome;
    at_claim_result_deinit(&result);
    return outcome;
}

static bool
is_after_last_deed(const struct at_ledger *ledger,
                   const struct at_assertion *assertion)
{
    return assertion->done == ledger->done;
}

static size_t
count_deeds(const struct at_ledger *ledger, enum at_deed_outcome outcome)
{
    size_t count = 0;
    for (size_t i = 0; i < ledger->deed_count; i++)
        count += ledger->deeds[i].outcome == outcome;
    return count;
}

static struct finding
judge_deeds(const struct at_ledger *ledger)
{
    size_t refused = count_deeds(ledger, AT_DEED_REFUSED);
    if (ledger->deed_count == 0 || ledger->done > 0)
        return found(AT_PROOF_HOLDS, AT_SCENE_NONE);
    return found(refused > 0 ? AT_PROOF_ALL_REFUSED : AT_PROOF_ALL_FAILED,
                 AT_SCENE_NONE);
}

// The newest evaluation of an expectation; AT_SCENE_NONE: none.
static size_t
find_expectation(const struct at_ledger *ledger, size_t expectation)
{
    size_t newest = AT_SCENE_NONE;
    for (size_t i = 0; i < ledger->assertion_count; i++) {
        if (ledger->assertions[i].by == AT_ASSERTED_BY_ENGINE &&
            ledger->assertions[i].expectation == expectation)
            newest = i;
    }
    return newest;
}

// A described claim that nothing fits by name is left to the rules of proof:
// any assertion that obeys them is what it describes.
static enum at_proof_rule
rule_of_expectation(const struct at_claim *claim,
                    const struct at_assertion *assertion)
{
    static const enum at_proof_rule rules[AT_CLAIM_OUTCOMES] = {
        [AT_CLAIM_HOLDS] = AT_PROOF_HOLDS,
        [AT_CLAIM_FAILS] = AT_PROOF_EXPECTATION_FAILED,
        [AT_CLAIM_UNBOUND] = AT_PROOF_EXPECTATION_UNBOUND,
        [AT_CLAIM_UNKNOWN] = AT_PROOF_EXPECTATION_UNKNOWN,
    };
    if (claim->kind == AT_CLAIM_SHOWN && assertion->outcome == AT_CLAIM_UNBOUND)
        return AT_PROOF_HOLDS;
    return rules[assertion->outcome];
}

// One that fails comes before one that could not be checked.
static struct finding
judge_expectations(const struct at_proof_query *query)
{
    struct finding worst = found(AT_PROOF_HOLDS, AT_SCENE_NONE);
    for (size_t i = 0; query->expect && i < query->expect->count; i++) {
        size_t newest = find_expectation(query->ledger, i);
        const struct at_assertion *assertion =
            newest == AT_SCENE_NONE ? NULL : &query->ledger->assertions[newest];
        bool checked =
            assertion && is_after_last_deed(query->ledger, assertion);
        enum at_proof_rule rule =
            checked ? rule_of_expectation(&query->expect->items[i], assertion)
                    : AT_PROOF_EXPECTATION_UNCHECKED;
        if (rule == AT_PROOF_EXPECTATION_FAILED)
            return found(rule, newest);
        if (rule != AT_PROOF_HOLDS && worst.rule == AT_PROOF_HOLDS)
            worst = found(rule, newest);
    }
    return worst;
}

// "Error" is not visible answers the failed assertion that it is.
static bool
is_same_target(const struct at_claim *a, const struct at_claim *b)
{
    bool texts = (a->kind == AT_CLAIM_TEXT || a->kind == AT_CLAIM_ABSENT) &&
                 (b->kind == AT_CLAIM_TEXT || b->kind == AT_CLAIM_ABSENT);
    return at_claim_eq(a, b) ||
           (texts && at_str_eq(at_str(a->of), at_str(b->of)) &&
            at_claim_text_is(at_str(a->text), at_str(b->text)));
}

static bool
is_answered(const struct at_ledger *ledger, size_t failed)
{
    for (size_t i = failed + 1; i < ledger->assertion_count; i++) {
        if (ledger->assertions[i].outcome == AT_CLAIM_HOLDS &&
            is_same_target(&ledger->assertions[failed].claim,
                           &ledger->assertions[i].claim))
            return true;
    }
    return false;
}

static bool
has_failed(const struct at_assertion *assertion)
{
    return assertion->by == AT_ASSERTED_BY_MODEL && !assertion->is_lenient &&
           (assertion->outcome == AT_CLAIM_FAILS ||
            assertion->outcome == AT_CLAIM_UNBOUND);
}

// A failed assertion stays failed until the same target holds.
static struct finding
judge_failures(const struct at_ledger *ledger)
{
    bool held_later = false;
    for (size_t i = ledger->assertion_count; i-- > 0;) {
        const struct at_assertion *assertion = &ledger->assertions[i];
        held_later = held_later || (assertion->outcome == AT_CLAIM_HOLDS &&
                                    assertion->by == AT_ASSERTED_BY_MODEL);
        if (has_failed(assertion) && !is_answered(ledger, i))
            return found(held_later ? AT_PROOF_ASSERTION_OPEN
                                    : AT_PROOF_ASSERTION_FAILED,
                         i);
    }
    return found(AT_PROOF_HOLDS, AT_SCENE_NONE);
}

// ── one assertion as a proof ──

struct candidate {
    const struct at_proof_query *query;
    const struct at_assertion *assertion;
};

static bool
is_behind(const struct candidate *candidate)
{
    return candidate->assertion->outcome == AT_CLAIM_UNKNOWN;
}

static bool
is_part_of_word(const struct candidate *candidate)
{
    return candidate->assertion->outcome != AT_CLAIM_HOLDS;
}

// Words that stand near others are pinned to them, however short.
static bool
is_too_short(const struct candidate *candidate)
{
    const struct at_claim *claim = &candidate->assertion->claim;
    bool bare = claim->kind == AT_CLAIM_TEXT ||
                claim->kind == AT_CLAIM_ABSENT ||
                claim->kind == AT_CLAIM_TOAST || claim->kind == AT_CLAIM_SHOWN;
    return bare && !claim->of[0] && !at_claim_is_telling(at_str(claim->text));
}

static bool
was_typed(const struct at_ledger *ledger, struct at_str words)
{
    for (size_t i = 0; i < ledger->deed_count; i++) {
        struct at_str typed = at_str(ledger->deeds[i].typed);
        if (typed.len > 0 && at_claim_text_has(typed, words))
            return true;
    }
    return false;
}

// Only a field shows the text: no other element repeats it.
static bool
shows_in_fields_only(const struct at_scene *scene, struct at_str words)
{
    bool in_field = false;
    for (size_t i = 0; scene && i < scene->count; i++) {
        const struct at_scene_row *row = &scene->rows[i];
        bool shows = at_claim_text_has(row->text, words) ||
                     at_claim_text_has(row->description, words) ||
                     at_claim_text_has(row->label, words);
        if (shows && row->role != AT_ROLE_TEXT_FIELD)
            return false;
        in_field = in_field || shows || at_claim_text_has(row->value, words);
    }
    return in_field;
}

// The step may ask for the field's content, in an expectation or by naming the
// text a second time: 'Type "hello"; the field shows "hello"'.
static bool
asks_for_content(const struct candidate *candidate, struct at_str words)
{
    struct at_str rest = candidate->query->text;
    struct at_str quote;
    size_t count = 0;
    if (candidate->assertion->by == AT_ASSERTED_BY_ENGINE)
        return true;
    while (at_quote_next(&rest, &quote))
        count += at_claim_text_has(quote, words);
    return count > 1;
}

static bool
is_typed(const struct candidate *candidate)
{
    const struct at_assertion *assertion = candidate->assertion;
    struct at_str words = at_str(assertion->claim.text);
    return assertion->claim.kind != AT_CLAIM_ABSENT && words.len > 0 &&
           was_typed(candidate->query->ledger, words) &&
           shows_in_fields_only(
               scene_at(candidate->query->scenes, assertion->scene), words) &&
           !asks_for_content(candidate, words);
}

static bool
was_seen(const struct candidate *candidate)
{
    struct at_claim present = candidate->assertion->claim; // borrowed
    present.kind = AT_CLAIM_TEXT;
    const struct at_scenes *scenes = candidate->query->scenes;
    for (size_t i = scenes ? scenes->forgotten : 0; scenes && i < scenes->count;
         i++) {
        if (i != candidate->assertion->scene &&
            outcome_on(&present, scenes, i) == AT_CLAIM_HOLDS)
            return true;
    }
    return false;
}

static bool
is_never_seen(const struct candidate *candidate)
{
    const struct at_assertion *assertion = candidate->assertion;
    return assertion->claim.kind == AT_CLAIM_ABSENT &&
           assertion->by == AT_ASSERTED_BY_MODEL &&
           !at_claim_text_has(candidate->query->text,
                              at_str(assertion->claim.text)) &&
           !was_seen(candidate);
}

static struct at_str
shown_text(const struct candidate *candidate)
{
    const struct at_assertion *assertion = candidate->assertion;
    const struct at_scene *scene =
        scene_at(candidate->query->scenes, assertion->scene);
    if (!scene || assertion->row >= scene->count)
        return at_str(assertion->claim.text);
    const struct at_scene_row *row = &scene->rows[assertion->row];
    return row->text.len > 0    ? row->text
           : row->label.len > 0 ? row->label
                                : row->description;
}

// An expectation that a person has written or that is about more than a text
// is what the step says.
static bool
is_stated(const struct at_assertion *assertion)
{
    const struct at_claim *claim = &assertion->claim;
    bool is_bare =
        claim->kind == AT_CLAIM_TEXT || claim->kind == AT_CLAIM_SHOWN;
    return assertion->by == AT_ASSERTED_BY_ENGINE &&
           (claim->is_pinned || !is_bare || claim->of[0]);
}

// Without an action a step can show only what the step before it has caused,
// or what its own words name.
static bool
is_not_caused(const struct candidate *candidate)
{
    const struct at_proof_query *query = candidate->query;
    const struct at_claim *claim = &candidate->assertion->claim;
    if (query->ledger->done > 0 || is_stated(candidate->assertion) ||
        !query->scenes)
        return false;
    enum at_claim_outcome before =
        query->previous
            ? outcome_on(claim, query->scenes, query->previous->first_scene)
            : AT_CLAIM_HOLDS;
    return before == AT_CLAIM_HOLDS &&
           !at_step_names(query->text, shown_text(candidate)) &&
           !at_step_quotes(query->text, at_str(claim->text));
}

static bool
is_field(const struct candidate *candidate)
{
    const struct at_assertion *assertion = candidate->assertion;
    const struct at_scene *scene =
        scene_at(candidate->query->scenes, assertion->scene);
    return scene && assertion->row < scene->count &&
           scene->rows[assertion->row].role == AT_ROLE_TEXT_FIELD;
}

// A count for which too few elements were in sight, on a screen that goes on.
static bool
is_short_count(const struct candidate *candidate, size_t index)
{
    const struct at_claim *claim = &candidate->assertion->claim;
    const struct at_scene *scene = scene_at(candidate->query->scenes, index);
    return (claim->kind == AT_CLAIM_COUNT ||
            claim->kind == AT_CLAIM_AT_LEAST) &&
           scene && scene->is_inside && !scene->is_partial &&
           scene->dialog == AT_DIALOG_NONE;
}

// A field that holds a text is not the element that shows it: the title being
// edited is not yet the note in the list.
static bool
holds_elsewhere(const struct candidate *candidate, size_t index)
{
    const struct at_claim *claim = &candidate->assertion->claim;
    const struct at_scenes *scenes = candidate->query->scenes;
    enum at_claim_outcome outcome = outcome_on(claim, scenes, index);
    if (outcome == AT_CLAIM_FAILS || outcome == AT_CLAIM_UNBOUND)
        return false;
    if (outcome == AT_CLAIM_UNKNOWN && is_short_count(candidate, index))
        return false;
    return claim->kind != AT_CLAIM_TEXT || claim->of[0] ||
           is_field(candidate) || outcome != AT_CLAIM_HOLDS ||
           !shows_in_fields_only(scene_at(scenes, index), at_str(claim->text));
}

// It did not hold on the first screen, or stopped holding in between.
static bool
is_held_before(const struct candidate *candidate)
{
    const struct at_proof_query *query = candidate->query;
    size_t first = query->ledger->first_scene;
    if (query->ledger->done == 0 || first == AT_SCENE_NONE || !query->scenes)
        return false;
    if (first < query->scenes->forgotten)
        first = query->scenes->forgotten;
    for (size_t i = first; i < candidate->assertion->scene; i++) {
        if (!holds_elsewhere(candidate, i))
            return false;
    }
    return true;
}

// The rules for one assertion, in the order in which they are tried.
static const struct {
    enum at_proof_rule rule;
    bool (*is_broken)(const struct candidate *candidate);
} candidate_rules[] = {
    {AT_PROOF_BEHIND, is_behind},
    {AT_PROOF_PART_OF_WORD, is_part_of_word},
    {AT_PROOF_TOO_SHORT, is_too_short},
    {AT_PROOF_TYPED, is_typed},
    {AT_PROOF_NEVER_SEEN, is_never_seen},
    {AT_PROOF_NOT_CAUSED, is_not_caused},
    {AT_PROOF_HELD_BEFORE, is_held_before},
};

// How far an assertion comes along the rules; their number: it breaks none.
static size_t
judge_candidate(const struct candidate *candidate)
{
    size_t row = 0;
    while (row < AT_LEN(candidate_rules) &&
           !candidate_rules[row].is_broken(candidate))
        row++;
    return row;
}

static bool
is_candidate(const struct at_assertion *assertion)
{
    return assertion->outcome == AT_CLAIM_HOLDS || assertion->is_lenient ||
           assertion->outcome == AT_CLAIM_UNKNOWN;
}

// The best assertion decides, the newest of equals.
static struct finding
judge_candidates(const struct at_proof_query *query)
{
    const struct at_ledger *ledger = query->ledger;
    struct finding best =
        found(ledger->assertion_count > 0 ? AT_PROOF_NOT_AFTER_LAST_ACTION
                                          : AT_PROOF_NOTHING_ASSERTED,
              AT_SCENE_NONE);
    size_t furthest = 0;
    for (size_t i = 0; i < ledger->assertion_count; i++) {
        const struct at_assertion *assertion = &ledger->assertions[i];
        if (!is_candidate(assertion) || !is_after_last_deed(ledger, assertion))
            continue;
        size_t row =
            judge_candidate(&(const struct candidate){query, assertion});
        if (best.assertion != AT_SCENE_NONE && row < furthest)
            continue;
        furthest = row;
        best = found(row < AT_LEN(candidate_rules) ? candidate_rules[row].rule
                                                   : AT_PROOF_HOLDS,
                     i);
    }
    return best;
}

// ── what the step's words ask for ──

static bool
claim_has(const struct at_claim *claim, struct at_str quote)
{
    const char *const texts[] = {claim->text, claim->of, claim->bound};
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        if (at_claim_text_has(at_str(texts[i]), quote))
            return true;
    }
    for (size_t i = 0; i < claim->terms.count; i++) {
        if (at_claim_text_has(at_str(claim->terms.words[i]), quote))
            return true;
    }
    return false;
}

static bool
is_used(const struct at_ledger *ledger, struct at_str quote)
{
    for (size_t i = 0; i < ledger->deed_count; i++) {
        struct at_str target = at_str(ledger->deeds[i].target);
        if (at_claim_text_has(at_str(ledger->deeds[i].typed), quote) ||
            at_claim_text_has(target, quote) ||
            (target.len > 0 && at_claim_text_has(quote, target)))
            return true;
    }
    return false;
}

static bool
is_verified(const struct at_proof_query *query, struct at_str quote)
{
    const struct at_ledger *ledger = query->ledger;
    for (size_t i = 0; i < ledger->assertion_count; i++) {
        struct candidate held = {query, &ledger->assertions[i]};
        if (held.assertion->outcome == AT_CLAIM_HOLDS &&
            (claim_has(&held.assertion->claim, quote) ||
             at_claim_text_has(shown_text(&held), quote)))
            return true;
    }
    return false;
}

static struct finding
judge_words(const struct at_proof_query *query)
{
    struct at_str rest = query->text;
    struct at_str quote;
    bool has_expectations = query->expect && query->expect->count > 0;
    while (at_quote_next(&rest, &quote)) {
        if (!is_used(query->ledger, quote) && !is_verified(query, quote))
            return (struct finding){AT_PROOF_QUOTE_UNCOVERED, AT_SCENE_NONE,
                                    quote};
    }
    const char *need = has_expectations
                           ? NULL
                           : at_step_lacks_kind(query->text, query->ledger);
    if (need)
        return (struct finding){AT_PROOF_KIND_MISSING, AT_SCENE_NONE,
                                at_str(need)};
    return found(AT_PROOF_HOLDS, AT_SCENE_NONE);
}

static void
write(const struct at_proof_query *query, const struct finding *finding,
      struct at_proof *out)
{
    out->rule = finding->rule;
    out->assertion = finding->assertion;
    if (finding->rule == AT_PROOF_QUOTE_UNCOVERED) {
        at_buf_add_text(&out->words, "the step says ");
        at_quote_write(at_utf8_head(finding->about, 200), &out->words);
        at_buf_add_text(&out->words,
                        ", and no assertion that held is about it");
        return;
    }
    at_buf_add_text(&out->words, at_proof_rules[finding->rule].words);
    if (finding->about.len > 0)
        at_buf_add_fmt(&out->words, ": %.*s", AT_STR_ARG(finding->about));
    if (finding->assertion != AT_SCENE_NONE)
        at_buf_add_fmt(&out->words, ": %.600s",
                       query->ledger->assertions[finding->assertion].words);
}

// What has failed is worse than what is unproved, so it is told first.
void
at_proof_judge(const struct at_proof_query *query, struct at_proof *out)
{
    struct finding findings[] = {
        judge_expectations(query),  judge_failures(query->ledger),
        judge_deeds(query->ledger), judge_candidates(query),
        judge_words(query),
    };
    const struct finding *worst = &findings[3];
    at_proof_deinit(out);
    for (size_t i = AT_LEN(findings); i-- > 0;) {
        if (findings[i].rule != AT_PROOF_HOLDS)
            worst = &findings[i];
    }
    for (size_t i = AT_LEN(findings); i-- > 0;) {
        if (at_proof_rules[findings[i].rule].fails)
            worst = &findings[i];
    }
    write(query, worst, out);
}

struct at_strength
at_proof_strength(const struct at_assertion *assertion,
                  const struct at_scenes *scenes)
{
    struct at_strength strength = {0};
    for (size_t i = scenes->forgotten; i < scenes->count; i++) {
        enum at_claim_outcome outcome =
            i == assertion->scene ? AT_CLAIM_UNKNOWN
                                  : outcome_on(&assertion->claim, scenes, i);
        strength.others += outcome != AT_CLAIM_UNKNOWN;
        strength.held += outcome == AT_CLAIM_HOLDS;
    }
    return strength;
}

bool
at_strength_is_weak(struct at_strength strength)
{
    return strength.others >= 2 && 2 * strength.held > strength.others;
}

void
at_strength_write(struct at_strength strength, struct at_buf *out)
{
    if (at_strength_is_weak(strength))
        at_buf_add_fmt(out, "weak: also held on %zu of %zu screens",
                       strength.held, strength.others);
    else
        at_buf_add_text(out, "strong");
}
