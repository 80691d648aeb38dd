// reports_test.c: reports of a suite, with names that want to be markup
#include "maestro/report/allure.h"
#include "maestro/report/bundle.h"
#include "maestro/report/html.h"
#include "maestro/report/junit.h"
#include "maestro/report/names.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tests/t.h"

enum { ROWS = 4 };

struct rig {
    struct at_maestro_flow flows[ROWS];
    struct at_maestro_command command;
    struct at_maestro_trace traces[ROWS];
    struct at_maestro_result rows[ROWS];
    struct at_maestro_suite suite;
};

static struct at_str evil_tags[] = {AT_STR_ROW("a,b"), AT_STR_ROW("<i>")};
static struct at_maestro_pair evil_pairs[] = {
    {.name = AT_STR_ROW("junitId"), .value = AT_STR_ROW("ID\"1")},
    {.name = AT_STR_ROW("te\"am"), .value = AT_STR_ROW("]]>&")},
};

static void
add_step(struct rig *rig, size_t flow, const char *words, uint32_t depth,
         enum at_maestro_outcome outcome)
{
    struct at_maestro_step *step = at_maestro_trace_add(&rig->traces[flow]);
    rig->command.kind = AT_MAESTRO_TAP_ON;
    step->command = &rig->command;
    step->description = at_strfmt("%s", words);
    step->depth = depth;
    step->outcome = outcome;
    step->began_ms = 1000;
    step->duration_ms = 20;
    if (outcome == AT_MAESTRO_FAILED)
        step->error = at_strfmt("%s", "no </script><b>");
}

static void
add(struct rig *rig, size_t at, const char *name, const char *device,
    enum at_maestro_end end)
{
    rig->flows[at] = (struct at_maestro_flow){.file = "/home/me/flows/a&b.yaml",
                                              .name = at_str(name)};
    rig->traces[at] = (struct at_maestro_trace)AT_MAESTRO_TRACE_INIT;
    rig->traces[at].flow = &rig->flows[at];
    rig->traces[at].passed = end == AT_MAESTRO_PASSED;
    if (device) {
        rig->traces[at].began_ms = 1000 * ((int64_t)at + 1);
        rig->traces[at].duration_ms = 1500;
    }
    rig->rows[at] = (struct at_maestro_result){
        .trace = &rig->traces[at],
        .end = end,
        .device = device,
    };
}

static void
rig_init(struct rig *rig)
{
    *rig = (struct rig){.suite = {.name = "S<", .count = ROWS}};
    add(rig, 0, "a\"&<b>/..", "one", AT_MAESTRO_PASSED);
    rig->flows[0].tags = (struct at_maestro_texts){evil_tags, 2};
    rig->flows[0].properties = (struct at_maestro_pairs){evil_pairs, 2};
    add_step(rig, 0, "Tap on \"<x>\"", 0, AT_MAESTRO_COMPLETED);
    add(rig, 1, "B", "two", AT_MAESTRO_NOT_PASSED);
    at_fail(&rig->traces[1].err, AT_EASSERT, "no </failure>\n\x01\xe2\x80\xae");
    add_step(rig, 1, "Run flow", 0, AT_MAESTRO_FAILED);
    add_step(rig, 1, "Tap on it", 1, AT_MAESTRO_FAILED);
    rig->traces[1].failed = 1;
    add(rig, 2, "C", "one", AT_MAESTRO_TROUBLE);
    at_fail(&rig->traces[2].err, AT_ENODEV, "gone");
    add(rig, 3, "D", NULL, AT_MAESTRO_NOT_RUN);
    at_fail(&rig->traces[3].err, AT_EASSERT, "not run: 'B' failed");
    rig->suite.rows = rig->rows;
    rig->suite.cwd = "/home/me";
}

static void
rig_deinit(struct rig *rig)
{
    for (size_t i = 0; i < ROWS; i++)
        at_maestro_trace_deinit(&rig->traces[i]);
}

