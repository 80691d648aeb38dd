// video_source.h: the source of a stream's packets; implemented by devices
#ifndef AT_DEVICE_VIDEO_SOURCE_H
#define AT_DEVICE_VIDEO_SOURCE_H

#include "device/video.h"

struct at_video_source;

struct at_video_encoded {
    struct at_str data; // borrowed until the next call
    int64_t pts_us;     // source's clock; unused for parameter sets
};

// A source is used by one thread at a time.
struct at_video_source_ops {
    // Start to encode, with a key frame; also after stop().
    bool (*start)(const struct at_op *op, struct at_video_source *source,
                  struct at_err *err);
    // Wait for the next packet, in Annex B. Parameter sets come before the
    // first key frame, in a separate packet or with it, and again when the size
    // changes. A failure is final: only stop() and free() may follow.
    bool (*next)(const struct at_op *op, struct at_video_source *source,
                 struct at_video_encoded *out, struct at_err *err);
    // Stop and leave nothing on the device. Does nothing if it is not running.
    void (*stop)(struct at_video_source *source);
    void (*free)(struct at_video_source *source);
};

// The first member of each kind of source.
struct at_video_source {
    const struct at_video_source_ops *ops;
};

// Read the source in a thread. Returns after the first frame. The stream owns
// source, and frees it even on failure.
AT_CHECKED bool at_video_start(const struct at_op *op,
                               struct at_video_source *source,
                               struct at_video **out, struct at_err *err);

#endif
