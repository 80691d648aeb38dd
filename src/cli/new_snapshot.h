// new_snapshot.h: a fresh snapshot that becomes the session's last one
#ifndef AT_CLI_NEW_SNAPSHOT_H
#define AT_CLI_NEW_SNAPSHOT_H

#include <jansson.h>

#include "base/err.h"
#include "cli/invocation.h"
#include "screen/elements.h"

struct at_new_snapshot {
    struct at_app *app; // borrowed; has the tree
    struct at_elements elements;
    json_t *snapshot; // owned; data.snapshot
};

// Open the device, read the screen, keep it as last_snapshot.json and its
// source as an artifact. Warn of a dialog, of another app in front and of
// loading. On failure out has what was read before; call
// at_new_snapshot_deinit() in either case.
AT_CHECKED bool at_new_snapshot_take(struct at_invocation *invocation,
                                     bool only_interactive,
                                     struct at_new_snapshot *out,
                                     struct at_err *err);
// The same of the whole screen, but with the numbers of the last snapshot, as
// after an action: elements that stayed keep their refs, others get new ones.
AT_CHECKED bool at_new_snapshot_continue(struct at_invocation *invocation,
                                         struct at_new_snapshot *out,
                                         struct at_err *err);
void at_new_snapshot_deinit(struct at_new_snapshot *fresh);

#endif
