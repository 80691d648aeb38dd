// report_test.c: reports of all ends, read by parsers, with hostile words
#include <expat.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "tests/t.h"
#include "tester/report/report.h"
#include "wire/json.h"

static json_t *
document(const char *end, const char *steps)
{
    char *text = at_strfmt(
        "{\"id\":\"01ABC\",\"name\":\"\",\"goal\":\"Log in\",\"host\":\"here\","
        "\"packageName\":\"a.b\",\"verdict\":\"FAIL\",\"device\":\"emulator\","
        "\"startedAt\":\"2026-11-23T09:00:00.000Z\","
        "\"endedAt\":\"2026-11-23T09:01:02.345Z\",\"end\":\"%s\","
        "\"reason\":\"why it ended\",\"steps\":[%s]}",
        end, steps);
    json_t *json = at_json_parse(at_str(text), NULL);
    free(text);
    T_OK(json != NULL);
    return json;
}

static void
write_report(void (*write)(const struct at_run_record *record,
                           struct at_buf *out),
             const json_t *json, struct at_buf *out)
{
    struct at_run_record record;
    T_OK(at_run_record_read(json, &record, NULL));
    write(&record, out);
    at_run_record_deinit(&record);
}

// The testcases of a report as "pass error skipped ", from a real parser, and
// the numbers of the suite.
struct reading {
    struct at_buf cases;
    struct at_buf counts;
    struct at_buf texts; // all attributes and characters
    const char *fault;
    char open[4][16]; // the elements within which it is
    int depth;
};

// The rules of both schemas: each element's parent and attributes, with a "!"
// at those that must be there.
static const struct {
    const char *name;
    const char *parent;
    const char *attributes;
} schema[] = {
    {"testsuite", "",
     " name! tests! failures! errors! skipped! time timestamp "},
    {"properties", "testsuite", " "},
    {"property", "properties", " name! value! "},
    {"testcase", "testsuite", " name! classname time! "},
    {"failure", "testcase", " message type! "},
    {"error", "testcase", " message type! "},
    {"skipped", "testcase", " message "},
};

static void
check_schema(const char *name, const char *parent, const XML_Char **attributes)
{
    size_t i = 0, required = 0, given = 0;
    while (i < T_LEN(schema) && strcmp(schema[i].name, name) != 0)
        i++;
    T_ROW(name);
    T_OK(i < T_LEN(schema));
    T_EQ_TEXT(parent, schema[i].parent);
    for (const char *c = schema[i].attributes; *c; c++)
        required += *c == '!';
    for (; attributes[0]; attributes += 2) {
        char *must = at_strfmt(" %s! ", attributes[0]);
        char *may = at_strfmt(" %s ", attributes[0]);
        bool is_required = strstr(schema[i].attributes, must) != NULL;
        T_OK(is_required || strstr(schema[i].attributes, may));
        given += is_required;
        free(may);
        free(must);
    }
    T_EQ_SIZE(given, required);
}

static void XMLCALL
on_start(void *user, const XML_Char *name, const XML_Char **attributes)
{
    struct reading *reading = user;
    bool is_fault = strcmp(name, "failure") == 0 ||
                    strcmp(name, "error") == 0 || strcmp(name, "skipped") == 0;
    check_schema(name,
                 reading->depth > 0 ? reading->open[reading->depth - 1] : "",
                 attributes);
    T_OK(reading->depth < (int)T_LEN(reading->open));
    at_str_cut(reading->open[reading->depth++], sizeof(reading->open[0]),
               at_str(name));
    if (is_fault)
        reading->fault = strcmp(name, "failure") == 0 ? "failure "
                         : strcmp(name, "error") == 0 ? "error "
                                                      : "skipped ";
    for (; attributes[0]; attributes += 2) {
        if (strcmp(name, "testsuite") == 0 &&
            (strcmp(attributes[0], "tests") == 0 ||
             strcmp(attributes[0], "failures") == 0 ||
             strcmp(attributes[0], "errors") == 0 ||
             strcmp(attributes[0], "skipped") == 0))
            at_buf_add_fmt(&reading->counts, "%s ", attributes[1]);
        at_buf_add_fmt(&reading->texts, "%s\n", attributes[1]);
    }
}

static void XMLCALL
on_end(void *user, const XML_Char *name)
{
    struct reading *reading = user;
    reading->depth--;
    if (strcmp(name, "testcase") != 0)
        return;
    at_buf_add_text(&reading->cases, reading->fault);
    reading->fault = "pass ";
}

