#include "device/android/parse/log.h"

#include "tests/t.h"

static const struct {
    const char *line;
    bool ok;
    const char *time;
    int pid;
    int tid;
    char level;
    const char *tag;
    const char *message;
} lines[] = {
    {"05-30 11:24:10.193  2957  2984 E AndroidRuntime: FATAL EXCEPTION: main",
     true, "05-30 11:24:10.193", 2957, 2984, 'E', "AndroidRuntime",
     "FATAL EXCEPTION: main"},
    {"05-30 11:24:10.195   703  1093 W ActivityManager:   Force finishing",
     true, "05-30 11:24:10.195", 703, 1093, 'W', "ActivityManager",
     "  Force finishing"},
    {"07-16 17:12:01.275  5065  5065 E AndroidRuntime: \tat a.b(C.java:1)",
     true, "07-16 17:12:01.275", 5065, 5065, 'E', "AndroidRuntime",
     "\tat a.b(C.java:1)"},
    {"2026-01-02 11:24:10.193456 +0100  12  13 I a tag:b : text: more", true,
     "2026-01-02 11:24:10.193", 12, 13, 'I', "a tag:b", "text: more"},
    {"05-30 11:24:10.193  2957  2957 I Tag     :", true, "05-30 11:24:10.193",
     2957, 2957, 'I', "Tag", ""},
    {"01-07 21:54:43.218 E/AndroidRuntime( 5165): Process: com.risa.app", true,
     "01-07 21:54:43.218", 5165, -1, 'E', "AndroidRuntime",
     "Process: com.risa.app"},
    {"01-07 21:54:43.218 W/a(b)c   (   12): text", true, "01-07 21:54:43.218",
     12, -1, 'W', "a(b)c", "text"},
    {"2022-05-30 12:41:07.630 5007-5065/net.gsantner.markor_test E/Play: The",
     true, "2022-05-30 12:41:07.630", 5007, 5065, 'E', "Play", "The"},
    {"--------- beginning of crash", false, "", 0, 0, 0, "", ""},
    {"    at android.app.LoadedApk.get(LoadedApk.java:1)", false, "", 0, 0, 0,
     "", ""},
    {"05-30 11:24:10.193  2957  2957 Q Tag: text", false, "", 0, 0, 0, "", ""},
    {"05-30 11:24:10.193  2957", false, "", 0, 0, 0, "", ""},
    {"05-30 11:24:10.193  99999999999  2957 E Tag: text", false, "", 0, 0, 0,
     "", ""},
    {"", false, "", 0, 0, 0, "", ""},
};

T_TEST(lines_of_all_formats_are_read)
{
    for (size_t i = 0; i < T_LEN(lines); i++) {
        struct at_log_line line;

        T_ROW(lines[i].line);
        bool ok = at_log_parse_line(at_str(lines[i].line), &line);
        T_EQ_INT(ok, lines[i].ok);
        if (!ok)
            continue;
        T_EQ_STR(line.time, lines[i].time);
        T_EQ_INT(line.pid, lines[i].pid);
        T_EQ_INT(line.tid, lines[i].tid);
        T_EQ_INT(line.level, lines[i].level);
        T_EQ_STR(line.tag, lines[i].tag);
        T_EQ_STR(line.message, lines[i].message);
    }
}

// The entries of a cut line are a part of those of the whole line.
T_TEST(cut_lines_are_read_or_refused)
{
    for (size_t i = 0; i < T_LEN(lines); i++) {
        T_ROW(lines[i].line);
        for (size_t len = 0; len <= strlen(lines[i].line); len++) {
            char *cut = malloc(len + 1); // a sanitizer sees a read past it
            struct at_log_line line;

            memcpy(cut, lines[i].line, len);
            if (at_log_parse_line(at_str_n(cut, len), &line)) {
                T_OK(lines[i].ok);
                T_OK(at_str_starts(at_str(lines[i].message), line.message));
            }
            free(cut);
        }
    }
}

