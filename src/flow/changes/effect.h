// effect.h: the effect of an action, and what has blocked it
#ifndef AT_FLOW_CHANGES_EFFECT_H
#define AT_FLOW_CHANGES_EFFECT_H

#include "screen/detect.h"

enum at_step_effect {
    AT_STEP_EFFECT_UNKNOWN, // the screens could not be compared, or the step is
                            // not an action
    AT_STEP_EFFECT_CHANGED,
    AT_STEP_EFFECT_NONE,    // no observable effect
    AT_STEP_EFFECT_ALREADY, // none, because the target was selected before
    AT_STEP_EFFECT_BLOCKED,
    AT_STEP_EFFECT_APP_GONE, // the app crashed, or the launcher is in front
};

enum at_blocker_kind {
    AT_BLOCKER_NONE,
    AT_BLOCKER_DIALOG, // a system dialog
    AT_BLOCKER_KEYBOARD,
    AT_BLOCKER_WINDOW, // another app, or another window over the target
};

struct at_blocker {
    enum at_blocker_kind kind;
    enum at_dialog_kind dialog;
    char package[128]; // package of the dialog or window
    char title[200];   // title of the dialog
};

void at_blocker_set_dialog(struct at_blocker *blocker,
                           const struct at_dialog *dialog);
void at_blocker_set_window(struct at_blocker *blocker, struct at_str package);

enum at_keyboard {
    AT_KEYBOARD_UNKNOWN,
    AT_KEYBOARD_HIDDEN,
    AT_KEYBOARD_SHOWN,
};

enum at_keyboard_move {
    AT_KEYBOARD_STAYED, // also if unknown
    AT_KEYBOARD_OPENED,
    AT_KEYBOARD_CLOSED,
};

struct at_step_call;

// The known facts about a step that has run.
struct at_step_outcome {
    const struct at_step_call *call;
    bool crashed; // the app crashed during this step
    enum at_keyboard keyboard_before;
    enum at_keyboard keyboard_after;
    const struct at_tree *before; // NULL: unknown
};

// Set the effect, the blocker and the keyboard's move of the step's result.
void at_effect_find(const struct at_step_outcome *step);

// Return true if a step of this row acts on the app, rather than reading it.
struct at_step_row;
bool at_effect_is_action(const struct at_step_row *row);

// Names for clients; NULL for values that are not shown.
const char *at_step_effect_name(enum at_step_effect effect);
const char *at_blocker_name(enum at_blocker_kind kind);
const char *at_keyboard_move_name(enum at_keyboard_move move);

#endif
