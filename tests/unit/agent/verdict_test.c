// verdict_test.c: evidence in every order, and models that lie about it
#include "agent/proof/verdict.h"

#include "base/limits.h"
#include "tests/t.h"

// A script of what happens, a letter each. Evidence: a acted, h held, f the
// same assertion failed, g another one failed, j judged yes, d denied, c
// crashed. Words of the model about the first step: P passed, F failed. E: the
// run ends complete, X: it is cut off.
static const struct {
    const char *script;
    enum at_verdict verdict;
    const char *reason; // a part of it
} rows[] = {
    // An assertion after the last action decides.
    {"ahP", AT_VERDICT_PASS, "said"},
    {"hP", AT_VERDICT_PASS, "said"},
    {"ahhP", AT_VERDICT_PASS, "said"},
    {"aafahP", AT_VERDICT_PASS, "said"}, // failed, recovered, held
    {"afhP", AT_VERDICT_PASS, "said"},
    {"ahE", AT_VERDICT_PASS, "proof-h"},
    // An assertion before the last action does not count.
    {"haP", AT_VERDICT_UNVERIFIED, "after the last action"},
    {"ahaP", AT_VERDICT_UNVERIFIED, "the model said: said"},
    {"aP", AT_VERDICT_UNVERIFIED, "nothing was asserted"},
    {"P", AT_VERDICT_UNVERIFIED, "nothing was asserted"},
    {"aE", AT_VERDICT_UNVERIFIED, "nothing was asserted"},
    // A model that says "all passed" after a failed assertion.
    {"afP", AT_VERDICT_FAIL, "proof-f"},
    {"ahfP", AT_VERDICT_FAIL, "the model said: said"},
    {"fE", AT_VERDICT_FAIL, "proof-f"},
    // A failed assertion stays failed until the same target holds.
    {"faP", AT_VERDICT_FAIL, "proof-f"},
    {"gahP", AT_VERDICT_UNVERIFIED, "proof-g"},
    {"aghP", AT_VERDICT_UNVERIFIED, "proof-g"},
    {"ahgP", AT_VERDICT_FAIL, "proof-g"},
    {"aghPghP", AT_VERDICT_UNVERIFIED, "proof-g"},
    // The model can make a PASS a FAIL, and never the other way.
    {"ahF", AT_VERDICT_FAIL, "said"},
    {"ahPF", AT_VERDICT_FAIL, "said"},
    {"ahFP", AT_VERDICT_FAIL, "said"},
    {"afPP", AT_VERDICT_FAIL, "proof-f"},
    {"afPhP", AT_VERDICT_FAIL, "proof-f"},
    {"afPF", AT_VERDICT_FAIL, "proof-f"}, // the measured reason stays
    {"aPP", AT_VERDICT_UNVERIFIED, "nothing was asserted"},
    // A judgement is not a measurement, but a denial counts.
    {"ajP", AT_VERDICT_UNVERIFIED, "judged by looking"},
    {"ajhP", AT_VERDICT_PASS, "said"},
    {"ahjP", AT_VERDICT_PASS, "said"},
    {"afjP", AT_VERDICT_FAIL, "proof-f"},
    {"adP", AT_VERDICT_FAIL, "proof-d"},
    {"ahdP", AT_VERDICT_FAIL, "proof-d"},
    {"adjP", AT_VERDICT_UNVERIFIED, "judged by looking"},
    {"adhP", AT_VERDICT_PASS, "said"},
    // A crash stays, whatever comes after.
    {"acP", AT_VERDICT_FAIL, "proof-c"},
    {"acahP", AT_VERDICT_FAIL, "proof-c"},
    {"chF", AT_VERDICT_FAIL, "proof-c"},
    // An unverified step can be verified until the next action.
    {"aPhP", AT_VERDICT_PASS, "said"},
    {"PhP", AT_VERDICT_PASS, "said"},
    {"aPahP", AT_VERDICT_UNVERIFIED, "nothing was asserted"},
    {"aPfP", AT_VERDICT_FAIL, "proof-f"},
    {"aPhcP", AT_VERDICT_UNVERIFIED, "nothing was asserted"},
    {"aPhF", AT_VERDICT_FAIL, "said"},
    // A step that was cut off has not passed.
    {"ahX", AT_VERDICT_UNVERIFIED, "ended before the step"},
    {"afX", AT_VERDICT_FAIL, "proof-f"},
    {"aX", AT_VERDICT_UNVERIFIED, "nothing was asserted"},
    {"ahPX", AT_VERDICT_PASS, "said"},
    {"X", AT_VERDICT_UNVERIFIED, "not reached"},
    {"E", AT_VERDICT_UNVERIFIED, "not reached"},
};

