// target.h: the element that a step means, at its present place
#ifndef AT_FLOW_STEPS_TARGET_H
#define AT_FLOW_STEPS_TARGET_H

#include "flow/steps/exec.h"

// Find the element in the newest tree.
const struct at_node *at_step_find(struct at_step_call *call,
                                   const struct at_selector *selector,
                                   struct at_err *err);
// Pass on why an element was not found, with what may have hidden it. Returns
// false.
bool at_step_fail_not_found(struct at_step_call *call, struct at_err *why,
                            struct at_err *err);

// Pass on why an input failed; of one that the device refused, with the target.
// Returns false.
bool at_step_fail_refused(const struct at_step_call *call,
                          const struct at_err *why, struct at_err *err);

// Find the element that selector, the step's, means: first in the tree that
// settled the step before, then in one fresh reading. Waits until it stands
// still, refuses one of which nothing is seen (see screen/reach.h), and records
// it as the step's target.
AT_CHECKED bool at_step_locate(struct at_step_call *call,
                               const struct at_selector *selector,
                               const struct at_node **out_node,
                               struct at_err *err);
// Find the point at which a touch reaches node and nothing else. Without one it
// fails and says what lies there; a step with force gets node's centre.
AT_CHECKED bool at_step_point_of(struct at_step_call *call,
                                 const struct at_node *node,
                                 struct at_point *out, struct at_err *err);
// Both, for an element that is to be touched at *out_at: of several matches the
// only one that takes touches. Refuses a disabled one, unless the step has
// force.
AT_CHECKED bool at_step_aim(struct at_step_call *call,
                            const struct at_selector *selector,
                            const struct at_node **out_node,
                            struct at_point *out_at, struct at_err *err);
// Record what is at a point of the screen; refuses one outside of it.
AT_CHECKED bool at_step_aim_at(struct at_step_call *call, struct at_point at,
                               struct at_err *err);

// Record node as what the step is about.
void at_step_set_target(struct at_step_call *call, const struct at_node *node);

#endif
