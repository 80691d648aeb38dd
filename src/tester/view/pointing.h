// pointing.h: a person reads the screen and tries steps to write a scenario
//
// Both calls take the device, as a run does, and give it back; new runs wait.
// AT_EBUSY: a run or another process has it.
#ifndef AT_TESTER_VIEW_POINTING_H
#define AT_TESTER_VIEW_POINTING_H

#include <jansson.h>

#include "tester/runs/runs.h"

// at_screen_json() of the device, with "frame": the number of the picture of
// that moment, 0 without viewers; and "inside": an app that may be touched in a
// test of package_name is in front ("": any). Owned by the caller.
AT_CHECKED bool at_point_screen(const struct at_op *op, struct at_runs *runs,
                                struct at_str device,
                                struct at_str package_name, json_t **out,
                                struct at_err *err);

// Run one tool of the agent, with its guards, as in a run of that app. body:
// {"packageName","packages","tool","args","approved"}; {{NAME}} in args is a
// secret. approved: the person has confirmed an action that a guard refused;
// the lock of apps stays. A person may also press Back and Home whatever is in
// front; "pressHome" and "drag" {"x","y","toX","toY","durationMs"} are for
// people only. *out: {"resultPrefix","result","durationMs","frame",
// "trouble","screen","changes","anotherScreen"}. AT_EUSAGE: the tool neither
// acts nor asserts.
AT_CHECKED bool at_point_step(const struct at_op *op, struct at_runs *runs,
                              struct at_str device, const json_t *body,
                              json_t **out, struct at_err *err);

#endif