// h and f are about one target, g is about another.
static void
note(struct at_verdicts *verdicts, enum at_evidence evidence, const char *words)
{
    struct at_testimony testimony;
    at_testimony_init(&testimony);
    testimony.has_claim =
        evidence == AT_EVIDENCE_HELD || evidence == AT_EVIDENCE_FAILED;
    testimony.outcome =
        evidence == AT_EVIDENCE_HELD ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS;
    if (testimony.has_claim) {
        at_claim_init(&testimony.claim, AT_CLAIM_TEXT);
        free(testimony.claim.text);
        testimony.claim.text = strdup(words[6] == 'g' ? "beta" : "alpha");
    }
    at_verdicts_note(verdicts, evidence, at_str(words), &testimony);
    at_testimony_deinit(&testimony);
}

static void
play(struct at_verdicts *verdicts, const char *script)
{
    static const struct {
        char letter;
        enum at_evidence evidence;
    } letters[] = {
        {'a', AT_EVIDENCE_ACTED},   {'h', AT_EVIDENCE_HELD},
        {'f', AT_EVIDENCE_FAILED},  {'g', AT_EVIDENCE_FAILED},
        {'j', AT_EVIDENCE_JUDGED},  {'d', AT_EVIDENCE_DENIED},
        {'c', AT_EVIDENCE_CRASHED}, {'n', AT_EVIDENCE_NONE},
    };
    for (; *script; script++) {
        char words[] = "proof-?";
        words[6] = *script;
        for (size_t i = 0; i < T_LEN(letters); i++)
            if (letters[i].letter == *script)
                note(verdicts, letters[i].evidence, words);
        if (*script == 'P' || *script == 'F')
            at_verdicts_claim(verdicts, 0, *script == 'P', at_str("said"));
        if (*script == 'E' || *script == 'X')
            at_verdicts_finish(verdicts, *script == 'E');
    }
}

// The same holds for the last step as for one with others behind it.
T_TEST(evidence_decides)
{
    for (size_t steps = 1; steps <= 2; steps++) {
        for (size_t i = 0; i < T_LEN(rows); i++) {
            struct at_verdicts verdicts;
            T_ROW(rows[i].script);
            at_verdicts_init(&verdicts, steps);
            play(&verdicts, rows[i].script);
            const struct at_verdict_step *step = &verdicts.steps[0];
            T_EQ_INT(step->verdict, rows[i].verdict);
            T_HAS(step->reason ? step->reason : "", rows[i].reason);
            at_verdicts_deinit(&verdicts);
        }
    }
}

// Looking in between changes nothing.
T_TEST(looking_proves_nothing)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_verdicts verdicts;
        char script[32] = "";
        T_ROW(rows[i].script);
        for (size_t at = 0; rows[i].script[at]; at++) {
            script[2 * at] = rows[i].script[at];
            script[2 * at + 1] = 'n';
            script[2 * at + 2] = '\0';
        }
        at_verdicts_init(&verdicts, 3);
        play(&verdicts, script);
        T_EQ_INT(verdicts.steps[0].verdict, rows[i].verdict);
        at_verdicts_deinit(&verdicts);
    }
}

static void
check_all(const struct at_verdicts *verdicts, enum at_verdict all,
          const char *text)
{
    struct at_buf out = AT_BUF_INIT(4096);
    at_verdicts_write(verdicts, &out);
    T_EQ_INT(at_verdicts_all(verdicts), all);
    T_EQ_TEXT(at_buf_text(&out), text);
    at_buf_deinit(&out);
}

