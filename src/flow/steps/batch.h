// batch.h: steps that type, sent together with the step after them
//
// Some devices look up each input's element themselves and compare what a field
// holds. They need no tree between two steps that only type, so the inputs of
// the first are kept and sent with those of the next step: one request, one
// wait for quiet and one tree. The device checks that each text is in its field
// exactly before the next input. If it is not, the device stops there, and the
// step continues as if it had been sent alone.
#ifndef AT_FLOW_STEPS_BATCH_H
#define AT_FLOW_STEPS_BATCH_H

#include "flow/steps/field.h"
#include "flow/flow.h"

enum {
    AT_BATCH_MAX = 4,
    AT_BATCH_STEP_INPUTS_MAX = 3, // maximum for one step
};

struct at_batched {
    struct at_step_result *result; // borrowed
    struct at_field field;         // owned
    struct at_buf expected;        // owned
    struct at_str text;            // the text in expected
    size_t end;                    // index after its last input
};

struct at_batch {
    struct at_batched steps[AT_BATCH_MAX];
    size_t count;
    struct at_input inputs[AT_STEP_INPUTS_MAX];
    size_t input_count;
    bool allowed; // the current step may wait for the next one
    bool off;     // after a stop: send the rest of the flow step by step
    // The steps were sent, and the device stopped at steps[failed] with why.
    bool stopped;
    size_t failed;
    enum at_refusal refusal;
    struct at_err why;
};

void at_batch_deinit(struct at_batch *batch);

// Return true if the flow's step at that index may wait for the next one, whose
// element the newest tree must have, with nothing in the way.
bool at_batch_allows(const struct at_batch *batch, struct at_app *app,
                     const struct at_flow *flow, size_t index);
// Keep the step and its inputs, the last of which is a text. Takes over field
// and expected, and leaves them empty.
void at_batch_keep(struct at_step_call *call, struct at_field *field,
                   struct at_buf *expected, const struct at_input *inputs,
                   size_t count);
// Send the kept inputs, then the call's own inputs (count may be 0), like
// at_step_inject_all().
AT_CHECKED bool at_batch_send(struct at_step_call *call,
                              const struct at_input *inputs, size_t count,
                              size_t *out_done, struct at_err *err);

#endif
