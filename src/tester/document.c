#include "tester/document.h"

#include "agent/blame.h"
#include "base/buf.h"
#include "base/civil.h"
#include "base/limits.h"
#include "wire/json.h"

enum { LOST = AT_RUN_END_COUNT, ENDS };

// The ends of a run, for people and programs.
struct end {
    const char *name;
    const char *status; // the contract's
    const char *answer; // of /run-test, before summary or reason
    bool has_summary;   // in the answer
};

static const char done[] = "onAgentFinished: ";
static const char failed[] = "Agent failed: ";

// An end that is not "done" is said first, so that nobody takes the summary for
// the whole.
static const struct end ends[ENDS] = {
    [AT_RUN_END_NONE] = {"none", "failed", failed, false},
    [AT_RUN_END_DONE] = {"done", "completed", done, true},
    [AT_RUN_END_BUDGET] = {"budget", "failed", failed, true},
    [AT_RUN_END_STOPPED] = {"stopped", "stopped", "Test stopped by user",
                            false},
    [AT_RUN_END_MODEL] = {"model", "failed", failed, true},
    [AT_RUN_END_DEVICE] = {"device", "failed", failed, true},
    [LOST] = {"lost", "failed", failed, false},
};

static void
set_time(json_t *document, const char *name, int64_t ms)
{
    char text[32];
    at_civil_write(ms, AT_CIVIL_RFC3339, text);
    at_json_set_text(document, name, text);
}

static void
set_state(json_t *document, const char *state, const char *status)
{
    at_json_set_text(document, "state", state);
    at_json_set_text(document, "status", status);
}

static void
set_steps(json_t *document, const struct at_scenario *scenario)
{
    json_t *steps = json_array();
    for (size_t i = 0; i < scenario->steps.count; i++) {
        json_t *step = json_object();
        at_json_set(step, "step", json_integer((json_int_t)i + 1));
        at_json_set(step, "text",
                    at_json_text(at_str(scenario->steps.words[i])));
        at_json_set_text(step, "verdict", at_verdict_names[AT_VERDICT_OPEN]);
        json_array_append_new(steps, step);
    }
    at_json_set(document, "steps", steps);
}

json_t *
at_document_new(const char *id, const struct at_scenario *scenario,
                const struct at_tester_config *config, int64_t now_ms)
{
    json_t *document = json_object();
    at_json_set_text(document, "id", id);
    set_state(document, "queued", "queued");
    if (scenario->id[0])
        at_json_set_text(document, "scenarioId", scenario->id);
    at_json_set(document, "name", at_json_text(at_str(scenario->name)));
    at_json_set(document, "goal", at_json_text(at_str(scenario->goal)));
    at_json_set(document, "packageName",
                at_json_text(at_str(scenario->package)));
    at_json_set(document, "scenario", at_scenario_json(scenario));
    at_json_set(document, "config", at_tester_config_json(config));
    at_json_set_text(document, "profile", config->executor);
    set_time(document, "queuedAt", now_ms);
    set_steps(document, scenario);
    return document;
}

void
at_document_begin(json_t *document, const char *platform, const char *device,
                  int64_t now_ms)
{
    set_state(document, "running", "running");
    at_json_set_text(document, "platform", platform);
    at_json_set_text(document, "device", device);
    set_time(document, "startedAt", now_ms);
}

static void
set_answer(json_t *document, const struct end *end, const char *reason,
           struct at_str summary)
{
    struct at_buf answer = AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES / 4);
    at_buf_add_text(&answer, end->answer);
    if (end->answer == failed)
        at_buf_add_text(&answer, reason);
    if (end->has_summary && summary.len > 0) {
        if (end->answer == failed)
            at_buf_add_char(&answer, '\n');
        at_buf_add_str(&answer, summary);
    } else if (end->answer == done) {
        at_buf_clear(&answer);
        at_buf_add_text(&answer, "Agent finished without result");
    }
    at_json_set(document, "answer", at_json_text(at_buf_str(&answer)));
    at_buf_deinit(&answer);
}

