#include "tester/view/source.h"

at_frame_source_open *const at_frame_sources[] = {at_motion_open, at_shots_open,
                                                  NULL};

void
at_frame_source_free(struct at_frame_source *source)
{
    if (source)
        source->ops->free(source);
}
