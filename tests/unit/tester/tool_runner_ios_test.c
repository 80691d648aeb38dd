// tool_runner_ios_test.c: the tools on a simulator, whose trees name no package
#include "tests/t.h"

#include "tests/unit/tester/tool_runner_run.h"

// clang-format off
#define EL(type, label, y)                                                     \
    "{\"type\":\"" type "\",\"AXLabel\":\"" label "\",\"enabled\":true,"         \
    "\"frame\":{\"x\":10,\"y\":" #y ",\"width\":90,\"height\":44}}"
#define APP(name, kids)                                                        \
    "[{\"type\":\"Application\",\"AXLabel\":\"" name "\","                       \
    "\"frame\":{\"x\":0,\"y\":0,\"width\":400,\"height\":800},"                  \
    "\"children\":[" kids "]}]"
#define HOME APP("Shop", EL("Button", "Read later", 100) "," EL("StaticText", "Home", 200))
#define NEXT APP("Shop", EL("StaticText", "Thanks", 200))
#define OTHER APP("Maps", EL("Button", "Read later", 100))
// clang-format on

#define FRAMES(list) list, T_LEN(list)

static bool
has_no_back(struct at_str key, struct at_err *err)
{
    return !at_str_has(key, AT_STR("BACK")) ||
           at_fail(err, AT_EUNSUPPORTED, "iOS has no back key");
}

static void
start(struct hands_run *run, const struct fake_frame *frames, size_t count)
{
    hands_init_open(run, frames, count);
    run->fake.ops.check_key = has_no_back;
    run->fake.ops.keyboard_shown = NULL;
    T_OK(at_tool_runner_start(&run->op, run->runner, &run->result, &run->err));
}

T_TEST(an_unknown_front_app_is_reported)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW}};
    struct hands_run run;
    start(&run, FRAMES(frames));
    T_HAS(hands_text(&run), "OK: launched com.ex (process running; foreground "
                            "check inconclusive)");
    hands_call(&run, AT_AGENT_PERCEIVE_SCREEN, "{}");
    T_HAS(hands_screen(&run), "\"text\":\"Read later\"");
    hands_deinit(&run);
}

T_TEST(the_app_of_the_launch_is_the_app_under_test)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
        {.xml = NEXT, .quiet_ms = FAKE_SLOW}};
    struct hands_run run;
    start(&run, FRAMES(frames));
    hands_call(&run, AT_AGENT_TAP, "{'text':'later'}");
    T_HAS(hands_text(&run), "TAPPED: (55,122) btn \"Read later\"");
    hands_call(&run, AT_AGENT_VERIFY_VISIBLE, "{'text':'thanks'}");
    T_EQ_INT(run.result.evidence, AT_EVIDENCE_HELD);
    hands_deinit(&run);
}

T_TEST(another_app_is_known_by_its_name)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "swipe"},
        {.xml = OTHER, .quiet_ms = FAKE_SLOW}};
    struct hands_run run;
    start(&run, FRAMES(frames));
    hands_call(&run, AT_AGENT_SWIPE_UP, "{}");
    (void)fake_inputs(&run.fake);
    hands_call(&run, AT_AGENT_TAP, "{'text':'later'}");
    T_OK(run.result.refused);
    T_HAS(hands_text(&run), "ERROR: outside com.ex");
    T_OK(strstr(fake_inputs(&run.fake), "tap") == NULL);
    hands_call(&run, AT_AGENT_VERIFY_VISIBLE, "{'text':'later'}");
    T_EQ_INT(run.result.evidence, AT_EVIDENCE_NONE);
    hands_deinit(&run);
}

T_TEST(without_a_launch_nothing_is_touched)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW}};
    struct hands_run run;
    hands_init_open(&run, FRAMES(frames));
    hands_call(&run, AT_AGENT_TAP, "{'text':'later'}");
    T_OK(run.result.refused);
    T_EQ_TEXT(fake_inputs(&run.fake), "");
    hands_deinit(&run);
}

T_TEST(back_is_a_swipe_and_the_keyboard_is_left_alone)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW}};
    struct hands_run run;
    start(&run, FRAMES(frames));
    (void)fake_inputs(&run.fake);
    hands_call(&run, AT_AGENT_GO_BACK, "{}");
    T_HAS(hands_text(&run), "OK: pressed back");
    T_EQ_TEXT(fake_inputs(&run.fake), "swipe 0 400 320 400 300");
    hands_call(&run, AT_AGENT_HIDE_KEYBOARD, "{}");
    T_HAS(hands_text(&run), "OK: nothing was pressed");
    T_EQ_TEXT(fake_inputs(&run.fake), "");
    hands_deinit(&run);
}

T_MAIN()
