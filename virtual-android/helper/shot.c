#include "virtual-android/helper/shot.h"

#include <math.h>
#include <stdlib.h>

#include "virtual-android/model/device_ops.h"
#include "virtual-android/render/draw.h"
#include "wire/image.h"

static bool
read_options(struct vd_fields *fields, struct vd_shot *out)
{
    static const char *const formats[] = {"png", "jpeg", NULL};
    out->jpeg = vd_take_word(fields, "format", formats) == 1;
    out->quality =
        vd_take_int(fields, "quality", (struct vd_range){1, 100}, 80);
    out->scale = vd_take_number(fields, "scale", 0.05, 1, 1);
    out->max_side_px =
        vd_take_int(fields, "maxSidePx", (struct vd_range){0, 32767}, 0);
    return vd_fields_done(fields);
}

static size_t
side(const struct vd_shot *o, int32_t px, int32_t longer)
{
    double factor = o->scale;
    if (o->max_side_px > 0 && longer * factor > o->max_side_px)
        factor = (double)o->max_side_px / longer;
    long rounded = lround(px * factor);
    return rounded > 1 ? (size_t)rounded : 1;
}

bool
vd_shot_encode(struct vd_exchange *exchange, const struct vd_shot *o,
               const struct at_image *screen)
{
    int32_t w = (int32_t)screen->width_px;
    int32_t h = (int32_t)screen->height_px;
    int32_t longer = w > h ? w : h;
    struct at_image scaled = AT_IMAGE_INIT;
    struct at_err err = AT_ERR_INIT;
    struct at_buf *out = &exchange->answer->body;
    at_image_shrink(screen, side(o, w, longer), side(o, h, longer), &scaled);
    at_buf_clear(out);
    bool ok = o->jpeg ? at_jpeg_write(&scaled, o->quality, out, &err)
                      : at_png_write(&scaled, out, &err);
    exchange->answer->type = o->jpeg ? "image/jpeg" : "image/png";
    at_buf_add_fmt(&exchange->answer->headers,
                   "X-Screen-Size: %dx%d\r\nX-Image-Size: %zux%zu\r\n", (int)w,
                   (int)h, scaled.width_px, scaled.height_px);
    at_image_deinit(&scaled);
    return ok || vd_refuse(exchange->refusal, VD_INTERNAL, "%s", err.msg);
}

bool
vd_endpoint_screenshot(struct vd_exchange *exchange)
{
    struct vd_device *device = exchange->api->device;
    struct vd_shot options;
    struct vd_front front;
    int32_t width_px;
    int32_t height_px;
    int32_t density;
    if (!read_options(&exchange->fields, &options) ||
        !vd_api_simulate_latency(exchange->api, "helper-screenshot"))
        return false;
    vd_device_front(device, &front);
    if (!front.screen_on || front.secure)
        return vd_refuse(exchange->refusal, VD_SCREENSHOT_FAILED,
                         "the system gave no picture: a secure window is in "
                         "front, or the screen is off");
    vd_device_size(device, &width_px, &height_px, &density);
    struct at_image screen = {(size_t)width_px, (size_t)height_px,
                              vd_device_draw(device)};
    bool ok = vd_shot_encode(exchange, &options, &screen);
    at_image_deinit(&screen);
    return ok;
}
