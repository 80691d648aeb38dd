// h264.h: pictures as an H.264 stream in Annex B
//
// The encoder is openh264, which a build may lack (h264_none.c).
#ifndef VIRTUAL_ANDROID_RENDER_H264_H
#define VIRTUAL_ANDROID_RENDER_H264_H

#include "base/buf.h"
#include "base/err.h"

struct vd_h264;

struct vd_h264_opts {
    int32_t width_px; // even, as the height
    int32_t height_px;
    int32_t bit_rate; // bits a second
};

// AT_EUNSUPPORTED without an encoder.
AT_CHECKED bool vd_h264_new(const struct vd_h264_opts *opts,
                            struct vd_h264 **out, struct at_err *err);
void vd_h264_free(struct vd_h264 *encoder); // NULL is allowed

struct vd_h264_frame {
    struct at_buf config; // SPS and PPS; empty where they have not changed
    struct at_buf data;   // the picture's slices
    bool key;
};

// pixels: width * height * 4 bytes, RGBA; wants_key asks for a key frame, which
// the first one is. The caller has initialised the frame's buffers, and clears
// them.
AT_CHECKED bool vd_h264_encode(struct vd_h264 *encoder,
                               const unsigned char *pixels, int64_t ms,
                               bool wants_key, struct vd_h264_frame *out);

#endif
