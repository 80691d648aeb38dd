#include "agent/proof/verdict.h"

#include <stdio.h>
#include <stdlib.h>

#include "agent/scenario.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"
#include "base/wipe.h"

const char *const at_verdict_names[AT_VERDICT_COUNT + 1] = {
    [AT_VERDICT_OPEN] = "OPEN",       [AT_VERDICT_PASS] = "PASS",
    [AT_VERDICT_FAIL] = "FAIL",       [AT_VERDICT_UNVERIFIED] = "UNVERIFIED",
    [AT_VERDICT_NOT_RUN] = "NOT_RUN",
};

const char *const at_opinion_names[AT_OPINION_COUNT] = {
    [AT_OPINION_NONE] = "",
    [AT_OPINION_AGREES] = "agrees",
    [AT_OPINION_DOUBTS] = "doubts",
    [AT_OPINION_UNKNOWN] = "unknown",
};

// The deed of a piece of evidence about an action.
static const enum at_deed_outcome deeds[] = {
    [AT_EVIDENCE_ACTED] = AT_DEED_DONE,
    [AT_EVIDENCE_REFUSED] = AT_DEED_REFUSED,
    [AT_EVIDENCE_MISSED] = AT_DEED_FAILED,
};

void
at_testimony_init(struct at_testimony *testimony)
{
    *testimony =
        (struct at_testimony){.scene = AT_SCENE_NONE, .row = AT_SCENE_NONE};
}

void
at_testimony_deinit(struct at_testimony *testimony)
{
    if (testimony->has_claim)
        at_claim_deinit(&testimony->claim);
    free(testimony->why);
    at_seen_deinit(&testimony->seen);
    at_wipe_text(testimony->typed);
    at_wipe_text(testimony->target);
    at_testimony_init(testimony);
}

void
at_verdicts_init(struct at_verdicts *verdicts, size_t count)
{
    *verdicts = (struct at_verdicts){.count = count, .scene = AT_SCENE_NONE};
    // An extra step takes the events after the last one.
    verdicts->steps = at_alloc((count + 1) * sizeof(*verdicts->steps));
    for (size_t i = 0; i <= count; i++) {
        at_ledger_init(&verdicts->steps[i].ledger, AT_SCENE_NONE);
        verdicts->steps[i].proved_by = AT_SCENE_NONE;
        verdicts->steps[i].judged_by = AT_SCENE_NONE;
    }
}

void
at_verdicts_deinit(struct at_verdicts *verdicts)
{
    for (size_t i = 0; verdicts->steps && i <= verdicts->count; i++) {
        struct at_verdict_step *step = &verdicts->steps[i];
        free(step->reason);
        free(step->proof);
        free(step->looked);
        free(step->second_said);
        free(step->quote);
        free(step->said);
        at_ledger_deinit(&step->ledger);
        at_claims_deinit(&step->expect);
    }
    free(verdicts->steps);
    *verdicts = (struct at_verdicts){0};
}

void
at_verdicts_load(struct at_verdicts *verdicts,
                 const struct at_scenario *scenario, struct at_scenes *scenes)
{
    verdicts->scenario = scenario;
    verdicts->scenes = scenes;
    at_verdicts_take_expectations(verdicts);
}

void
at_verdicts_take_expectations(struct at_verdicts *verdicts)
{
    for (size_t i = verdicts->current; i < verdicts->count; i++) {
        struct at_claims *expect = &verdicts->steps[i].expect;
        at_claims_deinit(expect);
        at_claims_copy(at_scenario_expects(verdicts->scenario, i), expect);
    }
}

// Replace *slot by text in one line, trimmed; NULL if it is empty.
static void
set_line(char **slot, struct at_str text)
{
    struct at_buf line = AT_BUF_INIT(AT_VERDICT_LINE_MAX_BYTES + 1);
    at_line_write(at_utf8_head(at_str_trim(text), AT_VERDICT_LINE_MAX_BYTES),
                  &line);
    free(*slot);
    *slot = line.len > 0 ? at_buf_take(&line) : NULL;
    at_buf_deinit(&line);
}

