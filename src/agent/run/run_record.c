// run_record.c: the changes of a run, and the writer of its JSON
#include "agent/run/run_record.h"

#include <stdlib.h>
#include <string.h>

#include "agent/proof/finding.h"
#include "agent/proof/likely_cause.h"
#include "agent/loop/cost.h"
#include "agent/guards/mask.h"
#include "agent/run/run_record_rows.h"
#include "base/alloc.h"
#include "base/civil.h"
#include "base/limits.h"
#include "wire/json.h"

const char *const at_run_state_names[AT_RUN_STATE_COUNT + 1] = {
    [AT_RUN_STATE_QUEUED] = "queued",
    [AT_RUN_STATE_RUNNING] = "running",
    [AT_RUN_STATE_ENDED] = "ended",
};

#define ROW(name, kind, field)                                                 \
    AT_MEMBER(name, kind, struct at_run_record, field)
#define FOREIGN(name, field)                                                   \
    AT_MEMBER_FOREIGN(name, struct at_run_record, field)
#define STEP(name, kind, field) AT_MEMBER(name, kind, struct at_run_step, field)
#define STEP_FOREIGN(name, field)                                              \
    AT_MEMBER_FOREIGN(name, struct at_run_step, field)
#define TOTAL(name, kind, field)                                               \
    AT_MEMBER(name, kind, struct at_strategy_totals, field)

const struct at_member at_run_members[] = {
    ROW("owner", TEXT, owner),
    ROW("scenarioRevision", NUMBER, scenario_revision),
    ROW("fromStep", NUMBER, from_step),
    ROW("suiteRun", TEXT, suite_run),
    ROW("case", TEXT, case_name),
    ROW("platform", TEXT, platform),
    ROW("device", TEXT, device),
    ROW("host", TEXT, host),
    ROW("holder", TEXT, holder),
    ROW("attempt", NUMBER, attempt),
    ROW("retryInfra", NUMBER, retries),
    ROW("notBefore", TIME, not_before_ms),
    ROW("stopping", FLAG, stopping),
    ROW("pooled", FLAG, pooled),
    ROW("anyProfile", FLAG, any_profile),
    ROW("appVersion", TEXT, app_version),
    ROW("queuedAt", TIME, queued_ms),
    ROW("startedAt", TIME, started_ms),
    ROW("expired", FLAG, expired),
    {0},
};

const struct at_member at_run_end_members[] = {
    ROW("endedAt", TIME, ended_ms),
    AT_MEMBER_WORDS("class", struct at_run_record, likely_cause,
                    at_likely_cause_names, AT_LIKELY_CAUSE_COUNT),
    FOREIGN("reason", reason),
    FOREIGN("summary", summary),
    FOREIGN("answer", answer),
    ROW("replayedSteps", NUMBER, replayed_steps),
    ROW("proposed", FLAG, is_proposed),
    {0},
};

const struct at_member at_run_step_members[] = {
    STEP_FOREIGN("text", text),
    AT_MEMBER_WORDS("verdict", struct at_run_step, verdict, at_verdict_names,
                    AT_VERDICT_COUNT),
    STEP("outcome", TEXT, outcome),
    STEP_FOREIGN("reason", reason),
    STEP_FOREIGN("proof", proof),
    STEP("judged", FLAG, judged),
    STEP("proofHeldOn", NUMBER, proof_held),
    STEP("proofScreens", NUMBER, proof_screens),
    STEP("weakProof", FLAG, weak_proof),
    AT_MEMBER_WORDS("secondModel", struct at_run_step, second, at_opinion_names,
                    AT_OPINION_COUNT),
    STEP_FOREIGN("secondModelSaid", second_said),
    STEP("began", FLAG, began),
    STEP("durationMs", NUMBER, duration_ms),
    {0},
};

const struct at_member at_run_usage_members[] = {
    TOTAL("iterations", NUMBER, iterations),
    TOTAL("inputTokens", NUMBER, usage.in_tokens),
    TOTAL("cachedTokens", NUMBER, usage.cached_tokens),
    TOTAL("outputTokens", NUMBER, usage.out_tokens),
    TOTAL("costUsd", COST, usage),
    {0},
};