T_TEST(junit_has_maestros_shape)
{
    struct rig rig;
    struct at_buf out = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    rig_init(&rig);
    at_maestro_junit(&rig.suite, &out);
    T_EQ_TEXT(
        at_buf_text(&out),
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        "<testsuites>\n"
        "  <testsuite name=\"S&lt;\" device=\"one\" tests=\"2\" failures=\"1\" "
        "time=\"3.500\" timestamp=\"1970-01-01T00:00:01\">\n"
        "    <testcase id=\"ID&quot;1\" name=\"a&quot;&amp;&lt;b&gt;/..\" "
        "classname=\"a&quot;&amp;&lt;b&gt;/..\" file=\"flows/a&amp;b.yaml\" "
        "time=\"1.500\" timestamp=\"1970-01-01T00:00:01\" status=\"SUCCESS\">\n"
        "      <properties>\n"
        "        <property name=\"te&quot;am\" value=\"]]&gt;&amp;\"/>\n"
        "        <property name=\"tags\" value=\"a,b, &lt;i&gt;\"/>\n"
        "      </properties>\n"
        "    </testcase>\n"
        "    <testcase id=\"C\" name=\"C\" classname=\"C\" "
        "file=\"flows/a&amp;b.yaml\" time=\"1.500\" "
        "timestamp=\"1970-01-01T00:00:03\" status=\"ERROR\">\n"
        "      <failure>device trouble: gone</failure>\n"
        "    </testcase>\n"
        "  </testsuite>\n"
        "  <testsuite name=\"S&lt;\" device=\"two\" tests=\"1\" failures=\"1\" "
        "time=\"1.500\" timestamp=\"1970-01-01T00:00:02\">\n"
        "    <testcase id=\"B\" name=\"B\" classname=\"B\" "
        "file=\"flows/a&amp;b.yaml\" time=\"1.500\" "
        "timestamp=\"1970-01-01T00:00:02\" status=\"ERROR\">\n"
        "      <failure>no &lt;/failure&gt; ??"
        "</failure>\n"
        "    </testcase>\n"
        "  </testsuite>\n"
        "  <testsuite name=\"S&lt;\" tests=\"1\" failures=\"0\" "
        "time=\"0.000\">\n"
        "    <testcase id=\"D\" name=\"D\" classname=\"D\" "
        "file=\"flows/a&amp;b.yaml\" time=\"0.000\" status=\"CANCELED\">\n"
        "      <skipped message=\"not run: 'B' failed\"/>\n"
        "    </testcase>\n"
        "  </testsuite>\n"
        "</testsuites>\n");
    at_buf_deinit(&out);
    rig_deinit(&rig);
}

static void
mask_script(const void *user, struct at_str text, struct at_buf *out)
{
    const struct at_str secret = AT_STR("script");
    (void)user;
    for (; text.len > 0; text = at_str_skip(text, 1)) {
        bool found = at_str_starts(text, secret);
        if (found)
            text = at_str_skip(text, secret.len - 1);
        at_buf_add_str(out, found ? AT_STR("***") : at_str_head(text, 1));
    }
}

T_TEST(commands_and_manifest_have_maestros_shape)
{
    const struct at_maestro_masking masking = {mask_script, NULL};
    struct rig rig;
    struct at_buf out = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    rig_init(&rig);
    struct at_maestro_selector selector = {.text = AT_STR("a\"/<b> *")};
    rig.command.selector = &selector;
    rig.rows[1].folder = "/out/B";
    at_maestro_step_artifact(&rig.traces[1].steps[1], "screenshot",
                             "/out/B/screenshots/step-002-x.png");
    at_maestro_step_artifact(&rig.traces[1].steps[1], "log",
                             "/out/B/logs/step-002-x.log");
    at_maestro_commands_json(&rig.rows[1], &masking, &out);
    T_HAS(at_buf_text(&out),
          "{\"command\":{\"tapOnElement\":{\"selector\":{\"textRegex\":"
          "\"a\\\"/<b> *\",\"optional\":false},\"optional\":false}},"
          "\"metadata\":{\"status\":\"FAILED\",\"timestamp\":1000,"
          "\"duration\":20,\"error\":{\"message\":\"no </***><b>\"},"
          "\"sequenceNumber\":1,\"depth\":1,\"artifacts\":[{\"type\":"
          "\"SCREENSHOT\",\"path\":\"screenshots/step-002-x.png\"}");
    at_buf_clear(&out);
    at_maestro_manifest_json(&rig.rows[1], &out);
    T_HAS(at_buf_text(&out),
          "{\"kind\":\"SCREENSHOT\",\"format\":\"PNG\",\"relativePath\":"
          "\"screenshots\",\"count\":1},{\"kind\":\"DEVICE_LOG\",");
    at_buf_clear(&out);
    at_maestro_step_stem(1, &rig.command, &out);
    T_EQ_TEXT(at_buf_text(&out), "step-002-tapOnElement-a_b");
    at_buf_deinit(&out);
    rig_deinit(&rig);
}

static bool
read_memory(void *user, const char *path, struct at_buf *out,
            struct at_err *err)
{
    (void)user;
    (void)err;
    return at_buf_add_fmt(out, "file %s </pre><script>alert(1)</script>", path);
}

