// field.h: finds the text field of a step and checks its content
#ifndef AT_FLOW_STEPS_FIELD_H
#define AT_FLOW_STEPS_FIELD_H

#include "flow/steps/exec.h"

enum {
    AT_FIELD_READ_BACK_MS = 3000, // repeats of early readings
    AT_FIELD_PATH_MAX_BYTES = 1024,
    AT_FIELD_BOXES_MAX = 32, // fields that share one text
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
    size_t most_chars;               // upper limit of the characters to delete
    struct at_tree_snapshot *before; // the screen with the field
    const struct at_node *node;      // node in that screen
    bool through;                    // ignore elements that cover it
};

// Find the field that the step's target is or wraps.
AT_CHECKED bool at_field_aim(struct at_step_call *call, struct at_field *out,
                             struct at_err *err);
void at_field_deinit(struct at_field *field);
// Return true if the field shows nothing, like passwords before Android 8.
bool at_field_hides_password(struct at_step_call *call, struct at_str text);

// These set the result's value to the field's current content. A field that has
// left the screen along with most other elements is not checked, and a note
// says so. If only the field has left, it is searched behind the keyboard.

// Read the field back; AT_ETEXT if it is not empty or cannot be found.
AT_CHECKED bool at_field_check_cleared(struct at_step_call *call,
                                       const struct at_field *field,
                                       struct at_err *err);
// Read the field back; AT_ETEXT if it does not hold the expected text, which it
// may have formatted (at_text_compare()), or if it cannot be found. Fields in
// one row that move the focus to the next, like those for a code, are checked
// together. A cut text is AT_ETEXT.
AT_CHECKED bool at_field_check_typed(struct at_step_call *call,
                                     const struct at_field *field,
                                     const struct at_buf *expected,
                                     struct at_err *err);
// Set the result's value to expected, which the device has found in the field.
void at_field_accept(struct at_app *app, struct at_step_result *result,
                     const struct at_field *field, struct at_str expected);
// Return true if the newest tree's field has the same text as before the step.
bool at_field_took_nothing(const struct at_step_call *call,
                           const struct at_field *field);
// Return true if the field has taken only the beginning of the text and moved
// the focus to the next field in its row. *out_rest is the part of the step's
// value that is not typed yet.
bool at_field_goes_on(const struct at_step_call *call,
                      const struct at_field *field, struct at_str *out_rest);
// Return true if the node has a part of the expected text, or of the previous
// one that is being deleted: a screen is quiet, too, while a busy app has keys
// to read. A field that has passed the focus on gets no more of them.
bool at_field_is_on_its_way(const struct at_node *node, bool secret,
                            struct at_str was, struct at_str expected);
// Check the newest tree's node, which held was before the step typed.
AT_CHECKED bool at_field_check_taker(struct at_step_call *call,
                                     const struct at_node *node,
                                     struct at_str was, struct at_err *err);

#endif
