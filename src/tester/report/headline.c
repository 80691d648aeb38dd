#include "tester/report/headline.h"

#include <string.h>

#include "agent/proof/claim.h"
#include "base/quote.h"
#include "wire/json.h"

// A claim in words: that it holds, that it fails. A "$" and a letter stand for
// its text, element ("of"), place ("where"), number and summed labels.
struct forms {
    const char *holds;
    const char *fails;
};
static const struct forms forms[AT_CLAIM_KINDS] = {
    [AT_CLAIM_TEXT] = {"“$t” is shown", "“$t” was not shown"},
    [AT_CLAIM_ABSENT] = {"“$t” is not shown", "“$t” was still shown"},
    [AT_CLAIM_COUNT] = {"“$o” is shown exactly $n",
                        "“$o” was not shown exactly $n"},
    [AT_CLAIM_AT_LEAST] = {"“$o” is shown at least $n",
                           "“$o” was not shown at least $n"},
    [AT_CLAIM_STATE] = {"“$o” is $t", "“$o” was not $t"},
    [AT_CLAIM_VALUE] = {"“$o” contains “$t”", "“$o” did not contain “$t”"},
    [AT_CLAIM_AMOUNT] = {"the amount $w “$o” is $t",
                         "the amount $w “$o” was not $t"},
    [AT_CLAIM_SUM] = {"the amount $w “$o” is the sum of $s",
                      "the amount $w “$o” was not the sum of $s"},
    [AT_CLAIM_TOAST] = {"a message says “$t”", "no message said “$t”"},
    [AT_CLAIM_APP] = {"$t is in front", "$t was not in front"},
    [AT_CLAIM_SHOWN] = {"$t is shown", "$t was not shown"},
};
static const struct forms text_near = {"“$t” is shown $w “$o”",
                                       "“$t” was not shown $w “$o”"};
static const struct forms amount_alone = {"the amount $t is shown",
                                          "the amount $t was not shown"};
static const struct forms value_empty = {"“$o” is empty", "“$o” was not empty"};

// "$q" is the words of the step that nothing proves, "$c" the claim.
static const struct {
    const char *rule;
    const char *words;
} rules[] = {
    {"crashed", "the app crashed"},
    {"denied", "the screenshot did not show what the step asks for"},
    {"claimed", "the model reported that it could not be done"},
    {"given-up", "too many attempts failed"},
    {"command", "a command of the flow failed"},
    {"stuck", "the agent kept repeating the same action"},
    {"not-approved", "a sensitive action was not allowed"},
    {"replay",
     "the recording did not match, and there was no model to take over"},
    {"nothing-asserted", "nothing was checked"},
    {"not-after-last-action", "nothing was checked after the last action"},
    {"all-refused", "every action was refused"},
    {"all-failed", "every action failed"},
    {"expectation-unbound",
     "nothing on the screen matches its expectation that $c"},
    {"expectation-unknown", "it could not be checked that $c"},
    {"expectation-unchecked", "an expectation was not checked"},
    {"assertion-open", "an earlier check failed and was not repeated: $c"},
    {"behind", "the app was not in front when it was checked"},
    {"part-of-word", "the text was only part of a longer word: $c"},
    {"too-short", "fewer than three characters prove nothing"},
    {"typed", "the text was only typed by the step itself: $c"},
    {"negated", "the screen says the opposite: $c"},
    {"loading", "the app was still loading when it was checked"},
    {"never-seen",
     "the text was never on screen, so its absence proves nothing"},
    {"scrolled-away", "the text was scrolled out of view, not removed"},
    {"restarted", "the app was restarted, which the step does not ask for"},
    {"not-caused", "nothing was done, and it was already so: $c"},
    {"held-before", "it was already so before the step: $c"},
    {"quote-uncovered", "“$q” was not checked"},
    {"kind-missing", "a check of the $q is missing"},
    {"looked", "it was only judged from a screenshot, not measured"},
    {"weak", "the proof is weak; it was also true on most other screens: $c"},
    {"doubted", "the second model doubts it"},
    {"cut-short", "the run ended before the step did"},
};

