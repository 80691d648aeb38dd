#include "virtual-android/helper/routes.h"

#include <inttypes.h>
#include <string.h>

#include "base/op.h"
#include "sys/clock.h"
#include "virtual-android/helper/shot.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/render/draw.h"

enum { LOOK_MS = 100, QUALITY = 70 };

struct wish {
    int32_t since;
    int32_t wait_ms;
    int32_t quality;
    int32_t max_side_px;
};

static bool
read_wish(struct vd_fields *fields, struct wish *out)
{
    out->since =
        vd_take_int(fields, "since", (struct vd_range){0, INT32_MAX}, 0);
    out->wait_ms =
        vd_take_int(fields, "waitMs", (struct vd_range){0, 10000}, 0);
    out->quality =
        vd_take_int(fields, "quality", (struct vd_range){1, 100}, QUALITY);
    out->max_side_px =
        vd_take_int(fields, "maxSidePx", (struct vd_range){0, 32767}, 0);
    return vd_fields_done(fields);
}

// Draw the current screen, without pixels if the system provides no picture.
static void
draw(struct vd_device *device, struct at_image *out)
{
    struct vd_front front;
    int32_t width_px;
    int32_t height_px;
    int32_t density;
    *out = (struct at_image)AT_IMAGE_INIT;
    vd_device_front(device, &front);
    if (!front.screen_on || front.secure)
        return;
    vd_device_size(device, &width_px, &height_px, &density);
    out->width_px = (size_t)width_px;
    out->height_px = (size_t)height_px;
    out->pixels = vd_device_draw(device);
}

static bool
is_same(const struct at_image *a, const struct at_image *b)
{
    return a->width_px == b->width_px && a->height_px == b->height_px &&
           (a->width_px == 0 ||
            memcmp(a->pixels, b->pixels, a->width_px * a->height_px * 4) == 0);
}

// Take the screen over as the newest picture if it is another one than that.
// Returns the number of the newest.
static int32_t
number_of(struct vd_api *api, struct at_image *screen)
{
    struct vd_frames *frames = &api->frames;
    if (frames->number == 0 || !is_same(&frames->newest, screen)) {
        frames->number++;
        at_image_deinit(&frames->newest);
        frames->newest = *screen;
        *screen = (struct at_image)AT_IMAGE_INIT;
    }
    return frames->number;
}

static bool
answer_picture(struct vd_exchange *exchange, const struct wish *wish)
{
    const struct vd_frames *frames = &exchange->api->frames;
    const struct vd_shot shot = {true, wish->quality, 1, wish->max_side_px};
    if (frames->newest.width_px == 0) {
        vd_put_int(exchange->w, "frame", frames->number);
        vd_put_bool(exchange->w, "changed", true);
        vd_put_bool(exchange->w, "picture", false);
        return true;
    }
    at_buf_add_fmt(&exchange->answer->headers, "X-Frame: %" PRId32 "\r\n",
                   frames->number);
    return vd_shot_encode(exchange, &shot, &frames->newest);
}

enum look { SAME, ANSWERED, BROKEN };

// An input that is being made goes first.
static enum look
look(struct vd_exchange *exchange, const struct wish *wish)
{
    struct vd_api *api = exchange->api;
    struct at_image screen;
    enum look result = SAME;
    if (pthread_mutex_trylock(&api->inputs) != 0)
        return SAME;
    pthread_mutex_unlock(&api->inputs);
    if (!vd_api_simulate_latency(api, "helper-frame"))
        return BROKEN;
    draw(api->device, &screen);
    pthread_mutex_lock(&api->frames.lock);
    if (number_of(api, &screen) != wish->since)
        result = answer_picture(exchange, wish) ? ANSWERED : BROKEN;
    pthread_mutex_unlock(&api->frames.lock);
    at_image_deinit(&screen);
    return result;
}

bool
vd_endpoint_frame(struct vd_exchange *exchange)
{
    struct wish wish;
    int64_t began_ns = at_now_ns();
    enum look found;
    if (!read_wish(&exchange->fields, &wish))
        return false;
    int64_t deadline_ns = began_ns + wish.wait_ms * AT_NS_PER_MS;
    while ((found = look(exchange, &wish)) == SAME &&
           at_now_ns() < deadline_ns) {
        if (!vd_api_wait(exchange->api, LOOK_MS))
            return false;
    }
    if (found != SAME)
        return found == ANSWERED;
    vd_put_int(exchange->w, "frame", wish.since);
    vd_put_bool(exchange->w, "changed", false);
    return true;
}
