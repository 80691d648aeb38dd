// cover.h: covers the elements of a picture that show a secret
#ifndef AT_MAESTRO_RUN_COVER_H
#define AT_MAESTRO_RUN_COVER_H

#include "maestro/run/runner.h"

// Cover the elements in a PNG of the screen. said_only: leave those alone whose
// text is a secret by the look of a variable's name only. A picture without any
// is not touched. Where the screen can't be read, the picture could show one:
// it becomes empty, and a note of the step says so. The same with false.
AT_CHECKED bool at_maestro_cover(struct at_maestro_call *call,
                                 const struct at_op *op, bool said_only,
                                 struct at_buf *png, struct at_err *err);

#endif
