// markdown.c: a run as a page for an issue
#include "base/limits.h"
#include "base/quote.h"
#include "sys/clock.h"
#include "tester/report/report.h"
#include "wire/json.h"

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
write_duration(const json_t *document, struct at_buf *out)
{
    int64_t began_ms, ended_ms;
    if (at_wall_read(at_json_get_str(document, "startedAt"), &began_ms) &&
        at_wall_read(at_json_get_str(document, "endedAt"), &ended_ms))
        at_buf_add_fmt(out, "- Duration: %.1f s\n",
                       (double)(ended_ms - began_ms) / 1000);
}

static void
write_usage(const json_t *document, struct at_buf *out)
{
    const json_t *usage = json_object_get(document, "usage");
    json_int_t replayed =
        json_integer_value(json_object_get(document, "replayedSteps"));
    if (usage)
        at_buf_add_fmt(
            out, "- Model: %lld calls, %lld tokens in, %lld out, $%.4f\n",
            (long long)json_integer_value(json_object_get(usage, "iterations")),
            (long long)json_integer_value(
                json_object_get(usage, "inputTokens")),
            (long long)json_integer_value(
                json_object_get(usage, "outputTokens")),
            json_number_value(json_object_get(usage, "costUsd")));
    if (replayed > 0)
        at_buf_add_fmt(out, "- Replayed without a model: %lld steps\n",
                       (long long)replayed);
}

static struct at_str
shown_verdict(struct at_str verdict)
{
    return at_str_is(verdict, "OPEN") ? AT_STR("NOT REACHED") : verdict;
}

static void
write_step(const json_t *step, struct at_buf *out)
{
    struct at_str reason = at_json_get_str(step, "reason");
    struct at_str proof = at_json_get_str(step, "proof");
    at_buf_add_fmt(out, "%lld. **%.*s** ",
                   (long long)json_integer_value(json_object_get(step, "step")),
                   AT_STR_ARG(shown_verdict(at_json_get_str(step, "verdict"))));
    write_span(at_json_get_str(step, "text"), out);
    at_buf_add_char(out, '\n');
    if (reason.len > 0) {
        at_buf_add_text(out, "   - ");
        write_span(reason, out);
        at_buf_add_char(out, '\n');
    }
    if (proof.len > 0 && !at_str_eq(proof, reason)) {
        at_buf_add_text(out, "   - Proof: ");
        write_span(proof, out);
        at_buf_add_char(out, '\n');
    }
}

void
at_report_markdown(const json_t *document, struct at_buf *out)
{
    const json_t *steps = json_object_get(document, "steps");
    struct at_str name = at_json_get_str(document, "name");
    at_buf_add_fmt(out, "# %.*s ",
                   AT_STR_ARG(at_json_get_str(document, "verdict")));
    write_span(name.len > 0 ? name : at_json_get_str(document, "goal"), out);
    at_buf_add_text(out, "\n\n");
    write_item("Run", at_json_get_str(document, "id"), out);
    write_item("Goal", at_json_get_str(document, "goal"), out);
    write_item("App", at_json_get_str(document, "packageName"), out);
    write_item("Device", at_json_get_str(document, "device"), out);
    write_item("Profile", at_json_get_str(document, "profile"), out);
    write_item("Started", at_json_get_str(document, "startedAt"), out);
    write_duration(document, out);
    write_item("Ended by", at_json_get_str(document, "end"), out);
    write_item("Reason", at_json_get_str(document, "reason"), out);
    write_usage(document, out);
    at_buf_add_text(out, "\n## Steps\n\n");
    for (size_t i = 0; i < json_array_size(steps); i++)
        write_step(json_array_get(steps, i), out);
}
