// owed.h: texts that steps have typed, and that are yet to be read back
//
// Where a reading takes a second, the texts of consecutive steps are verified
// by one. Until then the tree that had the fields says where things are, as
// long as the keyboard shows or hides as it did there.
#ifndef AT_FLOW_STEPS_OWED_H
#define AT_FLOW_STEPS_OWED_H

#include "flow/steps/field.h"

enum { AT_OWED_MAX = 16 };

struct at_owed_text {
    struct at_step_result *result; // of the step that typed; borrowed
    struct at_field field;         // owned
    struct at_buf expected;        // owned
};

struct at_owed {
    struct at_owed_text texts[AT_OWED_MAX]; // in the order of their steps
    size_t count;
    int64_t typed_ns; // when the last of them was
    bool allowed;     // to the step that runs: the next one types too
};

void at_owed_deinit(struct at_owed *owed);

// May the step type now and read back later? Then *out_keyboard says whether
// the keyboard shows.
bool at_owed_may(struct at_step_call *call, bool *out_keyboard);
// The step has typed: read back later, if the keyboard shows or hides as
// before. Then field and expected are taken over, and left empty.
bool at_owed_keep(struct at_step_call *call, struct at_field *field,
                  struct at_buf *expected, bool keyboard);
// Do the newest tree's places only hold because nothing else is known?
bool at_owed_is_old_tree(const struct at_owed *owed, struct at_app *app);
// Is, or wraps, that node a field whose text is owed?
bool at_owed_has(const struct at_owed *owed, const struct at_node *field);
// Read back all of them, from the newest tree if that came later, and owe none.
// False with the reason of the first that does not hold, whose result has it
// too, as has that of each other; *out_failed is that first one.
AT_CHECKED bool at_owed_settle(const struct at_op *op, struct at_app *app,
                               struct at_owed *owed,
                               struct at_step_result **out_failed,
                               struct at_err *err);

#endif
