#include "maestro/report/junit.h"

#include <string.h>

#include "base/civil.h"
#include "base/limits.h"
#include "wire/xml.h"

static void
stamp(int64_t wall_ms, int64_t offset_ms, struct at_buf *out)
{
    char text[sizeof("YYYY-MM-DDThh:mm:ss")];
    at_civil_write(wall_ms + offset_ms, "YYYY-MM-DDThh:mm:ss", text);
    at_xml_attribute("timestamp", at_str(text), out);
}

static struct at_str
property(const struct at_maestro_flow *flow, const char *name,
         struct at_str absent)
{
    for (size_t i = 0; i < flow->properties.count; i++) {
        if (at_str_is(flow->properties.rows[i].name, name))
            return flow->properties.rows[i].value;
    }
    return absent;
}

static void
add_property(struct at_str name, struct at_str value, struct at_buf *out)
{
    at_buf_add_text(out, "        <property");
    at_xml_attribute("name", name, out);
    at_xml_attribute("value", value, out);
    at_buf_add_text(out, "/>\n");
}

static void
properties(const struct at_maestro_flow *flow, struct at_buf *out)
{
    size_t start = out->len;
    at_buf_add_text(out, "      <properties>\n");
    size_t empty = out->len;
    for (size_t i = 0; i < flow->properties.count; i++) {
        const struct at_maestro_pair *pair = &flow->properties.rows[i];
        if (!at_str_is(pair->name, "junitId") &&
            !at_str_is(pair->name, "junitClassname"))
            add_property(pair->name, pair->value, out);
    }
    struct at_buf tags = AT_BUF_INIT(4096);
    for (size_t i = 0; i < flow->tags.count; i++)
        at_buf_add_fmt(&tags, "%s%.*s", i > 0 ? ", " : "",
                       AT_STR_ARG(flow->tags.rows[i]));
    if (tags.len > 0)
        add_property(AT_STR("tags"), at_buf_str(&tags), out);
    at_buf_deinit(&tags);
    if (out->len == empty)
        at_buf_cut(out, start);
    else
        at_buf_add_text(out, "      </properties>\n");
}

static struct at_str
status_of(const struct at_maestro_result *result)
{
    if (result->end == AT_MAESTRO_NOT_RUN)
        return AT_STR("CANCELED");
    return result->end == AT_MAESTRO_PASSED ? AT_STR("SUCCESS")
                                            : AT_STR("ERROR");
}

static void
fault(const struct at_maestro_result *result, struct at_buf *out)
{
    struct at_buf reason = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    at_maestro_reason(result, &reason);
    if (result->end == AT_MAESTRO_NOT_RUN) {
        at_buf_add_text(out, "      <skipped");
        at_xml_attribute("message", at_buf_str(&reason), out);
        at_buf_add_text(out, "/>\n");
    } else if (result->end != AT_MAESTRO_PASSED) {
        at_buf_add_text(out, "      <failure>");
        at_xml_write(at_buf_str(&reason), out);
        at_buf_add_text(out, "</failure>\n");
    }
    at_buf_deinit(&reason);
}

static void
testcase(const struct at_maestro_suite *suite,
         const struct at_maestro_result *result, struct at_buf *out)
{
    char title[256];
    const struct at_maestro_trace *trace = result->trace;
    const struct at_maestro_flow *flow = trace->flow;
    at_maestro_flow_title(flow, title, sizeof(title));
    at_buf_add_text(out, "    <testcase");
    at_xml_attribute("id", property(flow, "junitId", at_str(title)), out);
    at_xml_attribute("name", at_str(title), out);
    at_xml_attribute("classname",
                     property(flow, "junitClassname", at_str(title)), out);
    at_xml_attribute("file", at_maestro_short_path(suite, flow->file), out);
    at_xml_seconds(trace->duration_ms, out);
    if (trace->began_ms > 0)
        stamp(trace->began_ms, suite->offset_ms, out);
    at_xml_attribute("status", status_of(result), out);
    size_t head = out->len;
    at_buf_add_text(out, ">\n");
    size_t empty = out->len;
    properties(flow, out);
    fault(result, out);
    if (out->len == empty) {
        at_buf_cut(out, head);
        at_buf_add_text(out, "/>\n");
    } else {
        at_buf_add_text(out, "    </testcase>\n");
    }
}

static bool
are_together(const struct at_maestro_result *a,
             const struct at_maestro_result *b)
{
    if (a->shard != b->shard || !a->device != !b->device)
        return false;
    return !a->device || strcmp(a->device, b->device) == 0;
}

static bool
is_first(const struct at_maestro_suite *suite, size_t at)
{
    for (size_t i = 0; i < at; i++) {
        if (are_together(&suite->rows[i], &suite->rows[at]))
            return false;
    }
    return true;
}

struct sums {
    size_t tests;
    size_t failures;
    int64_t began_ms; // 0: none has run
    int64_t ended_ms;
};

static struct sums
sum_up(const struct at_maestro_suite *suite, size_t first)
{
    struct sums sums = {0};
    for (size_t i = first; i < suite->count; i++) {
        const struct at_maestro_result *row = &suite->rows[i];
        if (!are_together(row, &suite->rows[first]))
            continue;
        const struct at_maestro_trace *trace = row->trace;
        int64_t ended_ms = trace->began_ms + trace->duration_ms;
        sums.tests++;
        sums.failures +=
            row->end == AT_MAESTRO_NOT_PASSED || row->end == AT_MAESTRO_TROUBLE;
        if (trace->began_ms == 0)
            continue;
        if (sums.began_ms == 0 || trace->began_ms < sums.began_ms)
            sums.began_ms = trace->began_ms;
        if (ended_ms > sums.ended_ms)
            sums.ended_ms = ended_ms;
    }
    return sums;
}

// Its time is by the clock, as in Maestro, so pauses between flows count.
static void
testsuite(const struct at_maestro_suite *suite, size_t first,
          struct at_buf *out)
{
    const struct at_maestro_result *row = &suite->rows[first];
    struct sums sums = sum_up(suite, first);
    at_buf_add_text(out, "  <testsuite");
    at_xml_attribute("name", at_str(suite->name), out);
    if (row->device)
        at_xml_attribute("device", at_str(row->device), out);
    at_buf_add_fmt(out, " tests=\"%zu\" failures=\"%zu\"", sums.tests,
                   sums.failures);
    at_xml_seconds(sums.ended_ms - sums.began_ms, out);
    if (sums.began_ms > 0)
        stamp(sums.began_ms, suite->offset_ms, out);
    at_buf_add_text(out, ">\n");
    for (size_t i = first; i < suite->count; i++) {
        if (are_together(&suite->rows[i], row))
            testcase(suite, &suite->rows[i], out);
    }
    at_buf_add_text(out, "  </testsuite>\n");
}

void
at_maestro_junit(const struct at_maestro_suite *suite, struct at_buf *out)
{
    at_buf_add_text(out, "<?xml version='1.0' encoding='UTF-8'?>\n"
                         "<testsuites>\n");
    for (size_t i = 0; i < suite->count; i++) {
        if (is_first(suite, i))
            testsuite(suite, i, out);
    }
    at_buf_add_text(out, "</testsuites>\n");
}
