#include "tests/t.h"

#include "base/alloc.h"
#include "flow/wait/idle.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tests/unit/flow/flow_run.h"

// clang-format off
#define A FAKE_APP(FAKE_TEXT("A", "[0,0][1080,100]") \
                   FAKE_BUTTON("go", "Go", "[100,200][300,300]"))
#define B FAKE_APP(FAKE_TEXT("B", "[0,0][1080,100]") \
                   FAKE_BUTTON("go", "Go", "[100,200][300,300]"))
// A state that changes again and again is not a text that merely ticks.
#define ON FAKE_APP(FAKE_TEXT("A", "[0,0][1080,100]") \
                    FAKE_NODE("android.widget.Button", "com.ex:id/go", "Go", \
                              "clickable=\"true\" selected=\"true\"", \
                              "[100,200][300,300]", ""))
#define SPIN FAKE_APP(FAKE_NODE("android.widget.ProgressBar", "com.ex:id/spin", \
                                "", "", "[500,900][580,980]", ""))
#define HOME FAKE_OTHER("com.android.launcher3", "", "Apps")
#define BUSY "!ERROR: could not get idle state."
#define BROKEN "!no document"
// clang-format on

struct idle_row {
    const char *name;
    struct fake_frame frames[4];
    enum at_idle_outcome outcome;
    const char *detail;
    const char *loading;
    int dumps; // 0: as many as fit
};

static const struct idle_row idle_rows[] = {
    {"a quiet dump is enough",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     AT_IDLE_SETTLED,
     "",
     "",
     1},
    {"quick dumps are compared",
     {{A, 0, 0, NULL, 0}},
     AT_IDLE_SETTLED,
     "",
     "",
     2},
    {"a change starts over",
     {{A, 0, 1, NULL, 0}, {B, 0, 0, NULL, 0}},
     AT_IDLE_SETTLED,
     "",
     "",
     3},
    {"an indicator is waited out",
     {{SPIN, FAKE_SLOW, 1, NULL, 0}, {A, FAKE_SLOW, 0, NULL, 0}},
     AT_IDLE_SETTLED,
     "",
     "progress",
     2},
    {"an indicator that stays",
     {{SPIN, FAKE_SLOW, 0, NULL, 0}},
     AT_IDLE_LOADING,
     "progress",
     "progress",
     0},
    {"no idle state at first",
     {{BUSY, 0, 1, NULL, 0}, {A, FAKE_SLOW, 0, NULL, 0}},
     AT_IDLE_SETTLED,
     "",
     "",
     2},
    {"no reading at all",
     {{BROKEN, 0, 0, NULL, 0}},
     AT_IDLE_TIMED_OUT,
     "no document",
     "",
     0},
    {"too restless to be read",
     {{BUSY, 0, 0, NULL, 0}},
     AT_IDLE_CHANGING,
     "could not get idle state",
     "",
     0},
    {"the launcher is in front",
     {{HOME, FAKE_SLOW, 0, NULL, 0}},
     AT_IDLE_APP_GONE,
     "the launcher is in front",
     "",
     1},
};

static bool
is_home(void *user, const struct at_tree *tree)
{
    (void)user;
    return at_package_is_launcher(tree->front_package);
}

static const struct at_idle_wait short_wait = {
    .timeout_ms = 300, .loading_ms = 600, .gone = is_home};

T_TEST(idle_outcomes)
{
    for (size_t i = 0; i < T_LEN(idle_rows); i++) {
        struct flow_run run;
        struct at_idle_result result;
        size_t count = 1;
        T_ROW(idle_rows[i].name);
        while (count < 4 && idle_rows[i].frames[count].xml)
            count++;
        flow_init(&run, idle_rows[i].frames, count);
        T_OK(at_idle_wait(&run.op, run.app, &short_wait, &result, &run.err));
        T_EQ_TEXT(at_idle_outcome_name(result.outcome),
                  at_idle_outcome_name(idle_rows[i].outcome));
        T_HAS(result.detail, idle_rows[i].detail);
        T_HAS(result.loading, idle_rows[i].loading);
        if (result.outcome == AT_IDLE_SETTLED)
            T_EQ_TEXT(result.detail, "");
        if (idle_rows[i].dumps)
            T_EQ_INT(result.readings, idle_rows[i].dumps);
        T_EQ_INT(at_app_is_settled(run.app),
                 result.outcome == AT_IDLE_SETTLED ||
                     result.outcome == AT_IDLE_LOADING ||
                     result.outcome == AT_IDLE_APP_GONE);
        flow_deinit(&run);
    }
}