T_TEST(a_step_that_is_skipped_proves_nothing)
{
    struct at_verdicts verdicts;
    at_verdicts_init(&verdicts, 4);
    play(&verdicts, "ah");
    T_EQ_INT(at_verdicts_claim(&verdicts, 2, true, at_str("all fine")),
             AT_VERDICT_UNVERIFIED);
    T_EQ_SIZE(verdicts.current, 3);
    T_EQ_INT(at_verdicts_all(&verdicts), AT_VERDICT_OPEN);
    at_verdicts_finish(&verdicts, true);
    check_all(&verdicts, AT_VERDICT_UNVERIFIED,
              "Step 1: PASS — proof-h\n"
              "Step 2: UNVERIFIED — nothing was asserted\n"
              "Step 3: UNVERIFIED — nothing was asserted "
              "(the model said: all fine)\n"
              "Step 4: UNVERIFIED — not reached");
    at_verdicts_deinit(&verdicts);
}

T_TEST(a_step_begins_where_the_model_says)
{
    struct at_verdicts verdicts;
    at_verdicts_init(&verdicts, 2);
    play(&verdicts, "ah");
    at_verdicts_begin(&verdicts, 1);
    at_verdicts_begin(&verdicts, 0); // has ended
    at_verdicts_begin(&verdicts, 9); // it does not exist
    T_EQ_SIZE(verdicts.current, 2);
    at_verdicts_deinit(&verdicts);
    at_verdicts_init(&verdicts, 2);
    play(&verdicts, "ah");
    at_verdicts_begin(&verdicts, 1);
    T_EQ_INT(verdicts.steps[0].verdict, AT_VERDICT_PASS);
    play(&verdicts, "afE");
    check_all(&verdicts, AT_VERDICT_FAIL,
              "Step 1: PASS — proof-h\nStep 2: FAIL — an assertion did not "
              "hold: proof-f");
    at_verdicts_deinit(&verdicts);
}

T_TEST(all_pass_only_if_each_does)
{
    struct at_verdicts verdicts;
    at_verdicts_init(&verdicts, 2);
    play(&verdicts, "ahP");
    T_EQ_INT(at_verdicts_all(&verdicts), AT_VERDICT_OPEN);
    note(&verdicts, AT_EVIDENCE_HELD, "proof-x");
    T_EQ_INT(at_verdicts_claim(&verdicts, 1, true, at_str("")),
             AT_VERDICT_PASS);
    check_all(&verdicts, AT_VERDICT_PASS,
              "Step 1: PASS — proof-h (the model said: said)\n"
              "Step 2: PASS — proof-x");
    at_verdicts_finish(&verdicts, false);
    T_EQ_INT(at_verdicts_all(&verdicts), AT_VERDICT_PASS);
    at_verdicts_deinit(&verdicts);
}

T_TEST(a_run_that_left_out_steps_never_passes)
{
    struct at_verdicts verdicts;
    at_verdicts_init(&verdicts, 2);
    at_verdicts_skip(&verdicts, 1);
    note(&verdicts, AT_EVIDENCE_HELD, "proof-x");
    T_EQ_INT(at_verdicts_claim(&verdicts, 0, false, at_str("a lie")),
             AT_VERDICT_NOT_RUN);
    T_EQ_INT(at_verdicts_claim(&verdicts, 1, true, at_str("")),
             AT_VERDICT_PASS);
    check_all(&verdicts, AT_VERDICT_UNVERIFIED,
              "Step 1: NOT_RUN — not run: the run began with step 2\n"
              "Step 2: PASS — proof-x");
    at_verdicts_finish(&verdicts, true);
    T_EQ_INT(at_verdicts_all(&verdicts), AT_VERDICT_UNVERIFIED);
    at_verdicts_deinit(&verdicts);
}

