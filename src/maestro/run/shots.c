#include "maestro/run/shots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/number.h"
#include "maestro/picture/diff.h"
#include "maestro/run/act.h"
#include "maestro/run/describe.h"
#include "maestro/run/look.h"
#include "maestro/run/remains.h"
#include "sys/file.h"

static const double usual_threshold_percent = 95;

bool
at_maestro_shoot(struct at_maestro_call *call, struct at_image *image,
                 struct at_err *err)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    bool ok = at_device_screenshot(call->run->op, at_maestro_device(call), &png,
                                   err) &&
              at_png_read(at_buf_str(&png), image, err);
    at_buf_deinit(&png);
    return ok;
}

static bool
fail_crop(struct at_maestro_call *call, struct at_rect bounds,
          struct at_err *err)
{
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_maestro_selector_write(call->command->selector, &words);
    at_fail(err, AT_EASSERT,
            "Cannot crop screenshot: element '%s' has invalid dimensions "
            "(width: %d, height: %d)",
            at_buf_text(&words), (int)(bounds.right - bounds.left),
            (int)(bounds.bottom - bounds.top));
    at_buf_deinit(&words);
    return false;
}

// Find the element of cropOn: and cut it out of a screenshot.
static bool
shoot_element(struct at_maestro_call *call, struct at_image *out,
              struct at_err *err)
{
    struct at_maestro_target target;
    struct at_image whole = AT_IMAGE_INIT;
    int64_t limit_ms = call->written->optional ? AT_MAESTRO_LOOK_OPTIONAL_MS
                                               : AT_MAESTRO_LOOK_MS;
    int64_t end_ns = at_maestro_budget_ns(call->run, limit_ms);
    bool ok = at_maestro_look_noted(call, call->command->selector, end_ns,
                                    &target, err);
    if (ok) {
        struct at_rect bounds = target.found.chosen->bounds;
        ok = at_rect_empty(bounds) ? fail_crop(call, bounds, err)
                                   : at_maestro_shoot(call, &whole, err);
        ok = ok && (at_maestro_picture_crop(&whole, bounds, out) ||
                    fail_crop(call, bounds, err));
    }
    at_image_deinit(&whole);
    at_maestro_target_deinit(&target);
    return ok;
}

static bool
shoot_part(struct at_maestro_call *call, struct at_image *out,
           struct at_err *err)
{
    return call->command->selector ? shoot_element(call, out, err)
                                   : at_maestro_shoot(call, out, err);
}

static bool
keep_image(struct at_maestro_call *call, const char *type, const char *path,
           const struct at_image *image, struct at_err *err)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    bool ok = at_png_write(image, &png, err) &&
              at_maestro_keep_file(call, type, path, at_buf_str(&png), err);
    at_buf_deinit(&png);
    return ok;
}

bool
at_maestro_screenshot(struct at_maestro_call *call, struct at_err *err)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_image image = AT_IMAGE_INIT;
    char *path = at_maestro_file(call->run, "takeScreenshot",
                                 call->command->path, ".png", err);
    bool ok = path != NULL;
    if (ok && call->command->selector)
        ok = shoot_element(call, &image, err) &&
             keep_image(call, "screenshot", path, &image, err);
    else if (ok) // the device's own bytes
        ok = at_device_screenshot(call->run->op, at_maestro_device(call), &png,
                                  err) &&
             at_maestro_keep_file(call, "screenshot", path, at_buf_str(&png),
                                  err);
    at_image_deinit(&image);
    at_buf_deinit(&png);
    free(path);
    return ok;
}

static bool
has_extension(struct at_str path)
{
    static const char *const rows[] = {".png",  ".jpg",  ".jpeg",
                                       ".gif",  ".bmp",  ".tiff",
                                       ".wbmp", ".heic", ".heif"};
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        size_t len = strlen(rows[i]);
        if (path.len >= len &&
            at_str_eq_nocase(at_str_skip(path, path.len - len),
                             at_str(rows[i])))
            return true;
    }
    return false;
}

// Find the reference: beside the flow, among this run's screenshots, in the
// current folder. Owned by the caller; NULL with err.
static char *
find_reference(struct at_maestro_call *call, struct at_err *err)
{
    struct at_str path = call->command->path;
    const char *folder = call->run->opts->folder;
    char *name = at_strfmt("%.*s%s", AT_STR_ARG(path),
                           has_extension(path) ? "" : ".png");
    bool absolute = name[0] == '/';
    char *places[] = {
        absolute ? at_strdup(name)
                 : at_maestro_beside(call->command->place.file, name),
        at_strfmt("%s/takeScreenshot/%s", folder ? folder : ".", name),
        at_strdup(name),
    };
    char *found = NULL;
    for (size_t i = 0; i < AT_LEN(places) && !found; i++) {
        if (at_file_exists(places[i]))
            found = at_strdup(places[i]);
    }
    if (!found)
        at_fail(err, AT_EASSERT,
                "Screenshot file not found: %s. Searched in: %s, %s, %s", name,
                places[0], places[1], places[2]);
    for (size_t i = 0; i < AT_LEN(places); i++)
        free(places[i]);
    free(name);
    return found;
}

