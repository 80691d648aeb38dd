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
      .video = AT_STR_ROW("video/chunk-001.mp4"),
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

// Each member of an event is written at its place, and read back for the next
// writer.
T_TEST(events_of_all_kinds_are_written_and_read_back)
{
    const struct at_run_event events[] = {
        {.index = 1,
         .time_ms = 1770199872345,
         .kind = AT_RUN_TOOL,
         .step = 2,
         .tool = AT_STR("swipeUp"),
         .path = AT_STR("screenshots/2.png"),
         .message = AT_STR("m"),
         .duration_ms = 3,
         .replayed = true,
         .touch = {.has_point = true,
                   .point = {3, 4},
                   .is_swipe = true,
                   .to = {5, 6},
                   .has_box = true,
                   .box = {1, 2, 7, 8},
                   .width_px = 1080,
                   .height_px = 2400},
         .element = AT_STR("btn"),
         .before = AT_STR("screenshots/1.png"),
         .call_path = AT_STR("model/0001.json"),
         .screen = AT_STR("com.ex"),
         .phase = AT_STR("setup"),
         .refused = true},
        {.index = 2,
         .kind = AT_RUN_MODEL,
         .duration_ms = -1,
         .has_usage = true,
         .usage = {.in_tokens = 5, .unpriced = true},
         .model = AT_STR("m1")},
        {.index = 3,
         .kind = AT_RUN_MODEL,
         .duration_ms = -1,
         .failed = true,
         .call_path = AT_STR("model/0002.json")},
        {.index = 4, .kind = AT_RUN_SAID, .duration_ms = -1, .thought = true},
        {.index = 5,
         .kind = AT_RUN_STEP,
         .step = 1,
         .duration_ms = -1,
         .state = AT_RUN_EVENT_ENDED,
         .verdict = AT_VERDICT_FAIL,
         .proof = AT_STR("no such text")},
        {.index = 6,
         .kind = AT_RUN_VIDEO,
         .video = AT_STR("video/1.mp4"),
         .began_ms = 1770199872345,
         .duration_ms = -1},
    };
    static const char *const more[] = {
        "\"point\":[3,4],\"from\":[3,4],\"to\":[5,6],\"box\":[1,2,7,8],"
        "\"element\":\"btn\",\"space\":[1080,2400],\"before\":"
        "\"screenshots/1.png\",\"callPath\":\"model/0001.json\","
        "\"screen\":\"com.ex\",\"refused\":true,\"phase\":\"setup\"}",
        "\"inputTokens\":5,\"cachedTokens\":0,\"outputTokens\":0,"
        "\"reasoningTokens\":0,\"costUsd\":null,\"model\":\"m1\"}",
        "\"failed\":true,\"status\":0,\"callPath\":\"model/0002.json\"}",
        "\"thought\":true}",
        "\"state\":\"ended\",\"verdict\":\"FAIL\","
        "\"proof\":\"no such text\"}",
        "\"videoBeganAt\":\"2026-02-04T10:11:12.345Z\"}",
    };
    for (size_t i = 0; i < T_LEN(events); i++) {
        struct at_buf json = AT_BUF_INIT(4096);
        struct at_buf again = AT_BUF_INIT(4096);
        struct at_run_event copy;
        T_ROW(more[i]);
        at_run_event_write(&events[i], &json);
        T_OK(at_str_ends(at_buf_str(&json), at_str(more[i])));
        T_OK(at_run_event_read(at_buf_str(&json), &copy, NULL));
        copy.index = events[i].index;
        at_run_event_write(&copy, &again);
        T_EQ_TEXT(at_buf_text(&again), at_buf_text(&json));
        at_run_event_deinit(&copy);
        at_buf_deinit(&json);
        at_buf_deinit(&again);
    }
}

static const char *const odd_events[] = {
    "", "{}", "[]", "{\"type\":\"unheard of\"}", "7", "{\"type\":3}"};

T_TEST(odd_events_are_refused)
{
    struct at_run_event event;
    for (size_t i = 0; i < T_LEN(odd_events); i++) {
        T_ROW(odd_events[i]);
        T_NOT(at_run_event_read(at_str(odd_events[i]), &event, NULL));
        at_run_event_deinit(&event);
    }
    T_OK(at_run_event_read(
        AT_STR("{\"type\":\"log\",\"step\":1099511627776,\"verdict\":7}"),
        &event, NULL));
    T_EQ_INT(event.step, 0);
    at_run_event_deinit(&event);
}

static const struct {
    enum at_run_event_state state;
    enum at_verdict verdict;
    const char *line;
} steps[] = {
    {AT_RUN_EVENT_BEGAN, AT_VERDICT_OPEN,
     "[00:00:00.000] Step 2 begins: Log in"},
    {AT_RUN_EVENT_ENDED, AT_VERDICT_FAIL, "[00:00:00.000] Step 2 FAIL: Log in"},
};

T_TEST(a_step_begins_and_ends)
{
    for (size_t i = 0; i < T_LEN(steps); i++) {
        struct at_buf line = AT_BUF_INIT(1000);
        struct at_run_event event = {.kind = AT_RUN_STEP,
                                     .step = 2,
                                     .message = AT_STR("Log in"),
                                     .duration_ms = -1,
                                     .state = steps[i].state,
                                     .verdict = steps[i].verdict};
        at_run_event_line(&event, &line);
        T_EQ_TEXT(at_buf_text(&line), steps[i].line);
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