#define AT_RUN_RECORD_INIT                                                     \
    (struct at_run_record)                                                     \
    {                                                                          \
        .attempt = 1, .replayed_steps = -1, .scenario_revision = -1,           \
        .from_step = -1                                                        \
    }

void
at_run_record_init(struct at_run_record *record)
{
    *record = AT_RUN_RECORD_INIT;
    at_scenario_init(&record->scenario);
    at_tester_config_start(&record->config);
    record->config.executor[0] = '\0';
}

void
at_run_record_deinit(struct at_run_record *record)
{
    at_members_free(at_run_members, record);
    at_members_free(at_run_end_members, record);
    for (size_t i = 0; i < record->step_count; i++) {
        at_members_free(at_run_step_members, &record->steps[i]);
        json_decref(record->steps[i].expectations);
        json_decref(record->steps[i].finding);
    }
    free(record->steps);
    free(record->healed.why);
    json_decref(record->healed.recorded);
    json_decref(record->attempts);
    at_argv_deinit(&record->needs);
    json_decref(record->row);
    at_scenario_deinit(&record->scenario);
    *record = (struct at_run_record){0};
}

// The copy has its own JSON: it may be released by another thread, and Jansson
// reads its counts of references without a lock.
void
at_run_record_dup(const struct at_run_record *record, struct at_run_record *out)
{
    *out = *record;
    at_scenario_dup(&record->scenario, &out->scenario);
    at_members_dup(at_run_members, out);
    at_members_dup(at_run_end_members, out);
    out->steps = at_realloc_array(NULL, out->step_count, sizeof(*out->steps));
    for (size_t i = 0; i < out->step_count; i++) {
        out->steps[i] = record->steps[i];
        at_members_dup(at_run_step_members, &out->steps[i]);
        out->steps[i].expectations =
            json_deep_copy(record->steps[i].expectations);
        out->steps[i].finding = json_deep_copy(record->steps[i].finding);
    }
    out->healed.why = out->healed.why ? at_strdup(out->healed.why) : NULL;
    out->healed.recorded = json_deep_copy(record->healed.recorded);
    out->attempts = json_deep_copy(record->attempts);
    out->needs = (struct at_argv)AT_ARGV_INIT;
    for (size_t i = 0; i < record->needs.count; i++)
        at_argv_add(&out->needs, record->needs.words[i]);
    out->row = json_deep_copy(record->row);
}

void
at_run_record_new(struct at_run_record *record, const char *id,
                  const struct at_scenario *scenario,
                  const struct at_tester_config *config, int64_t now_ms)
{
    size_t count = scenario->steps.count;
    *record = AT_RUN_RECORD_INIT;
    at_str_cut(record->id, sizeof(record->id), at_str(id));
    at_scenario_dup(scenario, &record->scenario);
    record->config = *config;
    record->queued_ms = now_ms;
    record->steps = at_alloc(count * sizeof(*record->steps));
    record->step_count = count;
    for (size_t i = 0; i < count; i++) {
        record->steps[i] = AT_RUN_STEP_INIT;
        record->steps[i].text = at_strdup(scenario->steps.words[i]);
    }
}

void
at_run_record_set_case(struct at_run_record *record, const char *suite_run,
                       const char *name, const json_t *row)
{
    if (suite_run)
        at_member_set(&record->suite_run, at_str(suite_run));
    if (name)
        at_member_set(&record->case_name, at_str(name));
    json_decref(record->row);
    record->row = json_deep_copy(row);
}

void
at_run_record_begin(struct at_run_record *record, const char *platform,
                    const char *device, int64_t now_ms)
{
    record->state = AT_RUN_STATE_RUNNING;
    at_member_set(&record->platform, at_str(platform));
    at_member_set(&record->device, at_str(device));
    record->started_ms = now_ms;
}

