#include "tests/t.h"

#include <stdio.h>

#include "screen/elements.h"
#include "screen/uiautomator.h"
#include "tests/unit/flow/flow_run.h"

// clang-format off
#define HOME FAKE_APP( \
    FAKE_TEXT("Home", "[0,0][1080,100]") \
    FAKE_BUTTON("go", "Go", "[100,200][300,300]") \
    FAKE_BUTTON("low", "Low", "[100,1800][300,2000]"))
#define NEXT FAKE_APP( \
    FAKE_TEXT("Next", "[0,0][1080,100]") \
    FAKE_BUTTON("back", "Back", "[100,400][300,500]"))
#define MOVED FAKE_APP( \
    FAKE_TEXT("Home", "[0,0][1080,100]") \
    FAKE_BUTTON("go", "Go", "[100,600][300,700]"))
// clang-format on

static const struct {
    const char *step;
    const char *inputs;
    const char *target;
} touches[] = {
    {"{'action': 'tap', 'target': {'id': 'go'}}", "tap 200 250", "btn \"Go\""},
    // only the part that is on the screen
    {"{'action': 'tap', 'target': {'id': 'low'}}", "tap 200 1860",
     "btn \"Low\""},
    {"{'action': 'double_tap', 'target': {'text': 'Go'}}",
     "double_tap 200 250 100", "btn \"Go\""},
    {"{'action': 'long_press', 'target': {'text': 'Go'}}",
     "swipe 200 250 200 250 1000", "btn \"Go\""},
    {"{'action': 'long_press', 'target': {'text': 'Go'}, 'durationMs': 70}",
     "swipe 200 250 200 250 70", "btn \"Go\""},
    {"{'action': 'tap_coordinates', 'x': 150, 'y': 250}", "tap 150 250",
     "btn \"Go\""},
    {"{'action': 'tap_coordinates', 'x': 5, 'y': 1000}", "tap 5 1000", ""},
    {"{'action': 'double_tap_coordinates', 'x': 5, 'y': 6}",
     "double_tap 5 6 100", ""},
    {"{'action': 'long_press_coordinates', 'x': 5, 'y': 6}",
     "swipe 5 6 5 6 1000", ""},
    {"{'action': 'swipe_coordinates', 'x1': 1, 'y1': 2, 'x2': 3, 'y2': 4}",
     "swipe 1 2 3 4 300", ""},
    // 60% of the dimension, the finger goes where the direction says
    {"{'action': 'swipe', 'direction': 'up'}", "swipe 540 1536 540 384 300",
     ""},
    {"{'action': 'swipe', 'direction': 'left', 'durationMs': 90}",
     "swipe 864 960 216 960 90", ""},
    {"{'action': 'swipe', 'direction': 'right', 'target': {'id': 'go'}}",
     "swipe 140 250 260 250 300", "btn \"Go\""},
    {"{'action': 'swipe', 'direction': 'down', 'target': {'id': 'go'}}",
     "swipe 200 220 200 280 300", "btn \"Go\""},
    {"{'action': 'press_key', 'keycode': 'KEYCODE_BACK'}",
     "key KEYCODE_BACK x1", ""},
};

// A device that can find an element itself is given it, with its place.
T_TEST(a_device_that_taps_nodes_is_given_the_node)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .times = 1},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    fake_tap_nodes(&run.fake);
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}}]");
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap_node com.ex:id/go 200 250");
    T_EQ_TEXT(flow_text(&run, 0, "target"), "btn \"Go\"");
    flow_deinit(&run);
}

// A tree that another process was shown, its list's refs, and this screen.
T_TEST(refs_of_an_older_tree_are_taken_over)
{
    static const struct fake_frame frames[] = {
        {.xml = MOVED, .quiet_ms = FAKE_SLOW, .times = 1},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW},
    };
    struct at_tree *tree = NULL;
    struct at_elements list;
    struct flow_run run;
    const char *format;
    flow_init(&run, frames, T_LEN(frames));
    T_EQ_SIZE(at_app_source(run.app, &format).len, 0);
    T_OK(at_uiautomator_parse(AT_STR(HOME), &tree, NULL));
    at_elements_init(&list, tree, false);
    at_elements_fill_refs(&list, tree, at_app_show(run.app, tree));
    at_elements_deinit(&list);
    T_OK(at_app_shown_tree(run.app) == tree);
    T_EQ_SIZE(at_ref_table_count(at_app_refs(run.app)), 3);

    run.fake.base.keep_source = true;
    flow_go(&run, "[{'action': 'tap', 'target': {'ref': '@e2'}}]");
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 200 650");
    T_EQ_STR(at_app_source(run.app, &format), NEXT);
    T_EQ_TEXT(format, "uiautomator");
    T_EQ_TEXT(flow_text(&run, 0, "target"), "btn \"Go\"");
    flow_deinit(&run);
}

