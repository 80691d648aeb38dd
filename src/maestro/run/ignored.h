// ignored.h: parts of a screenshot that do not count
#ifndef AT_MAESTRO_RUN_IGNORED_H
#define AT_MAESTRO_RUN_IGNORED_H

#include "maestro/picture/compare.h"
#include "maestro/run/runner.h"

// Find the elements of ignore: on the screen, in its pixels; a note says which
// ones are not there. out->parts is owned by the caller. Call it before the
// screenshot, and at_maestro_ignored_finish() for its picture.
AT_CHECKED bool at_maestro_ignored_look(struct at_maestro_call *call,
                                        struct at_maestro_ignored *out,
                                        struct at_err *err);
// Add the regions of the picture, which begins at origin on the screen.
AT_CHECKED bool at_maestro_ignored_finish(struct at_maestro_call *call,
                                          const struct at_image *picture,
                                          struct at_point origin,
                                          struct at_maestro_ignored *ignored,
                                          struct at_err *err);

#endif
