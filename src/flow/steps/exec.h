// exec.h: the arguments of a step's handler, and how one step is run
//
// A handler finds its target, acts, and reads back what only it can check.
// exec.c then waits as the row's idle class says, unless the handler has
// already read the screen after its last action.
#ifndef AT_FLOW_STEPS_EXEC_H
#define AT_FLOW_STEPS_EXEC_H

#include "flow/app/app.h"
#include "flow/wait/idle.h"
#include "flow/changes/passing.h"
#include "flow/steps/step.h"
#include "flow/trace.h"

enum {
    AT_STEP_STILL_MS = 5000, // time for a target to stop moving
    AT_STEP_BESIDES_MAX = 4,
};

// An input to be sent, and its target. All is borrowed for the call.
struct at_aim {
    const struct at_tree *tree;   // newest; NULL: the screen is unknown
    const struct at_node *node;   // NULL: a key, a swipe, or an unknown element
    bool has_point;               // false: a key, or text for the focused field
    struct at_point at;           // where the finger touches down
    const struct at_input *input; // NULL: only a question, nothing is sent
};

// Called before every input to the device, whichever way the step sends it. If
// it returns false with err, the step fails, and nothing is sent.
struct at_flow_gate {
    bool (*pass)(void *user, const struct at_aim *aim, struct at_err *err);
    void *user;
};

struct at_deferred_texts;
struct at_batch;

struct at_step_call {
    const struct at_op *op;
    struct at_app *app;
    const struct at_flow_step *step; // checked
    const struct at_step_row *row;
    struct at_step_result *result;   // filled by the step
    const struct at_flow_gate *gate; // may be NULL; borrowed
    int64_t end_ns;                  // end of all waiting in this step
    bool app_in_front;               // the app was in front before this step
    // The screen before the step's first action or, until it acts, before the
    // step; NULL: unknown. Owned.
    struct at_tree_snapshot *before;
    struct at_passing passing; // messages since its action; owned
    // Texts to read back later (flow/steps/deferred_text.h); may be NULL,
    // borrowed. defers: this step's text is one of them.
    struct at_deferred_texts *deferred;
    bool defers;
    // Steps that are sent with this one's inputs (flow/steps/batch.h); may be
    // NULL, borrowed. After sending: their fields in the previous tree, whose
    // texts this step has not changed.
    struct at_batch *batch;
    const struct at_node *besides[AT_STEP_BESIDES_MAX];
    size_t besides_count;
    const char *message; // message during the last action; may be NULL
    bool credited;   // an assertion has passed because of that message or toast
    bool acted;      // input was sent to the device
    bool unreadable; // the wait after the action ended without a tree
    bool through;    // ignore elements that cover the target
    enum at_refusal refusal; // why the device refused the newest input
    bool target_in_front;    // the target belongs to the window in front
    bool target_selected; // it was an open tab or a chosen radio button before
    bool target_unknown;  // the target is a point without a known element
    bool has_device_result; // the newest tree came with the input
    struct at_device_step_result device_result;
};

// result->step must be set. The call borrows all three arguments.
void at_step_call_init(struct at_step_call *call, const struct at_op *op,
                       struct at_app *app, struct at_step_result *result);
void at_step_call_deinit(struct at_step_call *call);

// Add one sentence to the step's note.
void at_step_note(struct at_step_call *call, const char *fmt, ...)
    AT_PRINTF(2, 3);

// Run one checked step and wait as its row says. On failure err is the step's
// error. The result is valid in either case.
AT_CHECKED bool at_step_run(struct at_step_call *call, struct at_err *err);

// Read the screen once into the app's newest tree.
AT_CHECKED bool at_step_read(struct at_step_call *call, struct at_err *err);

// A condition on the newest tree. Returns false with why; AT_ENOTFOUND,
// AT_EASSERT, AT_ETREE and AT_EIDLE may change, other errors are final.
typedef bool at_step_condition(struct at_step_call *call, void *user,
                               struct at_err *why);
// Wait until check holds. The tree that settled the previous step is tried
// first and costs nothing. Otherwise the screen is read until check holds,
// within the step's limit: for the step's timeoutMs (0: once), or by default
// while an indicator shows and for AT_IDLE_RETRY_MS without one. Fails with the
// last reason of check.
AT_CHECKED bool at_step_await(struct at_step_call *call,
                              at_step_condition *check, void *user,
                              struct at_err *err);

// Wait until ms after from_ns, and add this to the step's waiting time.
AT_CHECKED bool at_step_wait_ms(struct at_step_call *call, int64_t from_ns,
                                int64_t ms, struct at_err *err);

// Wait until the screen has settled (see at_idle_wait()), or until the app is
// gone. result->idle has the outcome.
AT_CHECKED bool at_step_settle(struct at_step_call *call, int64_t timeout_ms,
                               int64_t loading_ms, struct at_err *err);
// Do the same with the app's own times.
AT_CHECKED bool at_step_settle_app(struct at_step_call *call,
                                   struct at_err *err);

// Mark the newest tree as outdated, because input is about to be sent.
void at_step_mark_acted(struct at_step_call *call);
// Ask the gate, then send one input without reading the tree. No other function
// in flow/ or above may pass an input to a device (tools/check-banned).
AT_CHECKED bool at_step_send(struct at_step_call *call,
                             const struct at_input *input, struct at_err *err);
// Ask the gate and send one input. If the device can, it also waits for quiet
// and reads the tree in the same round trip, so the newest tree shows the
// effect of the input.
AT_CHECKED bool at_step_inject(struct at_step_call *call,
                               const struct at_input *input,
                               struct at_err *err);
// Return true if the device has refused the newest input because the target is
// no longer as in the tree, and another try is worthwhile. The device's answer
// contains the current screen. began_ns is the time of the step's first try.
bool at_step_may_aim_again(const struct at_step_call *call, int64_t began_ns);
// Send several inputs in one round trip, or fail with AT_EUNSUPPORTED and no
// effect. If one of them fails, *out_done were sent, and err has the reason.
AT_CHECKED bool at_step_inject_all(struct at_step_call *call,
                                   const struct at_input *inputs, size_t count,
                                   size_t *out_done, struct at_err *err);

#endif
