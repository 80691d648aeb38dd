// junit.c: a run as JUnit XML
#include <stdio.h>

#include "base/alloc.h"
#include "base/civil.h"
#include "base/limits.h"
#include "tester/report/headline.h"
#include "tester/report/report.h"
#include "wire/xml.h"

struct judgement {
    enum at_run_fault fault;
    const char *type;
    struct at_str message;
};

static struct judgement
judge(const struct at_run_record *record, const struct at_run_step *step,
      bool *inout_cut)
{
    enum at_run_fault fault =
        at_run_end_step_fault(record->end, step->verdict, inout_cut);
    const char *type =
        step->verdict == AT_VERDICT_FAIL ? "assertion" : "unverified";
    if (fault == AT_RUN_FAULT_ERROR)
        return (struct judgement){fault, at_run_end_rows[record->end].name,
                                  at_str(record->reason)};
    if (fault == AT_RUN_FAULT_SKIPPED)
        return (struct judgement){fault, NULL,
                                  step->verdict == AT_VERDICT_NOT_RUN
                                      ? at_str(step->reason)
                                      : AT_STR("not reached")};
    return (struct judgement){fault, type, at_str(step->reason)};
}

// The body has the engine's own words, for those who search logs for them.
static void
write_fault(const struct at_run_step *step, const struct judgement *judgement,
            struct at_buf *out)
{
    const char *name = at_run_fault_names[judgement->fault];
    struct at_str proof = at_str(step->proof ? step->proof : step->reason);
    if (at_str_eq(proof, judgement->message))
        proof = AT_STR("");
    at_buf_add_fmt(out, ">\n    <%s", name);
    at_xml_attribute("message", judgement->message, out);
    if (judgement->type)
        at_xml_attribute("type", at_str(judgement->type), out);
    if (proof.len > 0 && judgement->fault != AT_RUN_FAULT_SKIPPED) {
        at_buf_add_char(out, '>');
        at_xml_write(proof, out);
        at_buf_add_fmt(out, "</%s>", name);
    } else {
        at_buf_add_text(out, "/>");
    }
    at_buf_add_text(out, "\n  </testcase>\n");
}

static void
write_case(const struct at_run_record *record, size_t number,
           const struct judgement *judgement, struct at_buf *out)
{
    const struct at_run_step *step = &record->steps[number];
    char *name =
        at_strfmt("Step %zu: %s", number + 1, step->text ? step->text : "");
    struct at_buf words = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    struct judgement worded = *judgement;
    if (judgement->fault == AT_RUN_FAULT_FAILURE)
        at_headline_write_step(record, number, &words);
    if (words.len > 0)
        worded.message = at_buf_str(&words);
    at_buf_add_text(out, "  <testcase");
    at_xml_attribute("name", at_str(name), out);
    at_xml_attribute("classname", at_str(record->scenario.package), out);
    at_xml_seconds(step->duration_ms, out);
    if (judgement->fault == AT_RUN_FAULT_NONE)
        at_buf_add_text(out, "/>\n");
    else
        write_fault(step, &worded, out);
    at_buf_deinit(&words);
    free(name);
}

static void
write_number(const char *name, int64_t value, struct at_buf *out)
{
    char text[32];
    snprintf(text, sizeof(text), "%lld", (long long)value);
    if (value >= 0)
        at_xml_property(name, at_str(text), out);
}

static void
write_usage(const struct at_strategy_totals *totals, struct at_buf *out)
{
    char cost[64] = "unknown";
    if (!totals->usage.unpriced)
        snprintf(cost, sizeof(cost), "%.6g", totals->usage.cost_usd);
    write_number("iterations", totals->iterations, out);
    write_number("inputTokens", totals->usage.in_tokens, out);
    write_number("cachedTokens", totals->usage.cached_tokens, out);
    write_number("outputTokens", totals->usage.out_tokens, out);
    at_xml_property("costUsd", at_str(cost), out);
}

// "proof.2": "weak: also held on 7 of 9 screens", for each step that passed.
static void
write_strengths(const struct at_run_record *record, struct at_buf *out)
{
    for (size_t i = 0; i < record->step_count; i++) {
        const struct at_run_step *step = &record->steps[i];
        const struct at_strength strength = {(size_t)step->proof_held,
                                             (size_t)step->proof_screens};
        struct at_buf words = AT_BUF_INIT(AT_KIB);
        char name[32];
        if (step->verdict != AT_VERDICT_PASS || step->proof_held < 0)
            continue;
        snprintf(name, sizeof(name), "proof.%zu", i + 1);
        at_strength_write(strength, &words);
        at_xml_property(name, at_buf_str(&words), out);
        at_buf_deinit(&words);
    }
}

