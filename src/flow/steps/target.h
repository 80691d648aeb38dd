// target.h: finds the element of a step at its current place
#ifndef AT_FLOW_STEPS_TARGET_H
#define AT_FLOW_STEPS_TARGET_H

#include "flow/steps/exec.h"

// Find the element in the newest tree.
const struct at_node *at_step_find(struct at_step_call *call,
                                   const struct at_selector *selector,
                                   struct at_err *err);
// Fail with why an element was not found, and with what may hide it.
bool at_step_fail_not_found(struct at_step_call *call, struct at_err *why,
                            struct at_err *err);

// Pass on the reason why an input failed, with the target if the device refused
// it. Returns false.
bool at_step_fail_refused(const struct at_step_call *call,
                          const struct at_err *why, struct at_err *err);

// Find the element for selector, one of the step's: first in the tree that
// settled the previous step, then in one new reading. Waits until it stops
// moving, refuses an invisible one (screen/reach.h), and records it as the
// step's target.
AT_CHECKED bool at_step_locate(struct at_step_call *call,
                               const struct at_selector *selector,
                               const struct at_node **out_node,
                               struct at_err *err);
// Find a point at which a touch reaches node and no other element. Otherwise
// fail and name the covering element; with force, use node's centre.
AT_CHECKED bool at_step_point_of(struct at_step_call *call,
                                 const struct at_node *node,
                                 struct at_point *out, struct at_err *err);
// Locate the element and find the point to touch, *out_at. If several elements
// match, the only one that takes touches is used. Refuses a disabled one,
// unless the step has force.
AT_CHECKED bool at_step_aim(struct at_step_call *call,
                            const struct at_selector *selector,
                            const struct at_node **out_node,
                            struct at_point *out_at, struct at_err *err);
// Record the element at a point; refuses a point outside of the screen.
AT_CHECKED bool at_step_aim_at(struct at_step_call *call, struct at_point at,
                               struct at_err *err);

// Record node as the step's target.
void at_step_set_target(struct at_step_call *call, const struct at_node *node);

#endif
