#include "device/android/parse/follow.h"

#include "tests/t.h"

// Lines are written as "MILLISECONDS PROCESS LEVEL TAG: MESSAGE", see expand().
#define SYSTEM "571 I ActivityManager: "
#define ERROR "571 E ActivityManager: "

// The text before a test's first line.
static const char newest[] = "100 571 I Old: the newest";

static const struct {
    const char *name;
    const char *package; // "": all
    char level;
    const char *text;
    const char *lines; // read as they come
    const char *ps;    // the answer, if it is wanted
    const char *want;  // messages of the lines that are shown
} rows[] = {
    {"old lines are passed over", "", 0, "",
     "100 571 I Old: earlier\n"
     "100 571 I Old: the newest\n"
     "100 571 I New: same time\n"
     "101 571 I New: later\n",
     "", "same time|later|"},
    {"the newest line is gone from the log", "", 0, "",
     "100 571 I Old: earlier\n"
     "102 571 I New: later\n",
     "", "later|"},
    {"a clock that was set back", "", 0, "",
     "05-29 11:24:10.000   571   571 I New: yesterday\n", "", "yesterday|"},
    {"banners and the rest of a message", "", 0, "",
     "--------- beginning of main\n"
     "101 571 I New: head\n"
     "    at a.b.C\n"
     "\n"
     "--------- beginning of crash\n",
     "", "head|    at a.b.C|"},
    {"level and text", "", 'W', "needle",
     "101 571 I A: needle\n"
     "101 571 W A: needle two\n"
     "101 571 E A: other\n"
     "101 571 E A: a needle\n",
     "", "needle two|a needle|"},
    {"an app's processes by ps", "com.x", 0, "",
     "101 4021 I A: one\n"
     "101 4022 I A: two\n"
     "101 4023 I A: three\n"
     "101 4024 I A: four\n",
     "USER PID NAME\n"
     "u0_a1 4021 com.x\n"
     "u0_a2 4022 com.xy\n"
     "u0_a1 4023 com.x:remote\n",
     "one|three|"},
    {"a restart by Start proc", "com.x", 0, "",
     "101 4021 I A: one\n"
     "101 " SYSTEM "Start proc 4099:com.x/u0a12 for top-activity {com.x}\n"
     "101 4099 I A: again\n"
     "101 " SYSTEM "Start proc 4021:com.y/u0a13 for service\n"
     "101 4021 I A: of another\n",
     "u0_a1 4021 com.x\n"
     "system 571 system_server\n",
     "one|again|"},
    {"before Android 5.1", "com.x", 0, "",
     "101 " SYSTEM "Start proc com.x for activity com.x/.A: pid=4099 uid=1\n"
     "101 4099 I A: hello\n",
     "system 571 system_server\n", "hello|"},
    {"a Start proc line without an id", "com.x", 0, "",
     "101 " SYSTEM "Start proc com.x for activity com.x/.Main: pid=\n"
     "101 " SYSTEM "Start proc x:com.x/u0a1 for a\n",
     "system 571 system_server\n", ""},
    {"an ANR", "com.x", 0, "",
     "101 " ERROR "ANR in com.x (com.x/.Main)\n"
     "101 " ERROR "PID: 4021\n"
     "101 " ERROR "Reason: Input\n"
     "101 " ERROR "Load: 1 / 2 / 3\n"
     "101 " ERROR "PID: 7\n"
     "101 " ERROR "ANR in com.xy (com.xy/.Main)\n"
     "101 " ERROR "PID: 8\n",
     "system 571 system_server\n",
     "ANR in com.x (com.x/.Main)|PID: 4021|Reason: Input|"},
    {"ps that tells nothing", "com.x", 0, "", "101 4021 I A: one\n",
     "ps: not found\n", ""},
};

// A line of a log in full; one that is not in the short form stays.
static void
expand(struct at_str text, struct at_buf *out)
{
    struct at_str rest = text;
    struct at_str ms = {0};
    struct at_str pid = {0};
    int64_t number;
    at_buf_clear(out);
    if (at_str_next(&rest, ' ', &ms) && ms.len == 3 &&
        at_str_to_i64(ms, 0, 999, &number) && at_str_next(&rest, ' ', &pid))
        at_buf_add_fmt(out, "05-30 11:24:10.%.*s %5.*s %5.*s %.*s",
                       AT_STR_ARG(ms), AT_STR_ARG(pid), AT_STR_ARG(pid),
                       AT_STR_ARG(rest));
    else
        at_buf_add_str(out, text);
}

static void
begin(struct at_follow *follow, const struct at_log_query *query)
{
    struct at_buf line = {.max = 4096};
    expand(at_str(newest), &line);
    at_follow_init(follow, query, at_buf_str(&line));
    at_buf_deinit(&line);
}

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
    struct at_buf line = {.max = 4096};
    struct at_str text;
    int asked = 0;
    while (at_str_next_line(&lines, &text)) {
        expand(text, &line);
        text = at_buf_str(&line);
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
    at_buf_deinit(&line);
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
        begin(&follow, &query);
        feed(&follow, at_str(rows[i].lines), rows[i].ps, &out);
        T_EQ_TEXT(at_buf_text(&out), rows[i].want);
        at_follow_deinit(&follow);
        at_buf_deinit(&out);
    }
}

// Wherever it is cut: no byte beyond is read, no process asked for twice.
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
            begin(&follow, &query);
            feed(&follow, at_str_n(copy, len), rows[i].ps, &out);
            at_follow_deinit(&follow);
            at_buf_deinit(&out);
            free(copy);
        }
    }
}

T_TEST(ps_is_read_once_for_all)
{
    struct at_log_query query = {.package = AT_STR("com.x")};
    struct at_buf out = {.max = 4096};
    struct at_follow follow;
    at_follow_init(&follow, &query, at_str(NULL));
    // For 10, which tells about 11 too, and for 12.
    T_EQ_INT(feed(&follow,
                  AT_STR("101 10 I A: a\n"
                         "102 11 I A: b\n"
                         "103 10 I A: c\n"
                         "104 12 I A: d\n"
                         "105 12 I A: e\n"),
                  "u 10 init\nu 11 com.x\n", &out),
             2);
    T_EQ_TEXT(at_buf_text(&out), "b|");
    at_follow_deinit(&follow);
    at_buf_deinit(&out);
}

T_TEST(a_restart_continues_after_the_newest_line)
{
    struct at_log_query query = {.level = 0};
    struct at_buf out = {.max = 4096};
    struct at_follow follow;
    begin(&follow, &query);
    feed(&follow, AT_STR("101 10 I A: a\n102 11 I A: b\n"), "", &out);
    T_EQ_TEXT(follow.newest_time, "05-30 11:24:10.102");
    at_follow_restart(&follow);
    feed(&follow, AT_STR("102 11 I A: b\n102 11 I A: c\n"), "", &out);
    T_EQ_TEXT(at_buf_text(&out), "a|b|c|");
    at_follow_deinit(&follow);
    at_buf_deinit(&out);
}

T_MAIN()
