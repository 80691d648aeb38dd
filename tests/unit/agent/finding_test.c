// finding_test.c: why a step has its verdict, as values
#include "agent/proof/finding.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "tests/t.h"
#include "wire/json.h"

// Evidence in order, a letter each: a acted, h held, f failed, d denied,
// j judged, c crashed. P and F: the model ends the step; S: it is ended from
// outside; X: the run is over.
static const struct {
    const char *script;
    const char *rule;
} rows[] = {
    {"ahP", "proved"},
    {"aP", "nothing-asserted"},
    {"haP", "not-after-last-action"},
    {"afP", "assertion-failed"},
    {"afF", "assertion-failed"}, // the measurement says more than the model
    {"aF", "claimed"},
    {"ahPF", "claimed"},
    {"adP", "denied"},
    {"ajP", "looked"},
    {"acP", "crashed"},
    {"S", "stuck"},
    {"X", "not-reached"},
    {"ahX", "cut-short"},
};

static void
play(struct at_verdicts *verdicts, const char *script)
{
    static const char letters[] = "narmhfjdc"; // as enum at_evidence
    for (; *script; script++) {
        const char *letter = strchr(letters, *script);
        if (letter)
            at_verdicts_note(verdicts, (enum at_evidence)(letter - letters),
                             AT_STR("Items: 2"), NULL);
        else if (*script == 'S')
            at_verdicts_fail(verdicts, AT_DECIDED_STUCK, AT_STR("stuck"));
        else if (*script == 'X')
            at_verdicts_finish(verdicts, false);
        else
            (void)at_verdicts_claim(verdicts, 0, *script == 'P',
                                    AT_STR("said"));
    }
}

T_TEST(each_verdict_names_what_decided)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_verdicts verdicts;
        at_verdicts_init(&verdicts, 1);
        play(&verdicts, rows[i].script);
        json_t *finding = at_finding_of_step(&verdicts.steps[0]);
        T_EQ_TEXT(json_string_value(json_object_get(finding, "rule")),
                  rows[i].rule);
        json_decref(finding);
        at_verdicts_deinit(&verdicts);
    }
}

T_TEST(an_open_step_has_none)
{
    struct at_verdicts verdicts;
    at_verdicts_init(&verdicts, 1);
    T_OK(!at_finding_of_step(&verdicts.steps[0]));
    at_verdicts_deinit(&verdicts);
}

static json_t *
note_failed(struct at_verdicts *verdicts)
{
    struct at_testimony testimony;
    at_testimony_init(&testimony);
    testimony.has_claim = true;
    at_claim_init(&testimony.claim, AT_CLAIM_TEXT);
    free(testimony.claim.text);
    testimony.claim.text = at_strdup("Items: 2");
    testimony.outcome = AT_CLAIM_FAILS;
    at_seen_say(&testimony.seen, AT_STR("Items: 1"));
    testimony.seen.has_box = true;
    testimony.seen.box = (struct at_rect){1, 2, 3, 4};
    testimony.seen.width_px = 400;
    testimony.seen.height_px = 800;
    at_verdicts_note(verdicts, AT_EVIDENCE_FAILED, AT_STR("words"), &testimony);
    json_t *finding = at_finding_of_call(&testimony);
    at_testimony_deinit(&testimony);
    return finding;
}

T_TEST(a_failed_text_has_its_claim_and_the_nearest_element)
{
    static const char members[] =
        "\"claim\":{\"text\":\"Items: "
        "2\",\"pinned\":false},\"outcome\":\"fails\",\"seen\":"
        "{\"text\":\"Items: 1\",\"box\":[1,2,3,4],\"space\":[400,800]}";
    struct at_verdicts verdicts;
    at_verdicts_init(&verdicts, 1);
    json_t *of_call = note_failed(&verdicts);
    (void)at_verdicts_claim(&verdicts, 0, true, AT_STR("said"));
    json_t *of_step = at_finding_of_step(&verdicts.steps[0]);
    char *call = at_strfmt("{%s}", members);
    char *step = at_strfmt(
        "{\"rule\":\"assertion-failed\",%s,\"said\":\"said\"}", members);
    char *call_text = json_dumps(of_call, JSON_COMPACT);
    char *step_text = json_dumps(of_step, JSON_COMPACT);
    T_EQ_TEXT(call_text, call);
    T_EQ_TEXT(step_text, step);
    free(call);
    free(step);
    free(call_text);
    free(step_text);
    json_decref(of_call);
    json_decref(of_step);
    at_verdicts_deinit(&verdicts);
}

T_TEST(a_text_that_is_too_long_to_be_whole_is_left_out)
{
    struct at_seen seen = {0};
    char text[AT_SEEN_TEXT_MAX_BYTES + 2];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    at_seen_say(&seen, at_str(text));
    T_OK(!at_seen_json(&seen));
    at_seen_deinit(&seen);
}

T_MAIN()
