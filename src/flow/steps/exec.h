// exec.h: what a step's handler is given, and running one step
//
// A handler finds its target, acts, and reads back what only it can judge;
// exec.c then waits as the row's idle class says, unless the handler has read
// the screen after its last action already.
#ifndef AT_FLOW_STEPS_EXEC_H
#define AT_FLOW_STEPS_EXEC_H

#include "flow/app/app.h"
#include "flow/wait/idle.h"
#include "flow/changes/passing.h"
#include "flow/steps/step.h"
#include "flow/trace.h"

enum {
    AT_STEP_STILL_MS = 5000, // until a target must stand still
    AT_STEP_BESIDES_MAX = 4,
};

// An input that is about to be sent, and what it is meant for. All is borrowed
// for the call.
struct at_aim {
    const struct at_tree *tree; // newest; NULL: the screen is not known
    const struct at_node *node; // NULL: a key, a swipe, or nothing known there
    bool has_point;             // false: a key, or text for what is focused
    struct at_point at;         // where the finger goes down
    const struct at_input *input; // NULL: nothing is sent, only asked
};

// Asked before every input that goes to the device, however the step came to
// send it. False sets err: nothing is sent, and the step fails with it.
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
    struct at_step_result *result;   // what the step leaves
    const struct at_flow_gate *gate; // may be NULL; borrowed
    int64_t end_ns;                  // of all of its waiting
    bool app_in_front;               // the app was, before this step
    // The screen before this step, or, once it has acted, before its first
    // action; NULL: unknown. Owned.
    struct at_tree_snapshot *before;
    struct at_passing passing; // since its action; owned
    // The texts that are yet to be read back (flow/steps/deferred_text.h); may
    // be NULL, borrowed. defers: this step's is one of them.
    struct at_deferred_texts *deferred;
    bool defers;
    // The steps that wait to be sent with this one's inputs
    // (flow/steps/batch.h); may be NULL, borrowed. Once sent: their fields in
    // the tree before, whose texts this step has not changed.
    struct at_batch *batch;
    const struct at_node *besides[AT_STEP_BESIDES_MAX];
    size_t besides_count;
    const char *message;     // that came with the last action; may be NULL
    bool credited;           // a wait has passed by that message, or toast
    bool acted;              // input went to the device
    bool unreadable;         // the wait after the action had no tree at its end
    bool through;            // elements that lie over the target do not matter
    enum at_refusal refusal; // of the newest input: it was not done
    bool target_in_front;    // the target belongs to the window in front
    bool target_selected;    // before it acted: an open tab, a chosen radio
    bool target_unknown;     // a point where no element is known
    bool has_device_result;  // the newest tree came with the input
    struct at_device_step_result device_result;
};

// result has its step; the call borrows all three.
void at_step_call_init(struct at_step_call *call, const struct at_op *op,
                       struct at_app *app, struct at_step_result *result);
void at_step_call_deinit(struct at_step_call *call);

// Add one sentence to the step's note.
void at_step_note(struct at_step_call *call, const char *fmt, ...)
    AT_PRINTF(2, 3);

// Run one checked step and wait as its row says. False with the step's error;
// the result is good in either case.
AT_CHECKED bool at_step_run(struct at_step_call *call, struct at_err *err);

// Read the screen once more into the app's newest tree.
AT_CHECKED bool at_step_read(struct at_step_call *call, struct at_err *err);

// A condition on the newest tree. False sets why: AT_ENOTFOUND, AT_EASSERT,
// AT_ETREE and AT_EIDLE may pass later, everything else is final.
typedef bool at_step_condition(struct at_step_call *call, void *user,
                               struct at_err *why);
// Wait until check holds. The tree that settled the step before is enough, and
// costs nothing. Otherwise the screen is read until it holds: for the step's
// timeoutMs (0: once), or else while an indicator shows and AT_IDLE_RETRY_MS
// without one, within the step's limit. Fails with check's last reason.
AT_CHECKED bool at_step_await(struct at_step_call *call,
                              at_step_condition *check, void *user,
                              struct at_err *err);

// Wait until ms after from_ns, and count that as the step's waiting.
AT_CHECKED bool at_step_wait_ms(struct at_step_call *call, int64_t from_ns,
                                int64_t ms, struct at_err *err);

// Wait until the screen has settled (see at_idle_wait()); ends early where the
// app is gone. The outcome is in result->idle.
AT_CHECKED bool at_step_settle(struct at_step_call *call, int64_t timeout_ms,
                               int64_t loading_ms, struct at_err *err);
// The same with the app's own times.
AT_CHECKED bool at_step_settle_app(struct at_step_call *call,
                                   struct at_err *err);

// Input is about to go to the device: what was read before is old.
void at_step_mark_acted(struct at_step_call *call);
// Ask the gate, then send one input the plain way. Nothing else in flow/ or
// above may hand an input to a device (tools/check-banned).
AT_CHECKED bool at_step_send(struct at_step_call *call,
                             const struct at_input *input, struct at_err *err);
// The same for one input. A device that can waits for quiet and reads the tree
// in the same round trip: then the newest tree is what the input has led to.
AT_CHECKED bool at_step_inject(struct at_step_call *call,
                               const struct at_input *input,
                               struct at_err *err);
// Has the device refused the newest input, because what was meant is not there
// any more as the tree had it, and is it worth to aim anew? The answer had the
// screen as it is now. began_ns is when the step first aimed.
bool at_step_may_aim_again(const struct at_step_call *call, int64_t began_ns);
// Send several in one round trip, or fail with AT_EUNSUPPORTED and nothing
// done. Where one of them cannot be done, *out_done are and err says why.
AT_CHECKED bool at_step_inject_all(struct at_step_call *call,
                                   const struct at_input *inputs, size_t count,
                                   size_t *out_done, struct at_err *err);

#endif
