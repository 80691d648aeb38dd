// Flows on a device that sends input, waits for quiet and reads the tree in one
// round trip; and gestures of two fingers.
#include "tests/t.h"

#include <string.h>

#include "tests/unit/flow/flow_run.h"

// clang-format off
#define HOME FAKE_APP( \
    FAKE_TEXT("Home", "[0,0][1080,100]") \
    FAKE_BUTTON("go", "Go", "[100,200][300,300]") \
    FAKE_FIELD("name", "", "Name", "", "[100,400][900,500]"))
#define NEXT FAKE_APP( \
    FAKE_TEXT("Next", "[0,0][1080,100]") \
    FAKE_BUTTON("back", "Back", "[100,400][300,500]"))
#define BUSY FAKE_APP( \
    FAKE_NODE("android.widget.ProgressBar", "com.ex:id/load", "", "", \
              "[400,400][500,500]", ""))
#define TYPED(text) FAKE_APP( \
    FAKE_TEXT("Home", "[0,0][1080,100]") \
    FAKE_BUTTON("go", "Go", "[100,200][300,300]") \
    FAKE_FIELD("name", text, "Name", "focused=\"true\"", "[100,400][900,500]"))
// clang-format on

#define TAP_GO "{'action': 'tap', 'target': {'id': 'go'}}"
#define TYPE(more) "{'action': 'type', 'target': {'id': 'name'}, " more "}"

// Steps, the frames they go through, and how many round trips they take in
// addition to the first reading.
static const struct {
    const char *name;
    const char *steps;
    struct fake_frame frames[4];
    size_t count;
    const char *inputs;
    int trips;
} flows[] = {
    {"a tap",
     "[" TAP_GO "]",
     {{.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
      {.xml = NEXT, .quiet_ms = FAKE_SLOW}},
     2,
     "tap 200 250",
     1},
    {"two taps and a look",
     "[" TAP_GO ", {'action': 'assert_visible', 'target': {'text': 'Next'}},"
     " {'action': 'tap', 'target': {'id': 'back'}}]",
     {{.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
      {.xml = NEXT, .quiet_ms = FAKE_SLOW, .until = "tap"},
      {.xml = HOME, .quiet_ms = FAKE_SLOW}},
     3,
     "tap 200 250; tap 200 450",
     2},
    {"a key, which waits for nothing more",
     "[{'action': 'press_key', 'keycode': 'KEYCODE_BACK'}]",
     {{.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "key"}, {.xml = NEXT}},
     2,
     "key KEYCODE_BACK x1",
     1},
    {"text into a field without the focus",
     "[" TYPE("'value': 'caf\u00e9'") "]",
     {{.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "text"},
      {.xml = TYPED("caf\u00e9"), .quiet_ms = FAKE_SLOW}},
     2,
     "tap 500 450; text caf\u00e9",
     1},
    {"text after what is there",
     "[" TYPE("'value': 'b'") "]",
     {{.xml = TYPED("a"), .quiet_ms = FAKE_SLOW, .until = "text"},
      {.xml = TYPED("ab"), .quiet_ms = FAKE_SLOW}},
     2,
     "key KEYCODE_MOVE_END x1; text b",
     1},
    {"text in place of it",
     "[" TYPE("'value': 'b', 'replace': true") "]",
     {{.xml = TYPED("a"), .quiet_ms = FAKE_SLOW, .until = "set_text"},
      {.xml = TYPED("b"), .quiet_ms = FAKE_SLOW}},
     2,
     "set_text b",
     1},
    {"nothing in place of it",
     "[{'action': 'clear_text', 'target': {'id': 'name'}}]",
     {{.xml = TYPED("a"), .quiet_ms = FAKE_SLOW, .until = "set_text"},
      {.xml = TYPED(""), .quiet_ms = FAKE_SLOW}},
     2,
     "set_text ",
     1},
    // the indicator is read again, quiet or not
    {"a tap that loads",
     "[" TAP_GO "]",
     {{.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
      {.xml = BUSY, .quiet_ms = FAKE_SLOW, .times = 2},
      {.xml = NEXT, .quiet_ms = FAKE_SLOW}},
     3,
     "tap 200 250",
     3},
    // a screen with endless events is read until two readings are the same
    {"a tap on what is never quiet",
     "[" TAP_GO "]",
     {{.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"}, {.xml = NEXT}},
     2,
     "tap 200 250",
     2},
    {"a pinch",
     "[{'action': 'pinch', 'cx': 500, 'cy': 900, 'startRadius': 100,"
     " 'endRadius': 300}]",
     {{.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "gesture"},
      {.xml = NEXT, .quiet_ms = FAKE_SLOW}},
     2,
     "gesture 400 900 to 200 900 2",
     1},
    {"a turn",
     "[{'action': 'rotate', 'cx': 500, 'cy': 900, 'radius': 100,"
     " 'startAngleDeg': 0, 'endAngleDeg': 90}]",
     {{.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "gesture"},
      {.xml = NEXT, .quiet_ms = FAKE_SLOW}},
     2,
     "gesture 600 900 to 500 1000 2",
     1},
};

T_TEST(a_step_is_one_round_trip)
{
    for (size_t i = 0; i < T_LEN(flows); i++) {
        struct flow_run run;
        T_ROW(flows[i].name);
        flow_init(&run, flows[i].frames, flows[i].count);
        fake_does_steps(&run.fake);
        flow_go(&run, flows[i].steps);
        T_OK(run.ok);
        T_EQ_TEXT(fake_inputs(&run.fake), flows[i].inputs);
        T_EQ_INT(run.fake.steps, 1 + flows[i].trips);
        T_EQ_INT(run.dumps, run.fake.steps); // nothing else was read
        T_EQ_TEXT(json_string_value(json_object_get(run.trace, "backend")),
                  "helper");
        flow_deinit(&run);
    }
}

// Each further reading comes with the next event, not with the next poll.
T_TEST(changes_are_waited_for)
{
    static const struct fake_frame loads[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = BUSY, .quiet_ms = FAKE_SLOW, .times = 2},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW}};
    static const struct fake_frame comes[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .times = 3},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, loads, T_LEN(loads));
    fake_does_steps(&run.fake);
    flow_go(&run, "[" TAP_GO "]");
    T_OK(run.ok);
    T_EQ_INT(run.fake.changes, 2);
    flow_deinit(&run);

    flow_init(&run, comes, T_LEN(comes));
    fake_does_steps(&run.fake);
    flow_go(&run, "[{'action': 'assert_visible', 'target': {'text': 'Next'},"
                  " 'timeoutMs': 5000}]");
    T_OK(run.ok);
    T_OK(run.fake.changes > 0);
    flow_deinit(&run);
}

// The same flows on a device without such steps, one input at a time.
T_TEST(without_steps_everything_goes_one_by_one)
{
    for (size_t i = 0; i < T_LEN(flows); i++) {
        struct flow_run run;
        T_ROW(flows[i].name);
        if (strstr(flows[i].inputs, "text"))
            continue; // flow_text_test.c
        flow_init(&run, flows[i].frames, flows[i].count);
        fake_does_steps(&run.fake);
        run.fake.step_refuses = AT_EUNSUPPORTED;
        flow_go(&run, flows[i].steps);
        T_OK(run.ok);
        T_EQ_TEXT(fake_inputs(&run.fake), flows[i].inputs);
        T_EQ_INT(run.fake.steps, 0);
        flow_deinit(&run);
    }
}

// A step that was lost on the way may have been done: it is not repeated.
T_TEST(a_step_that_is_lost_fails)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    fake_does_steps(&run.fake);
    flow_see(&run);
    run.fake.step_refuses = AT_EDEVICE;
    flow_go(&run, "[" TAP_GO "]");
    T_NOT(run.ok);
    T_EQ_INT(run.err.code, AT_EDEVICE);
    T_EQ_TEXT(fake_inputs(&run.fake), "");
    flow_deinit(&run);
}

// A field that does not take a text as a whole is typed into; inputs that were
// done are not repeated.
T_TEST(text_that_cannot_be_set_is_typed)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "text"},
        {.xml = TYPED("ab"), .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    fake_does_steps(&run.fake);
    run.fake.text_refuses = AT_EUNSUPPORTED;
    flow_go(&run, "[" TYPE("'value': 'ab'") "]");
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 500 450; text ab");
    T_EQ_TEXT(flow_text(&run, 0, "value"), "ab");
    flow_deinit(&run);
}

