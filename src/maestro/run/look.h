// look.h: looking for elements until they are there, within Maestro's budgets
#ifndef AT_MAESTRO_RUN_LOOK_H
#define AT_MAESTRO_RUN_LOOK_H

#include "maestro/lookup/find.h"
#include "maestro/run/runner.h"

// An element that was found, and the screen that it is on.
struct at_maestro_target {
    struct at_tree_snapshot *snapshot; // owned, as the rest
    struct at_maestro_view view;
    struct at_maestro_found found;
};

void at_maestro_target_deinit(struct at_maestro_target *target);
// The node that was found; target must have one.
const struct at_maestro_node *at_maestro_target_node(
    const struct at_maestro_target *target);

// The end of a look-up of limit_ms that counts from the last interaction.
int64_t at_maestro_budget_ns(const struct at_maestro_runner *run,
                             int64_t limit_ms);

// Look until selector finds something or end_ns has passed, at least once.
// AT_ENOTFOUND with Maestro's words. A screen that can't be read shows neither
// that an element is there nor that it isn't: then a look waits for some
// seconds longer, and fails with the reader's error. *out is released by the
// caller in either case, and need not be initialised.
AT_CHECKED bool at_maestro_look(struct at_maestro_call *call,
                                const struct at_maestro_selector *selector,
                                int64_t end_ns, struct at_maestro_target *out,
                                struct at_err *err);
// Likewise, with notes of at_maestro_note_look() on the last look.
AT_CHECKED bool at_maestro_look_noted(
    struct at_maestro_call *call, const struct at_maestro_selector *selector,
    int64_t end_ns, struct at_maestro_target *out, struct at_err *err);
// Look until a look of AT_MAESTRO_LOOK_ONCE_MS finds nothing, or end_ns has
// passed. *out_gone: it found nothing.
AT_CHECKED bool at_maestro_look_gone(struct at_maestro_call *call,
                                     const struct at_maestro_selector *selector,
                                     int64_t end_ns, bool *out_gone,
                                     struct at_err *err);
// Say which of several matches counts and why, what is suspicious about it, or
// what is nearest to an element that was not found.
void at_maestro_note_look(struct at_maestro_call *call,
                          const struct at_maestro_selector *selector,
                          const struct at_maestro_target *target);

// Make the view of the newest tree.
void at_maestro_see(struct at_maestro_call *call,
                    struct at_maestro_target *out);

#endif
