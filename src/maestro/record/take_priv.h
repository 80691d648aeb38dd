// take_priv.h: what the parts of a take share
#ifndef AT_MAESTRO_RECORD_TAKE_PRIV_H
#define AT_MAESTRO_RECORD_TAKE_PRIV_H

#include "maestro/lookup/view.h"
#include "maestro/record/take.h"

// take_touch.c: add the command of one input.
void at_maestro_take_input(struct at_maestro_take *take,
                           const struct at_aim *aim);
// Set the element or the point of a touch.
void at_maestro_take_target(struct at_maestro_take *take,
                            const struct at_aim *aim,
                            struct at_maestro_command *command);
// "25%,50%" of bounds.
struct at_str at_maestro_take_point(struct at_maestro_take *take,
                                    struct at_rect bounds, struct at_point at);

// take_keys.c: replace a touch of the on-screen keyboard by what it did to the
// field, if it did. Return true if it was such a touch.
bool at_maestro_take_typed(struct at_maestro_take *take,
                           const struct at_tree *before,
                           const struct at_tree *after);

// take_look.c: add the command of a step that only looks, or that scrolls until
// it sees an element.
void at_maestro_take_look(struct at_maestro_take *take,
                          const struct at_flow_step *step,
                          const struct at_tree *after);

#endif
