// judge_answer.c: reads a second model's opinion of a step
#include <string.h>

#include "agent/proof/judge.h"
#include "wire/json.h"

enum { TRIES_MAX = 32 }; // places in the answer at which JSON may begin

struct reading {
    struct at_judge_answer *out;
    size_t answers; // objects with an "agrees"
};

// Return AT_OPINION_UNKNOWN if the answer is neither yes nor no.
static enum at_opinion
opinion_of(const json_t *agrees)
{
    struct at_str word = at_str_trim(at_json_str(agrees));
    if (json_is_true(agrees) || at_str_eq_nocase(word, AT_STR("yes")))
        return AT_OPINION_AGREES;
    if (json_is_false(agrees) || at_str_eq_nocase(word, AT_STR("no")))
        return AT_OPINION_DOUBTS;
    return AT_OPINION_UNKNOWN;
}

static void
take(struct reading *reading, const json_t *json)
{
    const json_t *agrees = json_object_get(json, "agrees");
    struct at_str reason = at_str_trim(at_json_get_str(json, "reason"));
    if (!agrees)
        return;
    reading->answers++;
    reading->out->opinion = opinion_of(agrees);
    at_str_cut(reading->out->reason, sizeof(reading->out->reason),
               at_utf8_head(reason, AT_JUDGE_REASON_MAX_BYTES));
}

static void
find(struct reading *reading, struct at_str text)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        while (text.len > 0 && text.ptr[0] != '{')
            text = at_str_skip(text, 1);
        size_t len = at_json_extent(text);
        json_t *json =
            len > 0 ? at_json_parse(at_str_head(text, len), NULL) : NULL;
        if (json)
            take(reading, json);
        text = at_str_skip(text, json ? len : 1);
        json_decref(json);
    }
}

static void
refuse(struct at_judge_answer *out, const char *why)
{
    out->opinion = AT_OPINION_UNKNOWN;
    at_str_cut(out->reason, sizeof(out->reason), at_str(why));
}

void
at_judge_answer_read(struct at_str answer, struct at_judge_answer *out)
{
    struct reading reading = {.out = out};
    *out = (struct at_judge_answer){.opinion = AT_OPINION_UNKNOWN};
    find(&reading, at_str_head(answer, AT_JUDGE_ANSWER_MAX_BYTES));
    if (reading.answers == 0)
        refuse(out, "its answer has no JSON that says whether it agrees");
    else if (reading.answers > 1)
        refuse(out, "it answered more than once");
    else if (out->opinion == AT_OPINION_UNKNOWN)
        refuse(out, "its answer is neither yes nor no");
    else if (out->opinion == AT_OPINION_DOUBTS && !out->reason[0])
        refuse(out, "it said no without a reason");
}