static void XMLCALL
on_text(void *user, const XML_Char *text, int len)
{
    struct reading *reading = user;
    at_buf_add(&reading->texts, text, (size_t)len);
}

static void
read_junit(const json_t *json, struct reading *out)
{
    struct at_buf xml = AT_BUF_INIT(1 << 20);
    XML_Parser parser = XML_ParserCreate("UTF-8");
    *out = (struct reading){.cases = AT_BUF_INIT(4096),
                            .counts = AT_BUF_INIT(4096),
                            .texts = AT_BUF_INIT(1 << 20),
                            .fault = "pass "};
    write_report(at_report_junit, json, &xml);
    XML_SetUserData(parser, out);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    if (XML_Parse(parser, xml.data, (int)xml.len, 1) != XML_STATUS_OK)
        print_error("%s\n%s\n", XML_ErrorString(XML_GetErrorCode(parser)),
                    at_buf_text(&xml));
    T_OK(XML_GetErrorCode(parser) == XML_ERROR_NONE);
    XML_ParserFree(parser);
    at_buf_deinit(&xml);
}

static void
free_reading(struct reading *reading)
{
    at_buf_deinit(&reading->cases);
    at_buf_deinit(&reading->counts);
    at_buf_deinit(&reading->texts);
}

#define STEP(n, verdict)                                                       \
    "{\"step\":" #n ",\"text\":\"do it\",\"verdict\":\"" verdict               \
    "\",\"reason\":\"so\",\"proof\":\"seen\"}"

// counts: tests, failures, errors, skipped
static const struct {
    const char *end;
    const char *steps;
    const char *cases;
    const char *counts;
} ends[] = {
    {"done", STEP(1, "PASS") "," STEP(2, "PASS"), "pass pass ", "2 0 0 0 "},
    {"done", STEP(1, "PASS") "," STEP(2, "FAIL"), "pass failure ", "2 1 0 0 "},
    {"done", STEP(1, "UNVERIFIED") "," STEP(2, "PASS"), "failure pass ",
     "2 1 0 0 "},
    {"done", STEP(1, "FAIL") "," STEP(2, "OPEN"), "failure skipped ",
     "2 1 0 1 "},
    {"device", STEP(1, "PASS") "," STEP(2, "UNVERIFIED") "," STEP(3, "OPEN"),
     "pass error skipped ", "3 0 1 1 "},
    {"model", STEP(1, "OPEN") "," STEP(2, "OPEN"), "error skipped ",
     "2 0 1 1 "},
    {"budget", STEP(1, "FAIL") "," STEP(2, "OPEN") "," STEP(3, "OPEN"),
     "failure error skipped ", "3 1 1 1 "},
    {"stopped", STEP(1, "PASS") "," STEP(2, "PASS"), "pass pass ", "2 0 0 0 "},
    {"lost", "", "error ", "1 0 1 0 "},
};

T_TEST(each_end_is_judged)
{
    for (size_t i = 0; i < T_LEN(ends); i++) {
        json_t *json = document(ends[i].end, ends[i].steps);
        struct reading reading;
        T_ROW(ends[i].steps);
        read_junit(json, &reading);
        T_EQ_TEXT(at_buf_text(&reading.cases), ends[i].cases);
        T_EQ_TEXT(at_buf_text(&reading.counts), ends[i].counts);
        free_reading(&reading);
        json_decref(json);
    }
}

// A second model's opinion is a property, its words escaped as XML.
T_TEST(opinions_of_a_second_model_are_properties)
{
    json_t *json = document(
        "done", "{\"step\":1,\"verdict\":\"PASS\",\"secondModel\":\"agrees\"},"
                "{\"step\":2,\"verdict\":\"PASS\"},"
                "{\"step\":3,\"verdict\":\"UNVERIFIED\",\"secondModel\":"
                "\"doubts\",\"secondModelSaid\":\"it shows <404>\"}");
    struct at_buf xml = AT_BUF_INIT(1 << 16);
    write_report(at_report_junit, json, &xml);
    const char *text = at_buf_text(&xml);
    T_HAS(text, "<property name=\"secondModel.1\" value=\"agrees\"/>");
    T_HAS(text, "<property name=\"secondModel.3\" value=\"doubts: it shows "
                "&lt;404&gt;\"/>");
    T_NULL(strstr(text, "secondModel.2"));
    at_buf_deinit(&xml);
    json_decref(json);
}

