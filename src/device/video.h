// video.h: a device's screen as H.264, encoded by the device
//
// A stream has its own connection and thread, separate from those used by
// tests, and needs no lock of the device. It is not re-encoded: readers get
// what the device sends. Any number of readers, each in its own thread, can
// read one stream; a new reader starts with the latest key frame, which the
// stream keeps together with all following frames.
//
// The data of each key frame starts with the parameter sets (SPS, PPS), so
// decoders and files can start with any of them.
#ifndef AT_DEVICE_VIDEO_H
#define AT_DEVICE_VIDEO_H

#include "device/platform.h"

struct at_video;
struct at_video_reader;

struct at_video_opts {
    int32_t max_side_px; // limit of the longer side; 0: size of the screen
    int32_t max_fps;     // 0: unlimited
    int32_t bits_per_s;  // 0: 4 Mbit
};

struct at_video_packet {
    struct at_str data; // Annex B: NAL units with start codes
    int64_t pts_us;     // time since the stream was opened; strictly increasing
    bool key;
    bool skipped;     // the reader was too slow: frames before it are missing
    uint32_t segment; // starts at 1; changes with size or codec
    int32_t width_px;
    int32_t height_px;
    char codec[16]; // WebCodecs and MP4 name: "avc1.42c01f"
};

// Open the stream of the device with the id from list(). Returns after the
// first frame, so this call reports every reason for failure: AT_EUNSUPPORTED
// if the device or this machine has no such source. The caller owns *out.
AT_CHECKED bool at_video_open(const struct at_op *op,
                              const struct at_platform *platform,
                              const char *id, const struct at_video_opts *opts,
                              struct at_video **out, struct at_err *err);
// End the stream and leave nothing on the device. Its readers must be closed.
// NULL is allowed.
void at_video_close(struct at_video *video);

// Return the sys/clock.h time of the stream's start (pts_us 0).
int64_t at_video_began_ns(const struct at_video *video);

// Request a key frame from any thread by restarting the source, which takes
// about a second. Requests in the meantime do nothing.
void at_video_refresh(struct at_video *video);

// Open a reader at the latest key frame. The caller closes it.
struct at_video_reader *at_video_reader_open(struct at_video *video);
void at_video_reader_close(struct at_video_reader *reader); // NULL is allowed

// Wait for the next frame, which is borrowed until the reader's next call. A
// static screen may yield none. AT_ETIMEOUT or AT_ECANCELED if op ends first:
// the reader stays usable. Any other error is the end of the stream and is
// repeated by later calls.
AT_CHECKED bool at_video_next(const struct at_op *op,
                              struct at_video_reader *reader,
                              struct at_video_packet *out, struct at_err *err);

#endif
