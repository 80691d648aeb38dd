// expect_answer.c: reads a model's expectations of each step
#include <string.h>

#include "agent/proof/expect_prompt.h"
#include "base/limits.h"
#include "base/quote.h"
#include "wire/json.h"

enum {
    TRIES_MAX = 32,      // places in the answer at which JSON may begin
    STEP_CLAIMS_MAX = 8, // more are noise
    NOTES_MAX = 10,
};

struct reading {
    const struct at_scenario *scenario;
    struct at_str said; // all words of the scenario
    struct at_claims *out;
    struct at_buf *notes;
    size_t note_count;
    size_t entries; // number of entries found
};

static void
note(struct reading *reading, size_t step, const char *why)
{
    if (reading->note_count++ >= NOTES_MAX)
        return;
    at_buf_add_fmt(reading->notes, "step %zu: ", step);
    at_line_write(at_str(why), reading->notes);
    at_buf_add_char(reading->notes, '\n');
}

// Return true if the claim quotes words: those must be the scenario's, because
// the model has not seen the app's.
static bool
quotes(const struct at_claim *claim)
{
    static const bool kinds[AT_CLAIM_KINDS] = {
        [AT_CLAIM_TEXT] = true,   [AT_CLAIM_ABSENT] = true,
        [AT_CLAIM_VALUE] = true,  [AT_CLAIM_TOAST] = true,
        [AT_CLAIM_AMOUNT] = true, [AT_CLAIM_APP] = true,
    };
    return kinds[claim->kind] && claim->text[0] != '\0';
}

static bool
has_secret(const struct at_claim *claim)
{
    const struct at_str braces = AT_STR("{{");
    for (size_t i = 0; i < claim->terms.count; i++)
        if (at_str_has(at_str(claim->terms.words[i]), braces))
            return true;
    return at_str_has(at_str(claim->text), braces) ||
           at_str_has(at_str(claim->of), braces);
}

// Return the reason why a claim cannot be used; NULL if it can.
static const char *
refusal(const struct reading *reading, const struct at_claim *claim,
        size_t step)
{
    if (reading->out[step - 1].count >= STEP_CLAIMS_MAX)
        return "more than 8 expectations";
    if (has_secret(claim))
        return "an expectation names a secret";
    if (quotes(claim) && !at_claim_text_has(reading->said, at_str(claim->text)))
        return "an expectation quotes what the scenario does not say";
    return NULL;
}

static void
take_claim(struct reading *reading, size_t step, const json_t *json)
{
    struct at_err err = AT_ERR_INIT;
    struct at_claim claim;
    if (!at_claim_read(json, &claim, &err)) {
        note(reading, step, err.msg);
        return;
    }
    const char *why = refusal(reading, &claim, step);
    if (why) {
        struct at_buf text = AT_BUF_INIT(AT_CLAIM_WHY_MAX_BYTES);
        at_buf_add_fmt(&text, "%s: ", why);
        at_claim_write(&claim, &text);
        note(reading, step, at_buf_text(&text));
        at_buf_deinit(&text);
    } else {
        claim.is_pinned = false;
        claim.bound[0] = '\0';
        at_claims_add(&reading->out[step - 1], &claim);
    }
    at_claim_deinit(&claim);
}

static void
take_list(struct reading *reading, size_t step, const json_t *list)
{
    size_t count = json_is_array(list) ? json_array_size(list) : 1;
    if (step < 1 || step > reading->scenario->steps.count) {
        note(reading, step, "there is no such step");
        return;
    }
    reading->entries++;
    for (size_t i = 0; list && !json_is_null(list) && i < count; i++)
        take_claim(reading, step,
                   json_is_array(list) ? json_array_get(list, i) : list);
}

static size_t
number_of(const json_t *json)
{
    int64_t number = json_is_integer(json) ? json_integer_value(json) : 0;
    if (json_is_string(json) &&
        !at_str_to_i64(at_json_str(json), 1, INT32_MAX, &number))
        number = 0;
    return number > 0 && number < INT32_MAX ? (size_t)number : 0;
}

// Take {"step": 1, "expect": [...]}. Return false for anything else.
static bool
take_entry(struct reading *reading, const json_t *entry)
{
    static const char *const lists[] = {"expect", "expectations", "checks"};
    const json_t *step = json_object_get(entry, "step");
    if (!json_is_object(entry) || !step)
        return false;
    for (size_t i = 0; i < AT_LEN(lists); i++) {
        const json_t *list = json_object_get(entry, lists[i]);
        if (list) {
            take_list(reading, number_of(step), list);
            return true;
        }
    }
    take_list(reading, number_of(step), NULL);
    return true;
}

// Take a list of entries, or of the steps' lists in order.
static void
take_steps(struct reading *reading, const json_t *steps)
{
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *entry = json_array_get(steps, i);
        if (!take_entry(reading, entry) && json_is_array(entry))
            take_list(reading, i + 1, entry);
    }
}

// Take {"steps": [...]}, {"1": [...], "2": [...]}, an entry, or a list of them.
static void
take_answer(struct reading *reading, const json_t *json)
{
    const json_t *steps = json_object_get(json, "steps");
    const char *name;
    const json_t *value;
    if (json_is_array(json) || json_is_array(steps)) {
        take_steps(reading, steps ? steps : json);
        return;
    }
    if (take_entry(reading, json))
        return;
    json_object_foreach((json_t *)json, name, value)
    {
        int64_t step;
        if (json_is_array(value) &&
            at_str_to_i64(at_str(name), 1, INT32_MAX, &step))
            take_list(reading, (size_t)step, value);
    }
}

// Try each place in the answer at which a JSON value may begin.
static void
find_answer(struct reading *reading, struct at_str text)
{
    for (int i = 0; i < TRIES_MAX && reading->entries == 0; i++) {
        while (text.len > 0 && text.ptr[0] != '{' && text.ptr[0] != '[')
            text = at_str_skip(text, 1);
        size_t len = at_json_extent(text);
        json_t *json =
            len > 0 ? at_json_parse(at_str_head(text, len), NULL) : NULL;
        if (json)
            take_answer(reading, json);
        text = at_str_skip(text, json ? len : 1);
        json_decref(json);
    }
}

static void
add_said(const struct at_scenario *scenario, struct at_buf *out)
{
    at_buf_add_fmt(out, "%s\n%s", scenario->goal, scenario->package);
    for (size_t i = 0; i < scenario->steps.count; i++)
        at_buf_add_fmt(out, "\n%s", scenario->steps.words[i]);
}

size_t
at_expect_answer_read(const struct at_scenario *scenario, struct at_str answer,
                      struct at_claims *out, struct at_buf *out_notes)
{
    struct at_buf said = AT_BUF_INIT(SIZE_MAX);
    add_said(scenario, &said);
    struct reading reading = {.scenario = scenario,
                              .said = at_buf_str(&said),
                              .out = out,
                              .notes = out_notes};
    memset(out, 0, scenario->steps.count * sizeof(*out));
    find_answer(&reading, at_str_head(answer, AT_EXPECT_ANSWER_MAX_BYTES));
    if (reading.entries == 0)
        at_buf_add_text(out_notes,
                        "the answer has no JSON with the steps' checks\n");
    at_buf_deinit(&said);
    return reading.entries;
}
