// effect.h: what an action did, and what stood in its way
#ifndef AT_FLOW_EFFECT_H
#define AT_FLOW_EFFECT_H

#include <jansson.h>

#include "screen/detect.h"

enum at_blocker_kind {
    AT_BLOCKER_NONE,
    AT_BLOCKER_DIALOG, // of the system
    AT_BLOCKER_KEYBOARD,
    AT_BLOCKER_WINDOW, // another app, or another window over the target
};

struct at_blocker {
    enum at_blocker_kind kind;
    enum at_dialog_kind dialog;
    char package[128]; // of the dialog or window
    char title[200];   // of the dialog
};

void at_blocker_set_dialog(struct at_blocker *blocker,
                           const struct at_dialog *dialog);
void at_blocker_set_window(struct at_blocker *blocker, struct at_str package);

enum at_keyboard {
    AT_KEYBOARD_UNKNOWN,
    AT_KEYBOARD_HIDDEN,
    AT_KEYBOARD_SHOWN,
};

struct at_trace_step;

// Add "effect" and, with it, "blockedBy" and "keyboard" to a step's result;
// nothing where it is unknown.
void at_effect_write(const struct at_trace_step *step, json_t *result);

// Is it a row that does something to the app, rather than look at it?
struct at_step_row;
bool at_effect_is_action(const struct at_step_row *row);

#endif
