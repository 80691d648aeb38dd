// junit_test.c: one JUnit file of a suite run, against the rules of Jenkins'
// schema (junit-10.xsd), with hostile words
#include <expat.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "tests/t.h"
#include "tester/suite/report.h"
#include "wire/json.h"

#define CASE(file, name, rest)                                                 \
    "{\"name\":\"" name "\",\"scenario\":\"" file "\"," rest "}"
#define HOSTILE "]]></failure>\\u001b[31m\\u202e\\uffff&<x y=\\\"1\\\">"

static const char result_text[] =
    "{\"name\":\"Nightly\",\"startedAt\":\"2026-01-01T00:00:00.000Z\","
    "\"durationMs\":61500,\"options\":{\"files\":[\"a\"]},\"cases\":[" CASE(
        "a.json", "one",
        "\"result\":\"pass\",\"run\":\"R1\","
        "\"device\":\"d1\",\"host\":\"h\",\"attempt\":2,\"durationMs\":"
        "1500") "," CASE("b.json", "two",
                         "\"result\":\"fail\",\"run\":\"R2\","
                         "\"headline\":\"" HOSTILE "\",\"reason\":\"" HOSTILE
                         "\"") "," CASE("b.json", "three",
                                        "\"result\":\"unverified\",\"run\":"
                                        "\"R3\"") "," CASE("b.json", "four",
                                                           "\"result\":"
                                                           "\"aborted\","
                                                           "\"end\":"
                                                           "\"device\","
                                                           "\"headline\":"
                                                           "\"lost\","
                                                           "\"reason\":"
                                                           "\"gone\"") "," CASE("a.json",
                                                                                "five",
                                                                                "\"result\":\"skipped\"") "," CASE("a.json",
                                                                                                                   "six",
                                                                                                                   "\"state\":\"running\"") "]}";

// An element's parent and attributes, with "!" at those that must be there.
static const struct {
    const char *name, *parent, *attributes;
} schema[] = {
    {"testsuites", "", " name tests failures errors time "},
    {"testsuite", "testsuites",
     " name! tests! failures! errors! skipped time timestamp "},
    {"properties", "testsuite", " "},
    {"property", "properties", " name! value! "},
    {"testcase", "testsuite", " name! classname time "},
    {"failure", "testcase", " message type "},
    {"error", "testcase", " message type "},
    {"skipped", "testcase", " message type "},
    {"system-out", "testcase", " "},
};

struct reading {
    struct at_buf words; // each testcase: "name fault; ", each suite: counts
    char open[8][16];
    int depth;
    const char *fault;
    struct at_buf texts;
};

static void
check_schema(const char *name, const char *parent, const XML_Char **attributes)
{
    size_t i = 0, given = 0, required = 0;
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

static const char *
value_of(const XML_Char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2) {
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    }
    return "";
}

static void XMLCALL
on_start(void *user, const XML_Char *name, const XML_Char **attributes)
{
    struct reading *reading = user;
    const char *parent =
        reading->depth > 0 ? reading->open[reading->depth - 1] : "";
    check_schema(name, parent, attributes);
    at_str_cut(reading->open[reading->depth++], sizeof(reading->open[0]),
               at_str(name));
    if (strcmp(name, "testsuite") == 0)
        at_buf_add_fmt(
            &reading->words, "%s %s %s %s %s: ", value_of(attributes, "name"),
            value_of(attributes, "tests"), value_of(attributes, "failures"),
            value_of(attributes, "errors"), value_of(attributes, "skipped"));
    if (strcmp(name, "testcase") == 0) {
        at_buf_add_fmt(&reading->words, "%s ", value_of(attributes, "name"));
        reading->fault = "pass";
    }
    if (strcmp(name, "failure") == 0 || strcmp(name, "error") == 0 ||
        strcmp(name, "skipped") == 0)
        reading->fault = strcmp(name, "failure") == 0 ? "failure"
                         : strcmp(name, "error") == 0 ? "error"
                                                      : "skipped";
    for (; attributes[0]; attributes += 2)
        at_buf_add_fmt(&reading->texts, "%s=%s\n", attributes[0],
                       attributes[1]);
}

static void XMLCALL
on_end(void *user, const XML_Char *name)
{
    struct reading *reading = user;
    reading->depth--;
    if (strcmp(name, "testcase") == 0)
        at_buf_add_fmt(&reading->words, "%s; ", reading->fault);
}

T_TEST(is_valid_and_has_every_case_once)
{
    struct at_buf xml = AT_BUF_INIT(1 << 16);
    struct reading reading = {.words = AT_BUF_INIT(4096),
                              .texts = AT_BUF_INIT(1 << 16)};
    json_t *result = at_json_parse(at_str(result_text), NULL);
    XML_Parser parser = XML_ParserCreate("UTF-8");
    T_OK(result != NULL);
    at_suite_junit(result, &xml);
    XML_SetUserData(parser, &reading);
    XML_SetElementHandler(parser, on_start, on_end);
    T_EQ_INT(XML_Parse(parser, at_buf_text(&xml), (int)xml.len, 1),
             XML_STATUS_OK);
    T_EQ_TEXT(at_buf_text(&reading.words),
              "a.json 3 0 0 2: one pass; five skipped; six skipped; "
              "b.json 3 2 1 0: two failure; three failure; four error; ");
    T_HAS(at_buf_text(&reading.texts), "name=attempt.1\nvalue=2\n");
    T_HAS(at_buf_text(&reading.texts), "name=device.1\nvalue=d1\n");
    T_HAS(at_buf_text(&reading.texts), "time=61.500\n");
    T_NULL(strstr(at_buf_text(&reading.texts), "\x1b"));
    T_NULL(strstr(at_buf_text(&reading.texts), "\xe2\x80\xae"));
    T_HAS(at_buf_text(&xml), "[[PROPERTY|run=R1]]");
    XML_ParserFree(parser);
    json_decref(result);
    at_buf_deinit(&reading.words);
    at_buf_deinit(&reading.texts);
    at_buf_deinit(&xml);
}

T_MAIN()
