#include "maestro/run/shots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "maestro/number.h"
#include "maestro/picture/diff.h"
#include "maestro/picture/region.h"
#include "maestro/run/act.h"
#include "maestro/run/baseline.h"
#include "maestro/run/cover.h"
#include "maestro/run/describe.h"
#include "maestro/run/ignored.h"
#include "maestro/run/look.h"
#include "maestro/run/remains.h"
#include "sys/file.h"
#include "wire/image.h"

static const double usual_threshold_percent = 95;

// A picture of the screen without the secrets that the flow names.
static bool
shoot_bytes(struct at_maestro_call *call, struct at_buf *png,
            struct at_err *err)
{
    const struct at_op *op = call->run->op;
    return at_device_screenshot(op, at_maestro_device(call), png, err) &&
           at_maestro_cover(call, op, true, png, err);
}

static bool
shoot(struct at_maestro_call *call, struct at_image *image, struct at_err *err)
{
    struct at_buf png = AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    bool ok = shoot_bytes(call, &png, err) &&
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
              struct at_maestro_cut *out_cut, struct at_err *err)
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
                                   : shoot(call, &whole, err);
        struct at_image_part part = at_maestro_region_of_bounds(
            target.view.tree, bounds, whole.width_px, whole.height_px);
        ok = ok && (at_maestro_picture_crop(&whole, part, out) ||
                    fail_crop(call, bounds, err));
        *out_cut = (struct at_maestro_cut){whole.width_px, whole.height_px,
                                           part.left > 0 ? part.left : 0,
                                           part.top > 0 ? part.top : 0};
    }
    at_image_deinit(&whole);
    at_maestro_target_deinit(&target);
    return ok;
}

static bool
shoot_part(struct at_maestro_call *call, struct at_image *out,
           struct at_maestro_cut *out_cut, struct at_err *err)
{
    if (call->command->selector)
        return shoot_element(call, out, out_cut, err);
    bool ok = shoot(call, out, err);
    *out_cut = (struct at_maestro_cut){out->width_px, out->height_px, 0, 0};
    return ok;
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
    struct at_maestro_cut cut;
    char *path = at_maestro_file(call->run, "takeScreenshot",
                                 call->command->path, ".png", err);
    bool ok = path != NULL;
    if (ok && call->command->selector)
        ok = shoot_element(call, &image, &cut, err) &&
             keep_image(call, "screenshot", path, &image, err);
    else if (ok) // the device's own bytes
        ok = shoot_bytes(call, &png, err) &&
             at_maestro_keep_file(call, "screenshot", path, at_buf_str(&png),
                                  err);
    at_image_deinit(&image);
    at_buf_deinit(&png);
    free(path);
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

// The two pictures of a comparison.
struct pictures {
    struct at_image expected;
    struct at_image actual;
    struct at_maestro_ignored ignored; // parts are owned
    struct at_maestro_difference difference;
};

static bool
fail_difference(struct at_maestro_call *call, const char *reference,
                const struct pictures *pictures, struct at_err *err)
{
    struct at_buf words = AT_BUF_INIT(AT_ERR_MSG_MAX);
    struct at_buf percent = AT_BUF_INIT(100);
    struct at_image diff = AT_IMAGE_INIT;
    struct at_err why = AT_ERR_INIT;
    char *path = diff_path(reference);
    at_maestro_describe(call->command, &words);
    at_maestro_percent_write(pictures->difference.match_percent, &percent);
    at_maestro_picture_diff(&pictures->expected, &pictures->actual,
                            pictures->ignored, &diff);
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

// Take the actual picture and what doesn't count of it.
static bool
shoot_actual(struct at_maestro_call *call, struct pictures *pictures,
             struct at_err *err)
{
    struct at_maestro_cut cut;
    return at_maestro_ignored_look(call, &pictures->ignored, err) &&
           shoot_part(call, &pictures->actual, &cut, err) &&
           at_maestro_ignored_finish(call, &pictures->actual, &cut,
                                     &pictures->ignored, err);
}

static bool
judge(struct at_maestro_call *call, const struct at_maestro_baseline *baseline,
      double threshold_percent, struct pictures *pictures, struct at_err *err)
{
    struct at_maestro_difference *difference = &pictures->difference;
    bool updates = call->run->opts->updates_screenshots && !baseline->ours;
    if (!baseline->exists)
        return at_maestro_baseline_update(call, baseline, &pictures->actual,
                                          err);
    if (!at_maestro_baseline_read(baseline->path, &pictures->expected, err))
        return false;
    at_maestro_picture_compare(&pictures->expected, &pictures->actual,
                               pictures->ignored, difference);
    if (difference->same_size && difference->counted == 0)
        return at_fail(err, AT_EASSERT,
                       "nothing is left to compare: what is ignored covers all "
                       "of the picture");
    if (difference->same_size &&
        at_maestro_picture_passes(difference, threshold_percent))
        return true;
    if (updates)
        return at_maestro_baseline_update(call, baseline, &pictures->actual,
                                          err);
    return difference->same_size
               ? fail_difference(call, baseline->path, pictures, err)
               : fail_size(call, &pictures->expected, &pictures->actual, err);
}

bool
at_maestro_assert_screenshot(struct at_maestro_call *call, struct at_err *err)
{
    double threshold_percent;
    struct at_maestro_baseline baseline = {.path = NULL};
    struct pictures pictures = {.expected = AT_IMAGE_INIT,
                                .actual = AT_IMAGE_INIT};
    bool ok = read_threshold(call, &threshold_percent, err) &&
              at_maestro_baseline_find(call, &baseline, err) &&
              shoot_actual(call, &pictures, err) &&
              judge(call, &baseline, threshold_percent, &pictures, err);
    at_image_deinit(&pictures.expected);
    at_image_deinit(&pictures.actual);
    free((void *)pictures.ignored.parts);
    free(baseline.path);
    return ok;
}
