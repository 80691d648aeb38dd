// video.c: a thread that reads a source, and its readers
#include "device/video.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "device/video_kept.h"
#include "device/video_source.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/task.h"
#include "wire/h264.h"

enum {
    START_MS = 20000, // limit for restarting a source
    HEAD_MAX_BYTES = 2 * AT_H264_PARAMS_MAX_BYTES + 8,
};

struct at_video_reader {
    struct at_video *video;
    struct at_video_reader *next; // next reader of the stream
    uint64_t wanted;              // number of the next frame
    bool skips;                   // it must continue at a key frame
    bool has_skipped;
    struct at_cancel *woken;      // set during a wait
    struct at_video_frame *frame; // the last frame returned
};

struct at_video {
    struct at_video_source *source; // owned; used by the thread only
    int64_t began_ns;
    struct at_task task; // decided with the first frame

    // used by the thread only
    struct at_h264_params params;
    uint32_t segment;
    int64_t offset_us; // from the source's clock to the stream's
    int64_t last_us;
    bool has_offset;
    bool has_key; // since the source was started

    pthread_mutex_t lock; // guards the members below, and the readers
    struct at_video_kept kept;
    struct at_video_reader *readers;
    struct at_cancel *restart; // interrupts the source; NULL: starting
    bool ended;
    struct at_err why; // why it ended
};

bool
at_video_open(const struct at_op *op, const struct at_platform *platform,
              const char *id, const struct at_video_opts *opts,
              struct at_video **out, struct at_err *err)
{
    *out = NULL;
    if (!platform->video)
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s: the screen of this kind of device cannot be "
                       "streamed",
                       id);
    return platform->video(op, id, opts, out, err);
}

static void
wake_readers(struct at_video *video)
{
    struct at_video_reader *reader = video->readers;
    for (; reader; reader = reader->next)
        if (reader->woken)
            at_cancel_fire(reader->woken);
}

static void
trim(struct at_video *video)
{
    uint64_t needed = UINT64_MAX;
    struct at_video_reader *reader = video->readers;
    for (; reader; reader = reader->next)
        needed = reader->wanted < needed ? reader->wanted : needed;
    at_video_kept_trim(&video->kept, needed);
}

// Stream time continues while a source restarts, whose clock may start again.
static int64_t
stream_time(struct at_video *video, int64_t pts_us)
{
    if (!video->has_offset)
        video->offset_us = (at_now_ns() - video->began_ns) / 1000 - pts_us;
    video->has_offset = true;
    int64_t us = pts_us + video->offset_us;
    video->last_us = us > video->last_us ? us : video->last_us + 1;
    return video->last_us;
}

static bool
take_params(struct at_video *video, struct at_str data, struct at_err *err)
{
    struct at_h264_params params = video->params;
    bool found;
    if (!at_h264_params_take(&params, data, &found, err))
        return false;
    if (!found || at_h264_params_equal(&params, &video->params))
        return true;
    video->params = params;
    video->segment++;
    video->has_key = false;
    return true;
}

static void
publish(struct at_video *video, const struct at_video_packet *packet)
{
    struct at_buf head = AT_BUF_INIT(HEAD_MAX_BYTES);
    if (packet->key)
        at_h264_params_write(&video->params, &head);
    pthread_mutex_lock(&video->lock);
    at_video_kept_add(&video->kept, at_buf_str(&head), packet);
    trim(video);
    wake_readers(video);
    pthread_mutex_unlock(&video->lock);
    at_cancel_fire(video->task.decided);
    at_buf_deinit(&head);
}

static bool
take_packet(struct at_video *video, const struct at_video_encoded *encoded,
            struct at_err *err)
{
    struct at_str rest = encoded->data;
    struct at_str nal;
    struct at_video_packet packet = {.data = encoded->data};
    if (!at_h264_next(&rest, &nal))
        return at_fail(err, AT_EPROTO, "the stream is not H.264");
    if (!take_params(video, encoded->data, err))
        return false;
    packet.key = at_h264_is_key(encoded->data);
    video->has_key = video->has_key || packet.key;
    if (!at_h264_has_slice(encoded->data) || !video->has_key)
        return true;
    if (video->params.sps_len == 0 || video->params.pps_len == 0)
        return at_fail(err, AT_EPROTO, "a key frame without parameter sets");
    packet.pts_us = stream_time(video, encoded->pts_us);
    packet.segment = video->segment;
    packet.width_px = video->params.width_px;
    packet.height_px = video->params.height_px;
    at_h264_codec(&video->params, packet.codec);
    publish(video, &packet);
    return true;
}

static bool
start_source(struct at_video *video, const struct at_op *op, struct at_err *err)
{
    struct at_video_source *source = video->source;
    struct at_op begin = at_op_sub(op, at_now_ns(), START_MS);
    video->has_offset = false;
    video->has_key = false;
    return source->ops->start(&begin, source, err);
}

// Set the token that refresh() fires.
static struct at_cancel *
set_restart(struct at_video *video, struct at_cancel *token)
{
    pthread_mutex_lock(&video->lock);
    struct at_cancel *before = video->restart;
    video->restart = token;
    pthread_mutex_unlock(&video->lock);
    return before;
}

// Read until the source fails, or must be restarted: *out_again.
static void
read_source(struct at_video *video, bool *out_again, struct at_err *err)
{
    struct at_video_source *source = video->source;
    struct at_op start = {AT_NEVER_NS, video->task.stop};
    struct at_cancel *restart = at_cancel_new(video->task.stop, err);
    struct at_op op = {AT_NEVER_NS, restart};
    struct at_video_encoded encoded;
    bool ok = restart && start_source(video, &start, err);
    if (ok)
        set_restart(video, restart);
    while (ok)
        ok = source->ops->next(&op, source, &encoded, err) &&
             take_packet(video, &encoded, err);
    set_restart(video, NULL);
    *out_again = restart && at_cancel_fired(restart) &&
                 !at_cancel_fired(video->task.stop);
    source->ops->stop(source);
    at_cancel_free(restart);
}

