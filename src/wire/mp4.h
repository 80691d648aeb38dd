// mp4.h: H.264 as an MP4 file that is whole at any moment
//
// ISO/IEC 14496-12 and -15: one video track, its times from the frames. While
// it grows the file is a fragmented one: each second is written with its own
// index, so that a program that dies loses the second it had not written. At
// the end one index of everything follows, and what came before becomes the
// data of an ordinary file, which players can seek in at once.
//
// Pure: bytes for the end of the file are appended to a buffer, and the one
// change at its beginning is a patch.
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
    struct at_mp4_part *parts; // owned; the parts that were written
    size_t part_count;
    size_t part_cap;
    uint64_t file_len; // bytes handed out so far
    int64_t first_us;  // pts of the first and of the newest sample
    int64_t last_us;
    int64_t part_us;    // pts where the part began
    struct at_buf data; // of the part that is not written yet
    size_t data_first;  // its first sample
};

// Begin a file for a stream with these parameter sets: append its head to out.
void at_mp4_init(struct at_mp4 *mp4, const struct at_h264_params *params,
                 struct at_buf *out);
void at_mp4_deinit(struct at_mp4 *mp4); // safe twice

// Add a frame, Annex B. Appends what is to be written now to out, often
// nothing. The parameter sets in it are left out. Its pts is later than the one
// before; the first frame is a key frame. AT_ELIMIT, with nothing added: the
// file is full (AT_VIDEO_FILE_MAX_BYTES).
AT_CHECKED bool at_mp4_add(struct at_mp4 *mp4, struct at_str packet,
                           int64_t pts_us, bool key, struct at_buf *out,
                           struct at_err *err);

enum { AT_MP4_PATCH_BYTES = 16 };

// Append the rest and the index: the last frame was to be seen until end_us.
// patch then replaces the bytes at *out_patch_at.
void at_mp4_finish(struct at_mp4 *mp4, int64_t end_us, struct at_buf *out,
                   char patch[AT_MP4_PATCH_BYTES], uint64_t *out_patch_at);

#endif
