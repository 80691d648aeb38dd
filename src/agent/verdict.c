#include "agent/verdict.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/quote.h"

const char *const at_verdict_names[AT_VERDICT_COUNT] = {
    [AT_VERDICT_OPEN] = "OPEN",
    [AT_VERDICT_PASS] = "PASS",
    [AT_VERDICT_FAIL] = "FAIL",
    [AT_VERDICT_UNVERIFIED] = "UNVERIFIED",
};

// The verdict of a step by its last evidence. The words are its reason where
// there is no proof to quote.
static const struct {
    enum at_verdict verdict;
    const char *words;
} measures[] = {
    [AT_EVIDENCE_NONE] = {AT_VERDICT_UNVERIFIED, "nothing was asserted"},
    [AT_EVIDENCE_ACTED] = {AT_VERDICT_UNVERIFIED,
                           "no assertion held after the last action"},
    [AT_EVIDENCE_HELD] = {AT_VERDICT_PASS, "an assertion held"},
    [AT_EVIDENCE_FAILED] = {AT_VERDICT_FAIL, "an assertion did not hold"},
    [AT_EVIDENCE_JUDGED] = {AT_VERDICT_UNVERIFIED,
                            "judged by looking, not measured"},
    [AT_EVIDENCE_DENIED] = {AT_VERDICT_FAIL, "judged by looking: no"},
    [AT_EVIDENCE_CRASHED] = {AT_VERDICT_FAIL, "the app crashed"},
};

void
at_verdicts_init(struct at_verdicts *verdicts, size_t count)
{
    *verdicts = (struct at_verdicts){.count = count};
    // One more takes the events after the last step.
    verdicts->steps = at_alloc((count + 1) * sizeof(*verdicts->steps));
}

void
at_verdicts_deinit(struct at_verdicts *verdicts)
{
    for (size_t i = 0; verdicts->steps && i <= verdicts->count; i++) {
        free(verdicts->steps[i].reason);
        free(verdicts->steps[i].proof);
    }
    free(verdicts->steps);
    *verdicts = (struct at_verdicts){0};
}

// Replace *slot by text as one line without its blanks; NULL if it is empty.
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

static void
forget(struct at_verdict_step *step)
{
    free(step->proof);
    step->proof = NULL;
    step->last = AT_EVIDENCE_NONE;
}

// A judgement of a picture does not replace a measurement of the same screen.
static bool
counts(const struct at_verdict_step *step, enum at_evidence evidence)
{
    return evidence != AT_EVIDENCE_JUDGED ||
           (step->last != AT_EVIDENCE_HELD && step->last != AT_EVIDENCE_FAILED);
}

void
at_verdicts_note(struct at_verdicts *verdicts, enum at_evidence evidence,
                 struct at_str words)
{
    struct at_verdict_step *step = &verdicts->steps[verdicts->current];
    step->began = true;
    if (evidence == AT_EVIDENCE_ACTED) {
        forget(step);
        step->actions++;
        step->last = AT_EVIDENCE_ACTED;
    } else if (evidence == AT_EVIDENCE_CRASHED) {
        step->crashed = true;
        set_line(&step->reason, words);
    } else if (evidence != AT_EVIDENCE_NONE && counts(step, evidence)) {
        step->last = evidence;
        set_line(&step->proof, words);
    }
}

static enum at_evidence
evidence_of(const struct at_verdict_step *step)
{
    return step->crashed ? AT_EVIDENCE_CRASHED : step->last;
}

// The measurement comes before the model's words, except in a PASS, where both
// agree and the model's words are easier to read.
static void
explain(struct at_verdict_step *step, enum at_verdict measured,
        struct at_str said)
{
    struct at_buf words = AT_BUF_INIT(2 * AT_VERDICT_LINE_MAX_BYTES);
    const char *base = measures[evidence_of(step)].words;
    if (step->crashed && step->reason)
        at_buf_add_text(&words, step->reason);
    else if (measured == AT_VERDICT_PASS && said.len > 0)
        at_buf_add_str(&words, said);
    else if (measured == AT_VERDICT_UNVERIFIED || !step->proof)
        at_buf_add_text(&words, base);
    else
        at_buf_add_text(&words, step->proof);
    if (measured != AT_VERDICT_PASS && said.len > 0)
        at_buf_add_fmt(&words, " (the model said: %.*s)", AT_STR_ARG(said));
    set_line(&step->reason, at_buf_str(&words));
    at_buf_deinit(&words);
}

static void
end_measured(struct at_verdict_step *step, struct at_str said)
{
    step->verdict = measures[evidence_of(step)].verdict;
    explain(step, step->verdict, said);
}

void
at_verdicts_begin(struct at_verdicts *verdicts, size_t step)
{
    size_t until = step < verdicts->count ? step : verdicts->count;
    for (; verdicts->current < until; verdicts->current++)
        end_measured(&verdicts->steps[verdicts->current], AT_STR(""));
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
    return now->actions == 0 && !now->crashed && now->last == AT_EVIDENCE_HELD;
}

static enum at_verdict
claim_again(struct at_verdicts *verdicts, size_t step, bool passed,
            struct at_str reason)
{
    struct at_verdict_step *ended = &verdicts->steps[step];
    if (!passed && ended->verdict != AT_VERDICT_FAIL) {
        ended->verdict = AT_VERDICT_FAIL;
        set_line(&ended->reason, reason);
    } else if (passed && can_still_pass(verdicts, step)) {
        struct at_verdict_step *now = &verdicts->steps[verdicts->current];
        free(ended->proof);
        ended->proof = now->proof;
        now->proof = NULL;
        ended->last = AT_EVIDENCE_HELD;
        forget(now);
        end_measured(ended, reason);
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
    if (passed || now->crashed) {
        end_measured(now, reason);
    } else {
        now->verdict = AT_VERDICT_FAIL;
        set_line(&now->reason, reason.len > 0 ? reason : at_str(now->proof));
    }
    verdicts->current++;
    return now->verdict;
}

void
at_verdicts_fail(struct at_verdicts *verdicts, struct at_str reason)
{
    if (verdicts->current >= verdicts->count)
        return;
    struct at_verdict_step *step = &verdicts->steps[verdicts->current++];
    step->began = true;
    step->verdict = AT_VERDICT_FAIL;
    set_line(&step->reason, reason);
}

static void
leave(struct at_verdict_step *step, const char *reason)
{
    step->verdict = AT_VERDICT_UNVERIFIED;
    set_line(&step->reason, at_str(reason));
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
            end_measured(step, AT_STR(""));
        else
            leave(step, "not reached");
        if (!complete && step->verdict == AT_VERDICT_PASS)
            leave(step, "the run ended before the step did");
    }
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
