// result_test.c: what came of a suite run, from the documents of its runs
#include "base/alloc.h"
#include "base/buf.h"
#include "tests/t.h"
#include "tester/suite/result.h"
#include "wire/json.h"

static json_t *
parse(const char *text)
{
    json_t *json = at_json_parse(at_str(text), NULL);
    T_OK(json != NULL);
    return json;
}

// One run each: what its document has besides suiteRun and case, and the result
// of its case; NULL: none yet.
static const struct {
    const char *run, *result;
} results[] = {
    {"\"state\":\"ended\",\"end\":\"done\",\"verdict\":\"PASS\"", "pass"},
    {"\"state\":\"ended\",\"end\":\"done\",\"verdict\":\"FAIL\"", "fail"},
    {"\"state\":\"ended\",\"end\":\"done\",\"verdict\":\"UNVERIFIED\"",
     "unverified"},
    {"\"state\":\"ended\",\"end\":\"budget\",\"verdict\":\"UNVERIFIED\"",
     "unverified"},
    {"\"state\":\"ended\",\"end\":\"device\",\"verdict\":\"PASS\"", "aborted"},
    {"\"state\":\"ended\",\"end\":\"usage\"", "aborted"},
    {"\"state\":\"ended\",\"end\":\"stopped\"", "skipped"},
    {"\"state\":\"ended\",\"end\":\"stopped\","
     "\"startedAt\":\"2026-01-01T00:00:00.000Z\"",
     "aborted"},
    {"\"state\":\"queued\"", NULL},
    {"\"state\":\"running\"", NULL},
    {"\"state\":\"running\",\"final\":{\"state\":\"ended\",\"end\":\"done\","
     "\"verdict\":\"PASS\"}",
     NULL},
};

T_TEST(names_the_result_of_a_run)
{
    for (size_t i = 0; i < T_LEN(results); i++) {
        char *text = at_strfmt("{\"id\":\"r\",%s}", results[i].run);
        json_t *json = parse(text);
        const char *result = at_suite_result_of(json);
        T_ROW(results[i].run);
        T_EQ_TEXT(result ? result : "(none)",
                  results[i].result ? results[i].result : "(none)");
        json_decref(json);
        free(text);
    }
}

// Cases "a #1", "a #2", "b": their groups are a and b.
#define DOC(state)                                                             \
    "{\"name\":\"Nightly\",\"state\":\"" state "\",\"scenarioId\":\"S\","      \
    "\"startedAt\":\"2026-01-01T00:00:00.000Z\","                              \
    "\"endedAt\":\"2026-01-01T00:01:00.000Z\",\"cases\":["                     \
    "{\"name\":\"a #1\",\"group\":\"a\"},{\"name\":\"a #2\",\"group\":\"a\"}," \
    "{\"name\":\"b\"}]}"
#define RUN(name, rest)                                                        \
    "{\"id\":\"r-" name "\",\"suiteRun\":\"SR\",\"case\":\"" name "\"," rest "}"
#define ENDED(name, verdict)                                                   \
    RUN(name, "\"state\":\"ended\",\"end\":\"done\",\"verdict\":\"" verdict    \
              "\",\"startedAt\":\"2026-01-01T00:00:10.000Z\","                 \
              "\"endedAt\":\"2026-01-01T00:00:12.500Z\"")

static const struct {
    const char *what, *doc, *runs[3];
    const char *counts; // total pass fail unverified aborted skipped queued
                        // running
    const char *flaky, *verdict;
    int exit;
} tallies[] = {
    {"nothing has begun",
     DOC("running"),
     {0},
     "3 0 0 0 0 0 3 0",
     "[]",
     "",
     AT_RUN_EXIT_BROKEN},
    {"all pass",
     DOC("ended"),
     {ENDED("a #1", "PASS"), ENDED("a #2", "PASS"), ENDED("b", "PASS")},
     "3 3 0 0 0 0 0 0",
     "[]",
     "PASS",
     AT_RUN_EXIT_PASS},
    {"a repeat fails",
     DOC("ended"),
     {ENDED("a #1", "PASS"), ENDED("a #2", "FAIL"), ENDED("b", "PASS")},
     "3 2 1 0 0 0 0 0",
     "[\"a\"]",
     "FAIL",
     AT_RUN_EXIT_FAIL},
    {"fails every time",
     DOC("ended"),
     {ENDED("a #1", "FAIL"), ENDED("a #2", "FAIL"), ENDED("b", "PASS")},
     "3 1 2 0 0 0 0 0",
     "[]",
     "FAIL",
     AT_RUN_EXIT_FAIL},
    {"passed after a retry",
     DOC("ended"),
     {ENDED("a #1", "PASS"), ENDED("a #2", "PASS"),
      RUN("b", "\"state\":\"ended\",\"end\":\"done\",\"verdict\":\"PASS\","
               "\"attempt\":2")},
     "3 3 0 0 0 0 0 0",
     "[\"b\"]",
     "PASS",
     AT_RUN_EXIT_PASS},
    {"failed after a retry",
     DOC("ended"),
     {RUN("b", "\"state\":\"ended\",\"end\":\"done\",\"verdict\":\"FAIL\","
               "\"attempt\":2")},
     "3 0 1 0 2 2 0 0",
     "[]",
     "FAIL",
     AT_RUN_EXIT_FAIL},
    {"a lost device is not a verdict",
     DOC("ended"),
     {ENDED("a #1", "PASS"),
      RUN("a #2", "\"state\":\"ended\",\"end\":\"device\""),
      ENDED("b", "PASS")},
     "3 2 0 0 1 0 0 0",
     "[]",
     "none",
     AT_RUN_EXIT_BROKEN},
    {"one runs, one has no run yet",
     DOC("running"),
     {RUN("a #1", "\"state\":\"running\""), ENDED("b", "UNVERIFIED")},
     "3 0 0 1 0 0 1 1",
     "[]",
     "",
     AT_RUN_EXIT_FAIL},
    {"a run of another suite run, and of no case",
     DOC("running"),
     {"{\"id\":\"x\",\"suiteRun\":\"other\",\"case\":\"b\",\"state\":"
      "\"ended\"}",
      "{\"id\":\"y\",\"suiteRun\":\"SR\",\"state\":\"ended\"}", "[]"},
     "3 0 0 0 0 0 3 0",
     "[]",
     "",
     AT_RUN_EXIT_BROKEN},
};