static json_t *
attempt_json(const struct at_run_record *record)
{
    static const char *const names[] = {"attempt",   "host",    "device",
                                        "startedAt", "endedAt", "reason"};
    json_t *whole = json_object();
    json_t *row = json_object();
    at_members_write(at_run_members, record, whole);
    at_members_write(at_run_end_members, record, whole);
    for (size_t i = 0; i < AT_LEN(names); i++) {
        json_t *value = json_object_get(whole, names[i]);
        if (value)
            json_object_set(row, names[i], value);
    }
    at_json_set_text(row, "end", at_run_end_rows[record->end].name);
    json_decref(whole);
    return row;
}

// The texts of steps stay; what an attempt found does not.
static void
forget_steps(struct at_run_record *record)
{
    for (size_t i = 0; i < record->step_count; i++) {
        struct at_run_step *step = &record->steps[i];
        struct at_run_step fresh = AT_RUN_STEP_INIT;
        fresh.text = step->text;
        step->text = NULL;
        at_members_free(at_run_step_members, step);
        json_decref(step->expectations);
        json_decref(step->finding);
        *step = fresh;
    }
}

void
at_run_record_requeue(struct at_run_record *record, enum at_run_end end,
                      const char *reason, int64_t now_ms)
{
    at_run_record_fail(record, end, reason, now_ms);
    if (!record->attempts)
        record->attempts = json_array();
    json_array_append_new(record->attempts, attempt_json(record));
    at_members_free(at_run_end_members, record);
    record->reason = record->summary = record->answer = NULL;
    free(record->platform);
    free(record->device);
    free(record->host);
    free(record->holder);
    record->platform = record->device = record->host = record->holder = NULL;
    record->state = AT_RUN_STATE_QUEUED;
    record->settling = false;
    record->end = AT_RUN_END_NONE;
    record->verdict = AT_VERDICT_OPEN;
    record->likely_cause = AT_LIKELY_CAUSE_NONE;
    record->started_ms = record->ended_ms = 0;
    record->replayed_steps = -1;
    record->attempt++;
    free(record->healed.why);
    json_decref(record->healed.recorded);
    record->healed = (struct at_run_healed){0};
    forget_steps(record);
}

// Take the verdict from the step's last event, in case the run's process dies.
static void
note_verdict(struct at_run_step *step, const struct at_run_event *event)
{
    step->began = true;
    if (event->state != AT_RUN_EVENT_ENDED)
        return;
    step->verdict = event->verdict;
    at_member_set(&step->reason, event->message);
    if (event->proof.len > 0)
        at_member_set(&step->proof, event->proof);
    if (event->outcome.len > 0)
        at_member_set(&step->outcome, event->outcome);
    json_decref(step->finding);
    step->finding = json_incref((json_t *)event->finding);
}

// The outcome replaces these sums; without one they are all that is known.
static void
note_usage(struct at_run_record *record, const struct at_run_event *event)
{
    struct at_strategy_totals *totals = &record->totals;
    const struct at_model_usage *usage = &event->usage;
    if (!event->has_usage)
        return;
    record->has_usage = true;
    totals->iterations += event->kind == AT_RUN_MODEL;
    totals->usage.in_tokens += usage->in_tokens;
    totals->usage.cached_tokens += usage->cached_tokens;
    totals->usage.out_tokens += usage->out_tokens;
    totals->usage.cost_usd += usage->cost_usd;
    totals->usage.unpriced = totals->usage.unpriced || usage->unpriced;
}

void
at_run_record_note(struct at_run_record *record,
                   const struct at_run_event *event, int64_t now_ms)
{
    note_usage(record, event);
    if (event->step < 1 || (size_t)event->step > record->step_count)
        return;
    struct at_run_step *step = &record->steps[event->step - 1];
    if (step->began_ms == 0)
        step->began_ms = now_ms;
    int64_t ms = now_ms - step->began_ms;
    // Events after the verdict do not add to the duration.
    if (step->verdict == AT_VERDICT_OPEN)
        step->duration_ms = ms > 0 ? ms : 0;
    if (event->kind == AT_RUN_STEP)
        note_verdict(step, event);
}

