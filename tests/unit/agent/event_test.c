// event_test.c: events as the contract's JSON and as lines of the log
#include "agent/run/event.h"

#include "tests/t.h"
#include "wire/json.h"

static const struct {
    struct at_run_event event;
    const char *json;
    const char *line;
} rows[] = {
    {{.index = 1,
      .time_ms = 1770199872345,
      .kind = AT_RUN_TOOL,
      .step = 2,
      .tool = AT_STR_ROW("tap"),
      .args = AT_STR_ROW("{\"text\":\"Login\"}"),
      .result = AT_STR_ROW("TAPPED: (540,1200)"),
      .prefix = AT_STR_ROW("TAPPED"),
      .duration_ms = 12},
     "{\"index\":1,\"timestamp\":\"2026-02-04T10:11:12.345Z\","
     "\"type\":\"tool\",\"toolName\":\"tap\","
     "\"args\":\"{\\\"text\\\":\\\"Login\\\"}\","
     "\"result\":\"TAPPED: (540,1200)\",\"resultPrefix\":\"TAPPED\","
     "\"step\":2,\"durationMs\":12}",
     "[10:11:12.345] Tool called: tool tap, args {\"text\":\"Login\"} -> "
     "TAPPED: (540,1200)"},
    {{.index = 2,
      .kind = AT_RUN_TOOL,
      .tool = AT_STR_ROW("goBack"),
      .duration_ms = 0,
      .replayed = true},
     "{\"index\":2,\"timestamp\":\"1970-01-01T00:00:00.000Z\","
     "\"type\":\"tool\",\"toolName\":\"goBack\",\"durationMs\":0,"
     "\"replayed\":true}",
     "[00:00:00.000] Tool called: tool goBack, args {} (replayed)"},
    // The model chooses the name of a tool.
    {{.index = 6,
      .kind = AT_RUN_TOOL,
      .tool = AT_STR_ROW("tap\033[2J\n[12:00:00.000] Step 1 PASS: forged"),
      .duration_ms = 0},
     "{\"index\":6,\"timestamp\":\"1970-01-01T00:00:00.000Z\","
     "\"type\":\"tool\",\"toolName\":\"tap\\u001B[2J\\n[12:00:00.000] "
     "Step 1 PASS: forged\",\"durationMs\":0}",
     "[00:00:00.000] Tool called: tool tap?[2J [12:00:00.000] Step 1 PASS: "
     "forged, args {}"},
    {{.index = 3,
      .kind = AT_RUN_SCREENSHOT,
      .path = AT_STR_ROW("screenshots/0001-tap.png"),
      .duration_ms = -1},
     "{\"index\":3,\"timestamp\":\"1970-01-01T00:00:00.000Z\","
     "\"type\":\"screenshot\",\"screenshotPath\":\"screenshots/0001-tap.png\"}",
     "[00:00:00.000] screenshot: screenshots/0001-tap.png"},
    {{.index = 4,
      .kind = AT_RUN_VIDEO,
      .path = AT_STR_ROW("video/chunk-001.mp4"),
      .duration_ms = -1},
     "{\"index\":4,\"timestamp\":\"1970-01-01T00:00:00.000Z\","
     "\"type\":\"video\",\"videoPath\":\"video/chunk-001.mp4\"}",
     "[00:00:00.000] video: video/chunk-001.mp4"},
    // A newline forges no line, and a malformed byte leaves it UTF-8.
    {{.index = 5,
      .kind = AT_RUN_LOG,
      .message = AT_STR_ROW("a\n[00:00:00.000] Run ended\t\033[2J\xff"),
      .duration_ms = -1},
     "{\"index\":5,\"timestamp\":\"1970-01-01T00:00:00.000Z\","
     "\"type\":\"log\",\"message\":\"a\\n[00:00:00.000] Run ended\\t"
     "\\u001B[2J\xef\xbf\xbd\"}",
     "[00:00:00.000] a [00:00:00.000] Run ended ?[2J?"},
    {{.index = 6,
      .kind = AT_RUN_GUARD,
      .step = 3,
      .message = AT_STR_ROW("outside com.example.app"),
      .duration_ms = -1},
     "{\"index\":6,\"timestamp\":\"1970-01-01T00:00:00.000Z\","
     "\"type\":\"guard\",\"message\":\"outside com.example.app\",\"step\":3}",
     "[00:00:00.000] Step 3, guard: outside com.example.app"},
};

T_TEST(json_and_line)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_buf json = AT_BUF_INIT(4096);
        struct at_buf line = AT_BUF_INIT(4096);
        json_t *value = at_run_event_json(&rows[i].event);
        T_ROW(rows[i].line);
        T_OK(at_json_write(value, &json));
        at_run_event_line(&rows[i].event, &line);
        T_EQ_TEXT(at_buf_text(&json), rows[i].json);
        T_EQ_TEXT(at_buf_text(&line), rows[i].line);
        json_decref(value);
        at_buf_deinit(&json);
        at_buf_deinit(&line);
    }
}

T_TEST(more_members_replace_none)
{
    json_t *more = json_pack("{s:i,s:{s:i}}", "index", 99, "usage", "in", 5);
    struct at_run_event event = {
        .index = 7, .kind = AT_RUN_MODEL, .duration_ms = -1, .more = more};
    json_t *value = at_run_event_json(&event);
    T_EQ_INT(json_integer_value(json_object_get(value, "index")), 7);
    T_OK(json_is_object(json_object_get(value, "usage")));
    json_decref(value);
    json_decref(more);
}

static const struct {
    const char *verdict; // NULL: none yet
    const char *line;
} steps[] = {
    {NULL, "[00:00:00.000] Step 2 begins: Log in"},
    {"FAIL", "[00:00:00.000] Step 2 FAIL: Log in"},
};

T_TEST(a_step_begins_and_ends)
{
    for (size_t i = 0; i < T_LEN(steps); i++) {
        struct at_buf line = AT_BUF_INIT(1000);
        json_t *more = json_object();
        if (steps[i].verdict)
            at_json_set_text(more, "verdict", steps[i].verdict);
        struct at_run_event event = {.kind = AT_RUN_STEP,
                                     .step = 2,
                                     .message = AT_STR("Log in"),
                                     .duration_ms = -1,
                                     .more = more};
        at_run_event_line(&event, &line);
        T_EQ_TEXT(at_buf_text(&line), steps[i].line);
        json_decref(more);
        at_buf_deinit(&line);
    }
}

T_TEST(each_kind_has_a_name)
{
    for (int i = 0; i < AT_RUN_EVENT_KINDS; i++)
        T_OK(at_run_event_names[i] && at_run_event_names[i][0]);
}

// log.txt shows at most 200 bytes of a result.
T_TEST(a_long_result_is_cut_in_the_log)
{
    char result[1000];
    struct at_buf line = AT_BUF_INIT(4096);
    memset(result, 'r', sizeof(result));
    struct at_run_event event = {.kind = AT_RUN_TOOL,
                                 .tool = AT_STR("tap"),
                                 .result = at_str_n(result, sizeof(result)),
                                 .duration_ms = -1};
    at_run_event_line(&event, &line);
    T_OK(line.len < 300);
    at_buf_deinit(&line);
}

T_MAIN()