static void
set_end(json_t *document, const struct end *end, const char *reason,
        int64_t now_ms)
{
    set_state(document, "ended", end->status);
    at_json_set_text(document, "end", end->name);
    at_json_set(document, "reason", at_json_text(at_str(reason)));
    set_time(document, "endedAt", now_ms);
}

static void
set_verdict(json_t *step, const struct at_verdict_step *verdict)
{
    at_json_set_text(step, "verdict", at_verdict_names[verdict->verdict]);
    if (verdict->reason)
        at_json_set(step, "reason", at_json_text(at_str(verdict->reason)));
    if (verdict->proof)
        at_json_set(step, "proof", at_json_text(at_str(verdict->proof)));
    if (verdict->last == AT_EVIDENCE_JUDGED)
        at_json_set(step, "judged", json_true());
    at_json_set(step, "began", json_boolean(verdict->began));
}

static json_t *
usage_json(const struct at_strategy_totals *totals)
{
    const struct at_model_usage *usage = &totals->usage;
    json_t *json = json_object();
    at_json_set(json, "iterations", json_integer(totals->iterations));
    at_json_set(json, "inputTokens", json_integer(usage->in_tokens));
    at_json_set(json, "cachedTokens", json_integer(usage->cached_tokens));
    at_json_set(json, "outputTokens", json_integer(usage->out_tokens));
    at_json_set(json, "costUsd", json_real(usage->cost_usd));
    return json;
}

static void
set_class(json_t *document, enum at_blame blame)
{
    if (blame != AT_BLAME_NONE)
        at_json_set_text(document, "class", at_blame_names[blame]);
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

// "completed" says that the test passed: the contract's dashboard shows it as
// PASSED.
static const char *
status_of(const struct at_run_outcome *outcome)
{
    bool failed_test =
        outcome->end == AT_RUN_END_DONE && outcome->verdict != AT_VERDICT_PASS;
    return failed_test ? "failed" : ends[outcome->end].status;
}

void
at_document_end(json_t *document, const struct at_run_outcome *outcome,
                int64_t now_ms)
{
    json_t *steps = json_object_get(document, "steps");
    const char *reason = outcome->reason ? outcome->reason : "";
    set_end(document, &ends[outcome->end], reason, now_ms);
    at_json_set_text(document, "status", status_of(outcome));
    at_json_set_text(document, "verdict", at_verdict_names[outcome->verdict]);
    set_class(document, at_blame_of(outcome->end, &outcome->verdicts));
    at_json_set(document, "summary",
                at_json_text(at_buf_str(&outcome->summary)));
    set_answer(document, &ends[outcome->end], reason,
               at_buf_str(&outcome->summary));
    for (size_t i = 0; i < outcome->verdicts.count; i++) {
        json_t *step = json_array_get(steps, i);
        if (step)
            set_verdict(step, &outcome->verdicts.steps[i]);
    }
    at_json_set(document, "usage", usage_json(&outcome->totals));
    at_json_set(document, "replayedSteps",
                json_integer((json_int_t)outcome->replayed_steps));
    if (outcome->healed.why)
        at_json_set(document, "healed", healed_json(&outcome->healed));
}

static void
end_early(json_t *document, const struct end *end, const char *reason,
          int64_t now_ms)
{
    set_end(document, end, reason, now_ms);
    at_json_set_text(document, "verdict",
                     at_verdict_names[AT_VERDICT_UNVERIFIED]);
    at_json_set_text(document, "summary", "");
    set_answer(document, end, reason, AT_STR(""));
}

void
at_document_end_early(json_t *document, enum at_run_end end, const char *reason,
                      int64_t now_ms)
{
    end_early(document, &ends[end], reason, now_ms);
    set_class(document, at_blame_of_end(end));
}

void
at_document_lose(json_t *document, const char *reason, int64_t now_ms)
{
    end_early(document, &ends[LOST], reason, now_ms);
}
