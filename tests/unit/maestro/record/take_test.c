// take_test.c: single inputs as commands
#include "maestro/record/take.h"

#include "base/limits.h"
#include "device/gesture.h"
#include "maestro/write/flow_text.h"
#include "screen/reach.h"
#include "tests/unit/screen/fixture.h"

#define KEY(id, at)                                                            \
    "<node class=\"" VIEW                                                      \
    "\" package=\"com.google.android.inputmethod.latin\" clickable=\"true\" "  \
    "resource-id=\"" id "\" enabled=\"true\" bounds=\"" at "\"/>"
#define FIELD(text)                                                            \
    N(EDIT, ID("name") T(text) FOCUS TAP AT("[0,100][1080,200]"), )
#define KEYBOARD(text)                                                         \
    HIERARCHY(N("android.widget.FrameLayout", AT("[0,0][1080,1920]"),          \
                FIELD(text)) KEY("key_a", "[0,1500][100,1600]"))

static const char page[] =
    ROOT(N(BTN, ID("save") T("Save") TAP AT("[0,200][400,300]"), )
             N(IMG, ID("map") TAP AT("[0,300][1080,1800]"), )
                 N(BOX, ID("card") AT("[0,1800][1080,1900]"),
                   N(IMG, TAP AT("[0,1800][540,1900]"), )));

static const char icons[] =
    ROOT(N(IMG, TAP AT("[0,0][100,100]"), ) N(IMG, TAP AT("[100,0][200,100]"), )
             N(TXT, ID("title") T("Shop") AT("[0,100][1080,200]"), ));

#define TAP_AT(x, y)                                                           \
    {                                                                          \
        .kind = AT_INPUT_TAP, .at = { x, y }                                   \
    }
#define SWIPE(x, y, x2, y2)                                                    \
    {                                                                          \
        .kind = AT_INPUT_SWIPE, .swipe = {                                     \
            .from = {x, y},                                                    \
            .to = {x2, y2},                                                    \
            .duration_ms = 300                                                 \
        }                                                                      \
    }
#define PRESS(name)                                                            \
    {                                                                          \
        .kind = AT_INPUT_KEY, .text = AT_STR_ROW(name), .repeat = 1            \
    }

static const struct {
    const char *name;
    const char *before;
    const char *after;
    struct at_input input;
    const char *want; // "!…": missing
} rows[] = {
    {"a point in a button", page, page, TAP_AT(10, 290),
     "- tapOn:\n    id: save\n"},
    {"a point of a surface, in percent of the screen", page, page,
     TAP_AT(540, 960), "- tapOn:\n    point: \"50%,50%\"\n"},
    {"a nameless element, by what it is in", page, page, TAP_AT(270, 1850),
     "- tapOn:\n    id: card\n    point: \"25%,50%\"\n"},
    {"a nameless element in nothing that has a name, by what is beside it",
     icons, icons, TAP_AT(150, 50),
     "- tapOn:\n    index: 2\n    above:\n      id: title\n"},
    {"no tree: pixels", NULL, NULL, TAP_AT(5, 6),
     "- tapOn:\n    point: \"5,6\"\n"},
    {"a long press", page, page, SWIPE(100, 250, 100, 250),
     "- longPressOn:\n    id: save\n"},
    {"a swipe of an element", page, page, SWIPE(100, 250, 10, 250),
     "- swipe:\n    direction: LEFT\n    from:\n      id: save\n"},
    {"a swipe of the screen", page, page, SWIPE(540, 960, 540, 192),
     "- swipe:\n    start: \"50%,50%\"\n    end: \"50%,10%\"\n"},
    {"a drag",
     page,
     page,
     {.kind = AT_INPUT_SWIPE,
      .swipe = {.from = {100, 250},
                .to = {540, 1050},
                .duration_ms = 800,
                .press_ms = 600}},
     "- drag:\n    from:\n      id: save\n    to:\n      point: \"50%,55%\"\n"
     "    hold: 600\n"},
    {"back", page, page, PRESS("KEYCODE_BACK"), "- back\n"},
    {"a key by its name", page, page, PRESS("ENTER"), "- pressKey: Enter\n"},
    {"a key by its number", page, page, PRESS("24"), "- pressKey: Volume Up\n"},
    {"a key without a name", page, page, PRESS("KEYCODE_CAMERA"),
     "!Maestro has no name for this key"},
    {"a key of the keyboard types", KEYBOARD("An"), KEYBOARD("Ann"),
     TAP_AT(50, 1550), "- inputText: \"n\"\n"},
    {"or deletes", KEYBOARD("Ann"), KEYBOARD("A"), TAP_AT(50, 1550),
     "- eraseText: 2\n"},
    {"or does something else", KEYBOARD("Ann"), KEYBOARD("Ann"),
     TAP_AT(50, 1550), "- tapOn:\n    id: key_a\n"},
};

