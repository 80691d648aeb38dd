// video_source.h: what gives a stream its packets; for kinds of devices
#ifndef AT_DEVICE_VIDEO_SOURCE_H
#define AT_DEVICE_VIDEO_SOURCE_H

#include "device/video.h"

struct at_video_source;

struct at_video_encoded {
    struct at_str data; // borrowed until the next call
    int64_t pts_us;     // by the source's clock; of no use for parameter sets
};

// One thread at a time uses a source.
struct at_video_source_ops {
    // Begin to encode, with a key frame; again after stop().
    bool (*start)(const struct at_op *op, struct at_video_source *source,
                  struct at_err *err);
    // Wait for the next packet, in Annex B. Parameter sets come before the
    // first key frame, in a packet of their own or with it, and again when the
    // size changes. A failure is the end: only stop() and free() follow.
    bool (*next)(const struct at_op *op, struct at_video_source *source,
                 struct at_video_encoded *out, struct at_err *err);
    // Leave nothing on the device. Without effect if it does not run.
    void (*stop)(struct at_video_source *source);
    void (*free)(struct at_video_source *source);
};

// Embedded as the first member of each kind of source.
struct at_video_source {
    const struct at_video_source_ops *ops;
};

// Read the source in a thread. Returns once the first frame is there. source is
// owned by the stream, and freed also on failure.
AT_CHECKED bool at_video_start(const struct at_op *op,
                               struct at_video_source *source,
                               struct at_video **out, struct at_err *err);

#endif
