// batch.h: steps that type, sent together with the step after them
//
// A device that looks for each input's element itself, and compares what a
// field holds, needs no tree between two steps that only type: their inputs
// wait, and go with the next step's in one request, with one wait for quiet and
// one tree. Each text must be in its field exactly before the next input; else
// the device stops there, and the step goes on as if it had been sent alone.
#ifndef AT_FLOW_STEPS_BATCH_H
#define AT_FLOW_STEPS_BATCH_H

#include "flow/steps/field.h"
#include "flow/flow.h"

enum {
    AT_BATCH_MAX = 4,
    AT_BATCH_STEP_INPUTS_MAX = 3, // of one step
};

struct at_batched {
    struct at_step_result *result; // borrowed
    struct at_field field;         // owned
    struct at_buf expected;        // owned
    struct at_str text;            // of expected
    size_t end;                    // of its inputs
};

struct at_batch {
    struct at_batched steps[AT_BATCH_MAX];
    size_t count;
    struct at_input inputs[AT_STEP_INPUTS_MAX];
    size_t input_count;
    bool allowed; // to the step that runs: to wait for the next one
    bool off;     // one has stopped: the rest of the flow is sent step by step
    // They were sent, and the device stopped at steps[failed], for why.
    bool stopped;
    size_t failed;
    enum at_refusal refusal;
    struct at_err why;
};

void at_batch_deinit(struct at_batch *batch);

// May the flow's step of that index wait for the next one? Only if the newest
// tree has the element that the next one touches, where nothing hinders it.
bool at_batch_allows(const struct at_batch *batch, struct at_app *app,
                     const struct at_flow *flow, size_t index);
// The step waits with its inputs, of which the last is a text. Takes over field
// and expected, and leaves them empty.
void at_batch_keep(struct at_step_call *call, struct at_field *field,
                   struct at_buf *expected, const struct at_input *inputs,
                   size_t count);
// Send what waits, and the call's own inputs after it (count may be 0), as
// at_step_inject_all() does.
AT_CHECKED bool at_batch_send(struct at_step_call *call,
                              const struct at_input *inputs, size_t count,
                              size_t *out_done, struct at_err *err);

#endif