static void
run(void *user)
{
    struct at_video *video = user;
    struct at_err err = AT_ERR_INIT;
    bool again = true;
    while (again) {
        err = (struct at_err)AT_ERR_INIT;
        read_source(video, &again, &err);
    }
    pthread_mutex_lock(&video->lock);
    video->ended = true;
    video->why = err;
    wake_readers(video);
    pthread_mutex_unlock(&video->lock);
}

static void
release(struct at_video *video)
{
    at_video_kept_deinit(&video->kept);
    at_task_deinit(&video->task);
    pthread_mutex_destroy(&video->lock);
    video->source->ops->free(video->source);
    free(video);
}

static bool
wait_first(const struct at_op *op, struct at_video *video, struct at_err *err)
{
    if (!at_task_wait_decided(op, &video->task, err))
        return false;
    pthread_mutex_lock(&video->lock);
    bool ok = !video->ended || at_err_pass(err, &video->why);
    pthread_mutex_unlock(&video->lock);
    return ok;
}

bool
at_video_start(const struct at_op *op, struct at_video_source *source,
               struct at_video **out, struct at_err *err)
{
    struct at_video *video = at_alloc(sizeof(*video));
    *out = NULL;
    video->source = source;
    video->began_ns = at_now_ns();
    video->last_us = -1;
    at_video_kept_init(&video->kept);
    pthread_mutex_init(&video->lock, NULL);
    if (!at_task_start(&video->task, "a stream", run, video, err)) {
        release(video);
        return false;
    }
    if (wait_first(op, video, err)) {
        *out = video;
        return true;
    }
    at_video_close(video);
    return false;
}

void
at_video_close(struct at_video *video)
{
    if (!video)
        return;
    at_assert(!video->readers);
    at_task_join(&video->task);
    release(video);
}

int64_t
at_video_began_ns(const struct at_video *video)
{
    return video->began_ns;
}

void
at_video_refresh(struct at_video *video)
{
    pthread_mutex_lock(&video->lock);
    if (video->restart)
        at_cancel_fire(video->restart);
    pthread_mutex_unlock(&video->lock);
}

struct at_video_reader *
at_video_reader_open(struct at_video *video)
{
    struct at_video_reader *reader = at_alloc(sizeof(*reader));
    reader->video = video;
    pthread_mutex_lock(&video->lock);
    reader->next = video->readers;
    video->readers = reader;
    reader->wanted = video->kept.key > 0 ? video->kept.key : video->kept.next;
    reader->skips = true;
    bool has_key = video->kept.key > 0;
    pthread_mutex_unlock(&video->lock);
    if (!has_key)
        at_video_refresh(video);
    return reader;
}

void
at_video_reader_close(struct at_video_reader *reader)
{
    if (!reader)
        return;
    struct at_video *video = reader->video;
    pthread_mutex_lock(&video->lock);
    struct at_video_reader **link = &video->readers;
    while (*link != reader)
        link = &(*link)->next;
    *link = reader->next;
    at_video_frame_unref(reader->frame);
    trim(video);
    pthread_mutex_unlock(&video->lock);
    free(reader);
}

// Find the next frame for a reader; NULL if it has not arrived yet.
static struct at_video_frame *
find_frame(struct at_video_reader *reader)
{
    struct at_video_kept *kept = &reader->video->kept;
    if (reader->wanted < at_video_kept_first(kept)) {
        reader->wanted = kept->key > 0 ? kept->key : kept->next;
        reader->skips = true;
        reader->has_skipped = true;
    }
    while (reader->wanted < kept->next) {
        struct at_video_frame *frame =
            at_video_kept_ref(kept, reader->wanted++);
        if (!reader->skips || at_video_frame_packet(frame)->key)
            return frame;
        at_video_frame_unref(frame);
    }
    return NULL;
}

// The caller holds the lock.
static bool
take_next(struct at_video_reader *reader, struct at_video_packet *out)
{
    at_video_frame_unref(reader->frame);
    reader->frame = find_frame(reader);
    trim(reader->video);
    if (!reader->frame)
        return false;
    *out = *at_video_frame_packet(reader->frame);
    out->skipped = reader->has_skipped;
    reader->skips = false;
    reader->has_skipped = false;
    return true;
}

static bool
wait_more(const struct at_op *op, struct at_video_reader *reader,
          struct at_err *err)
{
    pthread_mutex_t *lock = &reader->video->lock;
    reader->woken = at_cancel_new(NULL, err);
    if (!reader->woken)
        return false;
    pthread_mutex_unlock(lock);
    bool ok = at_op_wait_fd(op, at_cancel_fd(reader->woken), POLLIN, err);
    pthread_mutex_lock(lock);
    at_cancel_free(reader->woken);
    reader->woken = NULL;
    return ok;
}

bool
at_video_next(const struct at_op *op, struct at_video_reader *reader,
              struct at_video_packet *out, struct at_err *err)
{
    struct at_video *video = reader->video;
    bool ok = at_op_check(op, err);
    bool found = false;
    pthread_mutex_lock(&video->lock);
    while (ok && !(found = take_next(reader, out)))
        ok = video->ended ? at_err_pass(err, &video->why)
                          : wait_more(op, reader, err);
    pthread_mutex_unlock(&video->lock);
    return found;
}