static bool
read_reference(const char *path, struct at_image *out, struct at_err *err)
{
    struct at_buf bytes = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    struct at_err why = AT_ERR_INIT;
    bool ok = at_file_read(path, &bytes, err);
    const char *type = ok ? at_image_type(at_buf_str(&bytes)) : NULL;
    bool is_jpeg = type && strcmp(type, "image/jpeg") == 0;
    if (ok) {
        ok = is_jpeg ? at_jpeg_read(at_buf_str(&bytes), out, &why)
                     : at_png_read(at_buf_str(&bytes), out, &why);
        ok = ok || at_fail(err, AT_EASSERT,
                           "Failed to read image file: %s. It must be a PNG or "
                           "JPEG: %s",
                           path, why.msg);
    }
    at_buf_deinit(&bytes);
    return ok;
}

static bool
read_threshold(struct at_maestro_call *call, double *out, struct at_err *err)
{
    struct at_str text = call->command->threshold_percentage;
    *out = usual_threshold_percent;
    return !text.ptr || at_maestro_real(text, out) ||
           at_fail(err, AT_EASSERT,
                   "Invalid thresholdPercentage for assertScreenshot: "
                   "\"%.*s\". Expected a number.",
                   AT_STR_ARG(text));
}

// The name of the picture of differences, beside the reference.
static char *
diff_path(const char *reference)
{
    const char *slash = strrchr(reference, '/');
    const char *dot = strrchr(reference, '.');
    size_t len = dot && (!slash || dot > slash) ? (size_t)(dot - reference)
                                                : strlen(reference);
    return at_strfmt("%.*s_diff.png", (int)len, reference);
}

static bool
fail_difference(struct at_maestro_call *call, const char *reference,
                const struct at_image *expected, const struct at_image *actual,
                const struct at_maestro_difference *difference,
                struct at_err *err)
{
    static const struct at_maestro_ignored nothing = {NULL, 0};
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    struct at_buf percent = AT_BUF_INIT(100);
    struct at_image diff = AT_IMAGE_INIT;
    struct at_err why = AT_ERR_INIT;
    char *path = diff_path(reference);
    at_maestro_describe(call->command, &words);
    at_maestro_percent_write(difference->match_percent, &percent);
    at_maestro_picture_diff(expected, actual, nothing, &diff);
    if (!keep_image(call, "diff", path, &diff, &why))
        at_maestro_note(call, "%s", why.msg);
    at_fail(err, AT_EASSERT,
            "Comparison error: %s - threshold not met, current: %s%%",
            at_buf_text(&words), at_buf_text(&percent));
    free(path);
    at_image_deinit(&diff);
    at_buf_deinit(&percent);
    at_buf_deinit(&words);
    return false;
}

static bool
fail_size(struct at_maestro_call *call, const struct at_image *expected,
          const struct at_image *actual, struct at_err *err)
{
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    at_maestro_describe(call->command, &words);
    at_fail(err, AT_EASSERT,
            "Screenshot size mismatch: %s - expected %zux%zu, actual %zux%zu. "
            "Screenshots must have the same dimensions to compare.",
            at_buf_text(&words), expected->width_px, expected->height_px,
            actual->width_px, actual->height_px);
    at_buf_deinit(&words);
    return false;
}

static bool
compare(struct at_maestro_call *call, const char *reference,
        double threshold_percent, struct at_err *err)
{
    static const struct at_maestro_ignored nothing = {NULL, 0};
    struct at_image expected = AT_IMAGE_INIT;
    struct at_image actual = AT_IMAGE_INIT;
    struct at_maestro_difference difference;
    bool ok = shoot_part(call, &actual, err) &&
              read_reference(reference, &expected, err);
    if (ok) {
        at_maestro_picture_compare(&expected, &actual, nothing, &difference);
        if (!difference.same_size)
            ok = fail_size(call, &expected, &actual, err);
        else if (!at_maestro_picture_passes(&difference, threshold_percent))
            ok = fail_difference(call, reference, &expected, &actual,
                                 &difference, err);
    }
    at_image_deinit(&expected);
    at_image_deinit(&actual);
    return ok;
}

bool
at_maestro_assert_screenshot(struct at_maestro_call *call, struct at_err *err)
{
    double threshold_percent;
    if (!read_threshold(call, &threshold_percent, err))
        return false;
    char *reference = find_reference(call, err);
    bool ok = reference && compare(call, reference, threshold_percent, err);
    free(reference);
    return ok;
}