T_TEST(idle_names_what_changes)
{
    struct fake_frame frames[8];
    struct flow_run run;
    struct at_idle_result result;
    for (size_t i = 0; i < T_LEN(frames); i++)
        frames[i] = (struct fake_frame){.xml = i % 2 ? A : ON, .times = 1};
    flow_init(&run, frames, T_LEN(frames));
    T_OK(at_idle_wait(&run.op, run.app, &short_wait, &result, &run.err));
    T_EQ_INT(result.outcome, AT_IDLE_CHANGING);
    T_HAS(result.detail, " -> ");
    T_NOT(at_app_is_settled(run.app));
    flow_deinit(&run);
}

T_TEST(idle_is_cancelled)
{
    static const struct fake_frame frames[] = {{.xml = SPIN}};
    struct flow_run run;
    struct at_idle_result result;
    flow_init(&run, frames, 1);
    run.op.cancel = at_cancel_new(NULL, NULL);
    at_cancel_fire(run.op.cancel);
    T_NOT(at_idle_wait(&run.op, run.app, &short_wait, &result, &run.err));
    T_EQ_INT(result.outcome, AT_IDLE_CANCELLED);
    T_EQ_INT(run.err.code, AT_ECANCELED);
    at_cancel_free(run.op.cancel);
    flow_deinit(&run);
}

T_TEST(idle_fails_with_the_device)
{
    static const struct fake_frame frames[] = {
        {.xml = "!offline", .failure = AT_ENODEV}};
    struct flow_run run;
    struct at_idle_result result;
    flow_init(&run, frames, 1);
    T_NOT(at_idle_wait(&run.op, run.app, &short_wait, &result, &run.err));
    T_EQ_INT(run.err.code, AT_ENODEV);
    T_EQ_INT(result.readings, 1);
    flow_deinit(&run);
}

// From the fourth frame on, every reading differs.
static void
go_restless(struct flow_run *run, struct fake_frame *frames, size_t count)
{
    frames[0] =
        (struct fake_frame){.xml = A, .quiet_ms = FAKE_SLOW, .until = "tap"};
    for (size_t i = 1; i < count; i++)
        frames[i] = (struct fake_frame){.xml = i % 2 ? ON : A, .times = 1};
    flow_init(run, frames, count);
    at_app_times(run->app)->idle_ms = 700;
    at_app_times(run->app)->loading_ms = 300;
}

// An animated badge does not fail a flow, but is noted.
T_TEST(restless_screen_is_reported)
{
    struct fake_frame frames[12];
    struct flow_run run;
    go_restless(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}}]");
    T_OK(run.ok);
    T_EQ_TEXT(flow_text(&run, 0, "idle"), "changing");
    T_HAS(flow_text(&run, 0, "note"), " -> ");
    flow_deinit(&run);
}

T_TEST(wait_for_stable_fails_on_a_restless_screen)
{
    struct fake_frame frames[12];
    struct flow_run run;
    go_restless(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'tap_coordinates', 'x': 1, 'y': 1},"
                  " {'action': 'wait_for_stable', 'timeoutMs': 250}]");
    T_NOT(run.ok);
    T_EQ_INT(run.err.code, AT_EIDLE);
    T_EQ_TEXT(flow_text(&run, 1, "code"), "IDLE_TIMEOUT");
    T_EQ_TEXT(flow_text(&run, 1, "idle"), "changing");
    T_HAS(run.err.msg, "not stable after 250 ms: changing");
    T_HAS(run.dump, "finalUiTree");
    flow_deinit(&run);
}

