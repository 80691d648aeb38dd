// device_test.c: a simulator's operations, with the stand-ins of tests/
#include "base/alloc.h"
#include "base/limits.h"
#include "tests/t.h"
#include "tests/unit/device/ios/ios_rig.h"

static const struct at_node *
find(const struct at_tree *tree, const char *id_or_text)
{
    struct at_str want = at_str(id_or_text);
    for (const struct at_node *it = tree->root; it;
         it = at_node_next(it, tree->root))
        if (at_str_eq(it->resource_id, want) || at_str_eq(it->text, want))
            return it;
    return NULL;
}

static void
tap(struct at_device *device, const char *id_or_text)
{
    struct at_op op = ios_rig_within(20000);
    struct at_err err = AT_ERR_INIT;
    struct at_snapshot snapshot = ios_rig_snapshot(device);
    const struct at_node *node = find(snapshot.tree, id_or_text);
    T_ROW(id_or_text);
    T_OK(node != NULL);
    const struct at_input input = {.kind = AT_INPUT_TAP,
                                   .at = at_rect_center(node->bounds),
                                   .tree = snapshot.tree,
                                   .node = node};
    if (!at_device_input(&op, device, &input, &err))
        print_error("%s\n", err.msg);
    T_EQ_INT(err.code, AT_OK);
    ios_rig_put_back(&snapshot);
}

static bool
send(struct at_device *device, struct at_input input, struct at_err *err)
{
    struct at_op op = ios_rig_within(30000);
    return at_device_input(&op, device, &input, err);
}

static bool
shows(struct at_device *device, const char *id_or_text)
{
    struct at_snapshot snapshot = ios_rig_snapshot(device);
    bool found = find(snapshot.tree, id_or_text) != NULL;
    ios_rig_put_back(&snapshot);
    return found;
}

T_TEST(ios_signs_in)
{
    struct at_err err = AT_ERR_INIT;
    ios_rig_set_up();
    struct at_device *device = ios_rig_open(NULL);
    T_OK(shows(device, "Login"));
    tap(device, "email");
    T_OK(send(
        device,
        (struct at_input){.kind = AT_INPUT_TEXT, .text = AT_STR("me@x.orgg")},
        &err));
    T_OK(send(device,
              (struct at_input){.kind = AT_INPUT_KEY,
                                .text = AT_STR("KEYCODE_DEL"),
                                .repeat = 2},
              &err));
    T_OK(send(device,
              (struct at_input){.kind = AT_INPUT_TEXT, .text = AT_STR("g")},
              &err));
    T_OK(send(device,
              (struct at_input){
                  .kind = AT_INPUT_KEY, .text = AT_STR("tab"), .repeat = 1},
              &err));
    T_OK(send(
        device,
        (struct at_input){.kind = AT_INPUT_TEXT, .text = AT_STR("-secret")},
        &err));
    tap(device, "Help"); // the first of two: at its place
    T_OK(shows(device, "Left help"));
    tap(device, "sign-in");
    T_OK(shows(device, "Welcome"));
    T_OK(shows(device, "me@x.org"));
    T_NOT(shows(device, "Row 30"));
    const struct at_swipe swipe = {
        .from = {200, 800}, .to = {200, 100}, .duration_ms = 300};
    for (int i = 0; i < 2; i++)
        T_OK(send(device,
                  (struct at_input){.kind = AT_INPUT_SWIPE, .swipe = swipe},
                  &err));
    T_OK(shows(device, "Row 30"));
    T_OK(send(device,
              (struct at_input){
                  .kind = AT_INPUT_KEY, .text = AT_STR("home"), .repeat = 1},
              &err));
    T_OK(shows(device, "Login")); // its icon
    ios_rig_check_ran("[\"type\", \"--stdin\", \"--udid\", \"" BOOTED "\"]");
    ios_rig_check_ran("[\"tap\", \"--id\", \"sign-in\", \"--udid\", \"" BOOTED
                      "\"]");
    ios_rig_check_ran("[\"tap\", \"-x\", \"244\", \"-y\", \"422\", \"--udid\"");
    at_device_free(device);
}

