#include "tester/view/frame.h"

#include <pthread.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "wire/image.h"

enum {
    WIDTH_STEP = 24,
    WIDTHS =
        AT_FRAME_WIDTH_MAX / WIDTH_STEP - AT_FRAME_WIDTH_MIN / WIDTH_STEP + 1,
};

struct at_frame {
    int64_t number;
    bool by_run;
    struct at_buf bytes;

    pthread_mutex_t lock; // guards the next
    int refs;
    pthread_mutex_t making;      // guards the next; held while one is made
    struct at_buf jpegs[WIDTHS]; // empty: not made yet
};

struct at_frame *
at_frame_new(int64_t number, struct at_str bytes, bool by_run)
{
    struct at_frame *frame = at_alloc(sizeof(*frame));
    frame->number = number;
    frame->by_run = by_run;
    frame->bytes = (struct at_buf)AT_BUF_INIT(AT_SCREENSHOT_MAX_BYTES);
    at_buf_add_str(&frame->bytes, bytes);
    frame->refs = 1;
    pthread_mutex_init(&frame->lock, NULL);
    pthread_mutex_init(&frame->making, NULL);
    return frame;
}

struct at_frame *
at_frame_ref(struct at_frame *frame)
{
    pthread_mutex_lock(&frame->lock);
    frame->refs++;
    pthread_mutex_unlock(&frame->lock);
    return frame;
}

void
at_frame_unref(struct at_frame *frame)
{
    if (!frame)
        return;
    pthread_mutex_lock(&frame->lock);
    bool is_last = --frame->refs == 0;
    pthread_mutex_unlock(&frame->lock);
    if (!is_last)
        return;
    for (size_t i = 0; i < WIDTHS; i++)
        at_buf_deinit(&frame->jpegs[i]);
    at_buf_deinit(&frame->bytes);
    pthread_mutex_destroy(&frame->making);
    pthread_mutex_destroy(&frame->lock);
    free(frame);
}

int64_t
at_frame_number(const struct at_frame *frame)
{
    return frame->number;
}

bool
at_frame_is_by_run(const struct at_frame *frame)
{
    return frame->by_run;
}

struct at_str
at_frame_bytes(const struct at_frame *frame)
{
    return at_buf_str(&frame->bytes);
}

const char *
at_frame_type(const struct at_frame *frame)
{
    const char *type = at_image_type(at_frame_bytes(frame));
    return type ? type : "application/octet-stream";
}

size_t
at_frame_width(size_t width_px)
{
    if (width_px < AT_FRAME_WIDTH_MIN)
        return AT_FRAME_WIDTH_MIN;
    if (width_px > AT_FRAME_WIDTH_MAX)
        return AT_FRAME_WIDTH_MAX;
    return width_px - width_px % WIDTH_STEP;
}

bool
at_frame_jpeg(struct at_frame *frame, size_t width_px, struct at_str *out,
              struct at_err *err)
{
    size_t width = at_frame_width(width_px);
    size_t i = (width - AT_FRAME_WIDTH_MIN) / WIDTH_STEP;
    pthread_mutex_lock(&frame->making);
    struct at_buf *jpeg = &frame->jpegs[i];
    bool ok = jpeg->len > 0;
    if (!ok) {
        *jpeg = (struct at_buf)AT_BUF_INIT(AT_PICTURE_MAX_BYTES);
        ok = at_image_narrow(at_frame_bytes(frame), width, AT_PICTURE_MAX_BYTES,
                             jpeg, err);
    }
    *out = at_buf_str(jpeg);
    pthread_mutex_unlock(&frame->making);
    return ok;
}
