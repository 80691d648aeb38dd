#include "cli/junit.h"

#include <inttypes.h>

#include "base/civil.h"

static void
escape(struct at_str text, struct at_buf *out)
{
    while (text.len > 0) {
        uint32_t c;
        size_t len = at_utf8_next(text, &c);
        if (len == 0)
            len = 1;
        else if (c == '&')
            at_buf_add_text(out, "&amp;");
        else if (c == '<')
            at_buf_add_text(out, "&lt;");
        else if (c == '>')
            at_buf_add_text(out, "&gt;");
        else if (c == '"')
            at_buf_add_text(out, "&quot;");
        else if (c >= 0x20 || c == '\n' || c == '\t')
            at_buf_add(out, text.ptr, len);
        text = at_str_skip(text, len);
    }
}

static void
attribute(const char *name, struct at_str value, struct at_buf *out)
{
    at_buf_add_fmt(out, " %s=\"", name);
    escape(value, out);
    at_buf_add_char(out, '"');
}

static void
seconds(int64_t ms, struct at_buf *out)
{
    at_buf_add_fmt(out, " time=\"%" PRId64 ".%03d\"", ms / 1000,
                   (int)(ms % 1000));
}

static void
stamp(int64_t wall_ms, int64_t offset_ms, struct at_buf *out)
{
    char text[sizeof("YYYY-MM-DDThh:mm:ss")];
    at_civil_write(wall_ms + offset_ms, "YYYY-MM-DDThh:mm:ss", text);
    at_buf_add_fmt(out, " timestamp=\"%s\"", text);
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
    attribute("name", name, out);
    attribute("value", value, out);
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

static void
testcase(const struct at_maestro_trace *trace, int64_t offset_ms,
         struct at_buf *out)
{
    char title[256];
    const struct at_maestro_flow *flow = trace->flow;
    at_maestro_flow_title(flow, title, sizeof(title));
    at_buf_add_text(out, "    <testcase");
    attribute("id", property(flow, "junitId", at_str(title)), out);
    attribute("name", at_str(title), out);
    attribute("classname", property(flow, "junitClassname", at_str(title)),
              out);
    attribute("file", at_str(flow->file), out);
    seconds(trace->duration_ms, out);
    stamp(trace->began_ms, offset_ms, out);
    attribute("status", trace->passed ? AT_STR("SUCCESS") : AT_STR("ERROR"),
              out);
    size_t head = out->len;
    at_buf_add_text(out, ">\n");
    size_t empty = out->len;
    properties(flow, out);
    if (!trace->passed) {
        at_buf_add_text(out, "      <failure>");
        escape(at_str(trace->err.msg), out);
        at_buf_add_text(out, "</failure>\n");
    }
    if (out->len == empty) {
        at_buf_cut(out, head);
        at_buf_add_text(out, "/>\n");
    } else {
        at_buf_add_text(out, "    </testcase>\n");
    }
}

void
at_junit_write(const struct at_junit_suite *suite, struct at_buf *out)
{
    size_t failures = 0;
    int64_t total_ms = 0;
    for (size_t i = 0; i < suite->count; i++) {
        failures += !suite->traces[i].passed;
        total_ms += suite->traces[i].duration_ms;
    }
    at_buf_add_text(out, "<?xml version='1.0' encoding='UTF-8'?>\n"
                         "<testsuites>\n  <testsuite");
    attribute("name", at_str(suite->name), out);
    attribute("device", at_str(suite->device), out);
    at_buf_add_fmt(out, " tests=\"%zu\" failures=\"%zu\"", suite->count,
                   failures);
    seconds(total_ms, out);
    if (suite->count > 0)
        stamp(suite->traces[0].began_ms, suite->offset_ms, out);
    at_buf_add_text(out, ">\n");
    for (size_t i = 0; i < suite->count; i++)
        testcase(&suite->traces[i], suite->offset_ms, out);
    at_buf_add_text(out, "  </testsuite>\n</testsuites>\n");
}
