// junit.c: a suite run as JUnit XML
#include <stdio.h>
#include <stdlib.h>

#include "agent/run/run_end.h"
#include "base/alloc.h"
#include "base/civil.h"
#include "base/limits.h"
#include "wire/xml.h"
#include "tester/suite/report.h"
#include "wire/json.h"

static enum at_run_fault
fault_of(const json_t *entry)
{
    struct at_str result = at_json_get_str(entry, "result");
    if (at_str_is(result, "pass"))
        return AT_RUN_FAULT_NONE;
    if (at_str_is(result, "fail") || at_str_is(result, "unverified"))
        return AT_RUN_FAULT_FAILURE;
    return at_str_is(result, "aborted") ? AT_RUN_FAULT_ERROR
                                        : AT_RUN_FAULT_SKIPPED;
}

static int64_t
duration_of(const json_t *entry)
{
    return json_integer_value(json_object_get(entry, "durationMs"));
}

static const char *const facts[] = {"run", "device", "host", "profile"};

static void
write_attempt(const json_t *entry, char out[32])
{
    json_int_t attempt = json_integer_value(json_object_get(entry, "attempt"));
    snprintf(out, 32, "%lld", (long long)(attempt > 0 ? attempt : 1));
}

static void
write_line(const char *name, struct at_str value, struct at_buf *out)
{
    if (value.len == 0)
        return;
    at_buf_add_fmt(out, "[[PROPERTY|%s=", name);
    at_xml_write(value, out);
    at_buf_add_text(out, "]]\n");
}

// The lines that readers take as properties of the case.
static void
write_output(const json_t *entry, struct at_buf *out)
{
    char attempt[32];
    if (!json_object_get(entry, "run"))
        return;
    write_attempt(entry, attempt);
    at_buf_add_text(out, "      <system-out>");
    for (size_t i = 0; i < AT_LEN(facts); i++)
        write_line(facts[i], at_json_get_str(entry, facts[i]), out);
    write_line("attempt", at_str(attempt), out);
    at_buf_add_text(out, "</system-out>\n");
}

static void
write_fault(const json_t *entry, enum at_run_fault fault, struct at_buf *out)
{
    struct at_str headline = at_json_get_str(entry, "headline");
    struct at_str end = at_json_get_str(entry, "end");
    struct at_str reason = at_json_get_str(entry, "reason");
    const char *name = at_run_fault_names[fault];
    at_buf_add_fmt(out, "      <%s", name);
    if (fault == AT_RUN_FAULT_SKIPPED) {
        at_xml_attribute("message", headline.len ? headline : AT_STR("not run"),
                         out);
        at_buf_add_text(out, "/>\n");
        return;
    }
    at_xml_attribute("message", headline, out);
    at_xml_attribute("type",
                     fault == AT_RUN_FAULT_ERROR ? end
                     : at_str_is(at_json_get_str(entry, "result"), "fail")
                         ? AT_STR("assertion")
                         : AT_STR("unverified"),
                     out);
    at_buf_add_char(out, '>');
    at_xml_write(at_str_eq(reason, headline) ? AT_STR("") : reason, out);
    at_buf_add_fmt(out, "</%s>\n", name);
}

static void
write_case(const json_t *entry, struct at_str suite, struct at_buf *out)
{
    enum at_run_fault fault = fault_of(entry);
    at_buf_add_text(out, "    <testcase");
    at_xml_attribute("name", at_json_get_str(entry, "name"), out);
    at_xml_attribute("classname", suite, out);
    at_xml_seconds(duration_of(entry), out);
    at_buf_add_text(out, ">\n");
    if (fault != AT_RUN_FAULT_NONE)
        write_fault(entry, fault, out);
    write_output(entry, out);
    at_buf_add_text(out, "    </testcase>\n");
}

