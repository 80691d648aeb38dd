#include "virtual-android/scrcpy/stream.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "net/conn.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "virtual-android/model/device.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/properties.h"
#include "virtual-android/render/draw.h"
#include "virtual-android/render/h264.h"
#include "wire/image.h"

enum {
    LOOKS_A_SECOND = 30, // at the screen
    DRAW_MS = 200, // at the latest: not all that is seen changes the screen
    REPEAT_MS = 100,
    REPEATS = 10,
    KEY_EVERY_MS = 10000,
    NAME_BYTES = 64,
    FRAME_MAX_MIB = 8,
    FRAMES_UNTIL_FAULT = 4,
};

#define CODEC_H264 UINT32_C(0x68323634) // "h264"

struct sending {
    const struct vd_scrcpy_stream *stream;
    struct vd_h264 *encoder; // owned
    struct at_image sent;    // the picture as it was sent last
    int32_t screen_width_px; // screen size the encoder was made for
    int64_t drawn_ns;
    int64_t sent_ns;
    int64_t key_ns;
    int repeats; // remaining repeats
    int frames;
    struct at_buf out;
    struct at_err *err;
};

static bool
flush(struct sending *s)
{
    struct at_op op = {AT_NEVER_NS, s->stream->killed};
    bool ok = s->out.len == 0 || at_conn_write(&op, s->stream->conn,
                                               s->out.data, s->out.len, NULL);
    at_buf_clear(&s->out);
    return ok;
}

static void
put_u32(struct sending *s, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        at_buf_add_char(&s->out, (char)(value >> shift & 0xff));
}

static void
put_device(struct sending *s, int32_t width_px, int32_t height_px)
{
    char name[NAME_BYTES] = "";
    char *model = vd_device_get(s->stream->device, "prop", "ro.product.model");
    at_str_cut(name, sizeof(name), at_str(model));
    free(model);
    at_buf_add(&s->out, name, sizeof(name));
    if (s->stream->options->major < 2)
        put_u32(s, (uint32_t)width_px << 16 | (uint32_t)height_px);
}

// The larger side is at most max; both are multiples of eight.
static void
limit_size(int32_t max_px, int32_t *io_width_px, int32_t *io_height_px)
{
    bool tall = *io_height_px > *io_width_px;
    int32_t *major = tall ? io_height_px : io_width_px;
    int32_t *minor = tall ? io_width_px : io_height_px;
    *major &= ~7;
    *minor &= ~7;
    max_px &= ~7;
    if (max_px > 0 && *major > max_px) {
        *minor = (*minor * max_px / *major + 4) & ~7;
        *major = max_px;
    }
    if (*minor < 8)
        *minor = 8;
}

// The screen in the size of the stream.
static void
take_picture(struct sending *s, struct at_image *out, int32_t *out_width_px)
{
    int32_t w;
    int32_t h;
    struct at_image screen = AT_IMAGE_INIT;
    screen.pixels = vd_device_draw_turned(s->stream->device, &w, &h);
    screen.width_px = (size_t)w;
    screen.height_px = (size_t)h;
    *out_width_px = w;
    limit_size(s->stream->options->max_size_px, &w, &h);
    at_image_shrink(&screen, (size_t)w, (size_t)h, out);
    at_image_deinit(&screen);
}

// Write the preamble of an encoder's stream.
static void
put_session(struct sending *s)
{
    const struct vd_scrcpy_options *options = s->stream->options;
    uint32_t w = (uint32_t)s->sent.width_px;
    uint32_t h = (uint32_t)s->sent.height_px;
    bool first = s->frames == 0;
    if (!options->stream_meta)
        return;
    if (first)
        put_u32(s, CODEC_H264);
    if (options->major >= 4)
        put_u32(s, UINT32_C(1) << 31);
    if (first || options->major >= 4) {
        put_u32(s, w);
        put_u32(s, h);
    }
}

static bool
start_encoder(struct sending *s)
{
    struct vd_h264_opts opts = {(int32_t)s->sent.width_px,
                                (int32_t)s->sent.height_px,
                                s->stream->options->bit_rate};
    vd_h264_free(s->encoder);
    s->encoder = NULL;
    if (vd_device_take_fault(s->stream->device, "scrcpy-no-encoder"))
        return at_fail(s->err, AT_EUNSUPPORTED, "no encoder");
    if (!vd_h264_new(&opts, &s->encoder, s->err))
        return false;
    put_session(s);
    return true;
}

// The faults spoil the packet after the first few.
static bool
put_spoilt(struct sending *s, struct at_buf *data)
{
    struct vd_device *device = s->stream->device;
    if (s->frames < FRAMES_UNTIL_FAULT)
        return true;
    if (vd_device_take_fault(device, "scrcpy-dies"))
        return false;
    if (vd_device_take_fault(device, "scrcpy-stall")) {
        struct at_op op = {AT_NEVER_NS, s->stream->killed};
        at_buf_add(&s->out, data->data, data->len / 2);
        return flush(s) && at_op_wait_until(&op, AT_NEVER_NS, NULL);
    }
    return true;
}

