// stream_work.c: the thread of one stream: opens the device's video, passes its
// packets on, looks after watchers
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "tester/view/streams_priv.h"

// Return true if a watcher was told to read, and does not.
static bool
is_stuck(const struct at_stream_watcher *watcher, int64_t now_ns)
{
    return !watcher->paused && !watcher->cut &&
           now_ns - watcher->said_ns > AT_HUB_STALL_MS * AT_NS_PER_MS;
}

// A sign of life shows to both ends that the other one is there.
static void
look_after(struct at_stream *stream)
{
    int64_t now_ns = at_now_ns();
    for (struct at_stream_watcher *watcher = stream->watchers; watcher;
         watcher = watcher->next) {
        bool silent = watcher->paused && now_ns - watcher->said_ns >
                                             AT_STREAM_ALIVE_MS * AT_NS_PER_MS;
        if (is_stuck(watcher, now_ns)) {
            watcher->cut = true;
            watcher->link.drop(watcher->link.user);
        } else if (silent) {
            at_stream_write(&watcher->pending, AT_STREAM_ALIVE, 0,
                            (struct at_str){0});
            watcher->paused = false;
            watcher->said_ns = now_ns;
            watcher->link.resume(watcher->link.user);
        }
    }
}

static bool
is_wanted(const struct at_stream *stream)
{
    return !stream->has_ended &&
           (stream->watchers ||
            at_now_ns() - stream->left_ns < AT_STREAM_LINGER_MS * AT_NS_PER_MS);
}

// Unlocks while it waits. Fails if no more packets will come.
static bool
pass_on(struct at_stream *stream, struct at_video *video,
        struct at_video_reader *reader, struct at_err *err)
{
    struct at_video_packet packet;
    const struct at_op always = {AT_NEVER_NS, stream->cancel};
    const struct at_op op = at_op_sub(&always, at_now_ns(), AT_STREAM_TICK_MS);
    pthread_mutex_unlock(&stream->streams->lock);
    bool ok = at_video_next(&op, reader, &packet, err);
    pthread_mutex_lock(&stream->streams->lock);
    if (ok && !stream->has_ended) {
        bool had_gap = stream->gap;
        at_stream_publish_locked(stream, &packet);
        if (stream->gap && !had_gap)
            at_video_refresh(video);
    }
    look_after(stream);
    return ok || err->code == AT_ETIMEOUT;
}

// Unlocks while it waits for the device.
static bool
open_video(struct at_stream *stream, struct at_video **video,
           struct at_video_reader **reader, struct at_err *err)
{
    static const struct at_video_opts opts = {.max_side_px = AT_STREAM_SIDE_PX,
                                              .max_fps = AT_STREAM_FPS};
    const struct at_op always = {AT_NEVER_NS, stream->cancel};
    const struct at_op op = at_op_sub(&always, at_now_ns(), AT_STREAM_OPEN_MS);
    pthread_mutex_unlock(&stream->streams->lock);
    bool ok =
        at_video_open(&op, stream->platform, stream->device, &opts, video, err);
    *reader = ok ? at_video_reader_open(*video) : NULL;
    pthread_mutex_lock(&stream->streams->lock);
    return *reader != NULL;
}

void *
at_stream_work(void *arg)
{
    struct at_stream *stream = arg;
    struct at_streams *streams = stream->streams;
    struct at_video *video = NULL;
    struct at_video_reader *reader = NULL;
    struct at_err err = AT_ERR_INIT;
    pthread_mutex_lock(&streams->lock);
    bool ok = open_video(stream, &video, &reader, &err);
    while (ok && is_wanted(stream))
        ok = pass_on(stream, video, reader, &err);
    at_stream_end_locked(stream, &err);
    pthread_mutex_unlock(&streams->lock);
    at_video_reader_close(reader);
    at_video_close(video);
    pthread_mutex_lock(&streams->lock);
    stream->is_over = true;
    pthread_mutex_unlock(&streams->lock);
    return NULL;
}
