// batch_test.c: steps that type, and whether they wait for the next one
#include "tests/t.h"

#include "flow/steps/exec.h"
#include "tests/unit/flow/flow_run.h"

// clang-format off
#define FORM(more) FAKE_APP( \
    FAKE_FIELD("name", "", "Name", "", "[100,200][900,300]") \
    FAKE_FIELD("town", "", "Town", "", "[100,400][900,500]") \
    FAKE_BUTTON("go", "Go", "[100,600][300,700]") more)
#define TYPED FAKE_APP( \
    FAKE_FIELD("name", "Ada", "Name", "", "[100,200][900,300]") \
    FAKE_FIELD("town", "Ulm", "Town", "", "[100,400][900,500]") \
    FAKE_BUTTON("go", "Go", "[100,600][300,700]"))
#define DISABLED \
    "<node index=\"0\" enabled=\"false\" package=\"com.ex\" content-desc=\"\"" \
    " class=\"android.widget.Button\" resource-id=\"com.ex:id/off\" text=\"Off\"" \
    " clickable=\"true\" bounds=\"[100,800][300,900]\"/>"
#define TYPE(id, value) "{'action': 'type', 'target': {'id': '" id "'}, 'value': '" value "'}"
#define TAP(id) "{'action': 'tap', 'target': {'id': '" id "'}}"
// clang-format on

static bool
finds(const struct at_device *device)
{
    (void)device;
    return true;
}

static bool
pass(void *user, const struct at_aim *aim, struct at_err *err)
{
    (void)user;
    (void)aim;
    (void)err;
    return true;
}

static void
tree_mask(void *user, struct at_tree *tree)
{
    (void)user;
    (void)tree;
}

enum how { AS_IT_IS, GUARDED, VEILED, WITH_EFFECTS, BLIND };

static const struct {
    const char *label;
    const char *steps;
    enum how how;
    int requests; // after the first reading
} rows[] = {
    {"two texts and a tap",
     "[" TYPE("name", "Ada") "," TYPE("town", "Ulm") "," TAP("go") "]",
     AS_IT_IS, 1},
    {"a key at the end",
     "[" TYPE("name", "Ada") ",{'action': 'press_key', 'keycode': "
                             "'KEYCODE_ENTER'}]",
     AS_IT_IS, 1},
    {"a guard is asked with each step's screen",
     "[" TYPE("name", "Ada") "," TAP("go") "]", GUARDED, 2},
    {"what is secret is hidden in trees",
     "[" TYPE("name", "Ada") "," TAP("go") "]", VEILED, 2},
    {"the effect of each step", "[" TYPE("name", "Ada") "," TAP("go") "]",
     WITH_EFFECTS, 2},
    {"a device that does not look for elements",
     "[" TYPE("name", "Ada") "," TAP("go") "]", BLIND, 2},
    {"one field twice", "[" TYPE("name", "A") "," TYPE("name", "da") "]",
     AS_IT_IS, 2},
};

T_TEST(texts_are_sent_with_the_next_step)
{
    static const struct fake_frame frames[] = {
        {.xml = FORM(""), .quiet_ms = FAKE_SLOW, .until = "text"},
        {.xml = TYPED, .quiet_ms = FAKE_SLOW}};
    for (size_t i = 0; i < T_LEN(rows); i++) {
        const struct at_flow_gate gate = {pass, NULL};
        const struct at_flow_opts opts = {
            .gate = rows[i].how == GUARDED ? &gate : NULL,
            .observe = rows[i].how == WITH_EFFECTS ? AT_OBSERVE_DIFF
                                                   : AT_OBSERVE_AUTO};
        struct flow_run run;
        T_ROW(rows[i].label);
        flow_init(&run, frames, T_LEN(frames));
        fake_does_steps(&run.fake);
        run.fake.ops.finds = rows[i].how == BLIND ? NULL : finds;
        if (rows[i].how == VEILED)
            at_app_set_tree_mask(run.app, tree_mask, NULL);
        flow_go_with(&run, rows[i].steps, &opts);
        T_EQ_INT(run.fake.steps - 1, rows[i].requests);
        if (rows[i].requests == 1)
            T_EQ_TEXT(flow_text(&run, 0, "value"), "Ada");
        flow_deinit(&run);
    }
}

T_TEST(a_disabled_element_is_waited_for_after_the_text)
{
    static const struct fake_frame frames[] = {
        {.xml = FORM(DISABLED), .quiet_ms = FAKE_SLOW, .until = "text"},
        {.xml = FORM(FAKE_BUTTON("off", "Off", "[100,800][300,900]")),
         .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    fake_does_steps(&run.fake);
    run.fake.ops.finds = finds;
    flow_go(&run, "[" TYPE("name", "") "," TAP("off") "]");
    T_OK(run.ok);
    T_EQ_INT(run.fake.steps, 3);
    flow_deinit(&run);
}

T_TEST(a_flow_that_continues_after_a_stopped_text_has_passed)
{
    static const struct fake_frame frames[] = {
        {.xml = FORM(""), .quiet_ms = FAKE_SLOW, .until = "text"},
        {.xml = TYPED, .quiet_ms = FAKE_SLOW}};
    struct flow_run run;
    flow_init(&run, frames, T_LEN(frames));
    fake_does_steps(&run.fake);
    run.fake.ops.finds = finds;
    run.fake.text_refuses = AT_EUNSUPPORTED; // the keyboard types
    flow_go(&run, "[" TYPE("name", "Ada") "," TAP("go") "]");
    T_OK(run.ok);
    T_OK(json_is_true(json_object_get(run.trace, "success")));
    T_EQ_INT(json_integer_value(json_object_get(run.trace, "stepsCompleted")),
             2);
    T_EQ_TEXT(flow_text(&run, 0, "value"), "Ada");
    flow_deinit(&run);
}

T_MAIN()
