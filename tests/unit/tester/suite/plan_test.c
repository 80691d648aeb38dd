// plan_test.c: cases, their names, parts and order
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "tests/t.h"
#include "tester/suite/plan.h"
#include "wire/json.h"

enum { SOURCES = 3 };

static struct at_scenario scenarios[SOURCES];
static struct at_suite_source sources[SOURCES];

static int
set_up(void **state)
{
    static const char *const texts[SOURCES] = {
        "{\"name\":\"One\",\"goal\":\"g\",\"packageName\":\"p\",\"steps\":[\"{{"
        "user}}\"],"
        "\"tags\":[\"smoke\"]}",
        "{\"name\":\"Two\",\"goal\":\"g\",\"packageName\":\"p\",\"steps\":["
        "\"s\"],"
        "\"tags\":[\"smoke\",\"slow\"],\"platform\":\"ios\"}",
        "{\"goal\":\"One\",\"packageName\":\"p\",\"steps\":[\"s\"]}",
    };
    (void)state;
    for (size_t i = 0; i < SOURCES; i++) {
        json_t *json = at_json_parse(at_str(texts[i]), NULL);
        if (!at_scenario_read(json, &scenarios[i], NULL))
            return 1;
        json_decref(json);
        sources[i] = (struct at_suite_source){&scenarios[i], "file", 0};
    }
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; i < SOURCES; i++)
        at_scenario_deinit(&scenarios[i]);
    return 0;
}

static struct at_argv
words_of(const char *text)
{
    struct at_argv words = AT_ARGV_INIT;
    struct at_str rest = at_str(text), word;
    while (at_str_next(&rest, ' ', &word))
        at_argv_add_str(&words, at_str_is(word, "-") ? AT_STR("") : word);
    return words;
}

// Words with blanks between them; "-" is an empty one.
static const struct {
    const char *what, *tags, *devices, *platforms, *profiles, *rows;
    int64_t repeat;
    const char *names; // each with "; "
} rows[] = {
    {"all, once", "", "", "", "", "", 0, "One; Two; One (2); "},
    {"by tags", "smoke", "", "", "", "", 1, "One; Two; "},
    {"by two expressions", "smoke !slow", "", "", "", "", 1, "One; "},
    {"each row, where a column is used", "", "", "", "",
     "[{\"user\":\"ann\"},{\"user\":\"bob\"}]", 1,
     "One [ann]; One [bob]; Two; One; "},
    {"equal rows", "smoke !slow", "", "", "",
     "[{\"user\":\"ann\"},{\"user\":\"ann\"}]", 1,
     "One [ann]; One [ann] (2); "},
    {"an empty table", "smoke", "", "", "", "[]", 1, "One; Two; "},
    {"each device of its platform", "smoke", "e1 i1", "android ios", "", "", 1,
     "One on e1; One on i1; Two on i1; "},
    {"any device, and one", "smoke !slow", "- e1", "- android", "", "", 1,
     "One; One on e1; "},
    {"each profile", "smoke !slow", "e1", "-", "A B", "", 1,
     "One on e1 with A; One on e1 with B; "},
    {"repeated: all once before any twice", "smoke", "", "", "", "", 2,
     "One #1; Two #1; One #2; Two #2; "},
};

T_TEST(plans_cases)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_argv tags = words_of(rows[i].tags);
        struct at_argv devices = words_of(rows[i].devices);
        struct at_argv platforms = words_of(rows[i].platforms);
        struct at_argv profiles = words_of(rows[i].profiles);
        json_t *table = at_json_parse(at_str(rows[i].rows), NULL);
        struct at_buf names = AT_BUF_INIT(4096);
        struct at_suite_plan plan;
        struct at_err err = AT_ERR_INIT;
        const struct at_suite_selection from = {.sources = sources,
                                                .source_count = SOURCES,
                                                .tags = &tags,
                                                .rows = table,
                                                .devices = &devices,
                                                .platforms = &platforms,
                                                .profiles = &profiles,
                                                .repeat = rows[i].repeat};
        T_ROW(rows[i].what);
        T_OK(at_suite_plan(&from, &plan, &err));
        for (size_t j = 0; j < plan.count; j++)
            at_buf_add_fmt(&names, "%s; ", plan.cases[j].name);
        T_EQ_TEXT(at_buf_text(&names), rows[i].names);
        at_suite_plan_deinit(&plan);
        at_buf_deinit(&names);
        json_decref(table);
        at_argv_deinit(&tags);
        at_argv_deinit(&devices);
        at_argv_deinit(&platforms);
        at_argv_deinit(&profiles);
    }
}