#define WRAPPED                                                                \
    FAKE_APP(FAKE_NODE("android.widget.FrameLayout", "com.ex:id/row", "",      \
                       "clickable=\"true\"", "[0,0][1080,500]",                \
                       FAKE_BUTTON("go", "Go", "[100,200][300,300]")))

// In a list a wrapper around elements has a separate ref and line.
T_TEST(a_wrapper_of_a_list_is_a_target)
{
    static const struct fake_frame frames[] = {
        {.xml = WRAPPED, .quiet_ms = FAKE_SLOW, .times = 1},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW},
    };
    struct at_tree *tree = NULL;
    struct at_elements list;
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    T_OK(at_uiautomator_parse(AT_STR(WRAPPED), &tree, NULL));
    at_elements_init(&list, tree, true);
    at_elements_fill_refs(&list, tree, at_app_show(run.app, tree));
    at_elements_deinit(&list);
    flow_go(&run, "[{'action': 'tap', 'target': {'ref': '@e1'}}]");
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 540 250");
    T_EQ_TEXT(flow_text(&run, 0, "target"), "tap id=\"row\"");
    flow_deinit(&run);
}

// Each of them costs one slow dump after it, and one before the flow.
T_TEST(each_touch)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .times = 1},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW},
    };
    for (size_t i = 0; i < T_LEN(touches); i++) {
        struct flow_run run;
        char steps[256];
        T_ROW(touches[i].step);
        snprintf(steps, sizeof(steps), "[%s]", touches[i].step);
        flow_init(&run, frames, T_LEN(frames));
        flow_go(&run, steps);
        T_OK(run.ok);
        T_EQ_TEXT(fake_inputs(&run.fake), touches[i].inputs);
        T_EQ_TEXT(flow_text(&run, 0, "target"), touches[i].target);
        T_EQ_INT(run.dumps, 2);
        T_EQ_INT(json_is_true(json_object_get(run.trace, "screenChanged")), 1);
        T_HAS(run.dump, "finalUiTree");
        flow_deinit(&run);
    }
}

// The tree that settled a step is the one in which the next finds its target.
T_TEST(no_dump_is_wasted)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = HOME, .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run); // a fresh tree that the flow may begin with
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}},"
                  " {'action': 'assert_visible', 'target': {'text': 'Next'}},"
                  " {'action': 'tap', 'target': {'id': 'back'}},"
                  " {'action': 'assert_text_equals', 'target': {'id': 'go'},"
                  "  'value': 'Go'}]");
    T_OK(run.ok);
    T_EQ_INT(run.dumps, 2);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 200 250; tap 200 450");
    T_EQ_INT(json_is_true(json_object_get(run.trace, "screenChanged")), 0);
    T_NULL(json_object_get(run.trace, "finalUiTree"));
    T_EQ_INT(json_integer_value(json_object_get(run.trace, "stepsCompleted")),
             4);
    T_OK(json_object_get(run.trace, "timing") != NULL);
    flow_deinit(&run);
}

// Quick readings are compared: the target is touched where it came to rest.
T_TEST(tap_waits_until_its_target_rests)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .times = 1},
        {.xml = MOVED},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}}]");
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 200 650");
    flow_deinit(&run);
}

T_TEST(missing_target_is_looked_for_until_its_time_is_over)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    at_app_times(run.app)->idle_ms = 250;
    flow_go(&run, "[{'action': 'tap', 'target': {'text': 'G0'}}]");
    T_NOT(run.ok);
    T_EQ_INT(run.err.code, AT_ENOTFOUND);
    T_OK(run.dumps > 2);
    T_EQ_TEXT(fake_inputs(&run.fake), "");
    T_HAS(flow_text(&run, 0, "error"),
          "Element not found matching: {\"text\":\"G0\"}");
    T_EQ_TEXT(flow_text(&run, 0, "code"), "ELEMENT_NOT_FOUND");
    T_EQ_TEXT(json_string_value(json_object_get(run.trace, "error")),
              flow_text(&run, 0, "error"));
    T_HAS(run.dump, "finalUiTree");
    flow_deinit(&run);
}

T_TEST(open_keyboard_is_reported)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    run.fake.keyboard = true;
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'submit'}}]");
    T_HAS(run.err.msg, "the keyboard is open");
    T_HAS(run.err.msg, "close it with the back key, or scroll to it");
    flow_deinit(&run);
}

