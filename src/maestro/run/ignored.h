// ignored.h: parts of a screenshot that do not count
#ifndef AT_MAESTRO_RUN_IGNORED_H
#define AT_MAESTRO_RUN_IGNORED_H

#include "maestro/picture/compare.h"
#include "maestro/run/runner.h"

// The place of a picture within the screenshot that it was cut out of.
struct at_maestro_cut {
    size_t screen_width_px;
    size_t screen_height_px;
    int64_t left;
    int64_t top;
};

// Find the elements of ignore: on the screen; a note says which ones are not
// there. out->parts is owned by the caller. Call it before the
// screenshot, and at_maestro_ignored_finish() for its picture.
AT_CHECKED bool at_maestro_ignored_look(struct at_maestro_call *call,
                                        struct at_maestro_ignored *out,
                                        struct at_err *err);
// Move the elements to where the picture has them, and add its regions.
AT_CHECKED bool at_maestro_ignored_finish(struct at_maestro_call *call,
                                          const struct at_image *picture,
                                          const struct at_maestro_cut *cut,
                                          struct at_maestro_ignored *ignored,
                                          struct at_err *err);

#endif