static void
take_input(struct at_maestro_take *take, const struct at_input *input,
           const struct at_tree *before, const struct at_tree *after)
{
    const struct at_flow_step step = AT_FLOW_STEP_INIT(
        input->kind == AT_INPUT_KEY     ? AT_FLOW_PRESS_KEY
        : input->kind == AT_INPUT_SWIPE ? AT_FLOW_SWIPE_COORDINATES
                                        : AT_FLOW_TAP_COORDINATES);
    const struct at_step_result result = {.step = &step, .ok = true};
    bool is_key = input->kind == AT_INPUT_KEY;
    struct at_point at =
        input->kind == AT_INPUT_SWIPE ? input->swipe.from : input->at;
    const struct at_aim aim = {
        .tree = before,
        .node = before && !is_key ? at_reach_hit(before, at) : NULL,
        .has_point = !is_key,
        .at = at,
        .input = input,
    };
    at_maestro_take_aim(take, &step, &aim);
    at_maestro_take_step(take, &result, before, after);
}

T_TEST(each_input_is_a_command)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_tree *before = rows[i].before ? screen(rows[i].before) : NULL;
        struct at_tree *after = rows[i].after ? screen(rows[i].after) : NULL;
        struct at_buf got = AT_BUF_INIT(64 * AT_KIB);
        struct at_err err = AT_ERR_INIT;
        struct at_maestro_take take;
        T_ROW(rows[i].name);
        at_maestro_take_begin(&take);
        take_input(&take, &rows[i].input, before, after);
        const struct at_maestro_commands all = {take.rows, take.count};
        T_OK(at_maestro_commands_write(&all, AT_STR(""), &got, &err));
        if (take.missing)
            at_buf_add_fmt(&got, "!%s", take.missing);
        T_EQ_TEXT(at_buf_text(&got), rows[i].want);
        at_maestro_take_end(&take);
        at_buf_deinit(&got);
        at_tree_free(before);
        at_tree_free(after);
    }
}

// A drag is sent as a gesture if the device can; so is a pinch.
T_TEST(a_gesture_of_one_finger_is_a_drag)
{
    struct at_gesture gesture = AT_GESTURE_INIT;
    struct at_err err = AT_ERR_INIT;
    struct at_maestro_take take;
    struct at_tree *tree = screen(page);
    const struct at_swipe swipe = {.from = {100, 250},
                                   .to = {540, 1050},
                                   .duration_ms = 900,
                                   .press_ms = 700};
    T_OK(at_gesture_swipe(&swipe, &gesture, &err));
    const struct at_input input = {.kind = AT_INPUT_GESTURE,
                                   .gesture = &gesture};
    at_maestro_take_begin(&take);
    const struct at_flow_step step = AT_FLOW_STEP_INIT(AT_FLOW_DRAG);
    const struct at_aim aim = {.tree = tree,
                               .node = at_reach_hit(tree, swipe.from),
                               .has_point = true,
                               .at = swipe.from,
                               .input = &input};
    at_maestro_take_aim(&take, &step, &aim);
    T_EQ_SIZE(take.count, 1);
    T_EQ_INT(take.rows[0].kind, AT_MAESTRO_DRAG);
    T_EQ_STR(take.rows[0].from->id, "save");
    T_EQ_STR(take.rows[0].to_point, "50%,55%");
    T_OK(take.rows[0].hold_ms >= 600 && take.rows[0].hold_ms <= 800);
    T_OK(take.rows[0].duration_ms >= 800 && take.rows[0].duration_ms <= 1000);
    at_maestro_take_end(&take);
    at_gesture_deinit(&gesture);
    at_tree_free(tree);
}

// A device without gestures refuses the drag, and gets it as a swipe; one that
// looks an element up refuses to swipe it while it moves.
T_TEST(an_input_that_is_sent_again_is_one_command)
{
    static const struct {
        enum at_flow_action action;
        struct at_input input;
        enum at_maestro_kind want;
    } again[] = {
        {AT_FLOW_DRAG,
         {.kind = AT_INPUT_SWIPE,
          .swipe = {{100, 250}, {540, 1050}, 800, .press_ms = 700}},
         AT_MAESTRO_DRAG},
        {AT_FLOW_SWIPE, SWIPE(100, 250, 10, 250), AT_MAESTRO_SWIPE},
        {AT_FLOW_SWIPE_COORDINATES, SWIPE(540, 960, 540, 192),
         AT_MAESTRO_SWIPE},
    };
    struct at_tree *tree = screen(page);
    for (size_t i = 0; i < T_LEN(again); i++) {
        struct at_maestro_take take;
        const struct at_flow_step step = AT_FLOW_STEP_INIT(again[i].action);
        const struct at_point from = again[i].input.swipe.from;
        struct at_aim aim = {.tree = tree,
                             .node = at_reach_hit(tree, from),
                             .has_point = true,
                             .at = from,
                             .input = &again[i].input};
        at_maestro_take_begin(&take);
        at_maestro_take_aim(&take, &step, &aim);
        at_maestro_take_aim(&take, &step, &aim);
        T_EQ_SIZE(take.count, 1);
        T_EQ_INT(take.rows[0].kind, again[i].want);
        const struct at_maestro_command first = take.rows[0];
        aim.tree = NULL;
        aim.node = NULL;
        at_maestro_take_aim(&take, &step, &aim);
        T_EQ_SIZE(take.count, 1);
        T_OK(take.rows[0].from == first.from &&
             take.rows[0].selector == first.selector);
        at_maestro_take_end(&take);
    }
    at_tree_free(tree);
}

T_MAIN()
