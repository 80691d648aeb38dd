// Lists: how far a swipe scrolls, which rows are visible, and where it ends.
#include "tests/t.h"

#include "base/alloc.h"
#include "tests/unit/virtual-android/vd_rig.h"
#include "virtual-android/model/device_input.h"
#include "virtual-android/model/device_ops.h"

// 30 rows of 200 px in a list from 63 to 2337: 6000 in 2274.
static char *
list_app(const char *options)
{
    char *node = at_strfmt(
        "{\"kind\": \"list\", \"id\": \"list\", %s \"rows\": {\"count\": 30, "
        "\"template\": {\"kind\": \"text\", \"id\": \"r${i}\", \"text\": "
        "\"Row ${i}\", \"h\": 200, \"tap\": [{\"set\": {\"s\": \"${i}\"}}]}}}",
        options);
    char *app = vd_rig_app(node, "");
    free(node);
    return app;
}

static void
swipe(struct vd_rig *rig, int32_t from_y, int32_t to_y)
{
    vd_device_swipe(rig->device, (struct at_point){500, from_y},
                    (struct at_point){500, to_y}, 300);
}

static const struct {
    int32_t from_y;
    int32_t to_y;
    const char *id;
    const char *bounds; // "": absent
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

T_TEST(the_rows)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct vd_rig rig;
        char *app = list_app("");
        vd_rig_init(&rig, app);
        swipe(&rig, rows[i].from_y, rows[i].to_y);
        assert_string_equal(vd_rig_attr(&rig, rows[i].id, "bounds"),
                            rows[i].bounds);
        assert_string_equal(vd_rig_attr(&rig, rows[i].id, "index"),
                            rows[i].index);
        assert_string_equal(vd_rig_attr(&rig, "list", "scrollable"), "true");
        free(app);
        vd_rig_deinit(&rig);
    }
}

T_TEST(no_change_at_the_end)
{
    struct vd_rig rig;
    char *app = list_app("");
    vd_rig_init(&rig, app);
    swipe(&rig, 2000, -9000);
    rig.now_ms += 5000;
    int64_t quiet = vd_device_quiet_ms(rig.device);
    swipe(&rig, 2000, 500);
    assert_int_equal(vd_device_quiet_ms(rig.device), quiet);
    swipe(&rig, 500, 600); // there and back
    assert_int_equal(vd_device_quiet_ms(rig.device), 0);
    free(app);
    vd_rig_deinit(&rig);
}

T_TEST(fling)
{
    struct vd_rig rig;
    char *app = list_app("\"fling\": 600,");
    vd_rig_init(&rig, app);
    swipe(&rig, 1000, 600);
    assert_string_equal(vd_rig_attr(&rig, "r3", "bounds"), "[0,63][1080,263]");
    rig.now_ms += 300; // three quarters of the way: (1 - 1/2)^2 is left
    assert_string_equal(vd_rig_attr(&rig, "r5", "bounds"), "[0,163][1080,363]");
    assert_int_equal(vd_device_quiet_ms(rig.device), 0);
    rig.now_ms += 5000;
    assert_string_equal(vd_rig_attr(&rig, "r5", "bounds"), "[0,63][1080,263]");
    assert_int_equal(vd_device_quiet_ms(rig.device), 4700);
    free(app);
    vd_rig_deinit(&rig);
}

// It must not roll past the end.
T_TEST(fling_past_the_end)
{
    struct vd_rig rig;
    char *app = list_app("\"fling\": 600,");
    vd_rig_init(&rig, app);
    swipe(&rig, 2300, -700); // 3000 of 3726, and 3000 more to come
    rig.now_ms += 1000;
    assert_string_equal(vd_rig_attr(&rig, "r30", "bounds"),
                        "[0,2137][1080,2337]");
    swipe(&rig, 500, 600);
    assert_string_equal(vd_rig_attr(&rig, "r30", "bounds"),
                        "[0,2237][1080,2337]");
    free(app);
    vd_rig_deinit(&rig);
}

T_TEST(touch_stops_a_fling)
{
    struct vd_rig rig;
    char *app = list_app("\"fling\": 600,");
    vd_rig_init(&rig, app);
    swipe(&rig, 1000, 600);
    rig.now_ms += 300;
    vd_device_tap(rig.device, (struct at_point){500, 1000});
    rig.now_ms += 5000;
    assert_string_equal(vd_rig_attr(&rig, "r5", "bounds"), "[0,163][1080,363]");
    free(app);
    vd_rig_deinit(&rig);
}

T_TEST(sideways)
{
    struct vd_rig rig;
    char *app = vd_rig_app("{\"kind\": \"hlist\", \"id\": \"list\", \"h\": "
                           "300, \"rows\": {\"count\": 8, \"template\": "
                           "{\"kind\": \"text\", \"id\": \"c${i}\", \"w\": "
                           "400}}}",
                           "");
    vd_rig_init(&rig, app);
    assert_string_equal(vd_rig_attr(&rig, "c3", "bounds"),
                        "[800,63][1080,363]");
    assert_string_equal(vd_rig_attr(&rig, "c4", "bounds"), "");
    swipe(&rig, 200, 100); // across: not its direction
    assert_string_equal(vd_rig_attr(&rig, "c1", "bounds"), "[0,63][400,363]");
    vd_device_swipe(rig.device, (struct at_point){900, 200},
                    (struct at_point){200, 210}, 300);
    assert_string_equal(vd_rig_attr(&rig, "c2", "bounds"), "[0,63][100,363]");
    free(app);
    vd_rig_deinit(&rig);
}

// A swipe without movement is a tap, or a long press if it lasts.
T_TEST(short_swipes)
{
    struct vd_rig rig;
    char *app = vd_rig_app(
        "{\"kind\": \"button\", \"id\": \"b\", \"tap\": [{\"add\": {\"n\": "
        "1}}], \"long_press\": [{\"add\": {\"n\": 10}}], \"double_tap\": "
        "[{\"add\": {\"n\": 100}}]}, {\"kind\": \"text\", \"id\": \"t\", "
        "\"text\": \"${n}\"}",
        "");
    vd_rig_init(&rig, app);
    struct at_point at = {500, 100};
    vd_device_swipe(rig.device, at, at, 100);
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "1");
    rig.now_ms += 301; // too late for a double tap
    vd_device_tap(rig.device, at);
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "2");
    rig.now_ms += 300;
    vd_device_tap(rig.device, at);
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "102");
    vd_device_swipe(rig.device, at, at, 500);
    assert_string_equal(vd_rig_attr(&rig, "t", "text"), "112");
    free(app);
    vd_rig_deinit(&rig);
}

T_MAIN()
