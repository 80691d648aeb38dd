// take_test.c: single inputs as commands
#include "maestro/record/take.h"

#include "base/limits.h"
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
    {"no tree: pixels", NULL, NULL, TAP_AT(5, 6),
     "- tapOn:\n    point: \"5,6\"\n"},
    {"a long press", page, page, SWIPE(100, 250, 100, 250),
     "- longPressOn:\n    id: save\n"},
    {"a swipe of an element", page, page, SWIPE(100, 250, 10, 250),
     "- swipe:\n    direction: LEFT\n    from:\n      id: save\n"},
    {"a swipe of the screen", page, page, SWIPE(540, 960, 540, 192),
     "- swipe:\n    start: \"50%,50%\"\n    end: \"50%,10%\"\n"},
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

T_MAIN()
