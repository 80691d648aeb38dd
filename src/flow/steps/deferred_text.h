// deferred_text.h: typed texts that have not been read back yet
//
// If a reading takes a second, one reading verifies the texts of consecutive
// steps. Until then the tree with the fields gives the positions, as long as
// the keyboard is shown or hidden as it was in that tree.
#ifndef AT_FLOW_STEPS_DEFERRED_TEXT_H
#define AT_FLOW_STEPS_DEFERRED_TEXT_H

#include "flow/steps/field.h"

enum { AT_DEFERRED_TEXTS_MAX = 16 };

struct at_deferred_text {
    struct at_step_result *result; // result of the step that typed; borrowed
    struct at_field field;         // owned
    struct at_buf expected;        // owned
};

struct at_deferred_texts {
    struct at_deferred_text
        texts[AT_DEFERRED_TEXTS_MAX]; // in the order of their steps
    size_t count;
    int64_t typed_ns; // time of the last text
    bool allowed;     // the next step types too, so the current one may defer
};

void at_deferred_texts_deinit(struct at_deferred_texts *deferred);

// Return true if the step may type now and read back later. *out_keyboard then
// tells whether the keyboard is shown.
bool at_deferred_texts_may(struct at_step_call *call, bool *out_keyboard);
// Defer the reading of the text that the step has typed, if the keyboard is
// shown or hidden as before. In that case take over field and expected, and
// leave them empty.
bool at_deferred_texts_keep(struct at_step_call *call, struct at_field *field,
                            struct at_buf *expected, bool keyboard);
// Return true if the newest tree is older than the last deferred text.
bool at_deferred_texts_is_old_tree(const struct at_deferred_texts *deferred,
                                   struct at_app *app);
// Return true if the node is, or wraps, a field whose text is deferred.
bool at_deferred_texts_has(const struct at_deferred_texts *deferred,
                           const struct at_node *field);
// Read back all texts, from the newest tree if it is younger than they are, and
// forget them. If any is wrong, return false with the reason of the first,
// which is *out_failed. Each wrong one also has its reason in its result.
AT_CHECKED bool at_deferred_texts_settle(const struct at_op *op,
                                         struct at_app *app,
                                         struct at_deferred_texts *deferred,
                                         struct at_step_result **out_failed,
                                         struct at_err *err);

#endif
