// step_screen.h: what a step changed on the screen, with refs
#ifndef AT_CLI_STEP_SCREEN_H
#define AT_CLI_STEP_SCREEN_H

#include "cli/invocation.h"

// The value of --show: how much of the screen an action prints.
enum at_show {
    AT_SHOW_DIFF,
    AT_SHOW_NONE,
    AT_SHOW_TREE,
};

extern const char *const at_show_names[]; // up to NULL
enum at_show at_show_of(const struct at_arguments *args);

// Prepare app for at_step_screen_leave(), before the step reads the screen.
void at_step_screen_prepare(struct at_app *app);
// Set data.diff: how the screen differs from the session's last snapshot, or
// the whole list without one; or data.tree, the whole list; or, to show
// nothing, neither. In each case the screen becomes the last snapshot, so that
// the refs of the text, and those it does not mention, are good for the next
// command. If that fails there is neither, and a warning. Returns whether it
// succeeded.
bool at_step_screen_leave(struct at_invocation *invocation, struct at_app *app,
                          enum at_show show);
// Print data.diff or data.tree; false if there is nothing in it.
bool at_step_screen_print(const json_t *data, struct at_buf *out);

#endif