// Milliseconds by the first letter of the group: One 100, Two 300.
static int64_t
expected(void *user, const char *group, const struct at_suite_source *source)
{
    const char *unknown = user;
    (void)source;
    if (unknown && strstr(group, unknown))
        return -1;
    return group[0] == 'T' ? 300 : 100;
}

T_TEST(the_longest_first_and_unknown_ones_before_them)
{
    struct at_suite_plan plan;
    struct at_suite_selection from = {
        .sources = sources, .source_count = SOURCES, .expected = expected};
    T_OK(at_suite_plan(&from, &plan, NULL));
    T_EQ_TEXT(plan.cases[0].name, "Two");
    T_EQ_TEXT(plan.cases[1].name, "One");
    at_suite_plan_deinit(&plan);
    from.user = "(2)";
    T_OK(at_suite_plan(&from, &plan, NULL));
    T_EQ_TEXT(plan.cases[0].name, "One (2)");
    T_EQ_TEXT(plan.cases[1].name, "Two");
    at_suite_plan_deinit(&plan);
}

// Every case is in exactly one part, and stays there when others are added.
T_TEST(parts_hold_each_case_once)
{
    size_t total = 0;
    json_t *seen = json_object();
    for (int64_t n = 1; n <= 3; n++) {
        for (int more = 0; more < 2; more++) {
            struct at_suite_plan plan;
            const struct at_suite_selection from = {.sources = sources,
                                                    .source_count = SOURCES,
                                                    .repeat = 20 + more,
                                                    .shard = {n, 3}};
            T_OK(at_suite_plan(&from, &plan, NULL));
            T_EQ_SIZE(plan.count + plan.left_out,
                      SOURCES * (size_t)(20 + more));
            total += more ? 0 : plan.count;
            for (size_t i = 0; i < plan.count; i++) {
                json_t *part = json_object_get(seen, plan.cases[i].name);
                T_OK(!part || json_integer_value(part) == n);
                json_object_set_new(seen, plan.cases[i].name, json_integer(n));
            }
            at_suite_plan_deinit(&plan);
        }
    }
    T_EQ_SIZE(total, SOURCES * 20);
    json_decref(seen);
}

T_TEST(only_the_named_ones)
{
    struct at_suite_plan plan;
    json_t *only = json_pack("{s:b,s:b}", "One (2)", 1, "gone", 1);
    const struct at_suite_selection from = {
        .sources = sources, .source_count = SOURCES, .only = only};
    T_OK(at_suite_plan(&from, &plan, NULL));
    T_EQ_SIZE(plan.count, 1);
    T_EQ_TEXT(plan.cases[0].name, "One (2)");
    at_suite_plan_deinit(&plan);
    json_decref(only);
}

static const struct {
    const char *text;
    int64_t number, count; // 0: refused
} shards[] = {
    {"1/1", 1, 1}, {"2/5", 2, 5},    {"5/5", 5, 5}, {"0/5", 0, 0},
    {"6/5", 0, 0}, {"1", 0, 0},      {"/5", 0, 0},  {"1/", 0, 0},
    {"1/0", 0, 0}, {"-1/2", 0, 0},   {"a/b", 0, 0}, {"1/2/3", 0, 0},
    {"", 0, 0},    {"1/1001", 0, 0},
};

T_TEST(reads_parts)
{
    for (size_t i = 0; i < T_LEN(shards); i++) {
        struct at_suite_shard shard = {0, 0};
        struct at_err err = AT_ERR_INIT;
        bool ok = at_suite_shard_read(at_str(shards[i].text), &shard, &err);
        T_ROW(shards[i].text);
        T_EQ_INT(ok, shards[i].count > 0);
        T_EQ_INT(err.code, ok ? AT_OK : AT_EUSAGE);
        T_OK(!ok || (shard.number == shards[i].number &&
                     shard.count == shards[i].count));
    }
}

T_TEST(refuses_what_runs_nothing_or_too_much)
{
    struct at_suite_plan plan;
    struct at_err err = AT_ERR_INIT;
    struct at_argv tags = words_of("none");
    struct at_suite_selection from = {
        .sources = sources, .source_count = SOURCES, .tags = &tags};
    T_NOT(at_suite_plan(&from, &plan, &err));
    T_HAS(err.msg, "none of 3 scenarios has the tags 'none'");
    at_suite_plan_deinit(&plan);
    from = (struct at_suite_selection){0};
    T_NOT(at_suite_plan(&from, &plan, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    at_suite_plan_deinit(&plan);
    from = (struct at_suite_selection){
        .sources = sources, .source_count = SOURCES, .repeat = 5000};
    T_NOT(at_suite_plan(&from, &plan, &err));
    T_EQ_INT(err.code, AT_ELIMIT);
    at_suite_plan_deinit(&plan);
    at_argv_deinit(&tags);
}

int
main(void)
{
    return T_RUN(set_up, tear_down);
}
