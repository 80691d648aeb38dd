// backend_report.h: lists the backends that served an app, for replies
#ifndef AT_FLOW_APP_BACKEND_REPORT_H
#define AT_FLOW_APP_BACKEND_REPORT_H

#include "base/argv.h"
#include "flow/app/app.h"

// Names of backends, all literals.
struct at_backends {
    const char *input; // backend of the input
    const char *tree;  // backend of the newest tree; "": the same
};

// input NULL: use the backend of the newest input.
struct at_backends at_backends_of(struct at_app *app, const char *input);

// Append the device's fallbacks since number *seen, and count them as seen.
void at_backends_list_fallbacks(struct at_app *app, size_t *seen,
                                struct at_argv *out);

#endif
