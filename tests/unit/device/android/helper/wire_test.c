// wire_test.c: the contents of the helper's answers, malformed answers, and
// requests that are refused on this side; recorded_test.c has the recordings
#include "base/limits.h"
#include "base/alloc.h"
#include "device/android/helper/answers.h"
#include "device/android/helper/requests.h"
#include "tests/unit/device/android/helper/recorded.h"

static json_t *
json_of(struct at_str text)
{
    struct at_err err = AT_ERR_INIT;
    json_t *json = at_json_parse(text, &err);
    if (!json)
        print_error("%s\n", err.msg);
    T_OK(json != NULL);
    return json;
}

// Freed by the gesture's test.
static struct at_gesture
pinch_of(int64_t duration_ms)
{
    struct at_pinch pinch = {{540, 1200}, 100, 200, duration_ms};
    struct at_gesture gesture = AT_GESTURE_INIT;
    T_OK(at_gesture_pinch(&pinch, &gesture, NULL));
    return gesture;
}

static void
check_point(const json_t *points, size_t at, int64_t x, int64_t y)
{
    const json_t *point = json_array_get(points, at);
    T_EQ_INT(json_integer_value(json_array_get(point, 0)), x);
    T_EQ_INT(json_integer_value(json_array_get(point, 1)), y);
}

// Ten seconds are 600 frames; the protocol allows 256 points.
T_TEST(a_long_gesture_is_drawn_with_fewer_points)
{
    struct at_gesture gesture = pinch_of(10000);
    struct at_helper_action action = {.kind = AT_HELPER_GESTURE,
                                      .gesture = &gesture};
    json_t *json = at_helper_write_action(&action, false, NULL);
    const json_t *pointers = json_object_get(json, "pointers");
    const json_t *left = json_array_get(pointers, 0);
    const json_t *right = json_array_get(pointers, 1);
    T_EQ_INT(json_integer_value(json_object_get(json, "durationMs")), 10000);
    T_EQ_SIZE(json_array_size(left), 256);
    check_point(left, 0, 440, 1200);
    check_point(left, 51, 420, 1200); // 51/255: a fifth of the way
    check_point(left, 255, 340, 1200);
    check_point(right, 0, 640, 1200);
    check_point(right, 255, 740, 1200);
    json_decref(json);
    at_gesture_deinit(&gesture);
}

T_TEST(a_press_is_one_point)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    T_OK(at_gesture_long_press((struct at_point){7, 8}, 900, &gesture, NULL));
    struct at_helper_action action = {.kind = AT_HELPER_GESTURE,
                                      .gesture = &gesture};
    json_t *json = at_helper_write_action(&action, false, NULL);
    const json_t *finger = json_array_get(json_object_get(json, "pointers"), 0);
    T_EQ_SIZE(json_array_size(finger), 1);
    check_point(finger, 0, 7, 8);
    T_EQ_INT(at_helper_action_ms(&action), 900);
    json_decref(json);
    at_gesture_deinit(&gesture);
}

#define LONG_TEXT 65537
static char too_long[LONG_TEXT];

static const struct {
    const char *name;
    struct at_helper_action action;
    const char *says;
} wrong[] = {
    {"far away", {.kind = AT_HELPER_TAP, .at = {40000, 0}}, "an x of 40000"},
    {"eleven taps", {.kind = AT_HELPER_TAP, .count = 11}, "number of taps"},
    {"a long wait",
     {.kind = AT_HELPER_TAP, .count = 2, .interval_ms = 1001},
     "interval"},
    {"no time", {.kind = AT_HELPER_LONG_PRESS}, "duration"},
    {"too long",
     {.kind = AT_HELPER_SWIPE,
      .swipe = {.from = {0}, .to = {0}, .duration_ms = 60001}},
     "60000"},
    {"no such key", {.kind = AT_HELPER_KEY, .key = AT_STR_ROW("WHAT")}, "WHAT"},
    {"too many keys",
     {.kind = AT_HELPER_KEY, .key = AT_STR_ROW("1"), .count = 5001},
     "5000"},
    {"broken text",
     {.kind = AT_HELPER_TEXT, .text = AT_STR_ROW("\xff")},
     "not UTF-8"},
    {"a NUL", {.kind = AT_HELPER_TEXT, .text = AT_STR_ROW("a\0b")}, "NUL"},
    {"a long text",
     {.kind = AT_HELPER_TEXT, .text = {too_long, LONG_TEXT}},
     "65536"},
};

