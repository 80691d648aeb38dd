#include "tester/view/source.h"

at_frame_source_open *const at_frame_sources[] = {at_shots_open, NULL};

bool
at_frame_source_start(const struct at_op *op,
                      const struct at_platform *platform, const char *device,
                      struct at_frame_source **out, struct at_err *err)
{
    *out = NULL;
    for (size_t i = 0; at_frame_sources[i] && !*out; i++) {
        if (!at_frame_sources[i](op, platform, device, out, err))
            *out = NULL;
    }
    return *out != NULL;
}

void
at_frame_source_free(struct at_frame_source *source)
{
    if (source)
        source->ops->free(source);
}