// A page is read elsewhere: its time says which zone it is of.
T_TEST(html_has_a_time_with_its_zone)
{
    static const struct {
        int64_t minutes;
        const char *want;
    } zones[] = {
        {0, ">1970-01-01 00:00:01 +00:00 · "},
        {330, ">1970-01-01 05:30:01 +05:30 · "},
        {-150, ">1969-12-31 21:30:01 -02:30 · "},
    };
    for (size_t i = 0; i < T_LEN(zones); i++) {
        struct rig rig;
        struct at_buf out = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
        T_ROW(zones[i].want);
        rig_init(&rig);
        rig.suite.offset_ms = zones[i].minutes * 60 * 1000;
        at_maestro_html(&rig.suite, &out);
        T_HAS(at_buf_text(&out), zones[i].want);
        at_buf_deinit(&out);
        rig_deinit(&rig);
    }
}

// A page without flows that ran has no time.
T_TEST(html_of_nothing_that_ran_has_no_time)
{
    struct at_buf out = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    const struct at_maestro_suite none = {.name = "None"};
    at_maestro_html(&none, &out);
    T_NULL(strstr(at_buf_text(&out), "1970"));
    at_buf_deinit(&out);
}

T_TEST(html_has_steps_and_files_but_no_markup_of_strangers)
{
    struct rig rig;
    struct at_buf out = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    const struct at_maestro_files files = {.read = read_memory};
    rig_init(&rig);
    rig.suite.files = &files;
    struct at_maestro_step *step = &rig.traces[1].steps[1];
    at_maestro_step_artifact(step, "hierarchy", "/out/tree\"><b>.txt");
    at_maestro_step_note(step, "<img src=x onerror=alert(2)>");
    rig.traces[1].video = at_strdup("/out/video.mp4");
    at_maestro_html(&rig.suite, &out);
    const char *page = at_buf_text(&out);
    T_NULL(strstr(page, "<script"));
    T_NULL(strstr(page, "<b>/"));
    T_NULL(strstr(page, "<img src=x"));
    T_HAS(page, "a&quot;&amp;&lt;b&gt;/..");
    T_HAS(page, "4 flows: <span class=\"fail\">1 failed</span> <span "
                "class=\"fail\">1 in trouble</span> <span class=\"open\">1 "
                "not run</span> <span class=\"pass\">1 passed</span>");
    T_HAS(page, "<details><summary>The screen as text</summary><pre>file "
                "/out/tree&quot;&gt;&lt;b&gt;.txt &lt;/pre&gt;&lt;script&gt;");
    T_HAS(page, "src=\"data:video/mp4;base64,");
    T_HAS(page, "style=\"margin-left:1rem\"");
    T_OK(strstr(page, "<h2>Failed") < strstr(page, "<h2>Passed"));
    at_buf_deinit(&out);
    rig_deinit(&rig);
}

static bool
put_all(void *user, const char *name, struct at_str content, struct at_err *err)
{
    (void)err;
    T_NULL(strchr(name, '/'));
    return at_buf_add_fmt(user, "%.*s\n", AT_STR_ARG(content));
}

static bool
copy_all(void *user, const char *name, const char *path)
{
    T_NULL(strchr(name, '/'));
    return strstr(path, "gone") == NULL && at_buf_add_fmt(user, "copied\n");
}

T_TEST(allure_nests_steps_and_tells_trouble_from_failure)
{
    struct rig rig;
    struct at_buf out = AT_BUF_INIT(AT_REPORT_MAX_BYTES);
    const struct at_maestro_allure allure = {put_all, copy_all, &out};
    rig_init(&rig);
    struct at_maestro_step *step = &rig.traces[1].steps[1];
    step->code = AT_EASSERT;
    at_maestro_step_artifact(step, "screenshot", "/out/../x\"y.png");
    at_maestro_step_artifact(step, "log", "/out/gone.log");
    T_OK(at_maestro_allure_write(&rig.suite, &allure, NULL));
    const char *text = at_buf_text(&out);
    T_HAS(text, "\"fullName\":\"flows/a&b.yaml\",\"name\":\"a\\\"&<b>/..\","
                "\"status\":\"passed\"");
    T_HAS(text, "{\"name\":\"tag\",\"value\":\"a,b\"}");
    T_HAS(text, "{\"name\":\"te\\\"am\",\"value\":\"]]>&\"}");
    T_HAS(text, "\"status\":\"broken\",\"statusDetails\":{\"message\":\"device "
                "trouble: gone\"}");
    T_HAS(text, "\"status\":\"skipped\",\"statusDetails\":{\"message\":\"not "
                "run: 'B' failed\"}");
    T_HAS(text, "\"steps\":[{\"name\":\"Tap on it\",\"status\":\"failed\"");
    T_HAS(text, "-1-attachment.png\",\"type\":\"image/png\"}]");
    at_buf_deinit(&out);
    rig_deinit(&rig);
}

T_MAIN()
