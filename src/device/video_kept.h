// video_kept.h: the frames of a stream that readers may still need
//
// Frames are numbered from 1 and immutable; the latest key frame and all its
// successors are kept for new readers, within AT_VIDEO_KEPT_MAX_BYTES. Guarded
// by the caller's lock.
#ifndef AT_DEVICE_VIDEO_KEPT_H
#define AT_DEVICE_VIDEO_KEPT_H

#include "device/video.h"

struct at_video_frame; // a reference-counted frame

struct at_video_kept {
    struct at_video_frame **frames; // owned; in order
    size_t count;                   // number of frames
    size_t cap;
    size_t bytes;
    uint64_t next; // number of the next frame
    uint64_t key;  // number of the latest key frame; 0: not kept
};

void at_video_kept_init(struct at_video_kept *kept);
void at_video_kept_deinit(struct at_video_kept *kept);

// Append a copy of a frame: head, which may be empty, and packet's data.
void at_video_kept_add(struct at_video_kept *kept, struct at_str head,
                       const struct at_video_packet *packet);
// Drop the frames needed neither by a reader whose next frame is needed, nor by
// new readers. needed: UINT64_MAX without readers.
void at_video_kept_trim(struct at_video_kept *kept, uint64_t needed);

uint64_t at_video_kept_first(const struct at_video_kept *kept);
// Return the frame with that number, which must be kept; the caller unrefs it.
struct at_video_frame *at_video_kept_ref(struct at_video_kept *kept,
                                         uint64_t number);
// Requires the same lock. NULL is allowed.
void at_video_frame_unref(struct at_video_frame *frame);
const struct at_video_packet *at_video_frame_packet(
    const struct at_video_frame *frame);

#endif
