#include "agent/proof/proof.h"

#include "agent/proof/proof_candidate.h"
#include "agent/proof/proof_words.h"
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
    [AT_PROOF_NEGATED] = {"negated", false,
                          "the screen denies this text, which is in it behind "
                          "a word like \"not\""},
    [AT_PROOF_LOADING] = {"loading", false,
                          "the app was still loading, so this may not last: "
                          "verify it again when it has finished"},
    [AT_PROOF_SCROLLED_AWAY] = {"scrolled-away", false,
                                "the text was scrolled out of sight, which "
                                "does not show that it is gone"},
    [AT_PROOF_RESTARTED] = {"restarted", false,
                            "the app was started again, which the step does "
                            "not ask for, and that alone may have led to this"},
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

// A broken rule and its subject: an assertion, or other words.
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

// Return the newest evaluation of an expectation; AT_SCENE_NONE if it was not
// evaluated.
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

// A described claim that matches no name is left to the rules of proof: any
// assertion that obeys them proves it.
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

// Failed expectations come before those that could not be checked.
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

// The assertion that "Error" is not visible settles the failed one that it is.
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

static bool
is_candidate(const struct at_assertion *assertion)
{
    return assertion->outcome == AT_CLAIM_HOLDS || assertion->is_lenient ||
           assertion->outcome == AT_CLAIM_UNKNOWN;
}

// The best assertion decides; among equals, the newest.
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
        enum at_proof_rule rule;
        size_t row = at_candidate_judge(
            &(const struct at_candidate){query, assertion}, &rule);
        if (best.assertion != AT_SCENE_NONE && row < furthest)
            continue;
        furthest = row;
        best = found(rule, i);
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
        struct at_candidate held = {query, &ledger->assertions[i]};
        if (held.assertion->outcome == AT_CLAIM_HOLDS &&
            (claim_has(&held.assertion->claim, quote) ||
             at_claim_text_has(at_candidate_text(&held), quote)))
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
    out->about = finding->about;
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

// Failures come first: they are worse than missing proof.
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
            i == assertion->scene
                ? AT_CLAIM_UNKNOWN
                : at_scenes_outcome(&assertion->claim, scenes, i);
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
