#include "agent/proof/likely_cause.h"

// Steps that a flow's conditions leave out do not keep it from passing.
static bool
has_passed(const struct at_verdicts *verdicts)
{
    bool all = verdicts->count > 0;
    for (size_t i = 0; i < verdicts->count; i++) {
        const struct at_verdict_step *step = &verdicts->steps[i];
        all = all && (step->verdict == AT_VERDICT_PASS ||
                      step->decided == AT_DECIDED_SKIPPED);
    }
    return all;
}

static bool
was_measured(const struct at_verdict_step *step)
{
    return step->crashed || step->look == AT_EVIDENCE_DENIED ||
           (step->decided == AT_DECIDED_BY_COMMAND && step->asserted) ||
           at_proof_rules[step->rule].fails;
}

// In a step that was cut off only a crash counts: a failed assertion may have
// come too early.
static bool
is_of_app(const struct at_verdicts *verdicts, size_t i)
{
    const struct at_verdict_step *step = &verdicts->steps[i];
    bool was_cut = i >= verdicts->current;
    return step->verdict == AT_VERDICT_FAIL &&
           (was_cut ? step->crashed : was_measured(step));
}

enum at_likely_cause
at_likely_cause_of(enum at_run_end end, const struct at_verdicts *verdicts)
{
    if (has_passed(verdicts))
        return AT_LIKELY_CAUSE_NONE;
    for (size_t i = 0; i < verdicts->count; i++) {
        if (is_of_app(verdicts, i))
            return AT_LIKELY_CAUSE_APP;
    }
    if (end != AT_RUN_END_DONE)
        return at_run_end_rows[end].likely_cause;
    // The model ended the run itself, so an open assertion decides.
    for (size_t i = verdicts->current; i < verdicts->count; i++) {
        if (was_measured(&verdicts->steps[i]))
            return AT_LIKELY_CAUSE_APP;
    }
    return AT_LIKELY_CAUSE_TEST;
}
