#include "base/near.h"

#include "tests/t.h"

static const char *const names[] = {
    "com.example.app",  "com.example.app.debug", "net.gsantner.markor",
    "org.wikipedia",    "com.android.settings",  "com.android.chrome",
    "com.example.shop",
};

static const struct {
    const char *wanted;
    const char *near;
} rows[] = {
    {"com.example.ap", "'com.example.app', 'com.example.app.debug', "
                       "'com.example.shop'"},
    {"COM.EXAMPLE.APP", "'com.example.app', 'com.example.app.debug', "
                        "'com.example.shop'"},
    {"markor", "'net.gsantner.markor'"},
    {"org.wikipedia.beta", "'org.wikipedia'"},
    {"de.nothing.like.it.anywhere", ""},
    {"", ""},
    {"x", ""},
};

static void
write_near(const char *wanted, char *buf, size_t cap)
{
    struct at_near near = {.wanted = at_str(wanted)};
    for (size_t i = 0; i < T_LEN(names); i++)
        at_near_offer(&near, at_str(names[i]));
    at_near_write(&near, buf, cap);
}

T_TEST(near_names_are_found)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char buf[256];

        T_ROW(rows[i].wanted);
        write_near(rows[i].wanted, buf, sizeof(buf));
        T_EQ_TEXT(buf, rows[i].near);
    }
}

T_TEST(no_name_is_cut)
{
    char buf[256];
    for (size_t cap = 1; cap < sizeof(buf); cap++) {
        memset(buf, '#', sizeof(buf));
        write_near("com.example.ap", buf, cap);
        T_OK(strlen(buf) < cap);
        T_OK(buf[0] == '\0' || buf[strlen(buf) - 1] == '\'');
        T_EQ_INT(cap < sizeof(buf) ? buf[cap] : '#', '#');
    }
}

T_TEST(only_the_nearest_stay)
{
    struct at_near near = {.wanted = AT_STR("abcdef")};
    static const char *const many[] = {"abcdxx", "abcdex",  "abcdef", "abxdef",
                                       "abcxef", "abcdefg", "abcd"};
    for (size_t i = 0; i < T_LEN(many); i++)
        at_near_offer(&near, at_str(many[i]));
    T_EQ_SIZE(near.count, AT_NEAR_MAX);
    T_EQ_STR(near.names[0], "abcdef");
    T_EQ_SIZE(near.scores[0], 0);
    for (size_t i = 1; i < near.count; i++)
        T_EQ_SIZE(near.scores[i], 1);
}

T_TEST(a_name_without_end_is_passed_over)
{
    struct at_near near = {.wanted = AT_STR("abc")};
    char name[300];
    memset(name, 'a', sizeof(name));
    at_near_offer(&near, at_str_n(name, sizeof(name)));
    T_EQ_SIZE(near.count, 0);
}

T_MAIN()
