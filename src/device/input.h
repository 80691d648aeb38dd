// input.h: an input of a device, and a step of inputs, quiet and tree
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
    int64_t duration_ms; // of the way
    int64_t press_ms;    // before the finger moves, so that it drags what it
                         // holds; a device may hold as long as it likes
    int64_t rest_ms;     // before the finger lifts, so that nothing flings; a
                         // device that cannot do that lifts it at once
};

enum at_input_kind {
    AT_INPUT_TAP,
    AT_INPUT_DOUBLE_TAP,
    AT_INPUT_SWIPE, // one that stays in place is a long press
    AT_INPUT_GESTURE,
    AT_INPUT_KEY,
    AT_INPUT_TEXT,     // at the cursor of what is focused
    AT_INPUT_SET_TEXT, // instead of all that is there; only within a step
    AT_INPUT_VALUE,    // node's own action, no touch; only within a step
    AT_INPUT_KINDS,
};

struct at_input {
    enum at_input_kind kind;
    struct at_point at; // TAP, DOUBLE_TAP, VALUE
    // Not KEY, not GESTURE: the node that the touch begins on, or the field
    // that the text is for, or NULL; and its tree. Borrowed. A device may find
    // it by what identifies it, touch it where it is then, and refuse to touch
    // anything else (enum at_refusal).
    const struct at_tree *tree;
    const struct at_node *node;
    bool force; // of a touch of node: elements that lie over it do not matter
    int64_t interval_ms;        // DOUBLE_TAP: between the two
    struct at_swipe swipe;      // SWIPE
    struct at_gesture *gesture; // GESTURE; borrowed, kept on the screen
    // TEXT, SET_TEXT; KEY: "KEYCODE_BACK", "BACK" or a number. Borrowed
    struct at_str text;
    // TEXT, SET_TEXT: the field must hold it exactly afterwards, or no further
    // input follows (AT_REFUSAL_TEXT); NULL: whatever. Only within a step of a
    // device that finds() it. Borrowed.
    const struct at_str *expected;
    unsigned repeat; // KEY: 1 or more
    double value;    // VALUE: in the range that node tells
};

// A reading of the screen.
struct at_snapshot {
    struct at_tree *tree; // owned by the caller
    int64_t began_ns;     // when the device was asked
    int64_t took_ns;      // until the answer was complete
    int64_t quiet_ns;     // how long the screen was quiet during the reading
    bool settled;         // the device reported that the screen is settled
    const struct at_node *ticking; // of tree: what the device saw tick, or NULL
    bool tells_events;             // since the reading before (device/event.h)
    const char *backend;           // "adb", "helper": a literal
    // The reading as received, if device->keep_source is set, and its format:
    // "uiautomator", "helper", "axe" (a literal). Owned by the caller
    // (at_buf_deinit).
    struct at_buf source;
    const char *source_format;
    // With keep_source, what was put into the tree besides (a text of
    // screen/overlay_json.h); empty: nothing was. Owned by the caller.
    struct at_buf overlays;
};

enum { AT_STEP_INPUTS_MAX = 8 };

// Send the inputs, wait for a change and for quiet, read the tree.
struct at_device_step {
    const struct at_input *inputs; // borrowed
    size_t count;                  // 0 to AT_STEP_INPUTS_MAX
    int64_t quiet_ms;              // this long without an event is quiet
    int64_t timeout_ms;            // to wait for quiet
    int64_t change_ms; // at most, to wait for an event first; one after the
                       // device's last step counts
};

// Why a device that looked for an input's node did not touch anything.
enum at_refusal {
    AT_REFUSAL_NONE,
    AT_REFUSAL_GONE,      // nothing there is the node
    AT_REFUSAL_AMBIGUOUS, // several are like it, none at its place
    AT_REFUSAL_COVERED,   // something else takes every touch of it
    AT_REFUSAL_MOVING,    // it did not stand still in time
    AT_REFUSAL_TEXT,      // it was done, but the field does not hold `expected`
};

struct at_device_step_result {
    size_t done;             // number of inputs carried out
    struct at_err failed;    // why the next failed; AT_OK: none did
    enum at_refusal refusal; // of failed, which is AT_ENOTFOUND then
    bool quiet;        // no event, and the same tree twice; false: not in time
    int64_t waited_ns; // for quiet
    char noise[200];   // what made it unquiet; "" if it was quiet
    struct at_snapshot snapshot; // tree NULL: it could not be read
    struct at_err unread;        // why it could not be read
};

#endif
