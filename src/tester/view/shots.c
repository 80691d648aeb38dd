// shots.c: pictures by one screenshot after the other
#include <stdlib.h>

#include "base/alloc.h"
#include "tester/view/source.h"

struct shots {
    struct at_frame_source base;
    struct at_device *device; // owned
};

static bool
next(const struct at_op *op, struct at_frame_source *source, int64_t wait_ms,
     struct at_buf *out, struct at_err *err)
{
    (void)wait_ms;
    struct shots *shots = (struct shots *)source;
    return at_device_screenshot(op, shots->device, out, err);
}

static void
shots_free(struct at_frame_source *source)
{
    struct shots *shots = (struct shots *)source;
    at_device_free(shots->device);
    free(shots);
}

static const struct at_frame_source_ops ops = {
    .next = next,
    .free = shots_free,
    .polls = true,
};

bool
at_shots_open(const struct at_op *op, const struct at_platform *platform,
              const char *device, struct at_frame_source **out,
              struct at_err *err)
{
    const struct at_platform_call call = {op, NULL};
    struct at_device *opened = NULL;
    if (!platform->open(&call, device, &opened, err))
        return false;
    // The device's own programs take the picture: another process may have the
    // helper.
    if (AT_DEVICE_OFFERS(opened, use_backend) &&
        !at_device_use_backend(op, opened, AT_STR("adb"), err)) {
        at_device_free(opened);
        return false;
    }
    struct shots *shots = at_alloc(sizeof(*shots));
    shots->base.ops = &ops;
    shots->device = opened;
    *out = &shots->base;
    return true;
}
