#include "device/android/parse_follow.h"

#include "tests/t.h"

#define AT(ms) "05-30 11:24:10." ms

// What stands before a test's first line.
static const char newest[] = AT("100") "   571   571 I Old: the newest";

static const struct {
    const char *name;
    const char *package; // "": all
    char level;
    const char *text;
    const char *lines; // read as they come
    const char *ps;    // the answer, where it is asked for
    const char *want;  // messages of the lines that are shown
} rows[] = {
    {"old lines are passed over", "", 0, "",
     AT("100") "   571   571 I Old: earlier\n" AT(
         "100") "   571   571 I Old: the newest\n" AT("100") "   571   571 "
                                                             "I New: same "
                                                             "time\n" AT(
                                                                 "1"
                                                                 "0"
                                                                 "1") "   571  "
                                                                      " 571 I "
                                                                      "New: "
                                                                      "later\n",
     "", "same time|later|"},
    {"the newest line is gone from the log", "", 0, "",
     AT("100") "   571   571 I Old: earlier\n" AT(
         "102") "   571   571 I New: later\n",
     "", "later|"},
    {"a clock that was set back", "", 0, "",
     "05-29 11:24:10.000   571   571 I New: yesterday\n", "", "yesterday|"},
    {"banners and the rest of a message", "", 0, "",
     "--------- beginning of main\n" AT(
         "101") "   571   571 I New: head\n    at a.b.C\n\n"
                "--------- beginning of crash\n",
     "", "head|    at a.b.C|"},
    {"level and text", "", 'W', "needle",
     AT("101") "   571   571 I A: needle\n" AT(
         "101") "   571   571 W A: "
                "needle two\n" AT(
                    "101") "   571   "
                           "571 E A: "
                           "other"
                           "\n" AT("1"
                                   "0"
                                   "1") "   571   571 E A: a needle\n",
     "", "needle two|a needle|"},
    {"an app's processes by ps", "com.x", 0, "",
     AT("101") "  4021  4021 I A: one\n" AT("101") "  4022  4022 I A: two\n" AT(
         "101") "  4023  4023 I A: "
                "three\n" AT("101") "  "
                                    "40"
                                    "24"
                                    "  "
                                    "40"
                                    "24"
                                    " I"
                                    " A"
                                    ": "
                                    "fo"
                                    "ur"
                                    "\n",
     "USER PID NAME\nu0_a1 4021 com.x\nu0_a2 4022 com.xy\n"
     "u0_a1 4023 com.x:remote\n",
     "one|three|"},
    {"a restart by Start proc", "com.x", 0, "",
     AT("101") "  4021  4021 I A: one\n" AT(
         "101") "   571   600 I ActivityManager: Start proc "
                "4099:com.x/u0a12 for "
                "top-activity {com.x/.Main}\n" AT(
                    "101") "  4099  4099 I A: again\n" AT("101") "   571   "
                                                                 "600 I "
                                                                 "ActivityM"
                                                                 "anager: "
                                                                 "Start "
                                                                 "proc "
                                                                 "4021:com."
                                                                 "y/u0a13 "
                                                                 "for "
                                                                 "service"
                                                                 "\n" AT(
                                                                     "101") "  "
                                                                            "40"
                                                                            "21"
                                                                            "  "
                                                                            "40"
                                                                            "21"
                                                                            " I"
                                                                            " A"
                                                                            ": "
                                                                            "of"
                                                                            " a"
                                                                            "no"
                                                                            "th"
                                                                            "er"
                                                                            "\n",
     "u 4021 com.x\ns 571 system_server\n", "one|again|"},
    {"before Android 5.1", "com.x", 0, "",
     AT("101") "   571   600 I ActivityManager: Start proc com.x for "
               "activity "
               "com.x/.Main: pid=4099 uid=10012 gids={1}\n" AT(
                   "101") "  4099  4099 I A: hello\n",
     "s 571 system_server\n", "hello|"},
    {"a Start proc line without an id", "com.x", 0, "",
     AT("101") "   571   600 I ActivityManager: Start proc com.x for "
               "activity "
               "com.x/.Main: pid=\n" AT(
                   "101") "   571   600 I ActivityManager: Start proc "
                          "x:com.x/u0a1 for a\n",
     "s 571 system_server\n", ""},
    {"an ANR", "com.x", 0, "",
     AT("101") "   571   600 E ActivityManager: ANR in com.x "
               "(com.x/.Main)\n" AT(
                   "101") "   571   600 E "
                          "ActivityManager: PID: "
                          "4021\n" AT(
                              "101") "   571   "
                                     "600 E "
                                     "ActivityMana"
                                     "ger: "
                                     "Reason: "
                                     "Input\n" AT("101") "   571   600 E "
                                                         "ActivityManager: "
                                                         "Load: 1 / 2 / 3\n" AT("101") "   571   600 E ActivityManager: PID: 7\n" AT(
                                                             "101") " "
                                                                    " "
                                                                    " "
                                                                    "5"
                                                                    "7"
                                                                    "1"
                                                                    " "
                                                                    " "
                                                                    " "
                                                                    "6"
                                                                    "0"
                                                                    "0"
                                                                    " "
                                                                    "E"
                                                                    " "
                                                                    "A"
                                                                    "c"
                                                                    "t"
                                                                    "i"
                                                                    "v"
                                                                    "i"
                                                                    "t"
                                                                    "y"
                                                                    "M"
                                                                    "a"
                                                                    "n"
                                                                    "a"
                                                                    "g"
                                                                    "e"
                                                                    "r"
                                                                    ":"
                                                                    " "
                                                                    "A"
                                                                    "N"
                                                                    "R"
                                                                    " "
                                                                    "i"
                                                                    "n"
                                                                    " "
                                                                    "c"
                                                                    "o"
                                                                    "m"
                                                                    "."
                                                                    "x"
                                                                    "y"
                                                                    " "
                                                                    "("
                                                                    "c"
                                                                    "o"
                                                                    "m"
                                                                    "."
                                                                    "x"
                                                                    "y"
                                                                    "/"
                                                                    "."
                                                                    "M"
                                                                    "a"
                                                                    "i"
                                                                    "n"
                                                                    ")"
                                                                    "\n" AT(
                                                                        "101") "   571   600 E ActivityManager: PID: 8\n",
     "s 571 system_server\n",
     "ANR in com.x (com.x/.Main)|PID: 4021|"
     "Reason: Input|"},
    {"ps that tells nothing", "com.x", 0, "",
     AT("101") "  4021  4021 I A: one\n", "ps: not found\n", ""},
};

