// input.h: inputs for a device, and a step of inputs, quiet and tree
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
    int64_t duration_ms; // duration of the movement
    int64_t press_ms;    // before moving, to grab; a device may prolong it
    int64_t rest_ms;     // before lifting, to prevent a fling; optional
};

enum at_input_kind {
    AT_INPUT_TAP,
    AT_INPUT_DOUBLE_TAP,
    AT_INPUT_SWIPE, // without movement it is a long press
    AT_INPUT_GESTURE,
    AT_INPUT_KEY,
    AT_INPUT_TEXT,     // at the cursor of the focused field
    AT_INPUT_SET_TEXT, // replaces the whole text; only within a step
    AT_INPUT_VALUE,    // the node's own action, no touch; only within a step
    AT_INPUT_KINDS,
};

struct at_input {
    enum at_input_kind kind;
    struct at_point at; // TAP, DOUBLE_TAP, VALUE
    // Except for KEY and GESTURE: the node where the touch starts, or the field
    // for the text, or NULL; and its tree. Borrowed. A device may look the node
    // up by its identity, touch its current position, and refuse to touch
    // anything else (enum at_refusal).
    const struct at_tree *tree;
    const struct at_node *node;
    bool force;                 // touch node even if other elements cover it
    int64_t interval_ms;        // DOUBLE_TAP: time between the taps
    struct at_swipe swipe;      // SWIPE
    struct at_gesture *gesture; // GESTURE; borrowed, clipped to the screen
    // TEXT, SET_TEXT; KEY: "KEYCODE_BACK", "BACK" or a number. Borrowed
    struct at_str text;
    // TEXT, SET_TEXT: the required content of the field afterwards, otherwise
    // no further input follows (AT_REFUSAL_TEXT); NULL: any. Only within a step
    // of a device that finds() it. Borrowed.
    const struct at_str *expected;
    unsigned repeat; // KEY: at least 1
    double value;    // VALUE: within node's range
};

// A reading of the screen.
struct at_snapshot {
    struct at_tree *tree; // owned by the caller
    int64_t began_ns;     // time of the request
    int64_t took_ns;      // duration until the answer was complete
    int64_t quiet_ns;     // quiet time of the screen during the reading
    bool settled;         // the device reported a settled screen
    const struct at_node *ticking; // node of tree, or NULL
    bool tells_events;             // has events (device/event.h)
    const char *backend;           // literal: "adb", "helper"
    // With device->keep_source: the reading as received, and its format:
    // "uiautomator", "helper", "axe" (a literal). Owned by the caller
    // (at_buf_deinit).
    struct at_buf source;
    const char *source_format;
    // With keep_source: what was added to the tree (in the format of
    // screen/overlay_json.h); may be empty. Owned by the caller.
    struct at_buf overlays;
};

enum { AT_STEP_INPUTS_MAX = 8 };

// Send the inputs, wait for a change and then for quiet, read the tree.
struct at_device_step {
    const struct at_input *inputs; // borrowed
    size_t count;                  // 0 to AT_STEP_INPUTS_MAX
    int64_t quiet_ms;              // quiet means no event for this time
    int64_t timeout_ms;            // limit of the wait for quiet
    int64_t change_ms;             // limit; an event after the last step counts
};

// Why a device did not touch the node of an input.
enum at_refusal {
    AT_REFUSAL_NONE,
    AT_REFUSAL_GONE,      // no node matches
    AT_REFUSAL_AMBIGUOUS, // several nodes match, none at its place
    AT_REFUSAL_COVERED,   // other elements take all its touches
    AT_REFUSAL_MOVING,    // it kept moving
    AT_REFUSAL_TEXT,      // the field does not hold `expected`
};

struct at_device_step_result {
    size_t done;             // number of inputs carried out
    struct at_err failed;    // why the next one failed; AT_OK: none did
    enum at_refusal refusal; // reason of failed, which is then AT_ENOTFOUND
    bool quiet;        // no event and an equal tree twice; false: timed out
    int64_t waited_ns; // time waited for quiet
    char noise[200];   // cause of the unrest; "" if it was quiet
    struct at_snapshot snapshot; // tree NULL: reading failed
    struct at_err unread;        // why reading failed
};

#endif
