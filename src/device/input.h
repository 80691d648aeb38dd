// input.h: what goes into a device, and one step of input, quiet and tree
#ifndef AT_DEVICE_INPUT_H
#define AT_DEVICE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "screen/tree.h"

struct at_gesture; // device/gesture.h

struct at_swipe {
    struct at_point from;
    struct at_point to;
    int64_t duration_ms;
};

enum at_input_kind {
    AT_INPUT_TAP,
    AT_INPUT_DOUBLE_TAP,
    AT_INPUT_SWIPE, // one that stays where it is: a long press
    AT_INPUT_GESTURE,
    AT_INPUT_KEY,
    AT_INPUT_TEXT,     // at the cursor of what has the focus
    AT_INPUT_SET_TEXT, // in place of all that stands there
    AT_INPUT_KINDS,
};

struct at_input {
    enum at_input_kind kind;
    struct at_point at;         // TAP, DOUBLE_TAP
    int64_t interval_ms;        // DOUBLE_TAP
    struct at_swipe swipe;      // SWIPE
    struct at_gesture *gesture; // GESTURE; borrowed, kept on the screen
    struct at_str text;         // TEXT, SET_TEXT; KEY: its name. Borrowed
    unsigned repeat;            // KEY, 1 or more
};

// A reading of the screen and how it came about.
struct at_snapshot {
    struct at_tree *tree; // owned by the caller
    int64_t began_ns;     // when the device was asked
    int64_t took_ns;      // until the answer was complete
    int64_t quiet_ns;     // the reading itself has seen that long a quiet time
    bool settled;         // the device has told that the screen had settled
    const char *backend;  // "adb", "helper": a literal
    // The reading as it came from the device, where device->keep_source asks
    // for it, and what it is: "uiautomator", "helper", "axe" (a literal). Owned
    // by the caller (at_buf_deinit).
    struct at_buf source;
    const char *source_format;
};

enum { AT_STEP_INPUTS_MAX = 8 };

// Inputs, then a change, then quiet, then the tree.
struct at_device_step {
    const struct at_input *inputs; // borrowed
    size_t count;                  // 0 to AT_STEP_INPUTS_MAX
    int64_t quiet_ms;              // so long without an event is quiet
    int64_t timeout_ms;            // to wait for it
    int64_t change_ms; // so long, at most, wait for an event first, be it one
                       // that came after the device's last step
};

struct at_device_stepped {
    size_t done;          // inputs that were done
    struct at_err failed; // why the next was not; AT_OK: all were
    bool quiet;           // false: it was not in time
    int64_t waited_ns;    // for it
    char noise[200];      // what kept it from being quiet, "" where it was
    char toast[200];      // the newest that showed meanwhile, "" without
    struct at_snapshot snapshot; // tree NULL: none could be had
    struct at_err unread;        // … and why
};

#endif
