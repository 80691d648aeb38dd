// video.c: a device's screen as H.264, see video.h
#include "device/video.h"

bool
at_video_open(const struct at_op *op, const struct at_platform *platform,
              const char *id, const struct at_video_opts *opts,
              struct at_video **out, struct at_err *err)
{
    *out = NULL;
    if (!platform->video)
        return at_fail(err, AT_EUNSUPPORTED,
                       "%s: the screen of this kind of device cannot be "
                       "streamed",
                       id);
    return platform->video(op, id, opts, out, err);
}