static void
write_properties(const json_t *cases, struct at_buf *out)
{
    size_t count = json_array_size(cases);
    at_buf_add_text(out, "    <properties>\n");
    for (size_t i = 0; i < count; i++) {
        const json_t *entry = json_array_get(cases, i);
        char name[48], attempt[32], number[24] = "";
        if (count > 1)
            snprintf(number, sizeof(number), ".%zu", i + 1);
        for (size_t j = 0; j < AT_LEN(facts); j++) {
            snprintf(name, sizeof(name), "%s%s", facts[j], number);
            at_xml_property(name, at_json_get_str(entry, facts[j]), out);
        }
        snprintf(name, sizeof(name), "attempt%s", number);
        write_attempt(entry, attempt);
        if (json_object_get(entry, "run"))
            at_xml_property(name, at_str(attempt), out);
    }
    at_buf_add_text(out, "    </properties>\n");
}

struct sums {
    size_t faults[AT_RUN_FAULT_COUNT];
    size_t count;
    int64_t ms;
};

static void
add_sums(const json_t *cases, struct sums *out)
{
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *entry = json_array_get(cases, i);
        out->faults[fault_of(entry)]++;
        out->ms += duration_of(entry);
        out->count++;
    }
}

static void
write_suite(const char *name, const json_t *cases, struct at_str started,
            struct at_buf *out)
{
    struct sums sums = {0};
    add_sums(cases, &sums);
    at_buf_add_text(out, "  <testsuite");
    at_xml_attribute("name", at_str(name), out);
    at_buf_add_fmt(out,
                   " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\""
                   " skipped=\"%zu\"",
                   sums.count, sums.faults[AT_RUN_FAULT_FAILURE],
                   sums.faults[AT_RUN_FAULT_ERROR],
                   sums.faults[AT_RUN_FAULT_SKIPPED]);
    at_xml_seconds(sums.ms, out);
    if (started.len >= 19)
        at_xml_attribute("timestamp", at_str_head(started, 19), out);
    at_buf_add_text(out, ">\n");
    write_properties(cases, out);
    for (size_t i = 0; i < json_array_size(cases); i++)
        write_case(json_array_get(cases, i), at_str(name), out);
    at_buf_add_text(out, "  </testsuite>\n");
}

// The cases by their file, in the order of the first case of each; those of a
// stored suite are one testsuite.
static json_t *
group_cases(const json_t *result)
{
    const json_t *cases = json_object_get(result, "cases");
    bool by_file =
        json_object_get(json_object_get(result, "options"), "files") != NULL;
    const char *name = json_string_value(json_object_get(result, "name"));
    json_t *groups = json_object();
    for (size_t i = 0; i < json_array_size(cases); i++) {
        json_t *entry = json_array_get(cases, i);
        const char *file =
            json_string_value(json_object_get(entry, "scenario"));
        const char *group = by_file && file ? file : name ? name : "suite";
        json_t *list = json_object_get(groups, group);
        if (!list) {
            list = json_array();
            at_json_set(groups, group, list);
        }
        json_array_append(list, entry);
    }
    return groups;
}

void
at_suite_junit(const json_t *result, struct at_buf *out)
{
    json_t *groups = group_cases(result);
    struct at_str name = at_json_get_str(result, "name");
    struct sums sums = {0};
    const char *group;
    json_t *cases;
    add_sums(json_object_get(result, "cases"), &sums);
    at_buf_add_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<testsuites");
    at_xml_attribute("name", name, out);
    at_buf_add_fmt(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"",
                   sums.count, sums.faults[AT_RUN_FAULT_FAILURE],
                   sums.faults[AT_RUN_FAULT_ERROR]);
    at_xml_seconds(json_integer_value(json_object_get(result, "durationMs")),
                   out);
    at_buf_add_text(out, ">\n");
    json_object_foreach(groups, group, cases)
        write_suite(group, cases, at_json_get_str(result, "startedAt"), out);
    at_buf_add_text(out, "</testsuites>\n");
    json_decref(groups);
}