T_TEST(point_outside_the_screen_is_refused)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'tap_coordinates', 'x': 1080, 'y': 5}]");
    T_EQ_INT(run.err.code, AT_EUSAGE);
    T_HAS(run.err.msg, "1080x1920");
    T_EQ_TEXT(fake_inputs(&run.fake), "");
    flow_deinit(&run);
}

T_TEST(two_fingers_are_not_offered)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'pinch', 'cx': 1, 'cy': 2, 'startRadius': 3, "
                  "'endRadius': 4}]");
    T_EQ_INT(run.err.code, AT_EUNSUPPORTED);
    T_HAS(run.err.msg, "two fingers");
    T_EQ_TEXT(fake_inputs(&run.fake), "");
    flow_deinit(&run);
}

T_TEST(a_missing_effect_is_reported)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}}]");
    T_OK(run.ok);
    T_EQ_TEXT(flow_text(&run, 0, "note"), "nothing observable changed");
    T_EQ_TEXT(json_string_value(json_object_get(run.trace, "toasts")),
              "not visible to this backend");
    flow_deinit(&run);
}

T_TEST(several_matches_are_reported)
{
    static const struct fake_frame frames[] = {
        {.xml = FAKE_APP(FAKE_BUTTON("row", "A", "[0,0][100,100]")
                             FAKE_BUTTON("row", "B", "[0,200][100,300]")),
         .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'row'}},"
                  " {'action': 'tap', 'target': {'id': 'row', 'index': 1}}]");
    T_HAS(flow_text(&run, 0, "note"), "2 elements match");
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 50 50; tap 50 250");
    flow_deinit(&run);
}

// A ref goes by what the element is, not by its number.
T_TEST(refs_never_mean_another_element)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_see(&run);
    flow_go(&run, "[{'action': 'tap', 'target': {'ref': '@b1'}},"
                  " {'action': 'tap', 'target': {'ref': '@b1'}}]");
    T_NOT(run.ok);
    T_EQ_INT(run.err.code, AT_ENOTFOUND);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 200 250");
    // the final tree has renewed the refs
    flow_go(&run, "[{'action': 'tap', 'target': {'ref': '@b1'}}]");
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 200 450");
    T_EQ_TEXT(flow_text(&run, 0, "target"), "btn \"Back\" @b1");
    flow_deinit(&run);
}

T_TEST(covered_target_is_refused)
{
    static const struct fake_frame frames[] = {
        {.xml = "<hierarchy rotation=\"0\">" FAKE_NODE(
             "android.widget.FrameLayout", "", "", "", "[0,0][1080,1920]",
             FAKE_BUTTON("go", "Go", "[100,200][300,300]"))
             FAKE_NODE(
                 "android.widget.FrameLayout", "", "", "", "[0,100][1080,1000]",
                 FAKE_BUTTON("ok", "OK", "[100,800][300,900]")) "</hierarchy>",
         .quiet_ms = FAKE_SLOW},
    };
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go(&run, "[{'action': 'tap', 'target': {'id': 'go'}}]");
    T_EQ_INT(run.err.code, AT_ENOTFOUND);
    T_HAS(run.err.msg,
          "covered by another window of com.ex: answer or close that first");
    T_EQ_TEXT(fake_inputs(&run.fake), "");
    flow_deinit(&run);
}

// Two indistinguishable elements are there: that is not an absence, and not a
// target.
T_TEST(twins_near_a_text_are_there_and_neither_is_touched)
{
    static const struct fake_frame frames[] = {
        {.xml = FAKE_APP(
             FAKE_TEXT("Size", "[300,100][500,200]")
                 FAKE_BUTTON("minus", "Step", "[100,100][200,200]")
                     FAKE_BUTTON("plus", "Step", "[600,100][700,200]"))}};
    static const char *const relations[] = {"near", "inside"};
    for (size_t i = 0; i < T_LEN(relations); i++) {
        static const char *const actions[] = {"tap", "assert_not_visible",
                                              "assert_state", "assert_visible"};
        for (size_t k = 0; k < T_LEN(actions); k++) {
            struct flow_run run;
            char step[200];
            T_ROW(relations[i]);
            snprintf(step, sizeof(step),
                     "[{'action': '%s', %s'target': {'text': 'Step', '%s': "
                     "'Size'}}]",
                     actions[k], k == 2 ? "'state': 'enabled', " : "",
                     relations[i]);
            flow_init(&run, frames, T_LEN(frames));
            flow_go(&run, step);
            T_EQ_INT(run.ok, k == 3);
            T_EQ_TEXT(fake_inputs(&run.fake), "");
            flow_deinit(&run);
        }
    }
}

T_MAIN()
