// baseline.h: the picture that assertScreenshot compares with
#ifndef AT_MAESTRO_RUN_BASELINE_H
#define AT_MAESTRO_RUN_BASELINE_H

#include "maestro/run/runner.h"
#include "wire/image.h"

struct at_maestro_baseline {
    char *path;  // owned: where it is, or where an update puts it
    bool exists; // otherwise an update makes it
    bool ours;   // a screenshot of this run, which no update touches
};

// Find it: beside the flow, among this run's screenshots, in the current
// folder. A missing one fails, with Maestro's words, unless pictures are
// updated.
AT_CHECKED bool at_maestro_baseline_find(struct at_maestro_call *call,
                                         struct at_maestro_baseline *out,
                                         struct at_err *err);
AT_CHECKED bool at_maestro_baseline_read(const char *path, struct at_image *out,
                                         struct at_err *err);
// Write the picture in its place, and note that.
AT_CHECKED bool at_maestro_baseline_update(
    struct at_maestro_call *call, const struct at_maestro_baseline *baseline,
    const struct at_image *image, struct at_err *err);

#endif