static void
add_message(struct at_buf *out, struct at_str text)
{
    struct at_log_line line;
    at_buf_add_str(out, at_log_parse_line(text, &line) ? line.message : text);
    at_buf_add_char(out, '|');
}

// Take the lines; the number of times that ps was asked for.
static int
feed(struct at_follow *follow, struct at_str lines, const char *ps,
     struct at_buf *out)
{
    struct at_str text;
    int asked = 0;

    while (at_str_next_line(&lines, &text)) {
        enum at_follow_verdict verdict = at_follow_take(follow, text);
        if (verdict == AT_FOLLOW_ASK) {
            asked++;
            at_follow_learn(follow, at_str(ps), text);
            verdict = at_follow_take(follow, text);
            T_OK(verdict != AT_FOLLOW_ASK);
        }
        if (verdict == AT_FOLLOW_SHOW)
            add_message(out, text);
    }
    return asked;
}

static struct at_log_query
query_of(size_t i)
{
    return (struct at_log_query){.package = at_str(rows[i].package),
                                 .text = at_str(rows[i].text),
                                 .level = rows[i].level};
}

T_TEST(follow_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_log_query query = query_of(i);
        struct at_buf out = {.max = 4096};
        struct at_follow follow;

        T_ROW(rows[i].name);
        at_follow_init(&follow, &query, at_str(newest));
        feed(&follow, at_str(rows[i].lines), rows[i].ps, &out);
        T_EQ_TEXT(at_buf_text(&out), rows[i].want);
        at_follow_deinit(&follow);
        at_buf_deinit(&out);
    }
}

// Whatever is cut off, what is shown is a beginning of what would have been,
// but for the line that is cut itself.
T_TEST(follow_rows_cut)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_log_query query = query_of(i);
        struct at_str all = at_str(rows[i].lines);

        T_ROW(rows[i].name);
        for (size_t len = 0; len < all.len; len++) {
            struct at_buf out = {.max = 4096};
            struct at_follow follow;
            char *copy = malloc(len ? len : 1);
            memcpy(copy, all.ptr, len);
            at_follow_init(&follow, &query, at_str(newest));
            feed(&follow, at_str_n(copy, len), rows[i].ps, &out);
            T_OK(out.len <= len + 1);
            at_follow_deinit(&follow);
            at_buf_deinit(&out);
            free(copy);
        }
    }
}

T_TEST(ps_is_asked_once_for_all)
{
    struct at_log_query query = {.package = AT_STR("com.x")};
    struct at_buf out = {.max = 4096};
    struct at_follow follow;

    at_follow_init(&follow, &query, at_str(NULL));
    T_EQ_INT(
        feed(&follow,
             at_str(
                 AT("101") "  10  10 I A: a\n" AT("102") "  11  11 I A: b\n" AT(
                     "103") "  10  10 I A: c\n" AT("104") "  12  12 I A: "
                                                          "d\n" AT("105") "  "
                                                                          "12  "
                                                                          "12 "
                                                                          "I "
                                                                          "A: "
                                                                          "e"
                                                                          "\n"),
             "u 10 init\nu 11 com.x\n", &out),
        2); // for 10, which tells about 11 too, and for 12
    T_EQ_TEXT(at_buf_text(&out), "b|");
    at_follow_deinit(&follow);
    at_buf_deinit(&out);
}

T_TEST(a_restart_goes_on_behind_the_newest_line)
{
    struct at_log_query query = {0};
    struct at_buf out = {.max = 4096};
    struct at_follow follow;

    at_follow_init(&follow, &query, at_str(newest));
    feed(&follow,
         at_str(AT("101") "  10  10 I A: a\n" AT("102") "  11  11 I A: b\n"),
         "", &out);
    T_EQ_TEXT(follow.newest_time, AT("102"));
    at_follow_restart(&follow);
    feed(&follow,
         at_str(AT("102") "  11  11 I A: b\n" AT("102") "  11  11 I A: c\n"),
         "", &out);
    T_EQ_TEXT(at_buf_text(&out), "a|b|c|");
    at_follow_deinit(&follow);
    at_buf_deinit(&out);
}

T_MAIN(T_CASE(follow_rows), T_CASE(follow_rows_cut),
       T_CASE(ps_is_asked_once_for_all),
       T_CASE(a_restart_goes_on_behind_the_newest_line))
