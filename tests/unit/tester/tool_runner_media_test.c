// tool_runner_media_test.c: pictures and videos of a run
#include "tests/t.h"

#include "base/limits.h"
#include "device/record.h"
#include "sys/file.h"
#include "tests/unit/tester/tool_runner_run.h"
#include "wire/image.h"

// clang-format off
#define HOME FAKE_APP(FAKE_BUTTON("go", "Go on", "[100,200][300,300]"))
#define NEXT FAKE_APP(FAKE_TEXT("Welcome", "[0,0][1080,100]"))
#define PIN(text) FAKE_APP(                                                    \
    FAKE_FIELD("pin", text, "PIN", "password=\"true\" focused=\"true\" ",      \
               "[100,1000][900,1100]"))
// clang-format on

static const struct fake_frame home[] = {{.xml = HOME, .quiet_ms = FAKE_SLOW}};
static const struct fake_frame tapped[] = {
    {.xml = HOME, .quiet_ms = FAKE_SLOW, .until = "tap"},
    {.xml = NEXT, .quiet_ms = FAKE_SLOW},
};
static const struct fake_frame pin[] = {
    {.xml = PIN(""), .quiet_ms = FAKE_SLOW, .until = "text sesame"},
    {.xml = PIN("******"), .quiet_ms = FAKE_SLOW},
};

#define FRAMES(list) list, T_LEN(list)

static bool
record_start(const struct at_op *op, struct at_device *device,
             const char *folder, struct at_err *err)
{
    (void)op;
    (void)folder;
    (void)device;
    (void)err;
    at_device_note_fallback(device, "the other way, because of that");
    return true;
}

// Two pieces each time.
static bool
record_stop(const struct at_op *op, struct at_device *device,
            const char *folder, struct at_recorded *out, struct at_err *err)
{
    static const char *const names[] = {"chunk-001.mp4", "chunk-002.mp4"};
    (void)op;
    (void)device;
    for (size_t i = 0; i < T_LEN(names); i++) {
        char path[200];
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        if (!at_file_put(path, AT_STR("video"), err))
            return false;
        at_recorded_add(out, names[i], 1700000000000 + (int64_t)i);
    }
    return true;
}

static bool
has_file(const struct hands_run *run, const char *name)
{
    char path[200];
    snprintf(path, sizeof(path), "%s/%s", run->folder, name);
    return at_file_exists(path);
}

// A white picture, a tenth of the screen.
static bool
screenshot(const struct at_op *op, struct at_device *device, struct at_buf *out,
           struct at_err *err)
{
    struct at_image image;
    (void)op;
    (void)device;
    at_image_init(&image, 108, 192);
    memset(image.pixels, 0xff, 108 * 192 * 4);
    bool ok = at_png_write(&image, out, err);
    at_image_deinit(&image);
    return ok;
}

T_TEST(pictures_follow_what_acts)
{
    struct hands_run run;
    hands_init(&run, FRAMES(tapped));
    run.fake.ops.screenshot = screenshot;
    run.config.screenshots = true;
    hands_call(&run, AT_AGENT_VERIFY_VISIBLE, "{'text':'Go on'}");
    hands_call(&run, AT_AGENT_SCREEN_DUMP, "{}");
    T_EQ_TEXT(at_buf_text(&run.saved), ""); // neither has done anything
    hands_call(&run, AT_AGENT_TAP, "{'text':'Go on'}");
    hands_call(&run, AT_AGENT_SCREENSHOT, "{'goalName':'the end'}");
    T_EQ_TEXT(hands_text(&run),
              "OK: screenshots/0002-takeScreenshot.png (\"the end\"); it shows "
              "nothing but one colour, #ffffff: the page may be empty, or not "
              "be drawn yet; getScreenDump has the whole screen");
    T_EQ_SIZE(run.result.picture.len, 0); // no model that could see it
    T_EQ_TEXT(at_buf_text(&run.saved),
              "screenshot screenshots/0001-tap.png; "
              "screenshot screenshots/0002-takeScreenshot.png");
    T_OK(has_file(&run, "screenshots/0001-tap.png"));
    hands_deinit(&run);
}

static void
check_pictures(const struct hands_run *run, const char *before,
               const char *after)
{
    T_EQ_TEXT(run->result.pictures.before, before);
    T_EQ_TEXT(run->result.pictures.after, after);
}

