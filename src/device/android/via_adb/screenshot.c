// screenshot.c: a picture by `screencap -p`, binary clean and whole
#include "base/limits.h"
#include "device/android/parse_png.h"
#include "device/android/via_adb/run.h"

static bool
capture(const struct at_op *op, struct at_android *android,
        struct at_buf *bytes, struct at_err *err)
{
    at_buf_clear(bytes);
    return at_adb_exec(op, &android->adb, "screencap -p 2>/dev/null",
                       at_str_n(NULL, 0), bytes, err);
}

// Its words were dropped to keep the picture clean; ask for them alone.
static bool
fail_capture(const struct at_op *op, struct at_android *android,
             enum at_png_verdict verdict, size_t len, struct at_err *err)
{
    struct at_adb_result result;

    if (verdict == AT_PNG_CUT)
        return at_fail(err, AT_EDEVICE,
                       "screencap gave a picture that is cut off after %zu "
                       "bytes, twice: check the cable or connection and try "
                       "again",
                       len);
    if (at_run(op, android, "screencap -p >/dev/null", &result, NULL)) {
        struct at_run_words words = at_run_words_of(&result);

        at_fail(err, AT_EDEVICE, "screencap gave no picture: %s", words.text);
    } else {
        at_fail(err, AT_EDEVICE, "screencap gave no picture (%zu bytes)", len);
    }
    at_adb_result_deinit(&result);
    return false;
}

bool
at_via_adb_screenshot(const struct at_op *op, struct at_device *device,
                      struct at_buf *out, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_buf bytes = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    enum at_png_verdict verdict = AT_PNG_NONE;
    struct at_str png;
    bool ok = true;

    for (int i = 0; ok && verdict != AT_PNG_WHOLE && i < 2; i++) {
        ok = capture(op, android, &bytes, err);
        verdict = at_png_find(at_buf_str(&bytes), &png);
    }
    if (ok && verdict != AT_PNG_WHOLE)
        ok = fail_capture(op, android, verdict, bytes.len, err);
    else if (ok && !at_buf_add_str(out, png))
        ok = at_fail(err, AT_ELIMIT, "the screenshot's %zu bytes exceed %zu",
                     png.len, out->max);
    at_buf_deinit(&bytes);
    return ok;
}
