// keyboard.h: the keyboard that a touched field opens
//
// It may take more than a second to open, and then moves other elements. An
// earlier dump has the old places. Without a helper, wait for the keyboard
// before the screen is read, and before places of an older tree are used.
#ifndef AT_FLOW_WAIT_KEYBOARD_H
#define AT_FLOW_WAIT_KEYBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/op.h"

struct at_app;
struct at_input;

enum { AT_KEYBOARD_OPENS_MS = 2000 }; // maximum time after the touch

struct at_keyboard_opening {
    int64_t touched_ns; // touch on a field without keyboard; 0: none
    bool never; // the last one did not open in time, so none is expected
};

// Return true if the input, which has not been sent yet, touches a field and so
// may open the keyboard.
bool at_keyboard_may_open(struct at_app *app, const struct at_input *input);
// Note that a field was touched now.
void at_keyboard_note_touch(struct at_app *app);
// Set *out_shown to whether the keyboard is shown. If a field was touched, wait
// until the keyboard shows or is not expected any more. Returns false if the
// device does not report it, or op has ended.
bool at_keyboard_await(const struct at_op *op, struct at_app *app,
                       bool *out_shown);

#endif
