// step_screen.h: what a step changed on the screen, with refs
#ifndef AT_CLI_STEP_SCREEN_H
#define AT_CLI_STEP_SCREEN_H

#include "cli/invocation.h"

// Prepare app for at_step_screen_leave(), before the step reads the screen.
void at_step_screen_prepare(struct at_app *app);
// Set data.diff: how the screen differs from the session's last snapshot, or
// the whole list without one. The screen becomes the last snapshot, so that the
// refs of the text, and those it does not mention, are good for the next
// command. If that fails there is no diff, and a warning. Returns whether it is
// set.
bool at_step_screen_leave(struct at_invocation *invocation, struct at_app *app);
// Print data.diff; false if there is nothing in it.
bool at_step_screen_print(const json_t *data, struct at_buf *out);

#endif