T_TEST(a_suite_says_what_it_is)
{
    json_t *json = document("device", STEP(1, "PASS") "," STEP(2, "OPEN"));
    struct at_buf xml = AT_BUF_INIT(1 << 16);
    at_json_set(json, "usage",
                json_pack("{s:i,s:f}", "inputTokens", 12, "costUsd", 0.25));
    write_report(at_report_junit, json, &xml);
    const char *text = at_buf_text(&xml);
    T_HAS(text, "<testsuite name=\"Log in\" tests=\"2\"");
    T_HAS(text, " time=\"62.345\" timestamp=\"2026-11-23T09:00:00\">");
    T_HAS(text, "<property name=\"host\" value=\"here\"/>");
    T_HAS(text, "<testcase name=\"Step 1: do it\" classname=\"a.b\" "
                "time=\"0.000\"/>");
    T_HAS(text, "<error message=\"why it ended\" type=\"device\"");
    T_HAS(text, "<property name=\"device\" value=\"emulator\"/>");
    T_HAS(text, "<property name=\"inputTokens\" value=\"12\"/>");
    T_HAS(text, "<property name=\"costUsd\" value=\"0.25\"/>");
    at_buf_deinit(&xml);
    json_decref(json);
}

static const struct {
    const char *name;
    const char *json; // a JSON string's inside
} hostile[] = {
    {"markup", "</testcase><script>alert('x')</script>&amp;\\\"'"},
    {"CDATA", "]]><![CDATA[ <!-- --> <?xml?>"},
    {"control characters", "\\u0001\\u001b[31mred\\u0000\\u0008\\u007f\\u0085"},
    {"not of XML 1.0", "\\ufffe\\uffff"},
    {"directions", "\\u202eevil\\u2066\\u200f"},
    {"line ends", "a\\nb\\r\\nc\\td\\u2028e"},
    {"beyond the first plane", "\\ud83d\\ude00 \\u00e9"},
    {"Markdown",
     "# h\\n[x](http://evil.example) ![i](data:x) <b> `c` ``d`` |t| *e* _f_ "
     "@user #1 https://evil.example www.evil.example"},
    {"fences", "``` ~~~ ````````"},
    {"backticks at the ends", "`a`"},
};

// No character of the report turns the direction, hides, or controls a
// terminal.
static bool
is_clean(struct at_str text)
{
    uint32_t cp;
    for (size_t n; (n = at_utf8_next(text, &cp)) > 0;
         text = at_str_skip(text, n)) {
        bool is_bad = (cp < 0x20 && cp != '\n') || (cp >= 0x7f && cp < 0xa0) ||
                      (cp >= 0x200b && cp <= 0x200f) ||
                      (cp >= 0x2028 && cp <= 0x202e) ||
                      (cp >= 0x2060 && cp <= 0x206f) || cp == 0xfeff;
        if (is_bad)
            return false;
    }
    return text.len == 0;
}

static json_t *
hostile_document(const char *words)
{
    char *steps =
        at_strfmt("{\"step\":1,\"text\":\"%s\",\"verdict\":\"FAIL\","
                  "\"reason\":\"%s\",\"proof\":\"its %s\",\"finding\":"
                  "{\"said\":\"`%s\"}}",
                  words, words, words, words);
    json_t *json = document("device", steps);
    static const char *const members[] = {"name",   "goal",   "packageName",
                                          "reason", "device", "host"};
    const json_t *step = json_array_get(json_object_get(json, "steps"), 0);
    for (size_t i = 0; i < T_LEN(members); i++)
        json_object_set(json, members[i], json_object_get(step, "text"));
    free(steps);
    return json;
}

// The way in which steps came to their end explains no verdict.
T_TEST(only_trouble_is_a_reason)
{
    static const struct {
        const char *end;
        bool told;
    } reasons[] = {{"done", false}, {"device", true}, {"stopped", true}};
    for (size_t i = 0; i < T_LEN(reasons); i++) {
        struct at_buf xml = AT_BUF_INIT(1 << 16);
        json_t *json = document(reasons[i].end, "");
        write_report(at_report_junit, json, &xml);
        T_ROW(reasons[i].end);
        T_EQ_INT(strstr(at_buf_text(&xml), "<property name=\"reason\"") != NULL,
                 reasons[i].told);
        at_buf_deinit(&xml);
        json_decref(json);
    }
}

T_TEST(hostile_words_stay_words_in_xml)
{
    for (size_t i = 0; i < T_LEN(hostile); i++) {
        json_t *json = hostile_document(hostile[i].json);
        struct at_buf xml = AT_BUF_INIT(1 << 20);
        struct reading reading;
        T_ROW(hostile[i].name);
        read_junit(json, &reading);
        T_EQ_TEXT(at_buf_text(&reading.cases), "failure ");
        write_report(at_report_junit, json, &xml);
        T_OK(is_clean(at_buf_str(&xml)));
        T_OK(strstr(at_buf_text(&xml), "<script") == NULL);
        at_buf_deinit(&xml);
        free_reading(&reading);
        json_decref(json);
    }
}

