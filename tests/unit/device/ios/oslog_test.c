// oslog_test.c: Apple's compact log lines, and which of them a query requests
#include "base/alloc.h"
#include "device/ios/parse_oslog.h"
#include "tests/t.h"

#define AT_TIME "2026-02-04 10:11:12.345 "
#define HEAD "Timestamp               Ty Process[PID:TID]\n"

static const struct {
    const char *line;
    char level;
} levels[] = {
    {AT_TIME "Df Sample[4711:1a2b] [com.a:net] hello", 'I'},
    {AT_TIME "Db Sample[4711:1a2b] hello", 'D'},
    {AT_TIME "I  Sample[4711:1a2b] hello", 'I'},
    {AT_TIME "A  Sample[4711:1a2b] hello", 'I'},
    {AT_TIME "E  Sample[4711:1a2b] hello", 'E'},
    {AT_TIME "F  Sample[4711:1a2b] hello", 'F'},
    {"2026-02-04 10:11:12.345678+0100 E  Sample[1:2] x", 'E'},
    {AT_TIME "?? Sample[1:2] x", 'I'},
    {"Timestamp               Ty Process[PID:TID]", '\0'},
    {"\tat the second line of a message", '\0'},
    {"2026-02-04 10:11:12.34", '\0'},
    {"", '\0'},
};

T_TEST(oslog_levels)
{
    for (size_t i = 0; i < T_LEN(levels); i++) {
        T_ROW(levels[i].line);
        T_EQ_INT(at_oslog_level(at_str(levels[i].line)), levels[i].level);
        for (size_t len = 0; len < strlen(levels[i].line); len++) {
            char *cut = at_strndup(levels[i].line, len);
            char level = at_oslog_level(at_str_n(cut, len));
            T_OK(level == '\0' || at_oslog_is_level(level));
            free(cut);
        }
    }
}

#define ENTRIES                                                                \
    AT_TIME "Df S[1:2] one\n" AT_TIME "E  S[1:2] two\n  goes on\n" AT_TIME     \
            "Db S[1:2] three\n" AT_TIME "F  S[1:2] four\n"
#define LOG HEAD ENTRIES

static const struct {
    const char *name;
    char level;
    const char *text;
    size_t max_lines;
    size_t max_bytes;
    size_t lines;
    size_t omitted;
    const char *out;
} filters[] = {
    {"all", 0, "", 100, 0, 5, 0, ENTRIES},
    {"errors and what continues them", 'E', "", 100, 0, 3, 0,
     AT_TIME "E  S[1:2] two\n  goes on\n" AT_TIME "F  S[1:2] four\n"},
    {"a warning is an error here", 'W', "", 100, 0, 3, 0,
     AT_TIME "E  S[1:2] two\n  goes on\n" AT_TIME "F  S[1:2] four\n"},
    {"by words", 0, "three", 100, 0, 1, 0, AT_TIME "Db S[1:2] three\n"},
    {"the newest", 0, "", 1, 0, 1, 4, AT_TIME "F  S[1:2] four\n"},
    {"as many as fit", 0, "", 100, 80, 2, 3,
     AT_TIME "Db S[1:2] three\n" AT_TIME "F  S[1:2] four\n"},
    {"none", 0, "nothing has it", 100, 0, 0, 0, ""},
};

T_TEST(oslog_filters)
{
    for (size_t i = 0; i < T_LEN(filters); i++) {
        const struct at_log_query query = {.level = filters[i].level,
                                           .text = at_str(filters[i].text),
                                           .max_lines = filters[i].max_lines,
                                           .max_bytes = filters[i].max_bytes};
        struct at_log_result result;
        T_ROW(filters[i].name);
        at_oslog_filter(AT_STR(LOG), &query, &result);
        T_EQ_TEXT(at_buf_text(&result.text), filters[i].out);
        T_EQ_SIZE(result.lines, filters[i].lines);
        T_EQ_SIZE(result.omitted, filters[i].omitted);
        at_buf_deinit(&result.text);
    }
}

T_TEST(oslog_of_many_lines_keeps_the_newest)
{
    const struct at_log_query query = {.max_lines = 2};
    struct at_buf log = AT_BUF_INIT(4 * 1024 * 1024);
    struct at_log_result result;
    for (int i = 1; i <= 25000; i++)
        at_buf_add_fmt(&log, AT_TIME "Df S[1:2] line %d\n", i);
    at_oslog_filter(at_buf_str(&log), &query, &result);
    T_EQ_TEXT(at_buf_text(&result.text), AT_TIME
              "Df S[1:2] line 24999\n" AT_TIME "Df S[1:2] line 25000\n");
    T_EQ_SIZE(result.omitted, 24998);
    at_buf_deinit(&result.text);
    at_buf_deinit(&log);
}

T_TEST(oslog_predicates)
{
    static const struct {
        const char *path;
        const char *predicate;
    } rows[] = {
        {"/a/b/Sample.app", "processImagePath CONTAINS \"/Sample.app/\""},
        {"/a/b/Sample.app/", "processImagePath CONTAINS \"/Sample.app/\""},
        {"/a/My \"Own\" \\.app",
         "processImagePath CONTAINS \"/My \\\"Own\\\" \\\\.app/\""},
        {"Sample.app", "processImagePath CONTAINS \"/Sample.app/\""},
    };

    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf out = AT_BUF_INIT(1000);
        T_ROW(rows[i].path);
        at_oslog_predicate(at_str(rows[i].path), &out);
        T_EQ_TEXT(at_buf_text(&out), rows[i].predicate);
        at_buf_deinit(&out);
    }
}

T_MAIN()
