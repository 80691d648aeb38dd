#include "agent/proof/finding.h"

#include "wire/json.h"

static const char *const decided_names[AT_DECIDED_COUNT] = {
    [AT_DECIDED_BY_CRASH] = "crashed",
    [AT_DECIDED_BY_LOOK] = "denied",
    [AT_DECIDED_BY_MODEL] = "claimed",
    [AT_DECIDED_STUCK] = "stuck",
    [AT_DECIDED_GIVEN_UP] = "given-up",
    [AT_DECIDED_BY_REPLAY] = "replay",
    [AT_DECIDED_NOT_APPROVED] = "not-approved",
    [AT_DECIDED_LOOKED] = "looked",
    [AT_DECIDED_WEAK] = "weak",
    [AT_DECIDED_DOUBTED] = "doubted",
    [AT_DECIDED_CUT_SHORT] = "cut-short",
    [AT_DECIDED_NOT_REACHED] = "not-reached",
    [AT_DECIDED_BY_COMMAND] = "command",
    [AT_DECIDED_SKIPPED] = "skipped",
};

const char *
at_finding_rule(const struct at_verdict_step *step)
{
    return step->decided == AT_DECIDED_BY_RULE ? at_proof_rules[step->rule].name
                                               : decided_names[step->decided];
}

static void
set_text(json_t *json, const char *name, const char *text)
{
    if (text && text[0])
        at_json_set(json, name, at_json_text(at_str(text)));
}

static void
set_claim(json_t *json, const struct at_claim *claim,
          enum at_claim_outcome outcome, const struct at_seen *seen)
{
    json_t *element = at_seen_json(seen);
    at_json_set(json, "claim", at_claim_json(claim));
    at_json_set_text(json, "outcome", at_claim_outcomes[outcome]);
    if (element)
        at_json_set(json, "seen", element);
}

json_t *
at_finding_of_step(const struct at_verdict_step *step)
{
    bool is_reached = step->decided != AT_DECIDED_NOT_REACHED;
    size_t by = is_reached ? step->judged_by : AT_SCENE_NONE;
    if (step->verdict == AT_VERDICT_OPEN)
        return NULL;
    json_t *json = json_object();
    at_json_set_text(json, "rule", at_finding_rule(step));
    if (by < step->ledger.assertion_count) {
        const struct at_assertion *assertion = &step->ledger.assertions[by];
        set_claim(json, &assertion->claim, assertion->outcome,
                  &assertion->seen);
    }
    set_text(json, "quote", step->quote);
    set_text(json, "said", step->said);
    return json;
}

json_t *
at_finding_of_call(const struct at_testimony *testimony)
{
    json_t *json = json_object();
    json_t *element = at_seen_json(&testimony->seen);
    if (testimony->has_claim)
        set_claim(json, &testimony->claim, testimony->outcome,
                  &testimony->seen);
    else if (element)
        json_object_set(json, "seen", element);
    json_decref(element);
    if (json_object_size(json) > 0)
        return json;
    json_decref(json);
    return NULL;
}