// The same, and never NULL.
static void
set_text(char **slot, struct at_str text)
{
    set_line(slot, text);
    if (!*slot)
        *slot = at_strdup("");
}

void
at_verdicts_saw(struct at_verdicts *verdicts, size_t scene)
{
    struct at_ledger *ledger = &verdicts->steps[verdicts->current].ledger;
    if (scene == AT_SCENE_NONE)
        return;
    verdicts->scene = scene;
    if (ledger->first_scene == AT_SCENE_NONE)
        ledger->first_scene = scene;
}

static void
forget_look(struct at_verdict_step *step)
{
    free(step->looked);
    step->looked = NULL;
    step->look = AT_EVIDENCE_NONE;
}

static void
note_deed(struct at_verdict_step *step, enum at_evidence evidence,
          struct at_str words, const struct at_testimony *testimony)
{
    struct at_str first = AT_STR("");
    struct at_deed *deed =
        at_ledger_add_deed(&step->ledger, deeds[evidence],
                           at_str(testimony ? testimony->typed : NULL),
                           at_str(testimony ? testimony->target : NULL));
    if (at_str_next_line(&words, &first))
        set_text(&deed->words, first);
    if (testimony) {
        deed->restarts = testimony->restarts;
        deed->scrolls = testimony->scrolls;
        deed->scene = testimony->scene;
    }
    if (evidence == AT_EVIDENCE_ACTED)
        forget_look(step);
}

// Without a testimony only the words of an assertion are known.
static void
set_claim(struct at_assertion *assertion, enum at_evidence evidence,
          struct at_str words, const struct at_testimony *testimony)
{
    bool held = evidence == AT_EVIDENCE_HELD;
    if (testimony && testimony->has_claim) {
        at_claim_copy(&testimony->claim, &assertion->claim);
        at_seen_copy(&testimony->seen, &assertion->seen);
        assertion->outcome = testimony->outcome;
        assertion->row = testimony->row;
        assertion->is_lenient = held && testimony->outcome == AT_CLAIM_FAILS;
        return;
    }
    at_claim_init(&assertion->claim, AT_CLAIM_TEXT);
    free(assertion->claim.text);
    assertion->claim.text = at_strndup(words.len ? words.ptr : "", words.len);
    assertion->outcome = held ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS;
}

static void
note_assertion(struct at_verdicts *verdicts, enum at_evidence evidence,
               struct at_str words, const struct at_testimony *testimony)
{
    struct at_verdict_step *step = &verdicts->steps[verdicts->current];
    struct at_assertion assertion = {.by = AT_ASSERTED_BY_MODEL,
                                     .scene = verdicts->scene,
                                     .row = AT_SCENE_NONE};
    set_claim(&assertion, evidence, words, testimony);
    bool held = assertion.outcome == AT_CLAIM_HOLDS;
    set_text(&assertion.words, held && testimony && testimony->why
                                   ? at_str(testimony->why)
                                   : words);
    // A measurement takes precedence over a judgement of the same screen's
    // picture.
    if (assertion.outcome == AT_CLAIM_HOLDS)
        forget_look(step);
    at_ledger_add(&step->ledger, &assertion);
}

void
at_verdicts_note(struct at_verdicts *verdicts, enum at_evidence evidence,
                 struct at_str words, const struct at_testimony *testimony)
{
    struct at_verdict_step *step = &verdicts->steps[verdicts->current];
    step->began = true;
    if (testimony)
        at_verdicts_saw(verdicts, testimony->scene);
    switch (evidence) {
    case AT_EVIDENCE_ACTED:
    case AT_EVIDENCE_REFUSED:
    case AT_EVIDENCE_MISSED:
        note_deed(step, evidence, words, testimony);
        break;
    case AT_EVIDENCE_HELD:
    case AT_EVIDENCE_FAILED:
        note_assertion(verdicts, evidence, words, testimony);
        break;
    case AT_EVIDENCE_JUDGED:
    case AT_EVIDENCE_DENIED:
        step->look = evidence;
        set_line(&step->looked, words);
        break;
    case AT_EVIDENCE_CRASHED:
        step->crashed = true;
        set_line(&step->reason, words);
        break;
    case AT_EVIDENCE_NONE:
        break;
    }
}