// Take the code spans out of a line as CommonMark reads them. What is left has
// no words of strangers.
static void
drop_spans(struct at_str line, struct at_buf *out)
{
    while (line.len > 0) {
        size_t fence = 0;
        while (fence < line.len && line.ptr[fence] == '`')
            fence++;
        if (fence == 0) {
            at_buf_add_char(out, line.ptr[0]);
            line = at_str_skip(line, 1);
            continue;
        }
        size_t end = fence, row = 0;
        for (; end < line.len; end++) {
            row = line.ptr[end] == '`' ? row + 1 : 0;
            bool is_last = end + 1 == line.len || line.ptr[end + 1] != '`';
            if (row == fence && is_last)
                break;
            if (row > 0 && is_last)
                row = 0;
        }
        T_OK(end < line.len); // each span is closed on its line
        line = at_str_skip(line, end + 1);
    }
    at_buf_add_char(out, '\n');
}

// These rows have nothing in them that could be markup.
static const char *
plain_words_of(const char *name)
{
    if (strcmp(name, "beyond the first plane") == 0)
        return "\xf0\x9f\x98\x80 \xc3\xa9";
    if (strcmp(name, "line ends") == 0)
        return "a b? c d?e";
    return strcmp(name, "directions") == 0 ? "?evil??" : "";
}

T_TEST(hostile_words_stay_words_in_markdown)
{
    for (size_t i = 0; i < T_LEN(hostile); i++) {
        json_t *json = hostile_document(hostile[i].json);
        struct at_buf page = AT_BUF_INIT(1 << 20);
        struct at_buf left = AT_BUF_INIT(1 << 20);
        struct at_str rest, line;
        T_ROW(hostile[i].name);
        write_report(at_report_markdown, json, &page);
        T_OK(is_clean(at_buf_str(&page)));
        rest = at_buf_str(&page);
        while (at_str_next_line(&rest, &line))
            drop_spans(line, &left);
        const char *words = plain_words_of(hostile[i].name);
        char *want = at_strfmt(
            "# FAIL: %s\n\nStep 1 failed\n\n- Run: 01ABC\n- Goal: %s\n"
            "- App: %s\n- Device: %s\n- Started: \n- Duration: 62.3 s\n"
            "- Ended by: device\n- Reason: %s\n"
            "\n## Steps\n\n1. **FAIL**: %s\n   - %s\n   - The model said: \n",
            words, words, words, words, words, words, words);
        T_EQ_TEXT(at_buf_text(&left), want);
        free(want);
        at_buf_deinit(&left);
        at_buf_deinit(&page);
        json_decref(json);
    }
}

// Write the report with this address of the dashboard.
static const char *address;
static void
write_linked(const struct at_run_record *record, struct at_buf *out)
{
    at_report_markdown_linked(record, at_str(address), out);
}

T_TEST(a_page_has_a_link_to_its_run)
{
    static const struct {
        const char *address;
        const char *line;
    } rows[] = {
        {"", "- Run: 01ABC\n"},
        {"http://10.0.0.4:8080",
         "- Run: [01ABC](http://10.0.0.4:8080/runs/01ABC)\n"},
        {"http://evil)](x", "- Run: 01ABC\n"},
        {"http://a b", "- Run: 01ABC\n"},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        json_t *json = document("done", STEP(1, "PASS"));
        struct at_buf page = AT_BUF_INIT(1 << 16);
        address = rows[i].address;
        T_ROW(address);
        write_report(write_linked, json, &page);
        T_HAS(at_buf_text(&page), rows[i].line);
        at_buf_deinit(&page);
        json_decref(json);
    }
}

T_TEST(a_page_says_what_was_not_reached)
{
    json_t *json = document("budget", STEP(1, "PASS") "," STEP(2, "OPEN"));
    struct at_buf page = AT_BUF_INIT(1 << 16);
    at_json_set(json, "replayedSteps", json_integer(1));
    write_report(at_report_markdown, json, &page);
    T_HAS(at_buf_text(&page), "1. **PASS**: do it");
    T_HAS(at_buf_text(&page), "2. **NOT REACHED**: do it");
    T_HAS(at_buf_text(&page), "- Replayed without a model: 1 step\n");
    at_buf_deinit(&page);
    json_decref(json);
}

T_MAIN()
