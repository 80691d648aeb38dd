// Touches that last: how they are lifted and cancelled, and how they are
// reported.
#include "tests/t.h"

#include "base/compiler.h"
#include "base/limits.h"
#include "tests/unit/virtual-android/vd_rig.h"
#include "virtual-android/model/device_input.h"

enum { OLD_API = 30, SHARED_API = 33, NEW_API = 34 };

// A tap adds 1, a long press 10.
static void
begin(struct vd_rig *rig, int api_level)
{
    char *app = vd_rig_app(
        "{\"kind\": \"button\", \"id\": \"b\", \"tap\": [{\"add\": {\"n\": "
        "1}}], \"long_press\": [{\"add\": {\"n\": 10}}]}, {\"kind\": \"text\", "
        "\"id\": \"t\", \"text\": \"${n}\"}",
        "");
    vd_rig_init_level(rig, app, api_level);
    free(app);
}

static bool
is_down(struct vd_rig *rig)
{
    struct at_buf out = AT_BUF_INIT(4 * AT_KIB);
    vd_device_touches(rig->device, &out);
    const char *text = at_buf_text(&out);
    bool none = strstr(text, "TouchStates: <no displays touched>") != NULL;
    assert_true(none != (strstr(text, "TouchStatesByDisplay:") != NULL));
    at_buf_deinit(&out);
    return !none;
}

// The state that a helper leaves when it is killed during a touch.
static uint64_t
put_down(struct vd_rig *rig, int64_t ms)
{
    struct vd_finger finger = {{500, 100}, {500, 100}, 0};
    struct vd_touch touch = {&finger, 1, ms, false};
    return vd_device_touch_down(rig->device, VD_INJECTED_ID, &touch);
}

// An app's own touch is down; then line is run.
static const struct {
    int api_level;
    const char *line;
    bool stays;
    const char *count; // the app's view at that time
} rows[] = {
    {NEW_API, "input motionevent CANCEL 500 100", true, "0"},
    {NEW_API, "input motionevent UP 500 100", true, "0"},
    {NEW_API, "input motionevent MOVE 500 100", true, "0"},
    {NEW_API, "input motionevent DOWN 500 100", true, "0"}, // it is its own now
    {NEW_API,
     "input motionevent DOWN 500 100; input motionevent CANCEL 500 100", false,
     "0"},
    {NEW_API, "input motionevent DOWN 500 100; input motionevent UP 500 100",
     false, "1"},
    {NEW_API, "input tap 500 100", false, "1"},
    {NEW_API, "input swipe 500 100 500 100 900", false, "10"},
    {NEW_API, "input keyevent 4", true, "0"},
    {SHARED_API, "input motionevent CANCEL 500 100", false, "0"},
    {SHARED_API, "input motionevent UP 500 100", false, "1"},
    {OLD_API, "input tap 0 0", false, "0"},
    {OLD_API - 1, "input motionevent CANCEL 500 100", true, "0"},
};

T_TEST(the_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct vd_rig rig;
        begin(&rig, rows[i].api_level);
        assert_false(is_down(&rig));
        put_down(&rig, 900);
        assert_true(is_down(&rig));
        vd_rig_run(&rig, rows[i].line);
        if (is_down(&rig) != rows[i].stays)
            fail_msg("%s at %d", rows[i].line, rows[i].api_level);
        if (strcmp(rows[i].line, "input keyevent 4") != 0)
            assert_string_equal(vd_rig_attr(&rig, "t", "text"), rows[i].count);
        vd_rig_deinit(&rig);
    }
}

T_TEST(lifted_or_cancelled)
{
    struct vd_rig rig;
    begin(&rig, NEW_API);
    uint64_t first = put_down(&rig, 900);
    uint64_t second = put_down(&rig, 40);
    assert_false(vd_device_touch_up(rig.device, first)); // cancelled by second
    assert_true(vd_device_touch_up(rig.device, second));
    assert_false(vd_device_touch_up(rig.device, second));
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "1");
    vd_device_touch_cancel(rig.device, first);
    second = put_down(&rig, 900);
    vd_device_touch_cancel(rig.device, first); // it is no longer active
    assert_true(is_down(&rig));
    vd_device_touch_cancel(rig.device, second);
    assert_false(is_down(&rig));
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "1");
    vd_rig_deinit(&rig);
}

// The stream of a long `input swipe` is closed during the swipe.
T_TEST(swipe_without_its_stream)
{
    struct vd_rig rig;
    static const int levels[] = {OLD_API, NEW_API};
    for (size_t i = 0; i < T_LEN(levels); i++) {
        begin(&rig, levels[i]);
        vd_device_set_profile(rig.device, VD_PROFILE_REALISTIC);
        rig.now_ms += 1000;
        rig.closes = 2; // `input` itself takes a moment
        vd_rig_run(&rig, "input swipe 500 100 500 100 5000");
        rig.now_ms += 4999;
        assert_true(is_down(&rig));
        rig.now_ms += 1;
        assert_true(is_down(&rig) == (levels[i] == OLD_API));
        assert_string_equal(vd_rig_attr(&rig, "t", "text"),
                            levels[i] == OLD_API ? "0" : "10");
        vd_rig_deinit(&rig);
    }
}

T_TEST(two_fingers)
{
    struct vd_rig rig;
    begin(&rig, NEW_API);
    struct vd_finger fingers[2] = {{{500, 100}, {500, 90}, 10},
                                   {{500, 200}, {500, 400}, 200}};
    struct vd_touch touch = {fingers, 2, 300, false};
    vd_device_touch_down(rig.device, VD_INJECTED_ID, &touch);
    vd_rig_run(&rig, "dumpsys input");
    assert_non_null(strstr(at_buf_text(&rig.out),
                           "0:{touchingPointers=[Pointer(id=0, FINGER), "
                           "Pointer(id=1, FINGER)]}"));
    vd_rig_deinit(&rig);
}

T_MAIN()