void
at_verdicts_expected(struct at_verdicts *verdicts, size_t step,
                     size_t expectation, const struct at_claim_result *result)
{
    const struct at_claims *expect = &verdicts->steps[step].expect;
    struct at_assertion assertion = {
        .outcome = result->outcome,
        .by = AT_ASSERTED_BY_ENGINE,
        .expectation = expectation,
        .scene = verdicts->scene,
        .row = result->row,
    };
    at_claim_copy(&expect->items[expectation], &assertion.claim);
    at_seen_copy(&result->seen, &assertion.seen);
    set_text(&assertion.words, at_buf_str(&result->why));
    verdicts->steps[verdicts->current].began = true;
    at_ledger_add(&verdicts->steps[verdicts->current].ledger, &assertion);
}

// Return the current step, or the one before it if that can still be verified.
static size_t
step_to_bind(const struct at_verdicts *verdicts)
{
    size_t current = verdicts->current;
    bool is_open =
        current > 0 &&
        verdicts->steps[current - 1].verdict == AT_VERDICT_UNVERIFIED &&
        verdicts->steps[current].ledger.deed_count == 0;
    return is_open ? current - 1 : current;
}

bool
at_verdicts_bind(struct at_verdicts *verdicts, size_t expectation,
                 struct at_str words, struct at_err *err)
{
    size_t step = step_to_bind(verdicts);
    struct at_claims *expect = &verdicts->steps[step].expect;
    if (expect->count == 0)
        return at_fail(err, AT_EUSAGE, "step %zu has no expectations to bind",
                       step + 1);
    if (expectation >= expect->count)
        return at_fail(err, AT_EUSAGE, "step %zu has expectations 1 to %zu",
                       step + 1, expect->count);
    const struct at_assertion *looked =
        at_verdicts_expectation(&verdicts->steps[step], expectation);
    if (!looked || looked->outcome != AT_CLAIM_UNBOUND)
        return at_fail(err, AT_EUSAGE,
                       looked ? "its words are on the screen, so that it is "
                                "not for you to say what they mean"
                              : "the engine has not looked for its words yet: "
                                "call stepDone first");
    struct at_claim *claim = &expect->items[expectation];
    free(claim->bound);
    claim->bound = at_strndup(words.len ? words.ptr : "", words.len);
    return true;
}

const struct at_assertion *
at_verdicts_expectation(const struct at_verdict_step *step, size_t expectation)
{
    for (size_t i = step->ledger.assertion_count; i-- > 0;) {
        const struct at_assertion *assertion = &step->ledger.assertions[i];
        if (assertion->by == AT_ASSERTED_BY_ENGINE &&
            assertion->expectation == expectation)
            return assertion;
    }
    return NULL;
}

// ── judging ──

static void
judge_ledger(const struct at_verdicts *verdicts, size_t index,
             struct at_proof *out)
{
    const struct at_verdict_step *step = &verdicts->steps[index];
    const struct at_proof_query query = {
        .ledger = &step->ledger,
        .previous = index > 0 ? &verdicts->steps[index - 1].ledger : NULL,
        .scenes = verdicts->scenes,
        .text = at_str(
            verdicts->scenario ? verdicts->scenario->steps.words[index] : NULL),
        .expect = &step->expect,
    };
    at_proof_judge(&query, out);
}

bool
at_verdicts_is_proved(const struct at_verdicts *verdicts)
{
    const struct at_verdict_step *step = &verdicts->steps[verdicts->current];
    struct at_proof proof;
    if (verdicts->current == verdicts->count || step->crashed ||
        step->look == AT_EVIDENCE_DENIED)
        return false;
    at_proof_init(&proof);
    judge_ledger(verdicts, verdicts->current, &proof);
    bool proved = proof.rule == AT_PROOF_HOLDS;
    at_proof_deinit(&proof);
    return proved;
}

