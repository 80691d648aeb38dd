// pointing.h: a person reads the screen and tries steps to write a scenario
//
// Both calls take the device, as a run does, and give it back; new runs wait.
// AT_EBUSY: a run or another process has it.
#ifndef AT_TESTER_VIEW_POINTING_H
#define AT_TESTER_VIEW_POINTING_H

#include <jansson.h>

#include "tester/runs/runs.h"

// at_screen_json() of the device, with "frame": the number of the picture of
// that moment, 0 without viewers. Owned by the caller.
AT_CHECKED bool at_point_screen(const struct at_op *op, struct at_runs *runs,
                                struct at_str device, json_t **out,
                                struct at_err *err);

// Run one tool of the agent, with its guards, as in a run of that app. body:
// {"packageName","tool","args"}; {{NAME}} in args is a secret. *out:
// {"resultPrefix","result","durationMs","frame"}. AT_EUSAGE: the tool neither
// acts nor asserts.
AT_CHECKED bool at_point_step(const struct at_op *op, struct at_runs *runs,
                              struct at_str device, const json_t *body,
                              json_t **out, struct at_err *err);

#endif