static void
set_answer(struct at_run_record *record)
{
    const struct at_run_end_row *row = &at_run_end_rows[record->end];
    struct at_str summary = at_str(record->summary);
    struct at_buf answer = AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES / 4);
    bool has_summary = row->adds_summary && summary.len > 0;
    at_buf_add_text(&answer, row->answer);
    if (row->adds_reason)
        at_buf_add_text(&answer, record->reason);
    if (has_summary && row->adds_reason)
        at_buf_add_char(&answer, '\n');
    if (has_summary)
        at_buf_add_str(&answer, summary);
    else if (record->end == AT_RUN_END_DONE)
        at_member_set(&record->answer, AT_STR("Agent finished without result"));
    if (has_summary || record->end != AT_RUN_END_DONE)
        at_member_set(&record->answer, at_buf_str(&answer));
    at_buf_deinit(&answer);
}

static json_t *
expectation_json(const struct at_verdict_step *verdict, size_t index)
{
    const struct at_claim *claim = &verdict->expect.items[index];
    const struct at_assertion *last = at_verdicts_expectation(verdict, index);
    struct at_buf words = AT_BUF_INIT(AT_SCENARIO_TEXT_MAX_BYTES);
    json_t *json = json_object();
    at_claim_write(claim, &words);
    at_json_set(json, "claim", at_claim_json(claim));
    at_json_set(json, "words", at_json_text(at_buf_str(&words)));
    if (last) {
        at_json_set_text(json, "outcome", at_claim_outcomes[last->outcome]);
        at_json_set(json, "why", at_json_text(at_str(last->words)));
        json_t *seen = at_seen_json(&last->seen);
        if (seen)
            at_json_set(json, "seen", seen);
    }
    if (claim->bound[0])
        at_json_set(json, "bound", at_json_text(at_str(claim->bound)));
    at_buf_deinit(&words);
    return json;
}

// Return NULL for a step without expectations.
static json_t *
expectations_json(const struct at_verdict_step *verdict)
{
    json_t *list = verdict->expect.count > 0 ? json_array() : NULL;
    for (size_t i = 0; i < verdict->expect.count; i++)
        json_array_append_new(list, expectation_json(verdict, i));
    return list;
}

static void
set_step(struct at_run_step *step, const struct at_verdict_step *verdict)
{
    step->verdict = verdict->verdict;
    if (verdict->reason)
        at_member_set(&step->reason, at_str(verdict->reason));
    if (verdict->proof)
        at_member_set(&step->proof, at_str(verdict->proof));
    if (verdict->outcome)
        at_member_set(&step->outcome, at_str(verdict->outcome));
    step->judged = verdict->look == AT_EVIDENCE_JUDGED;
    step->second = verdict->second;
    if (verdict->second_said)
        at_member_set(&step->second_said, at_str(verdict->second_said));
    step->began = verdict->began;
    bool is_proved = verdict->verdict == AT_VERDICT_PASS &&
                     verdict->decided != AT_DECIDED_BY_COMMAND;
    if (is_proved || at_strength_is_weak(verdict->strength)) {
        step->proof_held = (int64_t)verdict->strength.held;
        step->proof_screens = (int64_t)verdict->strength.others;
        step->weak_proof = at_strength_is_weak(verdict->strength);
    }
    json_decref(step->expectations);
    step->expectations = expectations_json(verdict);
    json_decref(step->finding);
    step->finding = at_finding_of_step(verdict);
}

static void
set_healed(struct at_run_record *record, const struct at_run_healed *healed)
{
    if (!healed->why)
        return;
    at_member_set(&record->healed.why, at_str(healed->why));
    record->healed.step = healed->step;
    record->healed.call = healed->call;
    record->healed.recorded = json_incref(healed->recorded);
}

static void
set_end(struct at_run_record *record, enum at_run_end end,
        enum at_verdict verdict, int64_t now_ms)
{
    record->state = AT_RUN_STATE_ENDED;
    record->end = end;
    record->verdict = verdict;
    record->ended_ms = now_ms;
}