// A PASS quotes the proof first and the model second; otherwise the measurement
// comes first, then the model's words.
static void
explain(struct at_verdict_step *step, struct at_str words, struct at_str said)
{
    struct at_buf text = AT_BUF_INIT(2 * AT_VERDICT_LINE_MAX_BYTES);
    at_buf_add_str(&text, words);
    if (said.len > 0)
        at_buf_add_fmt(&text, " (the model said: %.*s)", AT_STR_ARG(said));
    set_line(&step->reason, at_buf_str(&text));
    at_buf_deinit(&text);
}

static void
end_by_ledger(struct at_verdicts *verdicts, size_t index, struct at_str said)
{
    struct at_verdict_step *step = &verdicts->steps[index];
    struct at_proof proof;
    at_proof_init(&proof);
    judge_ledger(verdicts, index, &proof);
    struct at_str words = at_buf_str(&proof.words);
    const struct at_assertion *by =
        proof.assertion == AT_SCENE_NONE
            ? NULL
            : &step->ledger.assertions[proof.assertion];
    step->decided = AT_DECIDED_BY_RULE;
    step->rule = proof.rule;
    step->judged_by = proof.assertion;
    set_line(&step->quote, proof.about);
    step->proved_by = AT_SCENE_NONE;
    step->verdict = at_proof_rules[proof.rule].fails ? AT_VERDICT_FAIL
                                                     : AT_VERDICT_UNVERIFIED;
    if (by)
        set_line(&step->proof, at_str(by->words));
    if (proof.rule == AT_PROOF_HOLDS) {
        step->verdict = AT_VERDICT_PASS;
        step->proved_by = proof.assertion;
        words = at_str(step->proof);
    }
    explain(step, words, said);
    at_proof_deinit(&proof);
}

static void
end_measured(struct at_verdicts *verdicts, size_t index, struct at_str said)
{
    struct at_verdict_step *step = &verdicts->steps[index];
    set_line(&step->said, said);
    if (step->crashed) {
        step->verdict = AT_VERDICT_FAIL;
        step->decided = AT_DECIDED_BY_CRASH;
        explain(step, at_str(step->reason ? step->reason : "the app crashed"),
                said);
    } else if (step->look == AT_EVIDENCE_DENIED) {
        step->verdict = AT_VERDICT_FAIL;
        step->decided = AT_DECIDED_BY_LOOK;
        explain(step, at_str(step->looked), said);
    } else {
        end_by_ledger(verdicts, index, said);
        bool only_looked = step->rule == AT_PROOF_NOTHING_ASSERTED &&
                           step->look == AT_EVIDENCE_JUDGED;
        if (only_looked) {
            step->decided = AT_DECIDED_LOOKED;
            explain(step, AT_STR("judged by looking, not measured"), said);
        }
    }
}

// The next step begins with the current screen.
static void
advance(struct at_verdicts *verdicts)
{
    verdicts->current++;
    verdicts->steps[verdicts->current].ledger.first_scene = verdicts->scene;
}

void
at_verdicts_begin(struct at_verdicts *verdicts, size_t step)
{
    size_t until = step < verdicts->count ? step : verdicts->count;
    while (verdicts->current < until) {
        end_measured(verdicts, verdicts->current, AT_STR(""));
        advance(verdicts);
    }
    if (verdicts->current == step && step < verdicts->count)
        verdicts->steps[step].began = true;
}

// The screen has not changed since the step ended, so an assertion made since
// belongs to it.
static bool
can_still_pass(const struct at_verdicts *verdicts, size_t step)
{
    if (verdicts->steps[step].verdict != AT_VERDICT_UNVERIFIED ||
        step + 1 != verdicts->current)
        return false;
    const struct at_verdict_step *now = &verdicts->steps[verdicts->current];
    return now->ledger.deed_count == 0 && !now->crashed &&
           now->ledger.assertion_count > 0;
}

static enum at_verdict
claim_again(struct at_verdicts *verdicts, size_t step, bool passed,
            struct at_str reason)
{
    struct at_verdict_step *ended = &verdicts->steps[step];
    if (ended->verdict == AT_VERDICT_NOT_RUN)
        return ended->verdict;
    if (!passed && ended->verdict != AT_VERDICT_FAIL) {
        ended->verdict = AT_VERDICT_FAIL;
        ended->decided = AT_DECIDED_BY_MODEL;
        set_line(&ended->said, reason);
        set_line(&ended->reason, reason);
    } else if (passed && can_still_pass(verdicts, step)) {
        struct at_verdict_step *now = &verdicts->steps[verdicts->current];
        at_ledger_merge(&ended->ledger, &now->ledger);
        end_measured(verdicts, step, reason);
    }
    return ended->verdict;
}

