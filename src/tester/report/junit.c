// junit.c: a run as JUnit XML
#include <string.h>

#include "base/alloc.h"
#include "base/civil.h"
#include "base/limits.h"
#include "base/quote.h"
#include "sys/clock.h"
#include "tester/report/report.h"
#include "wire/json.h"

enum fault { FAULT_NONE, FAULT_FAILURE, FAULT_ERROR, FAULT_SKIPPED, FAULTS };

static const char *const fault_names[FAULTS] = {
    [FAULT_FAILURE] = "failure",
    [FAULT_ERROR] = "error",
    [FAULT_SKIPPED] = "skipped",
};

struct judgement {
    enum fault fault;
    const char *type;
    struct at_str message;
};

// XML 1.0 has no U+FFFE and U+FFFF, not even escaped.
static void
write_char(uint32_t cp, struct at_buf *out)
{
    switch (cp) {
    case '<':
        at_buf_add_text(out, "&lt;");
        break;
    case '>':
        at_buf_add_text(out, "&gt;");
        break;
    case '&':
        at_buf_add_text(out, "&amp;");
        break;
    case '"':
        at_buf_add_text(out, "&quot;");
        break;
    case '\n':
    case '\t':
        at_buf_add_fmt(out, "&#%d;", (int)cp);
        break;
    default:
        at_buf_add_utf8(out, cp == 0xfffe || cp == 0xffff ? '?' : cp);
    }
}

static void
write_xml(struct at_str text, struct at_buf *out)
{
    struct at_buf printable = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    at_printable_write(text, &printable);
    struct at_str rest = at_buf_str(&printable);
    uint32_t cp;
    for (size_t n; (n = at_utf8_next(rest, &cp)) > 0;
         rest = at_str_skip(rest, n))
        write_char(cp, out);
    at_buf_deinit(&printable);
}

static void
write_attribute(const char *name, struct at_str value, struct at_buf *out)
{
    at_buf_add_fmt(out, " %s=\"", name);
    write_xml(value, out);
    at_buf_add_char(out, '"');
}

static void
write_seconds(int64_t ms, struct at_buf *out)
{
    ms = ms > 0 ? ms : 0;
    at_buf_add_fmt(out, " time=\"%lld.%03d\"", (long long)(ms / 1000),
                   (int)(ms % 1000));
}