static const struct {
    const char *in_step; // NULL: before
    const char *before;
    bool tells; // the reason follows
} ends[AT_RUN_END_COUNT] = {
    [AT_RUN_END_STOPPED] = {"Stopped during step %zu",
                            "Stopped before the first step", false},
    [AT_RUN_END_LOST] = {"The server stopped during step %zu",
                         "The server stopped before the first step", false},
    [AT_RUN_END_WORKER] = {"The run’s process ended during step %zu",
                           "The run’s process ended before the first step",
                           true},
    [AT_RUN_END_BUDGET] = {"Reached a limit in step %zu",
                           "Reached a limit before the first step", true},
    [AT_RUN_END_MODEL] = {"The model failed in step %zu",
                          "The model failed before the first step", true},
    [AT_RUN_END_DEVICE] = {"The device was lost during step %zu",
                           "The device was lost before the first step", false},
    [AT_RUN_END_START] = {NULL, "The app did not start", true},
    [AT_RUN_END_NO_DEVICE] = {NULL, "No device was available", false},
    [AT_RUN_END_BUSY] = {NULL, "The device was in use", false},
    [AT_RUN_END_USAGE] = {NULL, "The run could not start", true},
    [AT_RUN_END_MACHINE] = {NULL, "The server could not run it", true},
};

static const struct forms *
forms_of(const struct at_claim *claim)
{
    if (claim->kind == AT_CLAIM_TEXT && claim->of[0])
        return &text_near;
    if (claim->kind == AT_CLAIM_AMOUNT && !claim->of[0])
        return &amount_alone;
    if (claim->kind == AT_CLAIM_VALUE && !claim->text[0])
        return &value_empty;
    return &forms[claim->kind];
}

static void
write_times(int64_t count, struct at_buf *out)
{
    if (count == 1)
        at_buf_add_text(out, "once");
    else
        at_buf_add_fmt(out, "%lld times", (long long)count);
}

static void
write_member(char letter, const struct at_claim *claim, struct at_buf *out)
{
    switch (letter) {
    case 't':
        at_line_write(at_str(claim->text), out);
        break;
    case 'o':
        at_line_write(at_str(claim->of), out);
        break;
    case 'w':
        at_buf_add_text(out, at_claim_wheres[claim->where]);
        break;
    case 'n':
        write_times(claim->count, out);
        break;
    default:
        for (size_t i = 0; i < claim->terms.count; i++) {
            at_buf_add_text(out, i > 0 ? " and “" : "“");
            at_line_write(at_str(claim->terms.words[i]), out);
            at_buf_add_text(out, "”");
        }
    }
}

static void
write_form(const char *form, const struct at_claim *claim, struct at_buf *out)
{
    for (const char *c = form; *c; c++) {
        if (*c == '$')
            write_member(*++c, claim, out);
        else
            at_buf_add_char(out, *c);
    }
}

// Write the claim of a finding. Return false without one.
static bool
write_claim(const json_t *finding, bool fails, struct at_buf *out)
{
    const json_t *json = json_object_get(finding, "claim");
    struct at_claim claim;
    if (!json || !at_claim_read(json, &claim, NULL))
        return false;
    const struct forms *words = forms_of(&claim);
    write_form(fails ? words->fails : words->holds, &claim, out);
    at_claim_deinit(&claim);
    return true;
}

static const char *
words_of_rule(const json_t *finding)
{
    struct at_str rule = at_json_get_str(finding, "rule");
    for (size_t i = 0; i < AT_LEN(rules); i++) {
        if (at_str_is(rule, rules[i].rule))
            return rules[i].words;
    }
    return NULL;
}

static void
write_rule(const char *words, const json_t *finding, struct at_buf *out)
{
    for (const char *c = words; *c; c++) {
        if (*c != '$') {
            at_buf_add_char(out, *c);
        } else if (*++c == 'q') {
            at_line_write(at_json_get_str(finding, "quote"), out);
        } else if (!write_claim(finding, false, out)) {
            at_buf_add_text(out, "the check");
        }
    }
}

// Write the text that the screen shows in place of what was claimed, unless the
// claim says it already.
static void
write_seen(const json_t *finding, struct at_buf *out)
{
    struct at_str text =
        at_json_get_str(json_object_get(finding, "seen"), "text");
    struct at_claim claim;
    if (text.len == 0 ||
        !at_claim_read(json_object_get(finding, "claim"), &claim, NULL))
        return;
    bool is_text = claim.kind == AT_CLAIM_TEXT ||
                   claim.kind == AT_CLAIM_SHOWN || claim.kind == AT_CLAIM_TOAST;
    bool is_quoted = is_text || claim.kind == AT_CLAIM_ABSENT ||
                     claim.kind == AT_CLAIM_VALUE;
    bool is_said =
        claim.kind == AT_CLAIM_STATE ||
        (claim.kind == AT_CLAIM_ABSENT && at_str_is(text, claim.text));
    at_claim_deinit(&claim);
    if (is_said)
        return;
    at_buf_add_text(out, is_text ? ". Nearest: " : ". On screen: ");
    at_buf_add_text(out, is_quoted ? "“" : "");
    at_line_write(text, out);
    at_buf_add_text(out, is_quoted ? "”" : "");
}