T_TEST(invalid_requests_are_not_sent)
{
    memset(too_long, 'a', sizeof(too_long));
    for (size_t i = 0; i < T_LEN(wrong); i++) {
        struct at_err err = AT_ERR_INIT;
        T_ROW(wrong[i].name);
        T_NULL(at_helper_write_action(&wrong[i].action, false, &err));
        T_HAS(err.msg, wrong[i].says);
    }
}

T_TEST(two_touches_are_not_a_gesture)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    struct at_err err = AT_ERR_INIT;
    T_OK(at_gesture_double_tap((struct at_point){7, 8}, 90, &gesture, NULL));
    struct at_helper_action action = {.kind = AT_HELPER_GESTURE,
                                      .gesture = &gesture};
    T_NULL(at_helper_write_action(&action, false, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    at_gesture_deinit(&gesture);
}

// Return the answer's JSON, owned by the caller.
static json_t *
answer_of(const char *name)
{
    struct helper_recorded r = helper_recorded_read(name);
    json_t *json = json_of(r.said);
    free(r.text);
    return json;
}

static const struct {
    const char *json;
    enum at_code code;
    const char *says;
} odd_refusals[] = {
    {"{}", AT_EPROTO, "'ok'"},
    {"{\"ok\":1}", AT_EPROTO, "'ok'"},
    {"[]", AT_EPROTO, "'ok'"},
    {"{\"ok\":false}", AT_EPROTO, "code"},
    {"{\"ok\":false,\"error\":\"x\"}", AT_EPROTO, "code"},
    {"{\"ok\":false,\"error\":{\"code\":\"NEW\",\"message\":\"m\"}}",
     AT_EDEVICE, "m (NEW)"},
};

T_TEST(an_unknown_refusal_may_have_run)
{
    for (size_t i = 0; i < T_LEN(odd_refusals); i++) {
        json_t *json = json_of(at_str(odd_refusals[i].json));
        bool lost;
        struct at_err err = AT_ERR_INIT;
        T_ROW(odd_refusals[i].json);
        T_NOT(at_helper_read_ok(json, &lost, &err));
        T_EQ_INT(err.code, odd_refusals[i].code);
        T_HAS(err.msg, odd_refusals[i].says);
        T_OK(err.may_have_run && !lost);
        json_decref(json);
    }
}

T_TEST(the_status_is_read)
{
    json_t *json = answer_of("status");
    struct at_helper_status status;
    T_OK(at_helper_read_status(json, &status, NULL));
    T_EQ_INT(status.protocol_version, 2);
    T_EQ_INT(status.version_code, 4);
    T_EQ_INT(status.sdk, 34);
    T_EQ_TEXT(status.model, "Paper");
    T_EQ_TEXT(status.manufacturer, "AgenTest");
    json_object_del(json, "protocolVersion");
    T_NOT(at_helper_read_status(json, &status, NULL));
    json_decref(json);
    json = answer_of("tap");
    T_NOT(at_helper_read_status(json, &status, NULL));
    json_decref(json);
}

T_TEST(quiet_is_read)
{
    struct at_helper_idle idle;
    json_t *json = answer_of("idle_timeout");
    T_OK(at_helper_read_idle(json, &idle, NULL));
    T_NOT(idle.idle);
    T_EQ_INT(idle.waited_ms, HELPER_RECORDED_WAITED_MS);
    json_decref(json);
    json = json_of(AT_STR(
        "{\"idle\":false,\"noisy\":[{\"package\":\"a.b\",\"class\":\"C\","
        "\"type\":\"T\",\"count\":9},{},7,{\"count\":1}]}"));
    T_OK(at_helper_read_idle(json, &idle, NULL));
    T_EQ_SIZE(idle.noise_count, 3);
    T_EQ_TEXT(idle.noise[0].package, "a.b");
    T_EQ_TEXT(idle.noise[0].class_name, "C");
    T_EQ_TEXT(idle.noise[0].type, "T");
    T_EQ_INT(idle.noise[0].count, 9);
    json_object_del(json, "idle");
    T_NOT(at_helper_read_idle(json, &idle, NULL));
    json_decref(json);
}

T_TEST(a_framework_is_read)
{
    json_t *json = answer_of("framework");
    struct at_helper_framework found = {.arena = AT_ARENA_INIT};
    T_OK(at_helper_read_framework(json, &found, NULL));
    T_EQ_STR(found.primary, "compose");
    T_EQ_STR(found.package, "com.example.paper");
    T_EQ_SIZE(found.framework_count, 1);
    T_EQ_STR(found.signals[0], "asset:androidx.compose.ui_ui.version");
    at_helper_framework_deinit(&found);
    json_decref(json);
}

T_TEST(a_step_is_read)
{
    json_t *json = answer_of("step");
    struct at_helper_outcome out = {.arena = AT_ARENA_INIT};
    T_OK(at_helper_read_outcome(json, 1, &out, NULL));
    T_EQ_SIZE(out.result_count, 1);
    T_OK(out.results[0].ok);
    T_OK(out.has_idle && out.idle.idle);
    T_EQ_INT(out.idle.waited_ms, HELPER_RECORDED_WAITED_MS);
    T_EQ_SIZE(out.tree->node_count, 3);
    T_EQ_SIZE(out.event_count, 2);
    T_EQ_STR(out.events[0].type, "TYPE_WINDOW_STATE_CHANGED");
    T_EQ_STR(out.events[0].package, "com.example.paper");
    T_EQ_STR(out.events[0].class_name, "com.example.paper.Home");
    T_EQ_INT(out.events[0].uptime_ms, HELPER_RECORDED_UPTIME_MS);
    T_EQ_INT(out.events[1].seq, out.events[0].seq + 1);
    T_NOT(out.events[0].toast);
    T_EQ_STR(out.events[1].text, "Signed in");
    T_OK(out.events[1].toast);
    T_EQ_INT(out.input_ms, HELPER_RECORDED_INPUT_MS);
    T_EQ_INT(out.idle_ms, HELPER_RECORDED_IDLE_MS);
    T_EQ_INT(out.tree_ms, HELPER_RECORDED_TREE_MS);
    at_helper_outcome_deinit(&out);
    json_decref(json);
}

static const json_int_t lies[] = {INT64_MAX, INT64_MIN, -1, INT64_MAX / 1000};

T_TEST(durations_of_a_helper_that_lies_can_be_added_up)
{
    for (size_t i = 0; i < T_LEN(lies); i++) {
        json_t *json = answer_of("step");
        json_t *timing = json_object_get(json, "timing");
        struct at_helper_outcome out = {.arena = AT_ARENA_INIT};
        json_object_set_new(timing, "treeMs", json_integer(lies[i]));
        json_object_set_new(json_object_get(json, "idle"), "waitedMs",
                            json_integer(lies[i]));
        T_OK(at_helper_read_outcome(json, 1, &out, NULL));
        T_OK(out.tree_ms >= 0 && out.tree_ms <= INT64_MAX / 4000000);
        T_OK(out.idle.waited_ms >= 0 &&
             out.idle.waited_ms <= INT64_MAX / 4000000);
        at_helper_outcome_deinit(&out);
        json_decref(json);
    }
}

T_TEST(a_step_that_failed_is_read)
{
    json_t *json = answer_of("step_failed");
    struct at_helper_outcome out = {.arena = AT_ARENA_INIT};
    T_OK(at_helper_read_outcome(json, 3, &out, NULL));
    T_EQ_SIZE(out.result_count, 2);
    T_NOT(out.results[1].ok);
    T_EQ_INT(out.results[1].why.code, AT_EUNSUPPORTED);
    T_NOT(out.results[1].why.may_have_run);
    T_NOT(out.has_idle);
    T_NULL(out.tree);
    T_EQ_INT(out.unread.code, AT_OK);
    at_helper_outcome_deinit(&out);
    json_decref(json);
    json = answer_of("step_no_window");
    T_OK(at_helper_read_outcome(json, 0, &out, NULL));
    T_EQ_INT(out.unread.code, AT_ETREE);
    T_HAS(out.unread.msg, "no window of");
    at_helper_outcome_deinit(&out);
    json_decref(json);
}

T_TEST(a_step_says_what_kept_it_busy)
{
    json_t *json = answer_of("step_restless");
    struct at_helper_outcome out = {.arena = AT_ARENA_INIT};
    T_OK(at_helper_read_outcome(json, 1, &out, NULL));
    T_NOT(out.idle.idle);
    T_EQ_SIZE(out.idle.noise_count, 2);
    T_EQ_TEXT(out.idle.noise[0].package, "com.example.paper");
    T_EQ_TEXT(out.idle.noise[0].class_name, "android.widget.EditText");
    T_EQ_TEXT(out.idle.noise[0].type, "TYPE_VIEW_FOCUSED");
    T_EQ_INT(out.idle.noise[0].count, 1);
    at_helper_outcome_deinit(&out);
    json_decref(json);
}

static const struct {
    const char *name;
    bool idle;
    enum at_helper_trees trees;
    bool late;
    const char *class_name;
    const char *id;
    const char *part;
} compared[] = {
    {"step_trees_differ", false, AT_HELPER_TREES_DIFFER, false,
     "android.widget.ProgressBar", "com.example.paper:id/film", "text"},
    {"step_ticking", true, AT_HELPER_TREES_TICKING, false,
     "android.widget.TextView", "com.example.paper:id/clock", "text"},
    {"step_tree_late", false, AT_HELPER_TREES_EQUAL, true,
     "android.webkit.WebView", "", "nodes"},
};

T_TEST(a_step_says_where_the_tree_changes)
{
    for (size_t i = 0; i < T_LEN(compared); i++) {
        json_t *json = answer_of(compared[i].name);
        struct at_helper_outcome out = {.arena = AT_ARENA_INIT};
        T_ROW(compared[i].name);
        T_OK(at_helper_read_outcome(json, 1, &out, NULL));
        T_EQ_INT(out.idle.idle, compared[i].idle);
        T_EQ_INT(out.idle.trees, compared[i].trees);
        T_EQ_INT(out.idle.late, compared[i].late);
        T_OK(out.idle.has_where);
        T_EQ_TEXT(out.idle.class_name, compared[i].class_name);
        T_EQ_TEXT(out.idle.id, compared[i].id);
        T_EQ_TEXT(out.idle.part, compared[i].part);
        T_EQ_INT(out.idle.where.top, 1200);
        T_EQ_INT(out.trees, HELPER_RECORDED_TREES);
        T_EQ_INT(out.trees_ms, HELPER_RECORDED_TREES_MS);
        T_EQ_INT(out.renewals, 0);
        at_helper_outcome_deinit(&out);
        json_decref(json);
    }
}

T_TEST(a_renewed_connection_is_reported)
{
    json_t *json = answer_of("tree_reacquired");
    struct at_helper_outcome out = {.arena = AT_ARENA_INIT};
    T_OK(at_helper_read_outcome(json, 1, &out, NULL));
    T_EQ_INT(out.renewals, 1);
    T_EQ_INT(out.idle.trees, AT_HELPER_TREES_UNKNOWN);
    at_helper_outcome_deinit(&out);
    json_decref(json);
}

static const struct {
    const char *name;
    const char *value; // NULL: a password's is not reported
    enum at_helper_text_method method;
} texts[] = {
    {"text", "Ada", AT_HELPER_TEXT_SET},
    {"text_by_keys", "Adabc", AT_HELPER_TEXT_KEYS},
    {"text_inserted", "Adabc \"L\xc3\xb6we\" \\ \xf0\x9f\xa6\x81",
     AT_HELPER_TEXT_SET},
    {"text_pasted", "Adabc \"L\xc3\xb6we\" \\ \xf0\x9f\xa6\x81\xe6\xbc\xa2",
     AT_HELPER_TEXT_PASTE},
    {"text_replaced", "Zo\xc3\xab \xf0\x9f\x98\x80 \xe6\xbc\xa2\xe5\xad\x97",
     AT_HELPER_TEXT_SET},
    {"text_of_password", NULL, AT_HELPER_TEXT_KEYS},
};

// As in a step's results.
T_TEST(a_typed_text_comes_back)
{
    for (size_t i = 0; i < T_LEN(texts); i++) {
        struct helper_recorded r = helper_recorded_read(texts[i].name);
        char *text = at_strfmt("{\"results\":[%.*s]}", AT_STR_ARG(r.said));
        json_t *json = json_of(at_str(text));
        struct at_helper_outcome out = {.arena = AT_ARENA_INIT};
        T_ROW(texts[i].name);
        T_OK(at_helper_read_outcome(json, 1, &out, NULL));
        T_EQ_INT(out.results[0].has_value, texts[i].value != NULL);
        T_EQ_STR(out.results[0].value, texts[i].value ? texts[i].value : "");
        T_EQ_INT(out.results[0].password, texts[i].value == NULL);
        T_EQ_INT(out.results[0].method, texts[i].method);
        at_helper_outcome_deinit(&out);
        json_decref(json);
        free(text);
        free(r.text);
    }
}

static const char *const odd_outcomes[] = {
    "{}",
    "{\"results\":7}",
    "{\"results\":[]}",
    "{\"results\":[{\"ok\":true}]}",
    "{\"results\":[{\"ok\":true},{\"ok\":true},{\"ok\":true}]}",
    "{\"results\":[{\"ok\":false},{\"ok\":true}]}",
    "{\"results\":[{\"ok\":true},{\"ok\":true}],\"idle\":7}",
};

T_TEST(an_outcome_has_a_result_for_each_action)
{
    for (size_t i = 0; i < T_LEN(odd_outcomes); i++) {
        json_t *json = json_of(at_str(odd_outcomes[i]));
        struct at_helper_outcome out = {.arena = AT_ARENA_INIT};
        struct at_err err = AT_ERR_INIT;
        T_ROW(odd_outcomes[i]);
        T_NOT(at_helper_read_outcome(json, 2, &out, &err));
        T_EQ_INT(err.code, AT_EPROTO);
        at_helper_outcome_deinit(&out);
        json_decref(json);
    }
}

T_TEST(sizes_are_read)
{
    static const char *const no_size[] = {"",      "x",    "1x",      "x2",
                                          "1x2x3", "-1x2", "1x99999", "1 x2"};
    int32_t w;
    int32_t h;
    T_OK(at_helper_read_size(AT_STR("1080x2400"), &w, &h));
    T_EQ_INT(w, 1080);
    T_EQ_INT(h, 2400);
    for (size_t i = 0; i < T_LEN(no_size); i++) {
        T_ROW(no_size[i]);
        T_NOT(at_helper_read_size(at_str(no_size[i]), &w, &h));
    }
}

T_MAIN()