static json_t *
tally_of(size_t row)
{
    struct at_suite_tally tally;
    struct at_store_doc doc = {.id = "SR", .json = parse(tallies[row].doc)};
    at_suite_tally_begin(&tally, &doc);
    at_store_doc_deinit(&doc);
    for (size_t i = 0; i < 3 && tallies[row].runs[i]; i++) {
        json_t *run = parse(tallies[row].runs[i]);
        at_suite_tally_add(&tally, run);
        json_decref(run);
    }
    return at_suite_tally_end(&tally);
}

T_TEST(counts_cases)
{
    static const char *const names[] = {"total",      "pass",    "fail",
                                        "unverified", "aborted", "skipped",
                                        "queued",     "running"};
    for (size_t i = 0; i < T_LEN(tallies); i++) {
        struct at_buf counts = AT_BUF_INIT(4096), flaky = AT_BUF_INIT(4096);
        json_t *result = tally_of(i);
        T_ROW(tallies[i].what);
        for (size_t j = 0; j < T_LEN(names); j++)
            at_buf_add_fmt(&counts, "%s%lld", j ? " " : "",
                           (long long)at_suite_count(result, names[j]));
        T_EQ_TEXT(at_buf_text(&counts), tallies[i].counts);
        T_OK(at_json_write(json_object_get(result, "flaky"), &flaky));
        T_EQ_TEXT(at_buf_text(&flaky), tallies[i].flaky);
        T_EQ_STR(at_json_get_str(result, "verdict"), tallies[i].verdict);
        T_EQ_INT(at_suite_exit(result, false), tallies[i].exit);
        T_NULL(json_object_get(result, "scenarioId"));
        json_decref(result);
        at_buf_deinit(&counts);
        at_buf_deinit(&flaky);
    }
}

T_TEST(a_case_shows_its_run)
{
    json_t *result = tally_of(2);
    const json_t *entry = json_array_get(json_object_get(result, "cases"), 1);
    T_EQ_STR(at_json_get_str(entry, "run"), "r-a #2");
    T_EQ_STR(at_json_get_str(entry, "result"), "fail");
    T_EQ_INT(json_integer_value(json_object_get(entry, "durationMs")), 2500);
    T_OK(at_json_get_str(entry, "headline").len > 0);
    T_EQ_INT(json_integer_value(json_object_get(result, "durationMs")), 60000);
    json_decref(result);
}

T_TEST(healed_ones_count_only_if_asked)
{
    struct at_suite_tally tally;
    struct at_store_doc doc = {.id = "SR",
                               .json = parse("{\"state\":\"ended\",\"cases\":"
                                             "[{\"name\":\"b\"}]}")};
    json_t *run = parse(
        RUN("b", "\"state\":\"ended\",\"end\":\"done\",\"verdict\":\"PASS\","
                 "\"healed\":{\"step\":1,\"why\":\"x\"}"));
    at_suite_tally_begin(&tally, &doc);
    at_suite_tally_add(&tally, run);
    json_t *result = at_suite_tally_end(&tally);
    T_EQ_INT(at_suite_count(result, "healed"), 1);
    T_EQ_INT(at_suite_exit(result, false), AT_RUN_EXIT_PASS);
    T_EQ_INT(at_suite_exit(result, true), AT_RUN_EXIT_HEALED);
    json_decref(result);
    json_decref(run);
    at_store_doc_deinit(&doc);
}

T_MAIN()
