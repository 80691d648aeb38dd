// markdown.c: a run as a page for an issue
#include "base/civil.h"
#include "agent/loop/cost.h"
#include "base/limits.h"
#include "base/quote.h"
#include "tester/report/report.h"

// Strangers' words are code spans: nothing in one is markup, an entity or a
// link. Its fence is longer than any row of backticks within.
static void
write_span(struct at_str text, struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    size_t longest = 0, row = 0;
    at_line_write(text, &line);
    for (size_t i = 0; i < line.len; i++) {
        row = line.data[i] == '`' ? row + 1 : 0;
        longest = row > longest ? row : longest;
    }
    for (size_t i = 0; i <= longest; i++)
        at_buf_add_char(out, '`');
    at_buf_add_char(out, ' ');
    at_buf_add_str(out, at_buf_str(&line));
    at_buf_add_char(out, ' ');
    for (size_t i = 0; i <= longest; i++)
        at_buf_add_char(out, '`');
    at_buf_deinit(&line);
}

static void
write_item(const char *label, struct at_str value, struct at_buf *out)
{
    if (value.len == 0)
        return;
    at_buf_add_fmt(out, "- %s: ", label);
    write_span(value, out);
    at_buf_add_char(out, '\n');
}

static void
write_duration(const struct at_run_record *record, struct at_buf *out)
{
    if (record->started_ms && record->ended_ms)
        at_buf_add_fmt(out, "- Duration: %.1f s\n",
                       (double)(record->ended_ms - record->started_ms) / 1000);
}

static void
write_usage(const struct at_run_record *record, struct at_buf *out)
{
    const struct at_model_usage *usage = &record->totals.usage;
    if (record->has_usage) {
        at_buf_add_fmt(out, "- Model: %lld calls, %lld tokens in, %lld out, ",
                       (long long)record->totals.iterations,
                       (long long)usage->in_tokens,
                       (long long)usage->out_tokens);
        at_model_cost_write(usage, out);
        at_buf_add_char(out, '\n');
    }
    if (record->replayed_steps > 0)
        at_buf_add_fmt(out, "- Replayed without a model: %lld steps\n",
                       (long long)record->replayed_steps);
}

static const char *
shown_verdict(enum at_verdict verdict)
{
    if (verdict == AT_VERDICT_NOT_RUN)
        return "NOT RUN";
    return verdict == AT_VERDICT_OPEN ? "NOT REACHED"
                                      : at_verdict_names[verdict];
}

static void
write_line(const char *label, struct at_str text, struct at_buf *out)
{
    at_buf_add_fmt(out, "   - %s", label);
    write_span(text, out);
    at_buf_add_char(out, '\n');
}

static void
write_step(const struct at_run_step *step, size_t number, struct at_buf *out)
{
    struct at_str reason = at_str(step->reason);
    struct at_str proof = at_str(step->proof);
    at_buf_add_fmt(out, "%zu. **%s** ", number, shown_verdict(step->verdict));
    write_span(at_str(step->text), out);
    at_buf_add_char(out, '\n');
    if (reason.len > 0)
        write_line("", reason, out);
    if (proof.len > 0 && !at_str_eq(proof, reason))
        write_line("Proof: ", proof, out);
}

void
at_report_markdown(const struct at_run_record *record, struct at_buf *out)
{
    const struct at_scenario *scenario = &record->scenario;
    const char *end = at_run_end_rows[record->end].name;
    char started[32];
    at_civil_write(record->started_ms, AT_CIVIL_RFC3339, started);
    at_buf_add_fmt(out, "# %s ", at_verdict_names[record->verdict]);
    write_span(at_str(scenario->name[0] ? scenario->name : scenario->goal),
               out);
    at_buf_add_text(out, "\n\n");
    write_item("Run", at_str(record->id), out);
    write_item("Goal", at_str(scenario->goal), out);
    write_item("App", at_str(scenario->package), out);
    write_item("Device", at_str(record->device), out);
    write_item("Profile", at_str(record->config.executor), out);
    write_item("Started", at_str(record->started_ms ? started : ""), out);
    write_duration(record, out);
    write_item("Ended by", at_str(record->end ? end : ""), out);
    write_item("Reason", at_str(record->reason), out);
    if (record->from_step > 1)
        at_buf_add_fmt(out,
                       "- Partial run: it began with step %lld on the device "
                       "as it was, and says nothing about the steps before\n",
                       (long long)record->from_step);
    write_usage(record, out);
    at_buf_add_text(out, "\n## Steps\n\n");
    for (size_t i = 0; i < record->step_count; i++)
        write_step(&record->steps[i], i + 1, out);
}
