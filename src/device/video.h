// video.h: a device's screen as H.264, encoded by the device
//
// A stream is a connection of its own beside the one that tests use, with its
// own thread, and needs no lock of the device. It is never encoded again here:
// what the device sends is what its readers get. Any number of readers, each in
// a thread of its own, read one stream; a reader that comes late begins with
// the newest key frame, which the stream keeps with all that followed it.
//
// Every key frame's data begins with the parameter sets (SPS, PPS), so that a
// decoder or a file can begin with any of them.
#ifndef AT_DEVICE_VIDEO_H
#define AT_DEVICE_VIDEO_H

#include "device/platform.h"

struct at_video;
struct at_video_reader;

struct at_video_opts {
    int32_t max_side_px; // of the longer side; 0: as large as the screen
    int32_t max_fps;     // 0: as many as the device gives
    int32_t bits_per_s;  // 0: 4 Mbit
};

// One frame.
struct at_video_packet {
    struct at_str data; // Annex B: NAL units, each behind a start code
    int64_t pts_us;     // since the stream was opened; always grows
    bool key;
    bool skipped;     // the reader was too slow: frames are missing before it
    uint32_t segment; // from 1; another one has another size or codec
    int32_t width_px;
    int32_t height_px;
    char codec[16]; // as WebCodecs and MP4 name it: "avc1.42c01f"
};

// Open the stream of the device that list() calls id. Returns once the first
// frame is there, so that every reason why there can be none is in this call's
// error: AT_EUNSUPPORTED if the device or this machine has no such source.
// The caller owns *out.
AT_CHECKED bool at_video_open(const struct at_op *op,
                              const struct at_platform *platform,
                              const char *id, const struct at_video_opts *opts,
                              struct at_video **out, struct at_err *err);
// End the stream, which leaves nothing on the device. Its readers were closed
// before. NULL is allowed.
void at_video_close(struct at_video *video);

// Return the time of the stream's beginning, pts_us 0, on sys/clock.h.
int64_t at_video_began_ns(const struct at_video *video);

// Ask for a key frame soon, from any thread: the source is started again, which
// takes it about a second. Asking again meanwhile does nothing.
void at_video_refresh(struct at_video *video);

// Begin to read, at the newest key frame. The caller closes it.
struct at_video_reader *at_video_reader_open(struct at_video *video);
void at_video_reader_close(struct at_video_reader *reader); // NULL is allowed

// Wait for the next frame, which is borrowed until the reader's next call. A
// screen on which nothing changes may give none. AT_ETIMEOUT or AT_ECANCELED if
// op ends first: the reader stays usable. Any other error is the stream's end,
// the same for every later call.
AT_CHECKED bool at_video_next(const struct at_op *op,
                              struct at_video_reader *reader,
                              struct at_video_packet *out, struct at_err *err);

#endif