static const struct {
    const char *time;
    const char *mark;
    bool after;
} marks[] = {
    {"05-30 11:24:10.193", "05-30 11:24:10.192", true},
    {"05-30 11:24:10.193", "05-30 11:24:10.193", false},
    {"05-30 11:24:10.193", "05-30 11:24:10.194", false},
    {"2026-05-30 11:24:10.193", "05-30 11:24:10.192", true},
    {"01-01 00:00:00.001", "12-31 23:59:59.999", true},
    {"12-31 23:59:59.999", "01-01 00:00:00.001", false},
    {"05-30 11:24:10.193", "", true},
};

T_TEST(times_are_compared_over_new_year)
{
    for (size_t i = 0; i < T_LEN(marks); i++) {
        T_ROW(marks[i].mark);
        T_EQ_INT(at_log_is_after(at_str(marks[i].time), at_str(marks[i].mark)),
                 marks[i].after);
    }
}

static const char log_text[] = "--------- beginning of main\n"
                               "05-30 11:24:10.001  100  100 D A: one\n"
                               "05-30 11:24:10.002  200  200 I A: two\n"
                               "05-30 11:24:10.003  100  101 W B: three\r\n"
                               "    continued\n"
                               "05-30 11:24:10.004  100  100 E C: four\n"
                               "05-30 11:24:10.005  100  100 V C: five\n";

static const struct {
    int pid;
    char level;
    const char *text;
    size_t max;
    const char *want; // the messages' last words
    size_t omitted;
    const char *since;
} filters[] = {
    {0, 0, "", 0, "one two three continued four five ", 0, ""},
    {100, 0, "", 0, "one three continued four five ", 0, ""},
    {100, 'W', "", 0, "three continued four ", 0, ""},
    {0, 'E', "", 0, "four ", 0, ""},
    {0, 'F', "", 0, "", 0, ""},
    {0, 0, "C: ", 0, "four five ", 0, ""},
    {0, 0, "nothing", 0, "", 0, ""},
    {0, 0, "", 2, "four five ", 4, ""},
    {100, 'D', "", 1, "four ", 3, ""},
    {0, 0, "", 0, "four five ", 0, "05-30 11:24:10.003"},
    {200, 0, "", 0, "", 0, "05-30 11:24:10.002"},
};

T_TEST(the_newest_matching_lines_stay)
{
    for (size_t i = 0; i < T_LEN(filters); i++) {
        struct at_log_filter filter = {.pid = filters[i].pid,
                                       .level = filters[i].level,
                                       .text = at_str(filters[i].text),
                                       .since = at_str(filters[i].since),
                                       .max_lines = filters[i].max};
        struct at_log_result result;
        struct at_str line;
        char words[128] = "";

        T_ROW(filters[i].want);
        at_log_filter(at_str(log_text), &filter, &result);
        struct at_str rest = at_buf_str(&result.text);
        size_t count = 0;
        for (; at_str_next_line(&rest, &line); count++) {
            const char *end = line.ptr + line.len;
            const char *word = end;

            while (word > line.ptr && word[-1] != ' ')
                word--;
            snprintf(words + strlen(words), sizeof(words) - strlen(words),
                     "%.*s ", (int)(end - word), word);
        }
        T_EQ_TEXT(words, filters[i].want);
        T_EQ_SIZE(result.lines, count);
        T_EQ_SIZE(result.omitted, filters[i].omitted);
        at_buf_deinit(&result.text);
    }
}

T_TEST(text_is_bounded)
{
    struct at_log_filter filter = {.max_lines = 5000};
    struct at_log_result result;
    size_t cap = 200000;
    char *text = malloc(cap);
    size_t len = 0;
    while (len + 100 < cap)
        len += (size_t)snprintf(text + len, cap - len,
                                "05-30 11:24:10.001  1  1 D A: line at %06zu\n",
                                len);
    at_log_filter(at_str_n(text, len), &filter, &result);
    T_OK(result.text.len <= 40000 && result.text.len > 39000);
    T_OK(result.omitted > 0);
    T_OK(at_str_ends(at_str_n(text, len), at_buf_str(&result.text)));
    at_buf_deinit(&result.text);
    free(text);
}