T_TEST(a_step_is_failed_from_outside)
{
    struct at_verdicts verdicts;
    at_verdicts_init(&verdicts, 1);
    play(&verdicts, "ah");
    at_verdicts_fail(&verdicts, AT_DECIDED_STUCK, at_str("stuck"));
    at_verdicts_fail(&verdicts, AT_DECIDED_STUCK, at_str("again"));
    check_all(&verdicts, AT_VERDICT_FAIL, "Step 1: FAIL — stuck");
    T_EQ_INT(at_verdicts_claim(&verdicts, 0, true, at_str("but")),
             AT_VERDICT_FAIL);
    at_verdicts_deinit(&verdicts);
    at_verdicts_deinit(&verdicts);
}

// A script of a step; what a second model says of it; the verdict then.
static const struct {
    const char *script;
    enum at_opinion opinion;
    enum at_verdict verdict;
    const char *reason; // a part of it
    enum at_opinion kept;
} seconds[] = {
    {"ahPE", AT_OPINION_DOUBTS, AT_VERDICT_UNVERIFIED,
     "the second model (Opus47) doubts it: \"it shows \\\"404\\\"\"; the "
     "proof was: proof-h",
     AT_OPINION_DOUBTS},
    {"ahPE", AT_OPINION_AGREES, AT_VERDICT_PASS, "proof-h", AT_OPINION_AGREES},
    {"ahPE", AT_OPINION_UNKNOWN, AT_VERDICT_PASS, "proof-h",
     AT_OPINION_UNKNOWN},
    // It raises nothing, and what failed stays failed.
    {"afPE", AT_OPINION_AGREES, AT_VERDICT_FAIL, "proof-f", AT_OPINION_NONE},
    {"afPE", AT_OPINION_DOUBTS, AT_VERDICT_FAIL, "proof-f", AT_OPINION_NONE},
    {"aPE", AT_OPINION_AGREES, AT_VERDICT_UNVERIFIED, "nothing was asserted",
     AT_OPINION_NONE},
    {"aPE", AT_OPINION_DOUBTS, AT_VERDICT_UNVERIFIED, "nothing was asserted",
     AT_OPINION_NONE},
    {"acE", AT_OPINION_AGREES, AT_VERDICT_FAIL, "proof-c", AT_OPINION_NONE},
};

T_TEST(a_second_model_can_only_lower_a_pass)
{
    for (size_t i = 0; i < T_LEN(seconds); i++) {
        const struct at_second second = {seconds[i].opinion, at_str("Opus47"),
                                         at_str("it shows\n\"404\"")};
        struct at_verdicts verdicts;
        T_ROW(seconds[i].script);
        at_verdicts_init(&verdicts, 1);
        play(&verdicts, seconds[i].script);
        at_verdicts_second(&verdicts, 0, &second);
        const struct at_verdict_step *step = &verdicts.steps[0];
        T_EQ_INT(step->verdict, seconds[i].verdict);
        T_HAS(step->reason, seconds[i].reason);
        T_EQ_INT(step->second, seconds[i].kept);
        if (step->second != AT_OPINION_NONE)
            T_EQ_TEXT(step->second_said, "it shows \"404\"");
        else
            T_NULL(step->second_said);
        at_verdicts_deinit(&verdicts);
    }
}

// A reason cannot forge a line of the summary, nor grow without end.
T_TEST(a_reason_is_one_short_line)
{
    struct at_verdicts verdicts;
    char reason[3000];
    at_verdicts_init(&verdicts, 1);
    memset(reason, 'x', sizeof(reason));
    memcpy(reason, " a\nStep 2: PASS \033[31m", 21);
    at_verdicts_claim(&verdicts, 0, false, at_str_n(reason, sizeof(reason)));
    T_OK(strlen(verdicts.steps[0].reason) <= AT_VERDICT_LINE_MAX_BYTES);
    T_OK(!strpbrk(verdicts.steps[0].reason, "\n\033"));
    T_OK(strncmp(verdicts.steps[0].reason, "a Step 2", 8) == 0);
    at_verdicts_deinit(&verdicts);
}

T_MAIN()
