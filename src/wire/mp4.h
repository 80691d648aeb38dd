// mp4.h: H.264 as an MP4 file that is always valid
//
// ISO/IEC 14496-12 and -15: one video track, with times taken from the frames.
// A growing file is fragmented: each second is written with its own index, so a
// crash loses at most the last second. Finishing adds one index for everything
// and turns the fragments into the data of an ordinary file, in which players
// can seek.
//
// Pure: bytes to append to the file are added to a buffer, and the only change
// at its start is returned as a patch.
#ifndef AT_WIRE_MP4_H
#define AT_WIRE_MP4_H

#include "base/buf.h"
#include "base/err.h"
#include "wire/h264.h"

struct at_mp4_sample;
struct at_mp4_part;

struct at_mp4 {
    struct at_h264_params params;
    struct at_mp4_sample *samples; // owned
    size_t sample_count;
    size_t sample_cap;
    struct at_mp4_part *parts; // owned; fragments already written
    size_t part_count;
    size_t part_cap;
    uint64_t file_len; // bytes produced so far
    int64_t first_us;  // pts of the first and the latest sample
    int64_t last_us;
    int64_t part_us;    // pts at the start of the fragment
    struct at_buf data; // data of the unwritten fragment
    size_t data_first;  // index of its first sample
};

// Start a file for a stream with these parameter sets: append its head to out.
void at_mp4_init(struct at_mp4 *mp4, const struct at_h264_params *params,
                 struct at_buf *out);
void at_mp4_deinit(struct at_mp4 *mp4); // safe twice

// Add a frame in Annex B format. Appends to out the bytes that are due, often
// none. Parameter sets in the frame are dropped. Its pts must be later than the
// last one; the first frame must be a key frame. Fails with AT_ELIMIT, adding
// nothing, if the file is full (AT_VIDEO_FILE_MAX_BYTES).
AT_CHECKED bool at_mp4_add(struct at_mp4 *mp4, struct at_str packet,
                           int64_t pts_us, bool key, struct at_buf *out,
                           struct at_err *err);

enum { AT_MP4_PATCH_BYTES = 16 };

// Append the rest and the index; end_us is the end of the last frame. patch
// then replaces the bytes at *out_patch_at.
void at_mp4_finish(struct at_mp4 *mp4, int64_t end_us, struct at_buf *out,
                   char patch[AT_MP4_PATCH_BYTES], uint64_t *out_patch_at);

#endif