enum at_verdict
at_verdicts_claim(struct at_verdicts *verdicts, size_t step, bool passed,
                  struct at_str reason)
{
    if (step < verdicts->current)
        return claim_again(verdicts, step, passed, reason);
    at_verdicts_begin(verdicts, step);
    struct at_verdict_step *now = &verdicts->steps[step];
    end_measured(verdicts, step, reason);
    if (!passed && !now->crashed) {
        if (now->verdict != AT_VERDICT_FAIL)
            now->decided = AT_DECIDED_BY_MODEL;
        now->verdict = AT_VERDICT_FAIL;
        now->proved_by = AT_SCENE_NONE;
        set_line(&now->reason, reason.len > 0 ? reason : at_str(now->proof));
    }
    advance(verdicts);
    return now->verdict;
}

void
at_verdicts_fail(struct at_verdicts *verdicts, enum at_decided decided,
                 struct at_str reason)
{
    if (verdicts->current >= verdicts->count)
        return;
    struct at_verdict_step *step = &verdicts->steps[verdicts->current];
    step->began = true;
    step->verdict = AT_VERDICT_FAIL;
    step->decided = decided;
    set_line(&step->reason, reason);
    advance(verdicts);
}

void
at_verdicts_crashed(struct at_verdicts *verdicts, struct at_str words)
{
    size_t index = verdicts->current;
    bool has_ended = verdicts->finished || index == verdicts->count;
    while (has_ended && index > 0 &&
           (index >= verdicts->count || !verdicts->steps[index].began))
        index--;
    struct at_verdict_step *step = &verdicts->steps[index];
    if (step->crashed)
        return;
    step->began = true;
    step->crashed = true;
    set_line(&step->reason, words);
    step->decided = AT_DECIDED_BY_CRASH;
    if (has_ended)
        step->verdict = AT_VERDICT_FAIL;
}

static void
leave(struct at_verdict_step *step, enum at_decided decided, const char *reason)
{
    step->verdict = AT_VERDICT_UNVERIFIED;
    step->decided = decided;
    set_line(&step->reason, at_str(reason));
}

// Add a weak proof's strength to the reason, which people see everywhere.
static void
tell_weakness(struct at_verdict_step *step)
{
    struct at_buf words = AT_BUF_INIT(2 * AT_VERDICT_LINE_MAX_BYTES);
    at_buf_add_fmt(&words, "%s; the proof is ",
                   step->reason ? step->reason : "");
    at_strength_write(step->strength, &words);
    set_line(&step->reason, at_buf_str(&words));
    at_buf_deinit(&words);
}

static void
weigh(struct at_verdicts *verdicts)
{
    for (size_t i = 0; verdicts->scenes && i < verdicts->count; i++) {
        struct at_verdict_step *step = &verdicts->steps[i];
        if (step->verdict != AT_VERDICT_PASS ||
            step->proved_by == AT_SCENE_NONE)
            continue;
        step->strength = at_proof_strength(
            &step->ledger.assertions[step->proved_by], verdicts->scenes);
        if (at_strength_is_weak(step->strength))
            tell_weakness(step);
    }
}

void
at_verdicts_skip(struct at_verdicts *verdicts, size_t steps)
{
    char reason[64];
    snprintf(reason, sizeof(reason), "not run: the run began with step %zu",
             steps + 1);
    for (; verdicts->current < steps; verdicts->current++) {
        struct at_verdict_step *step = &verdicts->steps[verdicts->current];
        step->verdict = AT_VERDICT_NOT_RUN;
        step->decided = AT_DECIDED_NOT_REACHED;
        set_line(&step->reason, at_str(reason));
    }
}

