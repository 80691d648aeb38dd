// likely_cause_test.c: every end of a run, with every evidence
#include "agent/proof/likely_cause.h"

#include <string.h>

#include "tests/t.h"

// Evidence in order, a letter each: a acted, h held, f failed, d denied,
// c crashed. P and F: the model ends the step; S: it is ended from outside.
static const struct {
    const char *script;
    enum at_run_end end;
    enum at_likely_cause likely_cause;
} rows[] = {
    {"ahPahP", AT_RUN_END_DONE, AT_LIKELY_CAUSE_NONE},
    {"afF", AT_RUN_END_DONE, AT_LIKELY_CAUSE_APP},
    {"adF", AT_RUN_END_DONE, AT_LIKELY_CAUSE_APP},
    {"afPahP", AT_RUN_END_DONE, AT_LIKELY_CAUSE_APP},
    {"ahPaf", AT_RUN_END_DONE,
     AT_LIKELY_CAUSE_APP}, // the model just stopped there
    {"ac", AT_RUN_END_DONE, AT_LIKELY_CAUSE_APP},
    {"cS", AT_RUN_END_DONE, AT_LIKELY_CAUSE_APP}, // it died when it was started
    {"aF", AT_RUN_END_DONE, AT_LIKELY_CAUSE_TEST},
    {"S", AT_RUN_END_DONE, AT_LIKELY_CAUSE_TEST},
    {"faS", AT_RUN_END_DONE, AT_LIKELY_CAUSE_TEST},
    {"ahPaP", AT_RUN_END_DONE, AT_LIKELY_CAUSE_TEST}, // UNVERIFIED
    {"", AT_RUN_END_DONE, AT_LIKELY_CAUSE_TEST},
    // The cause that cut the run off counts, unless a step had failed before.
    {"ahPa", AT_RUN_END_DEVICE, AT_LIKELY_CAUSE_DEVICE},
    {"ahPa", AT_RUN_END_MODEL, AT_LIKELY_CAUSE_MODEL},
    {"ahPa", AT_RUN_END_BUDGET, AT_LIKELY_CAUSE_BUDGET},
    {"ahPa", AT_RUN_END_STOPPED, AT_LIKELY_CAUSE_NONE},
    {"af", AT_RUN_END_BUDGET,
     AT_LIKELY_CAUSE_BUDGET}, // it may have come too early
    {"afF", AT_RUN_END_BUDGET, AT_LIKELY_CAUSE_APP},
    {"aFah", AT_RUN_END_MODEL, AT_LIKELY_CAUSE_MODEL},
    {"ac", AT_RUN_END_DEVICE, AT_LIKELY_CAUSE_APP},
};

static void
play(struct at_verdicts *verdicts, const char *script)
{
    static const char letters[] =
        "narmhfjdc"; // in the order of enum at_evidence
    for (; *script; script++) {
        const char *letter = strchr(letters, *script);
        if (letter)
            at_verdicts_note(verdicts, (enum at_evidence)(letter - letters),
                             AT_STR("words"), NULL);
        else if (*script == 'S')
            at_verdicts_fail(verdicts, AT_DECIDED_STUCK, AT_STR("stuck"));
        else
            (void)at_verdicts_claim(verdicts, verdicts->current, *script == 'P',
                                    AT_STR("said"));
    }
}

T_TEST(facts_decide)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_verdicts verdicts;
        T_ROW(rows[i].script);
        at_verdicts_init(&verdicts, 2);
        play(&verdicts, rows[i].script);
        at_verdicts_finish(&verdicts, rows[i].end == AT_RUN_END_DONE);
        T_EQ_INT(at_likely_cause_of(rows[i].end, &verdicts),
                 rows[i].likely_cause);
        at_verdicts_deinit(&verdicts);
    }
}

T_TEST(each_has_a_name)
{
    for (int i = AT_LIKELY_CAUSE_NONE + 1; i < AT_LIKELY_CAUSE_COUNT; i++)
        T_OK(at_likely_cause_names[i] && at_likely_cause_names[i][0]);
}

T_MAIN()
