// look.h: a fresh snapshot that becomes the session's last one
#ifndef AT_CLI_LOOK_H
#define AT_CLI_LOOK_H

#include <jansson.h>

#include "base/err.h"
#include "cli/call.h"
#include "screen/elements.h"

struct at_look {
    struct at_app *app; // borrowed; its newest tree is what was seen
    struct at_elements elements;
    json_t *snapshot; // owned; data.snapshot
};

// Open the device, read the screen, keep it as last_snapshot.json and its
// source as an artifact. What a reader should know beforehand (a dialog,
// another app, something that loads) is warned of. On failure out has what was
// there by then; at_look_deinit() in either case.
AT_CHECKED bool at_look(struct at_call *call, bool only_interactive,
                        struct at_look *out, struct at_err *err);
void at_look_deinit(struct at_look *look);

#endif