// "secondModel.2": "doubts: it shows an error", for each step that it was asked
// about.
static void
write_opinions(const struct at_run_record *record, struct at_buf *out)
{
    for (size_t i = 0; i < record->step_count; i++) {
        const struct at_run_step *step = &record->steps[i];
        struct at_buf words = AT_BUF_INIT(2 * AT_KIB);
        char name[40];
        if (step->second == AT_OPINION_NONE)
            continue;
        snprintf(name, sizeof(name), "secondModel.%zu", i + 1);
        at_buf_add_text(&words, at_opinion_names[step->second]);
        if (step->second_said && step->second_said[0])
            at_buf_add_fmt(&words, ": %s", step->second_said);
        at_xml_property(name, at_buf_str(&words), out);
        at_buf_deinit(&words);
    }
}

// A run that did not pass was not healed, though the model took over in it.
static void
write_healed(const struct at_run_record *record, struct at_buf *out)
{
    char text[32];
    if (!record->healed.why || record->verdict != AT_VERDICT_PASS)
        return;
    snprintf(text, sizeof(text), "step %zu", record->healed.step + 1);
    at_xml_property("healed", at_str(text), out);
}

static void
write_properties(const struct at_run_record *record, struct at_buf *out)
{
    const char *end = at_run_end_rows[record->end].name;
    const struct {
        const char *name;
        const char *value;
    } texts[] = {
        {"id", record->id},
        {"verdict", at_verdict_names[record->verdict]},
        {"end", record->end == AT_RUN_END_NONE ? "" : end},
        {"class", at_likely_cause_names[record->likely_cause]},
        // The reason of a regular end explains nothing.
        {"reason", record->end == AT_RUN_END_DONE ? "" : record->reason},
        {"profile", record->config.executor},
        {"platform", record->platform},
        {"device", record->device},
        {"host", record->host},
    };
    at_buf_add_text(out, "  <properties>\n");
    for (size_t i = 0; i < AT_LEN(texts); i++)
        at_xml_property(texts[i].name, at_str(texts[i].value), out);
    write_number("fromStep", record->from_step, out);
    write_number("replayedSteps", record->replayed_steps, out);
    write_healed(record, out);
    write_strengths(record, out);
    write_opinions(record, out);
    if (record->has_usage)
        write_usage(&record->totals, out);
    at_buf_add_text(out, "  </properties>\n");
}

static void
write_suite_head(const struct at_run_record *record, size_t cases,
                 const size_t counts[AT_RUN_FAULT_COUNT], struct at_buf *out)
{
    const struct at_scenario *scenario = &record->scenario;
    int64_t ended_ms = record->ended_ms;
    int64_t began_ms = record->started_ms ? record->started_ms : ended_ms;
    char timestamp[32];
    at_civil_write(began_ms, "YYYY-MM-DDThh:mm:ss", timestamp);
    at_buf_add_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<testsuite");
    at_xml_attribute(
        "name", at_str(scenario->name[0] ? scenario->name : scenario->goal),
        out);
    at_buf_add_fmt(out,
                   " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\""
                   " skipped=\"%zu\"",
                   cases, counts[AT_RUN_FAULT_FAILURE],
                   counts[AT_RUN_FAULT_ERROR], counts[AT_RUN_FAULT_SKIPPED]);
    at_xml_seconds(ended_ms - began_ms, out);
    at_xml_attribute("timestamp", at_str(timestamp), out);
    at_buf_add_text(out, ">\n");
}

// Write a single case for a run without known steps: its scenario could not be
// read, and every end has a case.
static void
write_whole(const struct at_run_record *record,
            size_t counts[AT_RUN_FAULT_COUNT], struct at_buf *out)
{
    const struct at_run_step none = {0};
    const struct judgement judgement = {
        at_run_end_meaning(record->end, record->verdict).fault,
        at_run_end_rows[record->end].name, at_str(record->reason)};
    counts[judgement.fault]++;
    at_buf_add_text(out, "  <testcase name=\"run\"");
    at_xml_attribute("classname", at_str(record->scenario.package), out);
    at_buf_add_text(out, " time=\"0.000\"");
    if (judgement.fault == AT_RUN_FAULT_NONE)
        at_buf_add_text(out, "/>\n");
    else
        write_fault(&none, &judgement, out);
}

void
at_report_junit(const struct at_run_record *record, struct at_buf *out)
{
    struct at_buf cases = AT_BUF_INIT(out->max);
    size_t counts[AT_RUN_FAULT_COUNT] = {0};
    bool cut = false;
    for (size_t i = 0; i < record->step_count; i++) {
        struct judgement judgement = judge(record, &record->steps[i], &cut);
        counts[judgement.fault]++;
        write_case(record, i, &judgement, &cases);
    }
    if (record->step_count == 0)
        write_whole(record, counts, &cases);
    write_suite_head(record, record->step_count ? record->step_count : 1,
                     counts, out);
    write_properties(record, out);
    at_buf_add_str(out, at_buf_str(&cases));
    at_buf_add_text(out, "</testsuite>\n");
    at_buf_deinit(&cases);
}