void
at_run_record_end(struct at_run_record *record,
                  const struct at_run_outcome *outcome, int64_t now_ms)
{
    const char *reason = outcome->reason ? outcome->reason : "";
    set_end(record, outcome->end, outcome->verdict, now_ms);
    at_member_set(&record->reason, at_str(reason));
    at_member_set(&record->summary, at_buf_str(&outcome->summary));
    record->likely_cause = at_likely_cause_of(outcome->end, &outcome->verdicts);
    for (size_t i = 0; i < outcome->verdicts.count && i < record->step_count;
         i++)
        set_step(&record->steps[i], &outcome->verdicts.steps[i]);
    record->has_usage = true;
    record->totals = outcome->totals;
    record->replayed_steps = (int64_t)outcome->replayed_steps;
    set_healed(record, &outcome->healed);
    set_answer(record);
}

void
at_run_record_fail(struct at_run_record *record, enum at_run_end end,
                   const char *reason, int64_t now_ms)
{
    set_end(record, end, AT_VERDICT_UNVERIFIED, now_ms);
    at_member_set(&record->reason, at_str(reason));
    at_member_set(&record->summary, AT_STR(""));
    record->likely_cause = at_run_end_rows[end].likely_cause;
    set_answer(record);
}

void
at_run_record_end_by(struct at_run_record *record, enum at_run_end end,
                     const char *reason)
{
    record->end = end;
    if (reason)
        at_member_set(&record->reason, at_str(reason));
    if (record->likely_cause != AT_LIKELY_CAUSE_APP)
        record->likely_cause = at_run_end_rows[end].likely_cause;
    set_answer(record);
}

static void
mask_json(const struct at_secrets *secrets, json_t **json)
{
    if (!*json)
        return;
    json_t *masked = at_mask_json(secrets, *json);
    json_decref(*json);
    *json = masked;
}

void
at_run_record_mask(struct at_run_record *record,
                   const struct at_secrets *secrets)
{
    struct at_run_healed *healed = &record->healed;
    at_members_mask(at_run_end_members, secrets, record);
    for (size_t i = 0; i < record->step_count; i++) {
        at_members_mask(at_run_step_members, secrets, &record->steps[i]);
        mask_json(secrets, &record->steps[i].expectations);
        mask_json(secrets, &record->steps[i].finding);
    }
    at_member_mask(&healed->why, secrets);
    mask_json(secrets, &healed->recorded);
}

bool
at_run_record_is_over(const struct at_run_record *record)
{
    return record->state == AT_RUN_STATE_ENDED && !record->settling;
}

static json_t *
steps_json(const struct at_run_record *record)
{
    json_t *steps = json_array();
    for (size_t i = 0; i < record->step_count; i++) {
        json_t *step = json_object();
        at_json_set(step, "step", json_integer((json_int_t)i + 1));
        at_members_write(at_run_step_members, &record->steps[i], step);
        if (record->steps[i].expectations)
            json_object_set(step, "expectations",
                            record->steps[i].expectations);
        if (record->steps[i].finding)
            json_object_set(step, "finding", record->steps[i].finding);
        json_array_append_new(steps, step);
    }
    return steps;
}

static json_t *
healed_json(const struct at_run_healed *healed)
{
    json_t *json = json_object();
    at_json_set(json, "step", json_integer((json_int_t)healed->step + 1));
    if (healed->recorded) {
        at_json_set(json, "call", json_integer((json_int_t)healed->call + 1));
        json_object_set(json, "recorded", healed->recorded);
    }
    at_json_set(json, "why", at_json_text(at_str(healed->why)));
    return json;
}

const char *
at_run_record_status(const struct at_run_record *record)
{
    return record->state == AT_RUN_STATE_ENDED
               ? at_run_end_meaning(record->end, record->verdict).status
               : at_run_state_names[record->state];
}

