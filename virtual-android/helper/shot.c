// shot.c: the screen as a picture of the size and kind that is asked for
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/helper/api.h"
#include "wire/image.h"

struct options {
    bool jpeg;
    int32_t quality;
    double scale;
    int32_t max_side_px;
};

static bool
read_options(struct va_fields *fields, struct options *out)
{
    static const char *const formats[] = {"png", "jpeg", NULL};
    out->jpeg = va_take_word(fields, "format", formats) == 1;
    out->quality =
        va_take_int(fields, "quality", (struct va_range){1, 100}, 80);
    out->scale = va_take_number(fields, "scale", 0.05, 1, 1);
    out->max_side_px =
        va_take_int(fields, "maxSidePx", (struct va_range){0, 32767}, 0);
    return va_fields_done(fields);
}

static size_t
side(const struct options *o, int32_t px, int32_t longer)
{
    double factor = o->scale;
    if (o->max_side_px > 0 && longer * factor > o->max_side_px)
        factor = (double)o->max_side_px / longer;
    long rounded = lround(px * factor);
    return rounded > 1 ? (size_t)rounded : 1;
}

static bool
encode(struct va_ask *ask, const struct options *o,
       const struct at_image *screen)
{
    int32_t w = (int32_t)screen->width_px;
    int32_t h = (int32_t)screen->height_px;
    int32_t longer = w > h ? w : h;
    struct at_image scaled = AT_IMAGE_INIT;
    struct at_err err = AT_ERR_INIT;
    struct at_buf *out = &ask->answer->body;
    at_image_shrink(screen, side(o, w, longer), side(o, h, longer), &scaled);
    at_buf_clear(out);
    bool ok = o->jpeg ? at_jpeg_write(&scaled, o->quality, out, &err)
                      : at_png_write(&scaled, out, &err);
    ask->answer->type = o->jpeg ? "image/jpeg" : "image/png";
    at_buf_add_fmt(&ask->answer->headers,
                   "X-Screen-Size: %dx%d\r\nX-Image-Size: %zux%zu\r\n", (int)w,
                   (int)h, scaled.width_px, scaled.height_px);
    at_image_deinit(&scaled);
    return ok || va_refuse(ask->refusal, VA_INTERNAL, "%s", err.msg);
}

bool
va_ask_screenshot(struct va_ask *ask)
{
    struct va_device *device = ask->api->device;
    struct options options;
    struct va_front front;
    int32_t width_px;
    int32_t height_px;
    int32_t density;
    if (!read_options(&ask->fields, &options) ||
        !va_api_spend(ask->api, "helper-screenshot"))
        return false;
    va_device_front(device, &front);
    if (!front.screen_on || front.secure)
        return va_refuse(ask->refusal, VA_SCREENSHOT_FAILED,
                         "the system gave no picture: a secure window is in "
                         "front, or the screen is off");
    va_device_size(device, &width_px, &height_px, &density);
    struct at_image screen = {(size_t)width_px, (size_t)height_px,
                              va_device_draw(device)};
    bool ok = encode(ask, &options, &screen);
    at_image_deinit(&screen);
    return ok;
}
