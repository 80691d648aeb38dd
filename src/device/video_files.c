// video_files.c: writes a stream to MP4 files
#include "device/video_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "wire/mp4.h"

struct writing {
    const struct at_video *video;
    const char *folder;
    struct at_recorded *files;
    int fd; // descriptor of the open file; -1: none
    struct at_mp4 mp4;
    struct at_buf out;
    uint32_t segment;
};

static bool
flush(struct writing *w, struct at_err *err)
{
    bool ok = !w->out.overflow ||
              at_fail(err, AT_ELIMIT, "a part of the video is too large");
    ok = ok && at_file_write_open(w->fd, at_buf_str(&w->out), err);
    at_buf_clear(&w->out);
    return ok;
}

static int64_t
stream_us(const struct at_video *video)
{
    return (at_now_ns() - at_video_began_ns(video)) / 1000;
}

static int64_t
wall_ms(const struct at_video *video, int64_t pts_us)
{
    return at_wall_now_ms() - (stream_us(video) - pts_us) / 1000;
}

static bool
open_file(struct writing *w, const struct at_video_packet *packet,
          struct at_err *err)
{
    struct at_h264_params params = {.width_px = 0};
    char name[32];
    bool found;
    if (w->files->names.count == AT_VIDEO_FILES_MAX)
        return at_fail(err, AT_ELIMIT, "a recording has at most %zu files",
                       AT_VIDEO_FILES_MAX);
    if (!at_h264_params_take(&params, packet->data, &found, err))
        return false;
    snprintf(name, sizeof(name), "chunk-%03zu.mp4", w->files->names.count + 1);
    char *path = at_strfmt("%s/%s", w->folder, name);
    w->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
                 S_IRUSR | S_IWUSR);
    if (w->fd < 0)
        at_fail_sys(err, AT_EIO, errno, "cannot make '%s'", path);
    free(path);
    if (w->fd < 0)
        return false;
    at_recorded_add(w->files, name, wall_ms(w->video, packet->pts_us));
    at_mp4_init(&w->mp4, &params, &w->out);
    w->segment = packet->segment;
    return true;
}

static bool
write_end(struct writing *w, int64_t end_us, struct at_err *err)
{
    char patch[AT_MP4_PATCH_BYTES];
    uint64_t at;
    at_mp4_finish(&w->mp4, end_us, &w->out, patch, &at);
    if (!flush(w, err))
        return false;
    return pwrite(w->fd, patch, sizeof(patch), (off_t)at) ==
               (ssize_t)sizeof(patch) ||
           at_fail_sys(err, AT_EIO, errno, "cannot complete a video");
}

// Close the file, if one is open. The last frame lasts until end_us.
static bool
close_file(struct writing *w, int64_t end_us, struct at_err *err)
{
    if (w->fd < 0)
        return true;
    bool ok = write_end(w, end_us, err);
    if (close(w->fd) != 0 && ok)
        ok = at_fail_sys(err, AT_EIO, errno, "cannot complete a video");
    w->fd = -1;
    at_mp4_deinit(&w->mp4);
    return ok;
}

static bool
add(struct writing *w, const struct at_video_packet *packet, struct at_err *err)
{
    return at_mp4_add(&w->mp4, packet->data, packet->pts_us, packet->key,
                      &w->out, err) &&
           flush(w, err);
}

// Start a new file for a frame that does not fit or, if decoding cannot start
// there, wait for one where it can.
static bool
take(struct writing *w, struct at_video *video,
     const struct at_video_packet *packet, struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    bool turned = w->fd >= 0 && packet->segment != w->segment;
    if (turned && !close_file(w, packet->pts_us, err))
        return false;
    if (w->fd < 0 && !packet->key)
        return true;
    if (w->fd < 0 && !open_file(w, packet, err))
        return false;
    if (add(w, packet, &why))
        return true;
    if (why.code != AT_ELIMIT)
        return at_err_pass(err, &why);
    if (!close_file(w, packet->pts_us, err))
        return false;
    if (!packet->key)
        at_video_refresh(video);
    return !packet->key || (open_file(w, packet, err) && add(w, packet, err));
}

bool
at_video_write_files(const struct at_op *op, struct at_video *video,
                     const char *folder, struct at_recorded *files,
                     struct at_err *err)
{
    struct writing w = {
        .video = video,
        .folder = folder,
        .files = files,
        .fd = -1,
        .out = AT_BUF_INIT(AT_VIDEO_OUT_MAX_BYTES),
    };
    struct at_video_reader *reader = at_video_reader_open(video);
    struct at_video_packet packet;
    struct at_err why = AT_ERR_INIT;
    bool ok = true;
    while (ok)
        ok = at_video_next(op, reader, &packet, &why) &&
             take(&w, video, &packet, &why);
    at_video_reader_close(reader);
    struct at_err unclosed = AT_ERR_INIT;
    ok = close_file(&w, stream_us(video), &unclosed);
    at_buf_deinit(&w.out);
    if (why.code != AT_ECANCELED)
        return at_err_pass(err, &why);
    return ok || at_err_pass(err, &unclosed);
}
