// Lists: what a swipe moves, what of it is to be seen, and where it ends.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "base/compiler.h"
#include "va_rig.h"

// 30 rows of 200 px in a list from 63 to 2337: 6000 in 2274.
static char *
list_app(const char *options)
{
    char *node = at_strfmt(
        "{\"kind\": \"list\", \"id\": \"list\", %s \"rows\": {\"count\": 30, "
        "\"template\": {\"kind\": \"text\", \"id\": \"r${i}\", \"text\": "
        "\"Row ${i}\", \"h\": 200, \"tap\": [{\"set\": {\"s\": \"${i}\"}}]}}}",
        options);
    char *app = va_rig_app(node, "");
    free(node);
    return app;
}

static void
swipe(struct va_rig *rig, int32_t from_y, int32_t to_y)
{
    va_device_swipe(rig->device, (struct at_point){500, from_y},
                    (struct at_point){500, to_y}, 300);
}

static const struct {
    int32_t from_y;
    int32_t to_y;
    const char *id;
    const char *bounds; // "": not there
    const char *index;
} rows[] = {
    {1000, 1000, "r1", "[0,63][1080,263]", "0"},
    {1000, 900, "r1", "[0,63][1080,163]", "0"},
    {1000, 900, "r2", "[0,163][1080,363]", "1"},
    {1000, 800, "r1", "", ""},
    {1000, 800, "r2", "[0,63][1080,263]", "0"},
    {1000, 700, "r12", "[0,1963][1080,2163]", "10"},
    {1000, 1500, "r1", "[0,63][1080,263]", "0"},
    {2300, -20000, "r30", "[0,2137][1080,2337]", "11"},
    {2300, -20000, "r19", "[0,63][1080,137]", "0"},
};

static void
test_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        struct va_rig rig;
        char *app = list_app("");
        va_rig_init(&rig, app);
        swipe(&rig, rows[i].from_y, rows[i].to_y);
        assert_string_equal(va_rig_attr(&rig, rows[i].id, "bounds"),
                            rows[i].bounds);
        assert_string_equal(va_rig_attr(&rig, rows[i].id, "index"),
                            rows[i].index);
        assert_string_equal(va_rig_attr(&rig, "list", "scrollable"), "true");
        free(app);
        va_rig_deinit(&rig);
    }
}

static void
test_no_change_at_the_end(void **state)
{
    (void)state;
    struct va_rig rig;
    char *app = list_app("");
    va_rig_init(&rig, app);
    swipe(&rig, 2000, -9000);
    rig.now_ms += 5000;
    int64_t quiet = va_device_quiet_ms(rig.device);
    swipe(&rig, 2000, 500);
    assert_int_equal(va_device_quiet_ms(rig.device), quiet);
    swipe(&rig, 500, 600); // and back again
    assert_int_equal(va_device_quiet_ms(rig.device), 0);
    free(app);
    va_rig_deinit(&rig);
}

static void
test_fling(void **state)
{
    (void)state;
    struct va_rig rig;
    char *app = list_app("\"fling\": 600,");
    va_rig_init(&rig, app);
    swipe(&rig, 1000, 600);
    assert_string_equal(va_rig_attr(&rig, "r3", "bounds"), "[0,63][1080,263]");
    rig.now_ms += 300; // three quarters of the way: (1 - 1/2)^2 is left
    assert_string_equal(va_rig_attr(&rig, "r5", "bounds"), "[0,163][1080,363]");
    assert_int_equal(va_device_quiet_ms(rig.device), 0);
    rig.now_ms += 5000;
    assert_string_equal(va_rig_attr(&rig, "r5", "bounds"), "[0,63][1080,263]");
    assert_int_equal(va_device_quiet_ms(rig.device), 4700);
    free(app);
    va_rig_deinit(&rig);
}

// It may roll no further than to the end.
static void
test_fling_past_the_end(void **state)
{
    (void)state;
    struct va_rig rig;
    char *app = list_app("\"fling\": 600,");
    va_rig_init(&rig, app);
    swipe(&rig, 2300, -700); // 3000 of 3726, and 3000 more to come
    rig.now_ms += 1000;
    assert_string_equal(va_rig_attr(&rig, "r30", "bounds"),
                        "[0,2137][1080,2337]");
    swipe(&rig, 500, 600);
    assert_string_equal(va_rig_attr(&rig, "r30", "bounds"),
                        "[0,2237][1080,2337]");
    free(app);
    va_rig_deinit(&rig);
}

static void
test_touch_stops_a_fling(void **state)
{
    (void)state;
    struct va_rig rig;
    char *app = list_app("\"fling\": 600,");
    va_rig_init(&rig, app);
    swipe(&rig, 1000, 600);
    rig.now_ms += 300;
    va_device_tap(rig.device, (struct at_point){500, 1000});
    rig.now_ms += 5000;
    assert_string_equal(va_rig_attr(&rig, "r5", "bounds"), "[0,163][1080,363]");
    free(app);
    va_rig_deinit(&rig);
}

static void
test_sideways(void **state)
{
    (void)state;
    struct va_rig rig;
    char *app = va_rig_app("{\"kind\": \"hlist\", \"id\": \"list\", \"h\": "
                           "300, \"rows\": {\"count\": 8, \"template\": "
                           "{\"kind\": \"text\", \"id\": \"c${i}\", \"w\": "
                           "400}}}",
                           "");
    va_rig_init(&rig, app);
    assert_string_equal(va_rig_attr(&rig, "c3", "bounds"),
                        "[800,63][1080,363]");
    assert_string_equal(va_rig_attr(&rig, "c4", "bounds"), "");
    swipe(&rig, 200, 100); // across: not its direction
    assert_string_equal(va_rig_attr(&rig, "c1", "bounds"), "[0,63][400,363]");
    va_device_swipe(rig.device, (struct at_point){900, 200},
                    (struct at_point){200, 210}, 300);
    assert_string_equal(va_rig_attr(&rig, "c2", "bounds"), "[0,63][100,363]");
    free(app);
    va_rig_deinit(&rig);
}

// A swipe that goes nowhere is a tap, or where it lasts a long press.
static void
test_short_swipes(void **state)
{
    (void)state;
    struct va_rig rig;
    char *app = va_rig_app(
        "{\"kind\": \"button\", \"id\": \"b\", \"tap\": [{\"add\": {\"n\": "
        "1}}], \"long_press\": [{\"add\": {\"n\": 10}}], \"double_tap\": "
        "[{\"add\": {\"n\": 100}}]}, {\"kind\": \"text\", \"id\": \"t\", "
        "\"text\": \"${n}\"}",
        "");
    va_rig_init(&rig, app);
    struct at_point at = {500, 100};
    va_device_swipe(rig.device, at, at, 100);
    assert_string_equal(va_rig_attr(&rig, "t", "text"), "1");
    rig.now_ms += 301; // too late for a double tap
    va_device_tap(rig.device, at);
    assert_string_equal(va_rig_attr(&rig, "t", "text"), "2");
    rig.now_ms += 300;
    va_device_tap(rig.device, at);
    assert_string_equal(va_rig_attr(&rig, "t", "text"), "102");
    va_device_swipe(rig.device, at, at, 500);
    assert_string_equal(va_rig_attr(&rig, "t", "text"), "112");
    free(app);
    va_rig_deinit(&rig);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_no_change_at_the_end),
        cmocka_unit_test(test_fling),
        cmocka_unit_test(test_fling_past_the_end),
        cmocka_unit_test(test_touch_stops_a_fling),
        cmocka_unit_test(test_sideways),
        cmocka_unit_test(test_short_swipes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