T_TEST(waiting_steps)
{
    static const struct fake_frame frames[] = {
        {.xml = SPIN, .quiet_ms = FAKE_SLOW, .times = 2},
        {.xml = A, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    int64_t began_ns = at_now_ns();
    flow_go(&run, "[{'action': 'wait', 'timeoutMs': 30},"
                  " {'action': 'wait_for_stable'}]");
    T_OK(run.ok);
    T_OK(at_now_ns() - began_ns >= 30 * AT_NS_PER_MS);
    T_EQ_TEXT(flow_text(&run, 1, "idle"), "settled");
    T_EQ_INT(run.dumps, 3);
    flow_deinit(&run);
}

T_TEST(indicator_that_stays_is_reported)
{
    static const struct fake_frame frames[] = {
        {.xml = A, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = SPIN, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    at_app_times(run.app)->loading_ms = 100;
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}}]");
    T_OK(run.ok);
    T_EQ_TEXT(flow_text(&run, 0, "idle"), "loading");
    T_HAS(flow_text(&run, 0, "loadingDetected"), "progress");
    flow_deinit(&run);
}

T_TEST(no_reading_after_an_action_fails_it)
{
    static const struct fake_frame frames[] = {
        {.xml = A, .quiet_ms = FAKE_SLOW, .until = "tap"}, {.xml = BROKEN}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    at_app_times(run.app)->idle_ms = 100;
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}}]");
    T_NOT(run.ok);
    T_EQ_INT(run.err.code, AT_EIDLE);
    T_HAS(run.err.msg, "the input was delivered, but");
    T_EQ_TEXT(flow_text(&run, 0, "idle"), "timed_out");
    T_NULL(json_object_get(run.trace, "finalUiTree"));
    T_HAS(run.dump, "the screen could not be read at the end");
    flow_deinit(&run);
}

// A dump cannot read an endless animation at all; it does not fail a tap or a
// key, which may end it.
T_TEST(screen_too_restless_to_be_read_fails_no_action)
{
    static const struct fake_frame frames[] = {
        {.xml = A, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = BUSY, .until = "key KEYCODE_BACK"},
        {.xml = B, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    at_app_times(run.app)->idle_ms = 100;
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}},"
                  " {'action': 'press_key', 'keycode': 'KEYCODE_A'},"
                  " {'action': 'press_key', 'keycode': 'KEYCODE_BACK'},"
                  " {'action': 'assert_visible', 'target': {'text': 'B'}}]");
    T_OK(run.ok);
    T_EQ_TEXT(flow_text(&run, 0, "idle"), "changing");
    T_HAS(flow_text(&run, 0, "note"), "could not get idle state");
    T_EQ_TEXT(flow_text(&run, 1, "idle"), "changing");
    T_EQ_TEXT(flow_text(&run, 2, "idle"), "");
    flow_deinit(&run);
}

struct assert_row {
    const char *name;
    struct fake_frame frames[3];
    const char *step;
    const char *error; // NULL: it holds
    enum at_code code;
    int dumps; // one is before the flow; 0: as many as fit
};