static bool
put_packet(struct sending *s, struct at_buf *data, bool config, bool key)
{
    const struct vd_scrcpy_options *options = s->stream->options;
    int top = options->major >= 4 ? 62 : 63; // the bit of configurations
    uint64_t pts_us = (uint64_t)vd_device_uptime_ms(s->stream->device) * 1000;
    uint64_t head =
        config ? UINT64_C(1) << top : pts_us | (uint64_t)key << (top - 1);
    bool huge = s->frames >= FRAMES_UNTIL_FAULT &&
                vd_device_take_fault(s->stream->device, "scrcpy-huge");
    if (options->frame_meta) {
        put_u32(s, (uint32_t)(head >> 32));
        put_u32(s, (uint32_t)head);
        put_u32(s, huge ? UINT32_MAX : (uint32_t)data->len);
    }
    return put_spoilt(s, data) && at_buf_add_str(&s->out, at_buf_str(data)) &&
           flush(s);
}

static bool
send_frame(struct sending *s)
{
    int64_t now_ns = at_now_ns();
    bool key = now_ns - s->key_ns >= KEY_EVERY_MS * AT_NS_PER_MS;
    struct vd_h264_frame frame = {
        .config = AT_BUF_INIT(64 * AT_KIB),
        .data = AT_BUF_INIT(FRAME_MAX_MIB * AT_MIB),
    };
    bool ok = vd_h264_encode(s->encoder, s->sent.pixels, now_ns / AT_NS_PER_MS,
                             key, &frame);
    if (ok && frame.config.len > 0)
        ok = put_packet(s, &frame.config, true, false);
    ok = ok && put_packet(s, &frame.data, false, frame.key);
    if (frame.key)
        s->key_ns = now_ns;
    s->sent_ns = now_ns;
    s->frames++;
    at_buf_deinit(&frame.config);
    at_buf_deinit(&frame.data);
    return ok;
}

static bool
is_same(const struct at_image *a, const struct at_image *b)
{
    return a->width_px == b->width_px && a->height_px == b->height_px &&
           memcmp(a->pixels, b->pixels, a->width_px * a->height_px * 4) == 0;
}

// Drawing costs more than the rest: a screen at rest is drawn seldom.
static bool
may_have_changed(struct sending *s)
{
    int64_t quiet_ms = vd_device_quiet_ms(s->stream->device);
    int64_t since_ms = (at_now_ns() - s->drawn_ns) / AT_NS_PER_MS;
    return s->frames == 0 || quiet_ms <= since_ms || since_ms >= DRAW_MS;
}

static bool
repeat(struct sending *s)
{
    bool due =
        s->repeats > 0 && at_now_ns() - s->sent_ns >= REPEAT_MS * AT_NS_PER_MS;
    s->repeats -= due;
    return !due || send_frame(s);
}

// Look at the screen once; send a frame if there is a reason.
static bool
look(struct sending *s)
{
    if (!may_have_changed(s))
        return repeat(s);
    s->drawn_ns = at_now_ns();
    struct at_image picture;
    int32_t width_px;
    take_picture(s, &picture, &width_px);
    bool same = s->frames > 0 && is_same(&picture, &s->sent);
    bool turned = width_px != s->screen_width_px;
    if (same) {
        at_image_deinit(&picture);
        return repeat(s);
    }
    at_image_deinit(&s->sent);
    s->sent = picture;
    s->screen_width_px = width_px;
    s->repeats = REPEATS;
    return (!turned || start_encoder(s)) && send_frame(s);
}

static int64_t
pause_ns(const struct vd_scrcpy_options *options)
{
    double fps = LOOKS_A_SECOND;
    if (options->max_fps > 0 && options->max_fps < fps)
        fps = options->max_fps;
    return (int64_t)(1000.0 / fps * AT_NS_PER_MS);
}

// The server does not read. It notices a lost client only on a write, so a
// server for a static screen stays.
bool
vd_scrcpy_run(const struct vd_scrcpy_stream *stream, struct at_err *err)
{
    struct sending s = {
        .stream = stream,
        .sent = AT_IMAGE_INIT,
        .out = AT_BUF_INIT(2 * FRAME_MAX_MIB * AT_MIB),
        .err = err,
    };
    struct at_op op = {AT_NEVER_NS, stream->killed};
    int64_t pause = pause_ns(stream->options);
    int32_t w;
    int32_t h;
    int32_t density;
    vd_device_size(stream->device, &w, &h, &density);
    limit_size(stream->options->max_size_px, &w, &h);
    if (stream->options->device_meta)
        put_device(&s, w, h);
    while (look(&s) && at_op_wait_until(&op, at_now_ns() + pause, NULL))
        continue;
    vd_h264_free(s.encoder);
    at_image_deinit(&s.sent);
    at_buf_deinit(&s.out);
    return err->code == AT_OK;
}
