// fields_test.c: entity tags, ranges, codings and cookies by rows
#include "http/fields.h"

#include "tests/t.h"

T_TEST(tags_are_found)
{
    static const struct {
        const char *list;
        const char *tag;
        bool listed;
    } rows[] = {
        {"\"a\"", "\"a\"", true},
        {"\"a\"", "\"b\"", false},
        {"*", "\"b\"", true},
        {" * ", "\"b\"", true},
        {"W/\"a\"", "\"a\"", true},
        {"\"x\", \"a\"", "\"a\"", true},
        {"\"x,y\",\"a\"", "\"a\"", true},
        {"\"x\" , W/\"a\"", "\"a\"", true},
        {"a", "\"a\"", false},
        {"\"a", "\"a\"", false},
        {"", "\"a\"", false},
        {"\"aa\"", "\"a\"", false},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].list);
        T_EQ_INT(at_http_tag_listed(at_str(rows[i].list), at_str(rows[i].tag)),
                 rows[i].listed);
    }
    T_NOT(at_http_tag_listed((struct at_str){0}, at_str("\"a\"")));
}

T_TEST(codings_are_weighed)
{
    static const struct {
        const char *header;
        bool takes;
    } rows[] = {
        {"gzip", true},
        {"gzip, deflate, br, zstd", true},
        {"br,GZIP;q=0.5", true},
        {"*", true},
        {"*;q=0", false},
        {"gzip;q=0, *", false},
        {"*;q=0, gzip", true},
        {"gzip;q=0.000", false},
        {"gzip; q=0", false},
        {"gzip;q=0.001", true},
        {"gzip;q=1", true},
        {"x-gzip", false},
        {"gzip2", false},
        {"identity", false},
        {"", false},
        {",;,", false},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].header);
        T_EQ_INT(at_http_takes_coding(at_str(rows[i].header), "gzip"),
                 rows[i].takes);
    }
    T_NOT(at_http_takes_coding((struct at_str){0}, "gzip"));
}

T_TEST(ranges_are_read)
{
    static const struct {
        const char *range;
        enum at_http_range kind;
        uint64_t first;
        uint64_t count;
    } rows[] = {
        {"bytes=0-9", AT_HTTP_RANGE_PART, 0, 10},
        {"bytes=90-", AT_HTTP_RANGE_PART, 90, 10},
        {"bytes=90-1000", AT_HTTP_RANGE_PART, 90, 10},
        {"bytes=-10", AT_HTTP_RANGE_PART, 90, 10},
        {"bytes=-1000", AT_HTTP_RANGE_PART, 0, 100},
        {"bytes=99-99", AT_HTTP_RANGE_PART, 99, 1},
        {"bytes=100-", AT_HTTP_RANGE_BEYOND, 0, 0},
        {"bytes=-0", AT_HTTP_RANGE_BEYOND, 0, 0},
        {"bytes=5-2", AT_HTTP_RANGE_NONE, 0, 0},
        {"bytes=0-1,5-6", AT_HTTP_RANGE_NONE, 0, 0},
        {"bytes=", AT_HTTP_RANGE_NONE, 0, 0},
        {"bytes=-", AT_HTTP_RANGE_NONE, 0, 0},
        {"bytes=a-b", AT_HTTP_RANGE_NONE, 0, 0},
        {"bytes=1--2", AT_HTTP_RANGE_NONE, 0, 0},
        {"items=0-1", AT_HTTP_RANGE_NONE, 0, 0},
        {"bytes=99999999999999999999-", AT_HTTP_RANGE_NONE, 0, 0},
        {"", AT_HTTP_RANGE_NONE, 0, 0},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        uint64_t first = 0, count = 0;
        T_ROW(rows[i].range);
        T_EQ_INT(at_http_range_read(at_str(rows[i].range), 100, &first, &count),
                 rows[i].kind);
        if (rows[i].kind != AT_HTTP_RANGE_PART)
            continue;
        T_EQ_SIZE(first, rows[i].first);
        T_EQ_SIZE(count, rows[i].count);
    }
}

T_TEST(a_range_of_nothing_is_beyond)
{
    uint64_t first, count;
    T_EQ_INT(at_http_range_read(AT_STR("bytes=0-"), 0, &first, &count),
             AT_HTTP_RANGE_BEYOND);
    T_EQ_INT(at_http_range_read(AT_STR("bytes=-5"), 0, &first, &count),
             AT_HTTP_RANGE_BEYOND);
}

T_TEST(cookies_are_found)
{
    static const struct {
        const char *cookies;
        const char *value;
    } rows[] = {
        {"login=a", "a"},     {"x=1; login=a; y=2", "a"},
        {"x=1;login=a", "a"}, {"xlogin=b; login=a", "a"},
        {"login=a=b", "a=b"}, {"login=", ""},
        {"login", ""},        {"", ""},
        {"x=login=a", ""},    {"LOGIN=a", ""},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].cookies);
        T_EQ_STR(at_http_cookie(at_str(rows[i].cookies), "login"),
                 rows[i].value);
    }
}

T_MAIN()
