// h264_none.c: a build without openh264
#include "virtual-android/render/h264.h"

bool
vd_h264_new(const struct vd_h264_opts *opts, struct vd_h264 **out,
            struct at_err *err)
{
    (void)opts;
    *out = NULL;
    return at_fail(err, AT_EUNSUPPORTED,
                   "virtual-android was built without openh264");
}

void
vd_h264_free(struct vd_h264 *encoder)
{
    (void)encoder;
}

bool
vd_h264_encode(struct vd_h264 *encoder, const unsigned char *pixels, int64_t ms,
               bool wants_key, struct vd_h264_frame *out)
{
    (void)encoder, (void)pixels, (void)ms, (void)wants_key, (void)out;
    return false;
}
