// log_line_test.c: an entry of the log as text and as JSON
#include "sys/log_line.h"

#include "base/str.h"
#include "tests/t.h"

static const struct {
    struct at_log_entry entry;
    const char *text;
    const char *json; // after the time, which is always the same
} rows[] = {
    {{.level = AT_LOG_WARN, .module = "adb", .message = AT_STR_ROW("lost")},
     "warn adb: lost\n",
     "\"level\":\"warn\",\"module\":\"adb\",\"message\":\"lost\"}\n"},
    {{.level = AT_LOG_ERROR,
      .module = "a",
      .message = AT_STR_ROW("no room: 5=6 run=r1 url=http://h/?a=b"),
      .host = "h",
      .run = "other",
      .device = "d"},
     "error a: no room: 5=6 run=r1 url=http://h/?a=b\n",
     "\"level\":\"error\",\"module\":\"a\",\"message\":\"no room: 5=6\","
     "\"host\":\"h\",\"device\":\"d\",\"run\":\"r1\",\"url\":\"http://h/?a=b\""
     "}\n"},
    // A message cannot replace what the entry says of itself.
    {{.level = AT_LOG_INFO,
      .module = "a",
      .message = AT_STR_ROW("x level=error host=evil")},
     "info a: x level=error host=evil\n",
     "\"level\":\"info\",\"module\":\"a\",\"message\":\"x level=error "
     "host=evil\"}\n"},
    {{.level = AT_LOG_INFO, .module = "a", .message = AT_STR_ROW("x k=1 k=2")},
     "info a: x k=1 k=2\n",
     "\"level\":\"info\",\"module\":\"a\",\"message\":\"x k=1\",\"k\":\"2\"}"
     "\n"},
    {{.level = AT_LOG_INFO, .module = "a", .message = AT_STR_ROW("only=pairs")},
     "info a: only=pairs\n",
     "\"level\":\"info\",\"module\":\"a\",\"message\":\"only=pairs\"}\n"},
    {{.level = AT_LOG_INFO,
      .is_said = true,
      .module = "http",
      .message = AT_STR_ROW("listening on http://x")},
     "listening on http://x\n",
     "\"level\":\"info\",\"module\":\"http\",\"message\":\"listening on "
     "http://x\"}\n"},
    {{.level = AT_LOG_DEBUG,
      .module = "a",
      .message = AT_STR_ROW("a\"b\\c\nd\x1b\x7f\xff\xc3\xa4 k=\"v\"")},
     "debug a: a\"b\\c?d??\xff\xc3\xa4 k=\"v\"\n",
     "\"level\":\"debug\",\"module\":\"a\",\"message\":"
     "\"a\\\"b\\\\c\\u000ad\\u001b\\u007f\\ufffd\xc3\xa4\",\"k\":"
     "\"\\\"v\\\"\"}\n"},
};

T_TEST(log_line_rows)
{
    static const char head[] = "{\"time\":\"1970-01-01T00:00:01.500Z\",";
    char line[AT_LOG_LINE_MAX + 1];
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_log_entry entry = rows[i].entry;
        entry.time_ms = 1500;
        T_ROW(rows[i].text);
        line[at_log_line_text(&entry, line)] = '\0';
        T_EQ_TEXT(line, rows[i].text);
        line[at_log_line_json(&entry, line)] = '\0';
        T_OK(at_str_starts(at_str(line), at_str(head)));
        T_EQ_TEXT(line + strlen(head), rows[i].json);
    }
}

// Journald takes the priority off the line.
T_TEST(log_line_priorities)
{
    static const char *const heads[] = {"<3>", "<4>", "<6>", "<7>", "<7>"};
    char line[AT_LOG_LINE_MAX + 1];
    for (int level = AT_LOG_ERROR; level <= AT_LOG_TRACE; level++) {
        struct at_log_entry entry = {.level = (enum at_log_level)level,
                                     .module = "m",
                                     .message = AT_STR("x"),
                                     .for_journal = true};
        line[at_log_line_text(&entry, line)] = '\0';
        T_OK(at_str_starts(at_str(line), at_str(heads[level])));
        line[at_log_line_json(&entry, line)] = '\0';
        T_OK(at_str_starts(at_str(line), at_str(heads[level])));
        T_EQ_INT(line[3], '{');
    }
}

// The longest message, all of it escaped, still makes a whole object.
T_TEST(log_line_fits)
{
    static char text[4000], value[300];
    char line[AT_LOG_LINE_MAX + 1];
    memset(text, 1, sizeof(text));
    memset(value, 2, sizeof(value) - 1);
    struct at_log_entry entry = {.module = "m",
                                 .message = at_str_n(text, sizeof(text)),
                                 .host = value,
                                 .run = value,
                                 .device = value};
    size_t len = at_log_line_json(&entry, line);
    line[len] = '\0';
    T_OK(len < AT_LOG_LINE_MAX);
    T_OK(at_str_ends(at_str(line), AT_STR("\\u0002\"}\n")));
    T_EQ_SIZE(at_log_line_text(&entry, line), 2048);
}

T_MAIN()