void
at_headline_write_step(const struct at_run_record *record, size_t step,
                       struct at_buf *out)
{
    const struct at_run_step *at = &record->steps[step];
    const char *words = words_of_rule(at->finding);
    if (words)
        write_rule(words, at->finding, out);
    else if (at->verdict == AT_VERDICT_PASS)
        (void)write_claim(at->finding, false, out);
    else if (at->verdict == AT_VERDICT_FAIL &&
             write_claim(at->finding, true, out))
        write_seen(at->finding, out);
}

struct at_str
at_headline_said(const struct at_run_step *step)
{
    return at_json_get_str(step->finding, "said");
}

static bool
is_reached(const struct at_run_step *step)
{
    struct at_str rule = at_json_get_str(step->finding, "rule");
    return step->began && !at_str_is(rule, "not-reached");
}

// Return the index of the last step that was reached; the count: none was.
static size_t
last_reached(const struct at_run_record *record)
{
    for (size_t i = record->step_count; i-- > 0;) {
        if (is_reached(&record->steps[i]) ||
            record->steps[i].verdict == AT_VERDICT_PASS)
            return i;
    }
    return record->step_count;
}

static void
write_cut_off(const struct at_run_record *record, struct at_buf *out)
{
    size_t step = last_reached(record);
    const char *in_step = ends[record->end].in_step;
    if (step < record->step_count && in_step)
        at_buf_add_fmt(out, in_step, step + 1);
    else
        at_buf_add_text(out, ends[record->end].before);
    if (!ends[record->end].tells || !record->reason || !record->reason[0])
        return;
    at_buf_add_text(out, ": ");
    at_line_write(at_str(record->reason), out);
}

// Return the index of the first step that failed; the count: none has.
static size_t
find_failed(const struct at_run_record *record)
{
    size_t i = 0;
    while (i < record->step_count &&
           record->steps[i].verdict != AT_VERDICT_FAIL)
        i++;
    return i;
}

// The same of a step that neither passed nor was before the run's first one.
static size_t
find_open(const struct at_run_record *record)
{
    size_t i = 0;
    while (i < record->step_count &&
           (record->steps[i].verdict == AT_VERDICT_PASS ||
            record->steps[i].verdict == AT_VERDICT_NOT_RUN))
        i++;
    return i;
}

static size_t
count_passed(const struct at_run_record *record)
{
    size_t count = 0;
    for (size_t i = 0; i < record->step_count; i++)
        count += record->steps[i].verdict == AT_VERDICT_PASS;
    return count;
}

static void
write_passed(const struct at_run_record *record, struct at_buf *out)
{
    size_t count = count_passed(record);
    bool is_all = count == record->step_count;
    at_buf_add_fmt(out, "Passed: %s%zu step%s confirmed",
                   count == 1 || !is_all ? "" : "all ", count,
                   count == 1 ? "" : "s");
}

static void
write_step(const struct at_run_record *record, size_t step, const char *what,
           struct at_buf *out)
{
    at_buf_add_fmt(out, "Step %zu %s", step + 1, what);
    size_t before = out->len;
    at_buf_add_text(out, ": ");
    size_t start = out->len;
    at_headline_write_step(record, step, out);
    if (out->len == start)
        at_buf_cut(out, before);
}

static void
write_done(const struct at_run_record *record, struct at_buf *out)
{
    size_t open = find_open(record);
    if (record->verdict == AT_VERDICT_PASS)
        write_passed(record, out);
    else if (record->verdict == AT_VERDICT_FAIL)
        at_buf_add_text(out, "The run failed");
    else if (open == record->step_count && record->from_step > 1)
        at_buf_add_fmt(out,
                       "Passed from step %lld on; earlier steps were not run",
                       (long long)record->from_step);
    else if (open == record->step_count)
        at_buf_add_text(out, "Nothing confirms this run");
    else if (is_reached(&record->steps[open]))
        write_step(record, open, "is unverified", out);
    else
        at_buf_add_fmt(out, "The run ended before step %zu", open + 1);
}

// A step that failed is what the run says of the app, however it ended
// afterwards.
void
at_headline_write(const struct at_run_record *record, struct at_buf *out)
{
    size_t failed = find_failed(record);
    if (failed < record->step_count)
        write_step(record, failed, "failed", out);
    else if (ends[record->end].before)
        write_cut_off(record, out);
    else
        write_done(record, out);
}
