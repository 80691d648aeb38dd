// gate_test.c: a front end may refuse each input before it is sent
#include "tests/t.h"

#include "base/limits.h"
#include "flow/steps/exec.h"
#include "tests/unit/flow/flow_run.h"

// clang-format off
#define HOME FAKE_APP( \
    FAKE_TEXT("Home", "[0,0][1080,100]") \
    FAKE_BUTTON("go", "Go", "[100,200][300,300]") \
    FAKE_FIELD("name", "", "Name", "", "[100,400][900,500]"))
// clang-format on

struct guard {
    bool passes;
    struct at_buf asked;
};

static bool
ask(void *user, const struct at_aim *aim, struct at_err *err)
{
    struct guard *guard = user;
    T_OK(aim->tree != NULL);
    at_buf_add_fmt(
        &guard->asked, "%s%.*s", guard->asked.len ? " " : "",
        AT_STR_ARG(aim->node ? aim->node->resource_id : AT_STR("none")));
    if (aim->has_point)
        at_buf_add_fmt(&guard->asked, "@%d,%d", (int)aim->at.x_px,
                       (int)aim->at.y_px);
    return guard->passes || at_fail(err, AT_EUSAGE, "not this one");
}

static const struct {
    const char *step;
    const char *asked;
} rows[] = {
    {"{'action': 'tap', 'target': {'id': 'go'}}", "com.ex:id/go@200,250"},
    {"{'action': 'double_tap', 'target': {'id': 'go'}}",
     "com.ex:id/go@200,250"},
    {"{'action': 'long_press', 'target': {'id': 'go'}}",
     "com.ex:id/go@200,250"},
    {"{'action': 'tap_coordinates', 'x': 150, 'y': 250}",
     "com.ex:id/go@150,250"},
    {"{'action': 'tap_coordinates', 'x': 5, 'y': 1000}", "none@5,1000"},
    {"{'action': 'long_press_coordinates', 'x': 5, 'y': 6}", "none@5,6"},
    {"{'action': 'swipe_coordinates', 'x1': 1, 'y1': 2, 'x2': 3, 'y2': 4}",
     "none@1,2"},
    {"{'action': 'swipe', 'direction': 'up'}", "none@540,1536"},
    {"{'action': 'press_key', 'keycode': 'KEYCODE_BACK'}", "none"},
    {"{'action': 'type', 'target': {'id': 'name'}, 'value': 'x'}",
     "com.ex:id/name@500,450"},
    {"{'action': 'clear_text', 'target': {'id': 'name'}}",
     "com.ex:id/name@500,450"},
};

T_TEST(nothing_is_sent_that_the_gate_refuses)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW}};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct guard guard = {.asked = AT_BUF_INIT(AT_KIB)};
        const struct at_flow_gate gate = {ask, &guard};
        const struct at_flow_opts opts = {.gate = &gate};
        struct flow_run run;
        T_ROW(rows[i].step);
        flow_init(&run, frames, T_LEN(frames));
        char steps[300];
        snprintf(steps, sizeof(steps), "[%s]", rows[i].step);
        flow_go_with(&run, steps, &opts);
        T_NOT(run.ok);
        T_EQ_INT(run.err.code, AT_EUSAGE);
        T_HAS(run.err.msg, "not this one");
        T_EQ_TEXT(fake_inputs(&run.fake), "");
        T_EQ_TEXT(at_buf_text(&guard.asked), rows[i].asked);
        at_buf_deinit(&guard.asked);
        flow_deinit(&run);
    }
}

T_TEST(the_gate_lets_inputs_pass)
{
    static const struct fake_frame frames[] = {
        {.xml = HOME, .quiet_ms = FAKE_SLOW}};
    struct guard guard = {.passes = true, .asked = AT_BUF_INIT(AT_KIB)};
    const struct at_flow_gate gate = {ask, &guard};
    const struct at_flow_opts opts = {.gate = &gate};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    flow_go_with(&run, "[{'action': 'tap', 'target': {'id': 'go'}}]", &opts);
    T_OK(run.ok);
    T_EQ_TEXT(fake_inputs(&run.fake), "tap 200 250");
    T_EQ_TEXT(at_buf_text(&guard.asked), "com.ex:id/go@200,250");
    at_buf_deinit(&guard.asked);
    flow_deinit(&run);
}

T_MAIN()
