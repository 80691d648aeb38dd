// motion.c: pictures as the screen changes, from what the device's user has
// there: our helper tells when there is another one
#include <stdlib.h>

#include "base/alloc.h"
#include "device/pictures.h"
#include "tester/view/source.h"

struct motion {
    struct at_frame_source base;
    struct at_pictures *pictures; // owned
};

static bool
next(const struct at_op *op, struct at_frame_source *source, int64_t wait_ms,
     struct at_buf *out, struct at_err *err)
{
    struct motion *motion = (struct motion *)source;
    return motion->pictures->ops->next(op, motion->pictures, wait_ms, out, err);
}

static void
motion_free(struct at_frame_source *source)
{
    struct motion *motion = (struct motion *)source;
    motion->pictures->ops->free(motion->pictures);
    free(motion);
}

static const struct at_frame_source_ops ops = {
    .next = next,
    .free = motion_free,
};

bool
at_motion_open(const struct at_op *op, const struct at_platform *platform,
               const char *device, struct at_frame_source **out,
               struct at_err *err)
{
    struct at_pictures *pictures;
    if (!platform->pictures)
        return at_fail(err, AT_EUNSUPPORTED, "%s tells no changes",
                       platform->name);
    if (!platform->pictures(op, device, &pictures, err))
        return false;
    struct motion *motion = at_alloc(sizeof(*motion));
    motion->base.ops = &ops;
    motion->pictures = pictures;
    *out = &motion->base;
    return true;
}