T_TEST(missing_text_is_not_a_success)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "text"},
        {.xml = TYPED("a0"), .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    fake_does_steps(&run.fake);
    flow_go(&run, "[" TYPE("'value': 'ab'") "]");
    T_NOT(run.ok);
    T_HAS(run.err.msg, "does not hold what was typed");
    flow_deinit(&run);
}

T_TEST(the_error_names_the_noise_on_a_restless_screen)
{
    struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = "!could not get idle state"}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    fake_does_steps(&run.fake);
    at_app_times(run.app)->idle_ms = 300;
    flow_go(&run, "[" TAP_GO "]");
    T_OK(run.ok);
    T_EQ_TEXT(flow_text(&run, 0, "idle"), "changing");
    flow_deinit(&run);
}

T_TEST(toasts_and_fallbacks_are_reported)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    fake_does_steps(&run.fake);
    run.fake.toast = "Saved";
    flow_see(&run);
    at_device_note_fallback(&run.fake.base, "before the flow");
    flow_go(&run, "[" TAP_GO "]");
    T_EQ_TEXT(json_string_value(
                  json_array_get(json_object_get(run.trace, "events"), 0)),
              "toast \"Saved\", 0.0 s ago");
    T_NULL(json_object_get(flow_step(&run, 0), "fallbacks"));
    T_NULL(json_object_get(run.trace, "toasts"));
    flow_deinit(&run);
}

T_TEST(two_fingers_need_no_steps)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "gesture"},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    fake_does_gestures(&run.fake);
    flow_go(&run, "[{'action': 'pinch', 'cx': 500, 'cy': 900, 'startRadius': "
                  "300, 'endRadius': 100, 'durationMs': 50}]");
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake), "gesture 200 900 to 400 900 2");
    flow_go(&run, "[{'action': 'pinch', 'cx': 5000, 'cy': 900, 'startRadius': "
                  "300, 'endRadius': 100}]");
    T_EQ_INT(run.err.code, AT_EUSAGE);
    T_EQ_TEXT(fake_inputs(&run.fake), "");
    flow_deinit(&run);
}

T_MAIN()
