// act.h: sending inputs, and waiting until the screen has settled after them
#ifndef AT_MAESTRO_RUN_ACT_H
#define AT_MAESTRO_RUN_ACT_H

#include "maestro/lookup/point.h"
#include "maestro/run/runner.h"

// Send one input. If the device can, it waits for quiet and reads the screen in
// the same request. out_refusal may be NULL; see at_step_call.
AT_CHECKED bool at_maestro_inject(struct at_maestro_call *call,
                                  const struct at_input *input,
                                  enum at_refusal *out_refusal,
                                  struct at_err *err);
// Send one input, and neither wait nor read.
AT_CHECKED bool at_maestro_send(struct at_maestro_call *call,
                                const struct at_input *input,
                                struct at_err *err);
// Run a step of the engine. What it finds wrong is a verdict, and what it notes
// a note.
AT_CHECKED bool at_maestro_step(struct at_maestro_call *call,
                                struct at_flow_step *step, struct at_err *err);
// Return true on iOS, where Maestro has no Back and few keys.
bool at_maestro_is_ios(const struct at_maestro_call *call);
AT_CHECKED bool at_maestro_press(struct at_maestro_call *call, const char *key,
                                 unsigned times, struct at_err *err);
// Wait until the screen has settled: for settle_ms at most, or as long as
// Maestro does if that is -1. Running out of time is not a failure.
AT_CHECKED bool at_maestro_settle(struct at_maestro_call *call,
                                  int64_t settle_ms, struct at_err *err);
// The size of the screen, of the newest tree.
AT_CHECKED bool at_maestro_screen(struct at_maestro_call *call,
                                  int32_t *out_width_px, int32_t *out_height_px,
                                  struct at_err *err);
// Return true for a point that was read. Otherwise err, which is set, becomes
// one that optional covers, or that ends the flow, as in Maestro.
AT_CHECKED bool at_maestro_judge_point(struct at_maestro_call *call,
                                       enum at_maestro_point read,
                                       struct at_err *err);
// Move a finger.
AT_CHECKED bool at_maestro_stroke(struct at_maestro_call *call,
                                  struct at_point from, struct at_point to,
                                  int64_t duration_ms, struct at_err *err);

#endif
