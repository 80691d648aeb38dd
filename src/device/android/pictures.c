// pictures.c: pictures from a helper that is already on the device
#include "device/android/pictures.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "device/android/helper/helper.h"
#include "sys/clock.h"
#include "wire/image.h"

enum {
    SIDE_PX = 1440, // length of the longer side
    QUALITY = 70,
    ANSWER_MS = 5000, // in addition to the wait
    DARK_WIDTH_PX = 9,
    DARK_HEIGHT_PX = 20,
};

struct pictures {
    struct at_pictures base;
    struct at_helper *helper; // owned; attached
    int64_t number;           // number of the newest picture
    struct at_helper_shot shot;
};

// Draw black, which is what a viewer sees of a screen that is off, or secure.
static bool
draw_dark(const struct pictures *pictures, struct at_buf *out,
          struct at_err *err)
{
    bool wide = pictures->shot.width_px > pictures->shot.height_px;
    struct at_image dark;
    at_image_init(&dark, wide ? DARK_HEIGHT_PX : DARK_WIDTH_PX,
                  wide ? DARK_WIDTH_PX : DARK_HEIGHT_PX);
    bool ok = at_jpeg_write(&dark, QUALITY, out, err);
    at_image_deinit(&dark);
    return ok;
}

static bool
next(const struct at_op *op, struct at_pictures *base, int64_t wait_ms,
     struct at_buf *out, struct at_err *err)
{
    struct pictures *pictures = (struct pictures *)base;
    const struct at_helper_frame_options wanted = {pictures->number, wait_ms,
                                                   QUALITY, SIDE_PX};
    struct at_op mine = at_op_sub(op, at_now_ns(), wait_ms + ANSWER_MS);
    struct at_helper_frame frame;
    if (!at_helper_frame(&mine, pictures->helper, &wanted, out, &frame, err))
        return false;
    pictures->number = frame.number;
    if (!frame.changed)
        return true;
    if (!frame.picture)
        return draw_dark(pictures, out, err);
    pictures->shot = frame.shot;
    return true;
}

static void
pictures_free(struct at_pictures *base)
{
    struct pictures *pictures = (struct pictures *)base;
    at_helper_free(pictures->helper);
    free(pictures);
}

static const struct at_pictures_ops ops = {next, pictures_free};

bool
at_android_pictures(const struct at_op *op, const char *id,
                    struct at_pictures **out, struct at_err *err)
{
    struct at_adb_device device = {.features_known = false};
    struct at_helper *helper;
    *out = NULL;
    at_str_cut(device.serial, sizeof(device.serial), at_str(id));
    if (!at_adb_init_env(&device.adb, err) ||
        !at_helper_join(op, &device, &helper, err))
        return false;
    struct pictures *pictures = at_alloc(sizeof(*pictures));
    pictures->base.ops = &ops;
    pictures->helper = helper;
    *out = &pictures->base;
    return true;
}