// Each call knows the picture of the screen on which it began, and its own.
T_TEST(a_call_is_between_its_pictures)
{
    struct hands_run run;
    hands_init(&run, FRAMES(tapped));
    run.fake.ops.screenshot = screenshot;
    run.config.screenshots = true;
    hands_call(&run, AT_AGENT_VERIFY_VISIBLE, "{'text':'Go on'}");
    check_pictures(&run, "", "");
    T_OK(run.result.touch.has_box && !run.result.touch.has_point);
    T_EQ_INT(run.result.touch.box.left, 100);
    T_EQ_INT(run.result.touch.width_px, 1080);
    hands_call(&run, AT_AGENT_TAP, "{'text':'Go on'}");
    check_pictures(&run, "", "screenshots/0001-tap.png");
    hands_call(&run, AT_AGENT_VERIFY_VISIBLE, "{'text':'Nothing such'}");
    check_pictures(&run, "screenshots/0001-tap.png",
                   "screenshots/0002-verifyElementVisible.png");
    T_OK(!run.result.touch.has_box);
    hands_call(&run, AT_AGENT_TAP, "{'text':'Nothing such'}");
    check_pictures(&run, "screenshots/0002-verifyElementVisible.png",
                   "screenshots/0003-tap.png");
    hands_call(&run, AT_AGENT_SWIPE_UP, "{}");
    check_pictures(&run, "screenshots/0003-tap.png",
                   "screenshots/0004-swipeUp.png");
    T_OK(run.result.touch.is_swipe);
    T_OK(run.result.touch.point.y_px > run.result.touch.to.y_px);
    T_EQ_INT(run.result.touch.point.x_px, run.result.touch.to.x_px);
    hands_deinit(&run);
}

// The field is from 100,1000 to 900,1100 of the screen.
T_TEST(a_picture_hides_the_password)
{
    struct at_buf png = AT_BUF_INIT(AT_MIB);
    struct at_image image = AT_IMAGE_INIT;
    struct hands_run run;
    char path[200];
    hands_init(&run, FRAMES(pin));
    run.fake.ops.screenshot = screenshot;
    run.config.screenshots = true;
    hands_call(&run, AT_AGENT_INPUT_TEXT,
               "{'fieldSelector':'pin','text':'{{pin}}'}");
    snprintf(path, sizeof(path), "%s/screenshots/0001-inputText.png",
             run.folder);
    T_OK(at_file_read(path, &png, NULL));
    T_OK(at_png_read(at_buf_str(&png), &image, NULL));
    T_OK(image.pixels[(105 * 108 + 50) * 4] != 0xff);
    T_OK(image.pixels[(50 * 108 + 50) * 4] == 0xff);
    at_image_deinit(&image);
    at_buf_deinit(&png);
    hands_deinit(&run);
}

T_TEST(a_picture_that_fails_fails_nothing)
{
    struct hands_run run;
    hands_init(&run, FRAMES(tapped));
    run.config.screenshots = true;
    hands_call(&run, AT_AGENT_TAP, "{'text':'Go on'}");
    T_EQ_INT(run.result.prefix, AT_PREFIX_TAPPED);
    T_HAS(hands_text(&run), "; no picture: ");
    hands_deinit(&run);
}

T_TEST(a_device_that_makes_no_video_says_so)
{
    struct hands_run run;
    hands_init_open(&run, FRAMES(home));
    run.config.recording = true;
    T_OK(at_tool_runner_start(&run.op, run.runner, &run.result, &run.err));
    T_EQ_INT(run.result.prefix, AT_PREFIX_OK);
    T_HAS(hands_text(&run), "; there is no video: the screen of this device");
    hands_call(&run, AT_AGENT_START_RECORDING, "{}");
    T_HAS(hands_text(&run), "ERROR: the screen of this device cannot be");
    hands_deinit(&run);
}

T_TEST(pieces_of_video_are_numbered_through_the_run)
{
    struct hands_run run;
    hands_init_open(&run, FRAMES(home));
    run.fake.ops.record_start = record_start;
    run.fake.ops.record_stop = record_stop;
    run.config.recording = true;
    T_OK(at_tool_runner_start(&run.op, run.runner, &run.result, &run.err));
    T_HAS(hands_text(&run), "; the other way, because of that");
    hands_call(&run, AT_AGENT_START_RECORDING, "{}");
    T_EQ_TEXT(hands_text(&run), "OK: the screen is being recorded");
    hands_call(&run, AT_AGENT_STOP_RECORDING, "{}");
    T_EQ_TEXT(hands_text(&run), "OK: video/chunk-001.mp4, video/chunk-002.mp4");
    hands_call(&run, AT_AGENT_START_RECORDING, "{}");
    T_EQ_TEXT(hands_text(&run), "OK: the screen is being recorded; the other "
                                "way, because of that");
    at_tool_runner_finish(&run.op, run.runner);
    T_EQ_TEXT(at_buf_text(&run.saved),
              "video video/chunk-001.mp4 1700000000000; "
              "video video/chunk-002.mp4 1700000000001; "
              "video video/chunk-003.mp4 1700000000000; "
              "video video/chunk-004.mp4 1700000000001");
    T_OK(has_file(&run, "video/chunk-004.mp4"));
    T_NOT(has_file(&run, "video/new"));
    hands_deinit(&run);
}

T_MAIN()
