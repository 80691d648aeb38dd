// markdown.c: a run as a page for an issue
#include <string.h>

#include "agent/loop/cost.h"
#include "base/civil.h"
#include "base/limits.h"
#include "base/quote.h"
#include "tester/report/headline.h"
#include "tester/report/report.h"

// Return true if the text has only letters, digits, blanks and marks that make
// no markup, link or mention within a line.
static bool
is_plain(struct at_str text)
{
    static const char marks[] = " ,;?!'\"%()=";
    static const struct at_str never[] = {
        AT_STR_ROW("www"), AT_STR_ROW("WWW"),
        AT_STR_ROW("\xef\xbf")}; // no characters
    for (size_t i = 0; i < AT_LEN(never); i++) {
        if (at_str_find(text, never[i]) >= 0)
            return false;
    }
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        bool is_name = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                       (c >= 'A' && c <= 'Z') || c >= 0x80;
        bool is_end = i + 1 == text.len || text.ptr[i + 1] == ' ';
        bool ends = (c == '.' || c == ':') && is_end;
        if (!is_name && !ends && !memchr(marks, c, sizeof(marks) - 1))
            return false;
    }
    return true;
}

// Write a code span, whose fence is longer than any row of backticks within.
// Blanks keep a backtick at an end of the text from the fence.
static void
write_span(struct at_str text, struct at_buf *out)
{
    size_t longest = 0, row = 0;
    for (size_t i = 0; i < text.len; i++) {
        row = text.ptr[i] == '`' ? row + 1 : 0;
        longest = row > longest ? row : longest;
    }
    const char *pad = longest > 0 || text.len == 0 ? " " : "";
    for (size_t i = 0; i <= longest; i++)
        at_buf_add_char(out, '`');
    at_buf_add_fmt(out, "%s%.*s%s", pad, AT_STR_ARG(text), pad);
    for (size_t i = 0; i <= longest; i++)
        at_buf_add_char(out, '`');
}

// Strangers' words stand as they are if nothing in them is markup, an entity, a
// link or a mention.
static void
write_words(struct at_str text, struct at_buf *out)
{
    struct at_buf line = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    at_line_write(at_str_trim(text), &line);
    if (is_plain(at_buf_str(&line)))
        at_buf_add_str(out, at_buf_str(&line));
    else
        write_span(at_buf_str(&line), out);
    at_buf_deinit(&line);
}

static void
write_item(const char *label, struct at_str value, struct at_buf *out)
{
    if (value.len == 0)
        return;
    at_buf_add_fmt(out, "- %s: ", label);
    write_words(value, out);
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
    if (record->has_usage && record->totals.iterations > 0) {
        at_buf_add_fmt(
            out, "- Usage: %lld model calls, %lld tokens in, %lld out, ",
            (long long)record->totals.iterations, (long long)usage->in_tokens,
            (long long)usage->out_tokens);
        at_model_cost_write(usage, out);
        at_buf_add_char(out, '\n');
    }
    if (record->replayed_steps > 0)
        at_buf_add_fmt(out, "- Replayed without a model: %lld step%s\n",
                       (long long)record->replayed_steps,
                       record->replayed_steps == 1 ? "" : "s");
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
    if (text.len == 0)
        return;
    at_buf_add_fmt(out, "   - %s", label);
    write_words(text, out);
    at_buf_add_char(out, '\n');
}

// The engine's own words stand for what has no finding.
static void
write_step(const struct at_run_record *record, size_t index, struct at_buf *out)
{
    const struct at_run_step *step = &record->steps[index];
    struct at_buf why = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    at_buf_add_fmt(out, "%zu. **%s**: ", index + 1,
                   shown_verdict(step->verdict));
    write_words(at_str(step->text), out);
    if (step->duration_ms > 0)
        at_buf_add_fmt(out, " (%.1f s)", (double)step->duration_ms / 1000);
    at_buf_add_char(out, '\n');
    at_headline_write_step(record, index, &why);
    if (why.len == 0)
        at_buf_add_text(&why, step->reason ? step->reason : "");
    write_line("", at_buf_str(&why), out);
    write_line("The model said: ", at_headline_said(step), out);
    at_buf_deinit(&why);
}

static void
write_headline(const struct at_run_record *record, struct at_buf *out)
{
    struct at_buf headline = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    at_headline_write(record, &headline);
    at_buf_add_text(out, "\n\n");
    write_words(at_buf_str(&headline), out);
    at_buf_add_text(out, "\n\n");
    at_buf_deinit(&headline);
}

static bool
is_replay(const struct at_run_record *record)
{
    return record->replayed_steps > 0 && record->totals.iterations == 0;
}

// Return true if nothing in it ends a link.
static bool
is_address(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] <= ' ' || strchr("()<>[]\\`\"", text.ptr[i]))
            return false;
    }
    return text.len > 0;
}

static void
write_run(const struct at_run_record *record, struct at_str address,
          struct at_buf *out)
{
    if (is_address(address) && is_address(at_str(record->id)))
        at_buf_add_fmt(out, "- Run: [%s](%.*s/runs/%s)\n", record->id,
                       AT_STR_ARG(address), record->id);
    else
        write_item("Run", at_str(record->id), out);
}

void
at_report_markdown(const struct at_run_record *record, struct at_buf *out)
{
    at_report_markdown_linked(record, AT_STR(""), out);
}

void
at_report_markdown_linked(const struct at_run_record *record,
                          struct at_str address, struct at_buf *out)
{
    const struct at_scenario *scenario = &record->scenario;
    const char *end = at_run_end_rows[record->end].name;
    char started[32];
    at_civil_write(record->started_ms, AT_CIVIL_RFC3339, started);
    at_buf_add_fmt(out, "# %s: ", at_verdict_names[record->verdict]);
    write_words(at_str(scenario->name[0] ? scenario->name : scenario->goal),
                out);
    write_headline(record, out);
    write_run(record, address, out);
    if (scenario->name[0])
        write_item("Goal", at_str(scenario->goal), out);
    if (record->from_step > 1)
        at_buf_add_fmt(out,
                       "- Partial run: it began with step %lld on the device "
                       "as it was, and says nothing about the steps before\n",
                       (long long)record->from_step);
    write_item("App", at_str(scenario->package), out);
    write_item("Device", at_str(record->device), out);
    write_item("Model",
               at_str(is_replay(record) ? "none, a recording was played"
                                        : record->config.executor),
               out);
    write_item("Started", at_str(record->started_ms ? started : ""), out);
    write_duration(record, out);
    if (record->end != AT_RUN_END_DONE) {
        write_item("Ended by", at_str(record->end ? end : ""), out);
        write_item("Reason", at_str(record->reason), out);
    }
    write_usage(record, out);
    at_buf_add_text(out, "\n## Steps\n\n");
    for (size_t i = 0; i < record->step_count; i++)
        write_step(record, i, out);
}