// The tree of the step before is checked first; before failing, a fresh one.
static const struct assert_row assert_rows[] = {
    {"visible",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_visible', 'target': {'text': 'A'}}",
     NULL,
     AT_OK,
     1},
    {"not there",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_visible', 'target': {'text': 'B'}, 'timeoutMs': 0}",
     "Element not found matching: {\"text\":\"B\"}",
     AT_ENOTFOUND,
     2},
    {"there by now",
     {{A, FAKE_SLOW, 1, NULL, 0}, {B, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_visible', 'target': {'text': 'B'}}",
     NULL,
     AT_OK,
     2},
    {"waited for",
     {{A, FAKE_SLOW, 2, NULL, 0}, {B, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_visible', 'target': {'text': 'B'}, 'timeoutMs': 900}",
     NULL,
     AT_OK,
     3},
    {"waited for in vain",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_visible', 'target': {'text': 'B'}, 'timeoutMs': 250}",
     "waited 250 ms",
     AT_ENOTFOUND,
     0},
    {"absent",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_not_visible', 'target': {'text': 'B'}}",
     NULL,
     AT_OK,
     1},
    {"not absent",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_not_visible', 'target': {'text': 'A'}, 'timeoutMs': "
     "0}",
     "\"A\" is visible, expected it not to be",
     AT_EASSERT,
     2},
    {"absent by now",
     {{A, FAKE_SLOW, 1, NULL, 0}, {B, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_not_visible', 'target': {'text': 'A'}}",
     NULL,
     AT_OK,
     2},
    {"a ref that nobody gave out proves nothing",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_not_visible', 'target': {'ref': '@b7'}, 'timeoutMs': "
     "0}",
     "unknown ref",
     AT_ENOTFOUND,
     2},
    // a quick reading is too fresh to prove absence
    {"quick readings are read again",
     {{A, 0, 1, NULL, 0}, {B, 0, 0, NULL, 0}},
     "{'action': 'assert_not_visible', 'target': {'text': 'B'}, 'timeoutMs': "
     "0}",
     "is visible",
     AT_EASSERT,
     2},
    {"text",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_text_equals', 'target': {'id': 'go'}, 'value': 'Go'}",
     NULL,
     AT_OK,
     1},
    {"other text",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_text_equals', 'target': {'id': 'go'}, 'value': 'Ga', "
     "'timeoutMs': 0}",
     "expected text \"Ga\", found \"Go\"; first difference at character 2",
     AT_EASSERT,
     2},
    {"part of a text",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_text_contains', 'target': {'id': 'go'}, 'value': "
     "'o'}",
     NULL,
     AT_OK,
     1},
    {"no part of it",
     {{A, FAKE_SLOW, 0, NULL, 0}},
     "{'action': 'assert_text_contains', 'target': {'id': 'go'}, 'value': "
     "'x', 'timeoutMs': 0}",
     "expected text with \"x\", found \"Go\"",
     AT_EASSERT,
     2},
    {"a hint is no text",
     {{FAKE_APP(FAKE_FIELD("f", "", "Email", "", "[0,0][99,99]")), FAKE_SLOW, 0,
       NULL, 0}},
     "{'action': 'assert_text_equals', 'target': {'id': 'f'}, 'value': "
     "'Email', 'timeoutMs': 0}",
     "it is empty and shows its hint \"Email\"",
     AT_EASSERT,
     2},
    {"an empty field is empty",
     {{FAKE_APP(FAKE_FIELD("f", "", "Email", "", "[0,0][99,99]")), FAKE_SLOW, 0,
       NULL, 0}},
     "{'action': 'assert_text_equals', 'target': {'id': 'f'}, 'value': ''}",
     NULL,
     AT_OK,
     1},
};

#define OLD_FIELD(text)                                                        \
    FAKE_APP(FAKE_NODE("android.widget.EditText", "com.ex:id/f", text, "",     \
                       "[0,0][99,99]", ""))
#define OLD_PIN                                                                \
    FAKE_APP(FAKE_NODE("android.widget.EditText", "com.ex:id/f", "PIN",        \
                       "password=\"true\"", "[0,0][99,99]", ""))
#define EQUALS(value)                                                          \
    "[{'action': 'assert_text_equals', 'target': {'id': 'f'}, 'value': "       \
    "'" value "'}]"
#define MAY_BE                                                                 \
    "what the field shows may be its hint: this device's dump does not mark "  \
    "hints"

static const struct {
    const char *name;
    const char *xml;
    const char *steps;
    const char *error; // NULL: it holds
    const char *note;
} hint_rows[] = {
    {"what is equal may be a hint", OLD_FIELD("Email"), EQUALS("Email"), NULL,
     MAY_BE},
    {"so may what is not", OLD_FIELD("Email"), EQUALS(""),
     "expected text \"\", found \"Email\"; " MAY_BE, ""},
    {"an empty field is empty", OLD_FIELD(""), EQUALS(""), NULL, ""},
    {"a password's", OLD_PIN, EQUALS("PIN"),
     "it shows 3 characters, which may be its hint, its text cannot be read",
     ""},
    {"no field", FAKE_APP(FAKE_BUTTON("f", "Go", "[0,0][99,99]")), EQUALS("Go"),
     NULL, ""},
};

T_TEST(a_hint_in_place_of_text_is_reported)
{
    for (size_t i = 0; i < T_LEN(hint_rows); i++) {
        const struct fake_frame frames[] = {
            {.xml = hint_rows[i].xml, .quiet_ms = FAKE_SLOW}};
        struct flow_run run;
        T_ROW(hint_rows[i].name);
        flow_init(&run, frames, T_LEN(frames));
        flow_go(&run, hint_rows[i].steps);
        T_EQ_INT(run.ok, hint_rows[i].error == NULL);
        T_HAS(run.err.msg, hint_rows[i].error ? hint_rows[i].error : "");
        T_EQ_TEXT(flow_text(&run, 0, "note"), hint_rows[i].note);
        flow_deinit(&run);
    }
}

#define CUT(more)                                                              \
    FAKE_HELPER(more, FAKE_HELPER_NODE("TextView", "1", "\"text\":\"A\","))
#define NOT_B                                                                  \
    "{'action': 'assert_not_visible', 'target': {'text': 'B'}, 'timeoutMs': "  \
    "0}"
#define IS_A "{'action': 'assert_visible', 'target': {'text': 'A'}}"
#define IS_B                                                                   \
    "{'action': 'assert_visible', 'target': {'text': 'B'}, 'timeoutMs': 0}"

// An element that is not in a tree which the device has cut may be on the
// screen all the same; lost nodes are noted.
static const struct assert_row cut_rows[] = {
    {"there",
     {{CUT("\"truncated\":\"nodes\","), FAKE_SLOW, 0, NULL, 0}},
     IS_A,
     NULL,
     AT_OK,
     1},
    {"not seen, which proves nothing",
     {{CUT("\"truncated\":\"nodes\","), FAKE_SLOW, 0, NULL, 0}},
     NOT_B,
     "it is not seen, which does not prove that it is not there: the device "
     "stopped reading the screen after 2 nodes",
     AT_ETREE,
     2},
    {"whole by now",
     {{CUT("\"truncated\":\"time\","), FAKE_SLOW, 1, NULL, 0},
      {CUT(""), FAKE_SLOW, 0, NULL, 0}},
     NOT_B,
     NULL,
     AT_OK,
     2},
    {"not found, perhaps behind the end",
     {{CUT("\"truncated\":\"size\","), FAKE_SLOW, 0, NULL, 0}},
     IS_B,
     "the device stopped reading the screen after 2 nodes",
     AT_ENOTFOUND,
     2},
    {"nodes were lost",
     {{CUT("\"missing\":2,"), FAKE_SLOW, 0, NULL, 0}},
     NOT_B,
     NULL,
     AT_OK,
     1},
};

T_TEST(unread_content_is_not_absent)
{
    for (size_t i = 0; i < T_LEN(cut_rows); i++) {
        const struct assert_row *row = &cut_rows[i];
        struct flow_run run;
        bool lost = strstr(row->frames[0].xml, "missing") != NULL;
        T_ROW(row->name);
        flow_init(&run, row->frames, row->frames[1].xml ? 2 : 1);
        char *steps = at_strfmt("[%s]", row->step);
        flow_go(&run, steps);
        T_HAS(run.err.msg, row->error ? row->error : "");
        T_EQ_INT(run.err.code, row->code);
        T_EQ_INT(run.dumps, row->dumps);
        T_EQ_INT(strstr(flow_text(&run, 0, "note"),
                        "2 of its nodes could not be read, and it may be among "
                        "them") != NULL,
                 lost);
        T_EQ_INT(strstr(run.dump, "not the whole screen") != NULL,
                 strstr(run.fake.frames[run.fake.at].xml, "truncated") || lost);
        free(steps);
        flow_deinit(&run);
    }
}

T_TEST(assertions)
{
    for (size_t i = 0; i < T_LEN(assert_rows); i++) {
        const struct assert_row *row = &assert_rows[i];
        struct flow_run run;
        char steps[256];
        T_ROW(row->name);
        snprintf(steps, sizeof(steps), "[%s]", row->step);
        flow_init(&run, row->frames, row->frames[1].xml ? 2 : 1);
        flow_go(&run, steps);
        T_EQ_TEXT(run.err.msg, row->error ? run.err.msg : "");
        T_HAS(run.err.msg, row->error ? row->error : "");
        T_EQ_INT(run.err.code, row->code);
        T_EQ_INT(run.ok, row->error == NULL);
        if (row->dumps)
            T_EQ_INT(run.dumps, row->dumps);
        T_EQ_TEXT(fake_inputs(&run.fake), "");
        flow_deinit(&run);
    }
}

T_TEST(texts_that_differ_from_the_start_are_reported_once)
{
    static const struct fake_frame frames[] = {
        {.xml = A, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'assert_text_equals', 'target': {'id': 'go'},"
                  " 'value': 'No'}]");
    T_HAS(run.err.msg, "expected text \"No\", found \"Go\"");
    T_NULL(strstr(run.err.msg, "first difference"));
    flow_deinit(&run);
}

T_TEST(flow_is_cancelled)
{
    static const struct fake_frame frames[] = {
        {.xml = A, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    run.op.cancel = at_cancel_new(NULL, NULL);
    run.fake.fire_on_input = run.op.cancel;
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}},"
                  " {'action': 'tap', 'target': {'id': 'go'}}]");
    T_NOT(run.ok);
    T_EQ_INT(run.err.code, AT_ECANCELED);
    T_EQ_TEXT(flow_text(&run, 0, "idle"), "cancelled");
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 200 250");
    T_EQ_INT(json_integer_value(json_object_get(run.trace, "stepsCompleted")),
             0);
    at_cancel_free(run.op.cancel);
    flow_deinit(&run);
}

T_MAIN()
