// deferred_text.h: texts that steps have typed, and that are yet to be read
// back
//
// Where a reading takes a second, the texts of consecutive steps are verified
// by one. Until then the tree that had the fields says where things are, as
// long as the keyboard shows or hides as it did there.
#ifndef AT_FLOW_STEPS_DEFERRED_TEXT_H
#define AT_FLOW_STEPS_DEFERRED_TEXT_H

#include "flow/steps/field.h"

enum { AT_DEFERRED_TEXTS_MAX = 16 };

struct at_deferred_text {
    struct at_step_result *result; // of the step that typed; borrowed
    struct at_field field;         // owned
    struct at_buf expected;        // owned
};

struct at_deferred_texts {
    struct at_deferred_text
        texts[AT_DEFERRED_TEXTS_MAX]; // in the order of their steps
    size_t count;
    int64_t typed_ns; // when the last of them was
    bool allowed;     // to the step that runs: the next one types too
};

void at_deferred_texts_deinit(struct at_deferred_texts *deferred);

// May the step type now and read back later? Then *out_keyboard says whether
// the keyboard shows.
bool at_deferred_texts_may(struct at_step_call *call, bool *out_keyboard);
// The step has typed: read back later, if the keyboard shows or hides as
// before. Then field and expected are taken over, and left empty.
bool at_deferred_texts_keep(struct at_step_call *call, struct at_field *field,
                            struct at_buf *expected, bool keyboard);
// Do the newest tree's places only hold because nothing else is known?
bool at_deferred_texts_is_old_tree(const struct at_deferred_texts *deferred,
                                   struct at_app *app);
// Return true if the node is, or wraps, a field whose text is deferred.
bool at_deferred_texts_has(const struct at_deferred_texts *deferred,
                           const struct at_node *field);
// Read back all of them, from the newest tree if that came later, leaving none.
// False with the reason of the first that does not hold, whose result has it
// too, as has that of each other; *out_failed is that first one.
AT_CHECKED bool at_deferred_texts_settle(const struct at_op *op,
                                         struct at_app *app,
                                         struct at_deferred_texts *deferred,
                                         struct at_step_result **out_failed,
                                         struct at_err *err);

#endif
