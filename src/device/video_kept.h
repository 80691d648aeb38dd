// video_kept.h: the frames of a stream that its readers may still want
//
// Frames are numbered from 1 and never change; the newest key frame and all
// that followed it are kept for readers that come later, as far as
// AT_VIDEO_KEPT_MAX_BYTES allows. The caller's lock guards it.
#ifndef AT_DEVICE_VIDEO_KEPT_H
#define AT_DEVICE_VIDEO_KEPT_H

#include "device/video.h"

struct at_video_frame; // a frame that several may hold

struct at_video_kept {
    struct at_video_frame **frames; // owned; a ring would save no copy that
    size_t count;                   // counts: they are pointers
    size_t cap;
    size_t bytes;
    uint64_t next; // the number of the next frame
    uint64_t key;  // of the newest key frame; 0: it is not kept
};

void at_video_kept_init(struct at_video_kept *kept);
void at_video_kept_deinit(struct at_video_kept *kept);

// Copy a frame to the end: head, which may be empty, and packet's data.
void at_video_kept_add(struct at_video_kept *kept, struct at_str head,
                       const struct at_video_packet *packet);
// Let go of the frames that neither a reader whose next frame is needed, nor
// one that comes later, can want. needed: UINT64_MAX if there is no reader.
void at_video_kept_trim(struct at_video_kept *kept, uint64_t needed);

uint64_t at_video_kept_first(const struct at_video_kept *kept);
// The frame of that number, which is kept; the caller unrefs it.
struct at_video_frame *at_video_kept_ref(struct at_video_kept *kept,
                                         uint64_t number);
// Under the same lock. NULL is allowed.
void at_video_frame_unref(struct at_video_frame *frame);
const struct at_video_packet *at_video_frame_packet(
    const struct at_video_frame *frame);

#endif
