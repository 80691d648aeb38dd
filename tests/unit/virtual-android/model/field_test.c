// Text fields: the effect of typing and keys.
#include "tests/t.h"

#include "base/alloc.h"
#include "base/compiler.h"
#include "tests/unit/virtual-android/vd_rig.h"
#include "virtual-android/model/keys.h"
#include "virtual-android/model/device_input.h"
#include "virtual-android/model/device_ops.h"

// In steps, "<NAME>" is a key and all else is typed.
static const struct {
    const char *options;
    const char *steps;
    const char *value; // in the form of the XML
} rows[] = {
    {"", "hello", "hello"},
    {"", "hello<DEL><DEL>", "hel"},
    {"", "<DEL>a", "a"},
    {"\"text\": \"old\",", "new", "oldnew"},
    {"\"text\": \"old\",", "<MOVE_HOME>new ", "new old"},
    {"\"text\": \"old\",", "<MOVE_HOME><FORWARD_DEL>g", "gld"},
    {"\"text\": \"old\",", "<FORWARD_DEL>", "old"},
    {"\"text\": \"old\",", "<DPAD_LEFT>_", "ol_d"},
    {"\"text\": \"old\",", "<MOVE_HOME><DPAD_RIGHT>_", "o_ld"},
    {"\"text\": \"old\",", "<MOVE_HOME>x<MOVE_END>y", "xoldy"},
    {"\"text\": \"old\",", "<CLEAR>z", "z"},
    {"\"text\": \"a\xc3\xa9\",", "<DEL>", "a"},
    {"\"text\": \"\xf0\x9f\x8e\x89!\",", "<DEL><DEL>b", "b"},
    {"\"uppercase\": true,", "aB1", "AB1"},
    {"\"drop\": \"e\",", "hello", "hllo"},
    {"\"numeric\": true,", "1a2", "12"},
    {"\"max_length\": 3,", "abcdef", "abc"},
    {"\"lines\": 3,", "a<ENTER>b", "a&#10;b"},
    {"", "a<ENTER>b", "ab"},
    {"", "<A><SPACE><9>", "a 9"},
    {"\"enabled\": false, \"text\": \"x\",", "y", "x"},
};

static void
perform(struct vd_rig *rig, const char *steps)
{
    for (; *steps; steps++) {
        const char *end = *steps == '<' ? strchr(steps, '>') : NULL;
        if (!end) {
            vd_device_type(rig->device, at_str_n(steps, 1));
            continue;
        }
        char *name = at_strndup(steps + 1, (size_t)(end - steps - 1));
        if (name[0] == '9') // KEYCODE_9, not the ninth
            vd_device_key(rig->device, 16, false);
        else
            vd_device_key(rig->device, vd_key_code(name), false);
        free(name);
        steps = end;
    }
}

T_TEST(the_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct vd_rig rig;
        char *node = at_strfmt("{\"kind\": \"field\", %s \"id\": \"f\"}",
                               rows[i].options);
        char *app = vd_rig_app(node, "");
        vd_rig_init(&rig, app);
        vd_rig_tap(&rig, "f");
        perform(&rig, rows[i].steps);
        assert_string_equal(vd_rig_attr(&rig, "f", "text"), rows[i].value);
        free(app);
        free(node);
        vd_rig_deinit(&rig);
    }
}

static const char two[] =
    "{\"kind\": \"field\", \"id\": \"a\"}, "
    "{\"kind\": \"field\", \"id\": \"b\"}, "
    "{\"kind\": \"view\", \"id\": \"low\", \"bounds\": [0, 2000, 500, 2200],"
    " \"tap\": [{\"add\": {\"n\": 1}}]}, "
    "{\"kind\": \"text\", \"id\": \"n\", \"text\": \"${n} ${#a}\"}";

T_TEST(focus_and_keyboard)
{
    struct vd_rig rig;
    struct vd_front front;
    char *app = vd_rig_app(two, "");
    vd_rig_init(&rig, app);
    vd_device_type(rig.device, AT_STR("lost")); // no field is focused
    assert_string_equal(vd_rig_attr(&rig, "a", "text"), "");
    vd_rig_tap(&rig, "a");
    vd_device_front(rig.device, &front);
    assert_true(front.keyboard);
    assert_string_equal(vd_rig_attr(&rig, "a", "focused"), "true");
    // The keyboard takes the touch; the app's window ends above it.
    assert_string_equal(vd_rig_attr(&rig, "low", "bounds"), "");
    vd_device_tap(rig.device, (struct at_point){250, 2100});
    assert_string_equal(vd_rig_attr(&rig, "n", "text"), "0 ");
    vd_device_key(rig.device, vd_key_code("TAB"), false);
    vd_device_type(rig.device, AT_STR("to b"));
    assert_string_equal(vd_rig_attr(&rig, "b", "text"), "to b");
    vd_device_key(rig.device, vd_key_code("BACK"), false);
    vd_device_front(rig.device, &front);
    assert_false(front.keyboard);
    assert_string_equal(front.app, "com.example.t");
    vd_device_tap(rig.device, (struct at_point){250, 2100});
    assert_string_equal(vd_rig_attr(&rig, "n", "text"), "1 ");
    vd_device_key(rig.device, vd_key_code("BACK"), false);
    vd_device_front(rig.device, &front);
    assert_string_equal(front.app, "com.android.launcher3");
    free(app);
    vd_rig_deinit(&rig);
}

static const struct {
    const char *name;
    int code;
} keys[] = {
    {"KEYCODE_ENTER", 66}, {"enter", 66}, {"66", 66},     {"KEYCODE_DEL", 67},
    {"HOME", 3},           {"Z", 54},     {"NOPE", -1},   {"", -1},
    {"KEYCODE_", -1},      {"-1", -1},    {"PASTE", 279},
};

T_TEST(key_names)
{
    for (size_t i = 0; i < T_LEN(keys); i++)
        assert_int_equal(vd_key_code(keys[i].name), keys[i].code);
    assert_string_equal(vd_key_name(66), "ENTER");
    assert_int_equal(vd_key_char(29), 'a');
    assert_int_equal(vd_key_char(66), 0);
}

T_MAIN()
