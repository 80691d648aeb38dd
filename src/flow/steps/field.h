// field.h: the text field of a step: finding it and judging what it holds
#ifndef AT_FLOW_STEPS_FIELD_H
#define AT_FLOW_STEPS_FIELD_H

#include "flow/steps/exec.h"

enum {
    AT_FIELD_READ_BACK_MS = 3000, // for quick readings while it still changes
    AT_FIELD_PATH_MAX_BYTES = 1024,
    AT_FIELD_BOXES_MAX = 32, // that one text goes through
};

// The field of a step, as needed to find it again in the next tree.
struct at_field {
    char path[AT_FIELD_PATH_MAX_BYTES];
    char *id;
    char *class_name;
    char *was; // its text before the step
    struct at_point at;
    bool focused;
    bool secret;
    size_t most_chars;               // that there may be to delete
    struct at_tree_snapshot *before; // the screen that had the field
    const struct at_node *node;      // of that screen
    bool through;                    // what lies over it does not matter
};

// Find the field that the step's target is or wraps.
AT_CHECKED bool at_field_aim(struct at_step_call *call, struct at_field *out,
                             struct at_err *err);
void at_field_deinit(struct at_field *field);
// Before Android 8 a password field shows nothing, whatever it holds.
bool at_field_hides_password(struct at_step_call *call, struct at_str text);

// Each sets the result's value to what the field holds now. A field that has
// left the screen with the rest of it is not judged, which a note says; one
// that has left it alone is looked for behind the keyboard.

// Read the field back; AT_ETEXT if it is not empty or cannot be found.
AT_CHECKED bool at_field_check_cleared(struct at_step_call *call,
                                       const struct at_field *field,
                                       struct at_err *err);
// Read the field back; AT_ETEXT if it does not hold the expected text, which
// it may have formatted (at_text_compare()), or cannot be found. Fields of one
// row that pass the focus on, as those of a code, are judged together. A text
// that was cut is AT_ETEXT.
AT_CHECKED bool at_field_check_typed(struct at_step_call *call,
                                     const struct at_field *field,
                                     const struct at_buf *expected,
                                     struct at_err *err);
// The device has compared what the field holds with expected: set the result's
// value to it.
void at_field_accept(struct at_app *app, struct at_step_result *result,
                     const struct at_field *field, struct at_str expected);
// Does the newest tree's field still hold what it held before the step?
bool at_field_took_nothing(const struct at_step_call *call,
                           const struct at_field *field);
// Did the field take only the beginning, and move the focus to the next field
// in its row? *out_rest is the part of the step's value that is still to be
// typed.
bool at_field_goes_on(const struct at_step_call *call,
                      const struct at_field *field, struct at_str *out_rest);
// Judge the newest tree's node, which held was before the step typed.
AT_CHECKED bool at_field_check_taker(struct at_step_call *call,
                                     const struct at_node *node,
                                     struct at_str was, struct at_err *err);

#endif
