// Touches that last: who lifts them, what cancels them, what of them is told.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/compiler.h"
#include "base/limits.h"
#include "va_rig.h"

enum { OLD_API = 30, SHARED_API = 33, NEW_API = 34 };

// A tap adds 1, a long press 10.
static void
begin(struct va_rig *rig, int api_level)
{
    char *app = va_rig_app(
        "{\"kind\": \"button\", \"id\": \"b\", \"tap\": [{\"add\": {\"n\": "
        "1}}], \"long_press\": [{\"add\": {\"n\": 10}}]}, {\"kind\": \"text\", "
        "\"id\": \"t\", \"text\": \"${n}\"}",
        "");
    va_rig_init_level(rig, app, api_level);
    free(app);
}

static bool
is_down(struct va_rig *rig)
{
    struct at_buf told = AT_BUF_INIT(4 * AT_KIB);
    va_device_touches(rig->device, &told);
    const char *text = at_buf_text(&told);
    bool none = strstr(text, "TouchStates: <no displays touched>") != NULL;
    assert_true(none != (strstr(text, "TouchStatesByDisplay:") != NULL));
    at_buf_deinit(&told);
    return !none;
}

// What a helper that is killed on its way leaves.
static uint64_t
put_down(struct va_rig *rig, int64_t ms)
{
    struct va_finger finger = {{500, 100}, {500, 100}, 0};
    struct va_touch touch = {&finger, 1, ms, false};
    return va_device_touch_down(rig->device, VA_INJECTED_ID, &touch);
}

// An app's own touch is down; then line is run.
static const struct {
    int api_level;
    const char *line;
    bool stays;
    const char *count; // what the app has seen by then
} rows[] = {
    {NEW_API, "input motionevent CANCEL 500 100", true, "0"},
    {NEW_API, "input motionevent UP 500 100", true, "0"},
    {NEW_API, "input motionevent MOVE 500 100", true, "0"},
    {NEW_API, "input motionevent DOWN 500 100", true, "0"}, // its own by now
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

static void
test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        struct va_rig rig;
        begin(&rig, rows[i].api_level);
        assert_false(is_down(&rig));
        put_down(&rig, 900);
        assert_true(is_down(&rig));
        va_rig_run(&rig, rows[i].line);
        if (is_down(&rig) != rows[i].stays)
            fail_msg("%s at %d", rows[i].line, rows[i].api_level);
        if (strcmp(rows[i].line, "input keyevent 4") != 0)
            assert_string_equal(va_rig_attr(&rig, "t", "text"), rows[i].count);
        va_rig_deinit(&rig);
    }
}

static void
test_lifted_or_cancelled(void **state)
{
    (void)state;
    struct va_rig rig;
    begin(&rig, NEW_API);
    uint64_t first = put_down(&rig, 900);
    uint64_t second = put_down(&rig, 40);
    assert_false(va_device_touch_up(rig.device, first)); // cancelled by second
    assert_true(va_device_touch_up(rig.device, second));
    assert_false(va_device_touch_up(rig.device, second));
    assert_string_equal(va_rig_attr(&rig, "t", "text"), "1");
    va_device_touch_cancel(rig.device, first);
    second = put_down(&rig, 900);
    va_device_touch_cancel(rig.device, first); // no longer its
    assert_true(is_down(&rig));
    va_device_touch_cancel(rig.device, second);
    assert_false(is_down(&rig));
    assert_string_equal(va_rig_attr(&rig, "t", "text"), "1");
    va_rig_deinit(&rig);
}

// The stream of a long `input swipe` is closed on its way.
static void
test_swipe_without_its_stream(void **state)
{
    (void)state;
    struct va_rig rig;
    static const int levels[] = {OLD_API, NEW_API};
    for (size_t i = 0; i < AT_LEN(levels); i++) {
        begin(&rig, levels[i]);
        va_device_set_profile(rig.device, VA_PROFILE_REALISTIC);
        rig.now_ms += 1000;
        rig.closes = 2; // `input` itself takes a moment
        va_rig_run(&rig, "input swipe 500 100 500 100 5000");
        rig.now_ms += 4999;
        assert_true(is_down(&rig));
        rig.now_ms += 1;
        assert_true(is_down(&rig) == (levels[i] == OLD_API));
        assert_string_equal(va_rig_attr(&rig, "t", "text"),
                            levels[i] == OLD_API ? "0" : "10");
        va_rig_deinit(&rig);
    }
}

static void
test_two_fingers(void **state)
{
    (void)state;
    struct va_rig rig;
    begin(&rig, NEW_API);
    struct va_finger fingers[2] = {{{500, 100}, {500, 90}, 10},
                                   {{500, 200}, {500, 400}, 200}};
    struct va_touch touch = {fingers, 2, 300, false};
    va_device_touch_down(rig.device, VA_INJECTED_ID, &touch);
    va_rig_run(&rig, "dumpsys input");
    assert_non_null(strstr(at_buf_text(&rig.out),
                           "0:{touchingPointers=[Pointer(id=0, FINGER), "
                           "Pointer(id=1, FINGER)]}"));
    va_rig_deinit(&rig);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_lifted_or_cancelled),
        cmocka_unit_test(test_swipe_without_its_stream),
        cmocka_unit_test(test_two_fingers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