T_TEST(the_crashed_process_is_found)
{
    static const char log[] =
        "05-30 11:24:10.193  11  11 E AndroidRuntime: Process: com.x, PID: 11\n"
        "05-30 11:24:10.193  12  12 E AndroidRuntime: Process: com.y, PID: 12\n"
        "05-30 11:24:10.193  13  13 E AndroidRuntime: Process: com.x, PID: "
        "13\n";
    T_EQ_INT(at_log_crashed_pid(AT_STR(log), AT_STR("com.x")), 13);
    T_EQ_INT(at_log_crashed_pid(AT_STR(log), AT_STR("com.y")), 12);
    T_EQ_INT(at_log_crashed_pid(AT_STR(log), AT_STR("com")), 0);
}

static const char system_text[] =
    "05-30 11:24:10.002  571  600 E ActivityManager: ANR in com.x (com.x/.A)\n"
    "05-30 11:24:10.002  571  600 E ActivityManager: PID: 100\n"
    "05-30 11:24:10.002  571  600 E ActivityManager: Load: 1 / 2\n"
    "05-30 11:24:10.009  571  600 E ActivityManager: ANR in com.y (com.y/.A)\n"
    "05-30 11:24:10.010  571  600 E ActivityManager: ANR in com.x:r";

static const struct {
    const char *first;
    const char *second;
    const char *want; // the first letters of the messages
} merges[] = {
    {"", "", ""},
    {log_text, "", "o t t f f"},
    {"", log_text, "o t t f f"},
    {log_text, system_text, "o t A P L t f f A A"},
    {system_text, log_text, "o A P L t t f f A A"},
    {"05-30 11:24:10.001  1  1 D A: x", "05-30 11:24:10.000  1  1 D A: y",
     "y x"},
    {"no line at all", "05-30 11:24:10.000  1  1 D A: y\n", "y"},
};

T_TEST(logs_are_merged_by_time)
{
    for (size_t i = 0; i < T_LEN(merges); i++) {
        struct at_buf out = {.max = 65536};
        char words[64] = "";
        struct at_log_line line;
        struct at_str text;
        size_t len = 0;

        T_ROW(merges[i].want);
        at_log_merge(at_str(merges[i].first), at_str(merges[i].second), &out);
        T_OK(out.len >= strlen(merges[i].first) + strlen(merges[i].second));
        for (struct at_str rest = at_buf_str(&out);
             at_str_next_line(&rest, &text);)
            if (at_log_parse_line(text, &line))
                len +=
                    (size_t)snprintf(words + len, sizeof(words) - len, "%s%c",
                                     len ? " " : "", line.message.ptr[0]);
        T_EQ_TEXT(words, merges[i].want);
        at_buf_deinit(&out);
    }
}

T_TEST(system_messages_about_a_hanging_app_are_shown)
{
    struct at_log_filter filter = {.pid = -1, .anr_of = AT_STR("com.x")};
    struct at_log_result result;
    at_log_filter(at_str(system_text), &filter, &result);
    T_EQ_SIZE(result.lines, 3);
    T_HAS(at_buf_text(&result.text), "ANR in com.x (com.x/.A)\n");
    T_HAS(at_buf_text(&result.text), "PID: 100\n");
    T_HAS(at_buf_text(&result.text), "ANR in com.x:r\n");
    at_buf_deinit(&result.text);
    filter.anr_of = at_str(NULL);
    at_log_filter(at_str(system_text), &filter, &result);
    T_EQ_SIZE(result.lines, 0);
    at_buf_deinit(&result.text);
}

T_TEST(the_last_line_is_found)
{
    struct at_log_line line;
    T_EQ_STR(at_log_last(at_str(log_text), &line),
             "05-30 11:24:10.005  100  100 V C: five");
    T_EQ_STR(line.time, "05-30 11:24:10.005");
    T_EQ_SIZE(at_log_last(AT_STR("no line\n"), &line).len, 0);
}

T_MAIN()