static int64_t
integer(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

// A step that is neither proved nor disproved is one in which the run was cut
// off, if it was; at most one, for the later ones were not reached.
static struct judgement
judge(const json_t *document, const json_t *step, bool *inout_cut)
{
    struct at_str verdict = at_json_get_str(step, "verdict");
    struct at_str reason = at_json_get_str(step, "reason");
    const char *end = json_string_value(json_object_get(document, "end"));
    bool is_cut = end && strcmp(end, "done") != 0 && !*inout_cut;
    if (at_str_is(verdict, "PASS"))
        return (struct judgement){FAULT_NONE, NULL, reason};
    if (at_str_is(verdict, "FAIL"))
        return (struct judgement){FAULT_FAILURE, "assertion", reason};
    if (is_cut) {
        *inout_cut = true;
        return (struct judgement){FAULT_ERROR, end,
                                  at_json_get_str(document, "reason")};
    }
    if (at_str_is(verdict, "UNVERIFIED"))
        return (struct judgement){FAULT_FAILURE, "unverified", reason};
    return (struct judgement){FAULT_SKIPPED, NULL, AT_STR("not reached")};
}

static void
write_fault(const json_t *step, const struct judgement *judgement,
            struct at_buf *out)
{
    const char *name = fault_names[judgement->fault];
    struct at_str proof = at_json_get_str(step, "proof");
    at_buf_add_fmt(out, ">\n    <%s", name);
    write_attribute("message", judgement->message, out);
    if (judgement->type)
        write_attribute("type", at_str(judgement->type), out);
    if (proof.len > 0 && judgement->fault != FAULT_SKIPPED) {
        at_buf_add_char(out, '>');
        write_xml(proof, out);
        at_buf_add_fmt(out, "</%s>", name);
    } else {
        at_buf_add_text(out, "/>");
    }
    at_buf_add_text(out, "\n  </testcase>\n");
}

static void
write_case(const json_t *document, const json_t *step,
           const struct judgement *judgement, struct at_buf *out)
{
    struct at_str text = at_json_get_str(step, "text");
    char *name = at_strfmt("Step %d: %.*s", (int)integer(step, "step"),
                           AT_STR_ARG(text));
    at_buf_add_text(out, "  <testcase");
    write_attribute("name", at_str(name), out);
    write_attribute("classname", at_json_get_str(document, "packageName"), out);
    write_seconds(integer(step, "durationMs"), out);
    if (judgement->fault == FAULT_NONE)
        at_buf_add_text(out, "/>\n");
    else
        write_fault(step, judgement, out);
    free(name);
}

static void
write_property(const char *name, const json_t *value, struct at_buf *out)
{
    struct at_buf text = AT_BUF_INIT(AT_STORE_DOC_MAX_BYTES);
    if (json_is_string(value))
        at_buf_add_str(&text, at_json_str(value));
    else if (value)
        at_json_write(value, &text);
    if (text.len > 0) {
        at_buf_add_fmt(out, "    <property name=\"%s\"", name);
        write_attribute("value", at_buf_str(&text), out);
        at_buf_add_text(out, "/>\n");
    }
    at_buf_deinit(&text);
}

static void
write_properties(const json_t *document, struct at_buf *out)
{
    static const char *const of_run[] = {"id",     "verdict", "end",
                                         "reason", "profile", "platform",
                                         "device", "host",    "replayedSteps"};
    static const char *const of_usage[] = {
        "iterations", "inputTokens", "cachedTokens", "outputTokens", "costUsd"};
    const json_t *usage = json_object_get(document, "usage");
    at_buf_add_text(out, "  <properties>\n");
    for (size_t i = 0; i < AT_LEN(of_run); i++)
        write_property(of_run[i], json_object_get(document, of_run[i]), out);
    for (size_t i = 0; i < AT_LEN(of_usage); i++)
        write_property(of_usage[i], json_object_get(usage, of_usage[i]), out);
    at_buf_add_text(out, "  </properties>\n");
}

static int64_t
time_of(const json_t *document, const char *name, int64_t otherwise_ms)
{
    int64_t ms;
    return at_wall_read(at_json_get_str(document, name), &ms) ? ms
                                                              : otherwise_ms;
}

static void
write_suite_head(const json_t *document, const size_t counts[FAULTS],
                 struct at_buf *out)
{
    struct at_str name = at_json_get_str(document, "name");
    int64_t ended_ms = time_of(document, "endedAt", 0);
    int64_t began_ms = time_of(document, "startedAt", ended_ms);
    char timestamp[32];
    at_civil_write(began_ms, "YYYY-MM-DDThh:mm:ss", timestamp);
    at_buf_add_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<testsuite");
    write_attribute(
        "name", name.len > 0 ? name : at_json_get_str(document, "goal"), out);
    at_buf_add_fmt(out,
                   " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\""
                   " skipped=\"%zu\"",
                   json_array_size(json_object_get(document, "steps")),
                   counts[FAULT_FAILURE], counts[FAULT_ERROR],
                   counts[FAULT_SKIPPED]);
    write_seconds(ended_ms - began_ms, out);
    write_attribute("timestamp", at_str(timestamp), out);
    at_buf_add_text(out, ">\n");
}

void
at_report_junit(const json_t *document, struct at_buf *out)
{
    const json_t *steps = json_object_get(document, "steps");
    struct at_buf cases = AT_BUF_INIT(out->max);
    size_t counts[FAULTS] = {0};
    bool cut = false;
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i);
        struct judgement judgement = judge(document, step, &cut);
        counts[judgement.fault]++;
        write_case(document, step, &judgement, &cases);
    }
    write_suite_head(document, counts, out);
    write_properties(document, out);
    at_buf_add_str(out, at_buf_str(&cases));
    at_buf_add_text(out, "</testsuite>\n");
    at_buf_deinit(&cases);
}
