// screenshot.c: a picture by `screencap -p`, binary clean and whole
#include "base/limits.h"
#include "device/android/adb/shell.h"
#include "wire/image.h"

enum { TRIES = 2, WORDS_MAX = 4096 };

static const char signature[] = "\x89PNG\r\n\x1a\n";

static bool
capture(const struct at_op *op, struct at_android *android,
        struct at_buf *bytes, struct at_err *err)
{
    at_buf_clear(bytes);
    return at_adb_exec(op, &android->adb, "screencap -p 2>/dev/null",
                       at_str_n(NULL, 0), bytes, err);
}

// Find the whole picture within bytes. Some builds print a warning before it.
static bool
find_png(struct at_str bytes, struct at_str *out_png, struct at_err *err)
{
    ptrdiff_t start =
        at_str_find(at_str_head(bytes, WORDS_MAX), AT_STR(signature));
    struct at_str png = at_str_skip(bytes, start > 0 ? (size_t)start : 0);
    size_t width_px;
    size_t height_px;
    size_t len;
    if (!at_png_check(png, &width_px, &height_px, &len, err))
        return false;
    *out_png = at_str_head(png, len);
    return true;
}

// screencap's messages were dropped to keep the picture clean: if there is no
// picture, run it again for the messages.
static bool
fail_capture(const struct at_op *op, struct at_android *android,
             struct at_str bytes, struct at_err *reason, struct at_err *err)
{
    struct at_adb_result result;
    if (at_str_has(at_str_head(bytes, WORDS_MAX), AT_STR(signature)))
        return at_fail(err, AT_EDEVICE, "screencap, twice: %s", reason->msg);
    if (at_shell_run(op, android, "screencap -p >/dev/null", &result, NULL)) {
        struct at_shell_text words = at_shell_text_of(&result);

        at_fail(err, AT_EDEVICE, "screencap gave no picture: %s", words.text);
    } else {
        at_fail(err, AT_EDEVICE, "screencap gave no picture (%zu bytes)",
                bytes.len);
    }
    at_adb_result_deinit(&result);
    return false;
}

bool
at_commands_screenshot(const struct at_op *op, struct at_device *device,
                       struct at_buf *out, struct at_err *err)
{
    struct at_android *android = at_android_of(device);
    struct at_buf bytes = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_err reason = AT_ERR_INIT;
    struct at_str png = {0};
    bool whole = false;
    bool ok = true;
    for (int i = 0; ok && !whole && i < TRIES; i++) {
        ok = capture(op, android, &bytes, err);
        whole = ok && find_png(at_buf_str(&bytes), &png, &reason);
    }
    if (ok && !whole)
        ok = fail_capture(op, android, at_buf_str(&bytes), &reason, err);
    else if (ok && !at_buf_add_str(out, png))
        ok = at_fail(err, AT_ELIMIT, "the screenshot's %zu bytes exceed %zu",
                     png.len, out->max);
    at_buf_deinit(&bytes);
    return ok;
}