T_TEST(ios_taps_otherwise)
{
    struct at_err err = AT_ERR_INIT;
    const struct at_swipe hold = {
        .from = {40, 415}, .to = {40, 415}, .duration_ms = 500};
    ios_rig_set_up();
    struct at_device *device = ios_rig_open(NULL);
    T_OK(send(device, (struct at_input){.kind = AT_INPUT_TAP, .at = {210, 410}},
              &err));
    T_OK(shows(device, "Left help"));
    T_OK(send(device,
              (struct at_input){.kind = AT_INPUT_DOUBLE_TAP,
                                .at = {300, 410},
                                .interval_ms = 5},
              &err));
    T_OK(shows(device, "Right help"));
    T_OK(send(device, (struct at_input){.kind = AT_INPUT_SWIPE, .swipe = hold},
              &err));
    T_OK(shows(device, "A letter is on its way"));
    T_NOT(send(device,
               (struct at_input){
                   .kind = AT_INPUT_KEY, .text = AT_STR("back"), .repeat = 1},
               &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_NOT(send(
        device,
        (struct at_input){.kind = AT_INPUT_TEXT, .text = AT_STR("\xc3\xa9")},
        &err));
    T_EQ_INT(err.code, AT_EUNSUPPORTED);
    T_NOT(AT_DEVICE_OFFERS(device, clear));
    at_device_free(device);
}

// AXe takes a hundred keys at once.
T_TEST(ios_presses_a_key_often)
{
    char text[151] = "";
    struct at_err err = AT_ERR_INIT;
    ios_rig_set_up();
    struct at_device *device = ios_rig_open(NULL);
    memset(text, 'x', sizeof(text) - 1);
    tap(device, "email");
    T_OK(send(device,
              (struct at_input){.kind = AT_INPUT_TEXT, .text = at_str(text)},
              &err));
    T_OK(shows(device, text));
    T_OK(send(device,
              (struct at_input){.kind = AT_INPUT_KEY,
                                .text = AT_STR("KEYCODE_DEL"),
                                .repeat = 149},
              &err));
    T_OK(shows(device, "x"));
    at_device_free(device);
}

// An element with a title and no label: AXe does not find it by its title.
T_TEST(ios_taps_at_the_place_without_a_label)
{
    ios_rig_set_up();
    ios_rig_write(
        "screen.json",
        "[{\"type\":\"Application\",\"frame\":{\"x\":0,\"y\":0,\"width\":402,"
        "\"height\":874},\"children\":[{\"type\":\"Button\",\"title\":\"Note\","
        "\"frame\":{\"x\":10,\"y\":20,\"width\":30,\"height\":40},"
        "\"children\":[]}]}]");
    struct at_device *device = ios_rig_open(NULL);
    tap(device, "Note");
    ios_rig_check_ran("[\"tap\", \"--label\", \"Note\"");
    ios_rig_check_ran("[\"tap\", \"-x\", \"25\", \"-y\", \"40\"");
    at_device_free(device);
}

T_TEST(ios_snapshot_keeps_its_source)
{
    struct at_op op = ios_rig_within(20000);
    struct at_device_info info;
    struct at_err err = AT_ERR_INIT;
    ios_rig_set_up();
    struct at_device *device = ios_rig_open(NULL);
    struct at_snapshot snapshot = ios_rig_snapshot(device);
    T_EQ_SIZE(snapshot.source.len, 0);
    T_EQ_TEXT(snapshot.backend, "axe");
    ios_rig_put_back(&snapshot);
    device->keep_source = true;
    snapshot = ios_rig_snapshot(device);
    T_EQ_TEXT(snapshot.source_format, "axe");
    T_HAS(at_buf_text(&snapshot.source), "\"AXUniqueId\" : \"email\"");
    ios_rig_put_back(&snapshot);
    T_OK(at_device_info(&op, device, &info, &err));
    T_EQ_INT(info.width_px, 402);
    T_EQ_INT(info.height_px, 874);
    T_EQ_TEXT(info.release, "iOS 18.1");
    T_EQ_TEXT(info.model, "iPhone 16");
    at_device_free(device);
}

T_TEST(ios_screenshot)
{
    struct at_op op = ios_rig_within(20000);
    struct at_err err = AT_ERR_INIT;
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    ios_rig_set_up();
    setenv("XDG_RUNTIME_DIR", ios_rig_dir(), 1);
    struct at_device *device = ios_rig_open(NULL);
    T_OK(at_device_screenshot(&op, device, &png, &err));
    T_OK(at_str_starts(at_buf_str(&png), AT_STR("\x89PNG\r\n\x1a\n")));
    at_buf_clear(&png);
    setenv("STAND_IN_FAIL", "xcrun simctl io: exit 0", 1);
    T_NOT(at_device_screenshot(&op, device, &png, &err));
    T_EQ_SIZE(png.len, 0);
    at_buf_deinit(&png);
    at_device_free(device);
    unsetenv("XDG_RUNTIME_DIR");
}

T_TEST(ios_app_lives_and_dies)
{
    struct at_op op = ios_rig_within(20000);
    struct at_err err = AT_ERR_INIT;
    int64_t pid = 0;
    ios_rig_set_up();
    struct at_device *device = ios_rig_open(NULL);
    T_OK(at_device_pid(&op, device, LOGIN, &pid, &err));
    T_EQ_INT(pid, 4711);
    T_OK(at_device_stop(&op, device, LOGIN, &err));
    T_OK(at_device_stop(&op, device, LOGIN, &err)); // is ended already
    T_OK(at_device_pid(&op, device, LOGIN, &pid, &err));
    T_EQ_INT(pid, 0);
    T_OK(at_device_launch(&op, device, LOGIN, &err));
    T_OK(at_device_pid(&op, device, LOGIN, &pid, &err));
    T_EQ_INT(pid, 4712);
    T_NOT(at_device_launch(&op, device, "com.example.none", &err));
    T_EQ_INT(err.code, AT_ENOAPP);
    T_HAS(err.msg, "'com.example.none' is not installed");
    T_NOT(at_device_launch(&op, device, "com.x\" OR 1", &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_OK(at_device_uninstall(&op, device, LOGIN, &err));
    T_OK(at_device_uninstall(&op, device, LOGIN, &err));
    T_NOT(at_device_launch(&op, device, LOGIN, &err));
    T_EQ_INT(err.code, AT_ENOAPP);
    at_device_free(device);
}

#define LINE "2026-02-04 10:11:12.345 "

T_TEST(ios_logs)
{
    const struct at_log_query query = {
        .package = AT_STR(LOGIN), .level = 'E', .max_lines = 10};
    struct at_op op = ios_rig_within(20000);
    struct at_log_result result;
    struct at_err err = AT_ERR_INIT;
    ios_rig_set_up();
    ios_rig_write("log.txt", LINE "Df Login[4711:1] hello\n" LINE
                                  "E  Login[4711:1] failed\n");
    struct at_device *device = ios_rig_open(NULL);
    T_OK(at_device_logs(&op, device, &query, &result, &err));
    T_EQ_TEXT(at_buf_text(&result.text), LINE "E  Login[4711:1] failed\n");
    at_buf_deinit(&result.text);
    ios_rig_check_ran("\"--predicate\", \"processImagePath CONTAINS "
                      "\\\"/Login.app/\\\"\"]");
    const struct at_log_query none = {.package = AT_STR("com.none")};
    T_NOT(at_device_logs(&op, device, &none, &result, &err));
    T_EQ_INT(err.code, AT_ENOAPP);
    at_device_free(device);
}

struct seen {
    char lines[3][80];
    size_t count;
    size_t enough;
};

static bool
see_line(void *user, struct at_str line)
{
    struct seen *seen = user;
    at_str_cut(seen->lines[seen->count], 80, line);
    seen->count++;
    if (seen->count == 1)
        ios_rig_write("log.txt",
                      LINE "E  Login[1:1] one\n" LINE "Df Login[1:1] two\n" LINE
                           "F  Login[1:1] three\n");
    return seen->count < seen->enough;
}

T_TEST(ios_follows_the_log)
{
    const struct at_log_query query = {.level = 'E'};
    struct at_op op = ios_rig_within(20000);
    struct at_op soon = ios_rig_within(700);
    struct at_err err = AT_ERR_INIT;
    struct seen seen = {.enough = 2};
    const struct at_log_sink sink = {see_line, &seen};
    ios_rig_set_up();
    ios_rig_write("log.txt", LINE "E  Login[1:1] one\n");
    struct at_device *device = ios_rig_open(NULL);
    T_OK(at_device_follow_logs(&op, device, &query, &sink, &err));
    T_EQ_SIZE(seen.count, 2);
    T_EQ_TEXT(seen.lines[0], LINE "E  Login[1:1] one");
    T_EQ_TEXT(seen.lines[1], LINE "F  Login[1:1] three");
    // Nothing more comes: op ends it.
    seen = (struct seen){.enough = 3};
    T_NOT(at_device_follow_logs(&soon, device, &query, &sink, &err));
    T_EQ_INT(err.code, AT_ETIMEOUT);
    setenv("STAND_IN_FAIL", "xcrun simctl spawn: exit 0", 1);
    T_NOT(at_device_follow_logs(&op, device, &query, &sink, &err));
    T_HAS(err.msg, "ended by itself");
    at_device_free(device);
}

T_TEST(ios_leaves_nothing)
{
    ios_rig_tear_down();
}

T_MAIN()
