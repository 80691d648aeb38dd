// keyboard.h: the keyboard that a touched field opens
//
// It may take more than a second to open, and then moves what the screen shows.
// A dump that was read before says where things were, so without a helper it is
// waited for before the screen is read, and before an older tree's places are
// used.
#ifndef AT_FLOW_WAIT_KEYBOARD_H
#define AT_FLOW_WAIT_KEYBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/op.h"

struct at_app;
struct at_input;

enum { AT_KEYBOARD_OPENS_MS = 2000 }; // after the touch, at the latest

struct at_keyboard_opening {
    int64_t touched_ns; // a field was, while no keyboard showed; 0: none was
    bool never;         // the last one did not open in time: none will
};

// The input is about to be sent: does it touch a field, so that the keyboard
// may open?
bool at_keyboard_may_open(struct at_app *app, const struct at_input *input);
// A field was touched now.
void at_keyboard_note_touch(struct at_app *app);
// Is the keyboard shown? If a field was touched, wait until it is, or will not
// be. False if the device does not say, or op has ended.
bool at_keyboard_await(const struct at_op *op, struct at_app *app,
                       bool *out_shown);

#endif