static void
write_scenario(const struct at_run_record *record, json_t *json)
{
    const struct at_scenario *scenario = &record->scenario;
    if (scenario->id[0])
        at_json_set_text(json, "scenarioId", scenario->id);
    at_json_set(json, "name", at_json_text(at_str(scenario->name)));
    at_json_set(json, "goal", at_json_text(at_str(scenario->goal)));
    at_json_set(json, "packageName", at_json_text(at_str(scenario->package)));
    at_json_set(json, "scenario", at_scenario_json(scenario));
    at_json_set(json, "config", at_tester_config_json(&record->config));
    at_json_set_text(json, "profile", record->config.executor);
}

// When, where and how often it is done.
static void
write_place(const struct at_run_record *record, json_t *json)
{
    if (record->priority != 0)
        at_json_set(json, "priority", json_integer(record->priority));
    if (record->attempts)
        json_object_set(json, "attempts", record->attempts);
    if (record->needs.count == 0)
        return;
    json_t *needs = json_array();
    for (size_t i = 0; i < record->needs.count; i++)
        json_array_append_new(needs,
                              at_json_text(at_str(record->needs.words[i])));
    at_json_set(json, "needs", needs);
}

static json_t *
whole_json(const struct at_run_record *record)
{
    json_t *json = json_object();
    at_json_set_text(json, "id", record->id);
    at_json_set_text(json, "state", at_run_state_names[record->state]);
    at_json_set_text(json, "status", at_run_record_status(record));
    write_scenario(record, json);
    if (record->state == AT_RUN_STATE_ENDED) {
        at_json_set_text(json, "end", at_run_end_rows[record->end].name);
        at_json_set_text(json, "verdict", at_verdict_names[record->verdict]);
    }
    at_members_write(at_run_members, record, json);
    at_members_write(at_run_end_members, record, json);
    if (record->row)
        at_json_set(json, "row", json_deep_copy(record->row));
    at_json_set(json, "steps", steps_json(record));
    if (record->has_usage) {
        json_t *usage = json_object();
        at_members_write(at_run_usage_members, &record->totals, usage);
        at_json_set(json, "usage", usage);
    }
    if (record->healed.why)
        at_json_set(json, "healed", healed_json(&record->healed));
    write_place(record, json);
    return json;
}

static bool
has_row(const struct at_member *rows, const char *name)
{
    while (rows->name && strcmp(rows->name, name) != 0)
        rows++;
    return rows->name != NULL;
}

bool
at_run_record_has_member(const char *name)
{
    static const char *const members[] = {
        "id",     "state",    "status",   "scenarioId", "name",
        "goal",   "scenario", "config",   "profile",    "packageName",
        "end",    "verdict",  "row",      "steps",      "usage",
        "healed", "priority", "attempts", "needs",      "final",
    };
    for (size_t i = 0; i < AT_LEN(members); i++) {
        if (strcmp(members[i], name) == 0)
            return true;
    }
    return has_row(at_run_members, name) || has_row(at_run_end_members, name);
}

json_t *
at_run_record_json(const struct at_run_record *record)
{
    json_t *json = whole_json(record);
    if (record->settling) {
        json_t *final = json_copy(json);
        at_json_set_text(json, "state",
                         at_run_state_names[AT_RUN_STATE_RUNNING]);
        at_json_set(json, "final", final);
    }
    return json;
}

void
at_run_record_write_state(const struct at_run_record *record, json_t *out)
{
    static const char *const members[] = {
        "state",  "status", "device",        "verdict", "class", "end",
        "reason", "answer", "replayedSteps", "attempt", "host"};
    json_t *json = whole_json(record);
    for (size_t i = 0; i < AT_LEN(members); i++) {
        json_t *value = json_object_get(json, members[i]);
        if (value)
            json_object_set(out, members[i], value);
    }
    json_decref(json);
}

struct at_run_event
at_run_record_event(const struct at_run_record *record)
{
    return (struct at_run_event){
        .kind = AT_RUN_STATE,
        .message = at_str(at_run_state_names[record->state]),
        .duration_ms = -1,
        .record = record,
    };
}