void
at_verdicts_finish(struct at_verdicts *verdicts, bool complete)
{
    if (verdicts->finished)
        return;
    verdicts->finished = true;
    for (size_t i = verdicts->current; i < verdicts->count; i++) {
        struct at_verdict_step *step = &verdicts->steps[i];
        if (step->began)
            end_measured(verdicts, i, AT_STR(""));
        else
            leave(step, AT_DECIDED_NOT_REACHED, "not reached");
        if (!complete && step->verdict == AT_VERDICT_PASS)
            leave(step, AT_DECIDED_CUT_SHORT,
                  "the run ended before the step did");
    }
    weigh(verdicts);
}

void
at_verdicts_demand_strong(struct at_verdicts *verdicts)
{
    for (size_t i = 0; i < verdicts->count; i++) {
        struct at_verdict_step *step = &verdicts->steps[i];
        struct at_buf words = AT_BUF_INIT(AT_VERDICT_LINE_MAX_BYTES);
        if (step->verdict != AT_VERDICT_PASS ||
            !at_strength_is_weak(step->strength))
            continue;
        at_buf_add_text(&words, "the proof is ");
        at_strength_write(step->strength, &words);
        if (step->proof)
            at_buf_add_fmt(&words, ": %s", step->proof);
        leave(step, AT_DECIDED_WEAK, at_buf_text(&words));
        at_buf_deinit(&words);
    }
}

// Quote the model: the words are its own.
static void
doubt(struct at_verdict_step *step, const struct at_second *second)
{
    struct at_buf words = AT_BUF_INIT(2 * AT_VERDICT_LINE_MAX_BYTES);
    at_buf_add_fmt(&words, "the second model (%.*s) doubts it: ",
                   AT_STR_ARG(second->model));
    at_quote_write(at_str(step->second_said), &words);
    if (step->proof)
        at_buf_add_fmt(&words, "; the proof was: %s", step->proof);
    leave(step, AT_DECIDED_DOUBTED, at_buf_text(&words));
    at_buf_deinit(&words);
}

void
at_verdicts_second(struct at_verdicts *verdicts, size_t step,
                   const struct at_second *second)
{
    struct at_verdict_step *ended = &verdicts->steps[step];
    if (ended->verdict != AT_VERDICT_PASS)
        return;
    ended->second = second->opinion;
    set_line(&ended->second_said, second->said);
    if (second->opinion == AT_OPINION_DOUBTS)
        doubt(ended, second);
}

size_t
at_verdicts_last_scene(const struct at_verdicts *verdicts, size_t step)
{
    const struct at_verdict_step *ended = &verdicts->steps[step];
    size_t scene = step < verdicts->current
                       ? verdicts->steps[step + 1].ledger.first_scene
                       : verdicts->scene;
    if (ended->proved_by == AT_SCENE_NONE)
        return scene;
    // An assertion made after the step's end may have verified it.
    size_t proof = ended->ledger.assertions[ended->proved_by].scene;
    bool is_later =
        proof != AT_SCENE_NONE && (scene == AT_SCENE_NONE || proof > scene);
    return is_later ? proof : scene;
}

enum at_verdict
at_verdicts_all(const struct at_verdicts *verdicts)
{
    size_t seen[AT_VERDICT_COUNT] = {0};
    for (size_t i = 0; i < verdicts->count; i++)
        seen[verdicts->steps[i].verdict]++;
    if (seen[AT_VERDICT_FAIL] > 0)
        return AT_VERDICT_FAIL;
    if (seen[AT_VERDICT_PASS] == verdicts->count)
        return AT_VERDICT_PASS;
    return seen[AT_VERDICT_OPEN] > 0 ? AT_VERDICT_OPEN : AT_VERDICT_UNVERIFIED;
}

void
at_verdicts_write(const struct at_verdicts *verdicts, struct at_buf *out)
{
    for (size_t i = 0; i < verdicts->count; i++) {
        const struct at_verdict_step *step = &verdicts->steps[i];
        at_buf_add_fmt(out, "%sStep %zu: %s \xe2\x80\x94 %s", i > 0 ? "\n" : "",
                       i + 1, at_verdict_names[step->verdict],
                       step->reason ? step->reason : "no reason was given");
    }
}
