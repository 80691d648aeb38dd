// exec.h: what a step's handler is given, and what it leaves for the result
//
// A handler finds its target, acts, and reads back what only it can judge;
// exec.c then waits as the row's idle class says, unless the handler has read
// the screen after its last action already.
#ifndef AT_FLOW_EXEC_H
#define AT_FLOW_EXEC_H

#include <jansson.h>

#include "base/buf.h"
#include "flow/app.h"
#include "flow/effect.h"
#include "flow/idle.h"
#include "flow/step.h"

// What an element's line is: with its ref, for as long as the client's refs
// stay the same, and without.
struct at_step_target {
    struct at_buf with_ref;
    struct at_buf plain;
    bool in_front; // it belongs to the window in front
    bool unknown;  // a point where no element is known
};

struct at_step_call {
    const struct at_op *op;
    struct at_app *app;
    const json_t *step; // checked
    const struct at_step_row *row;
    bool app_in_front; // the app was, before this step
    bool acted;        // input went to the device
    bool secret;       // value must not be written: a password, or what was
                       // to be typed into something that is not known
    bool unreadable;   // the wait after the action had no tree at its end
    bool stepped;      // the newest tree came with the input, as told says
    struct at_device_stepped told;
    char toast[200]; // that showed after the input, "" where none is known
    struct at_idle_result idle;
    struct at_step_target target;
    struct at_blocker blocker; // what kept the step from its target
    bool has_value;
    struct at_buf value; // of a text step: what the field holds now
    struct at_buf hint;
    struct at_buf note;
};

void at_step_call_init(struct at_step_call *call, const struct at_op *op,
                       struct at_app *app, const json_t *step);
void at_step_call_deinit(struct at_step_call *call);

// Add one sentence to the step's note.
void at_step_note(struct at_step_call *call, const char *fmt, ...)
    AT_PRINTF(2, 3);

// Run one checked step and wait as its row says. False with the step's error;
// what call holds is good in either case.
AT_CHECKED bool at_step_run(struct at_step_call *call, struct at_err *err);

// Read the screen once more into the app's newest tree.
AT_CHECKED bool at_step_read(struct at_step_call *call, struct at_err *err);
// The same after the next change that the device hears of, or AT_IDLE_POLL_MS
// later; at end_ns, where that is sooner.
AT_CHECKED bool at_step_read_next(struct at_step_call *call, int64_t end_ns,
                                  struct at_err *err);

// Wait until ms after from_ns, on the step's account.
AT_CHECKED bool at_step_wait_ms(struct at_step_call *call, int64_t from_ns,
                                int64_t ms, struct at_err *err);

// Wait until the screen has settled (see at_idle_wait()); ends early where the
// app is gone. The outcome is in call->idle.
AT_CHECKED bool at_step_settle(struct at_step_call *call, int64_t timeout_ms,
                               int64_t loading_ms, struct at_err *err);
// The same with the app's own times.
AT_CHECKED bool at_step_settle_app(struct at_step_call *call,
                                   struct at_err *err);

// Look in the newest tree alone.
const struct at_node *at_step_look(struct at_step_call *call, const char *name,
                                   struct at_err *err);
// Hand on why an element was not found, with what stands in its way.
bool at_step_fail_not_found(struct at_step_call *call, struct at_err *why,
                            struct at_err *err);

// The element that the step's selector under name means, to be touched at
// *out_at. Looks first in the tree that settled the step before, then in one
// fresh reading; waits until it stands still, refuses one that is not on the
// screen or is covered, and notes it as the step's target.
AT_CHECKED bool at_step_aim(struct at_step_call *call, const char *name,
                            const struct at_node **out_node,
                            struct at_point *out_at, struct at_err *err);

// The same for a point of the screen: refuses one outside of it.
AT_CHECKED bool at_step_aim_at(struct at_step_call *call, struct at_point at,
                               struct at_err *err);
// The part of node that is on the screen; empty where none is.
struct at_rect at_step_visible_rect(const struct at_tree *tree,
                                    const struct at_node *node);

// Move the finger across 60% of area; finger is up, down, left or right.
AT_CHECKED bool at_step_drag(struct at_step_call *call, struct at_rect area,
                             struct at_str finger, int64_t duration_ms,
                             struct at_err *err);
struct at_str at_step_opposite(struct at_str direction);

// Note node as what the step is about.
void at_step_set_target(struct at_step_call *call, const struct at_node *node);

// Input is about to go to the device: what was read before is old.
void at_step_acts(struct at_step_call *call);
// Put it in. A device that can waits for quiet and reads the tree in the same
// round trip: then the newest tree is what the input has led to.
AT_CHECKED bool at_step_inject(struct at_step_call *call,
                               const struct at_input *input,
                               struct at_err *err);
// Several in that one round trip, or AT_EUNSUPPORTED with nothing done. Where
// one of them cannot be done, *out_done are and the reason is in err.
AT_CHECKED bool at_step_inject_all(struct at_step_call *call,
                                   const struct at_input *inputs, size_t count,
                                   size_t *out_done, struct at_err *err);

// The handlers of the rows.
bool at_step_tap(struct at_step_call *call, struct at_err *err);
bool at_step_double_tap(struct at_step_call *call, struct at_err *err);
bool at_step_long_press(struct at_step_call *call, struct at_err *err);
bool at_step_swipe(struct at_step_call *call, struct at_err *err);
bool at_step_tap_at(struct at_step_call *call, struct at_err *err);
bool at_step_double_tap_at(struct at_step_call *call, struct at_err *err);
bool at_step_long_press_at(struct at_step_call *call, struct at_err *err);
bool at_step_swipe_between(struct at_step_call *call, struct at_err *err);
bool at_step_press_key(struct at_step_call *call, struct at_err *err);
bool at_step_two_fingers(struct at_step_call *call, struct at_err *err);
bool at_step_type(struct at_step_call *call, struct at_err *err);
bool at_step_clear_text(struct at_step_call *call, struct at_err *err);
bool at_step_scroll_to(struct at_step_call *call, struct at_err *err);
bool at_step_wait(struct at_step_call *call, struct at_err *err);
bool at_step_wait_for_stable(struct at_step_call *call, struct at_err *err);
bool at_step_assert_visible(struct at_step_call *call, struct at_err *err);
bool at_step_assert_not_visible(struct at_step_call *call, struct at_err *err);
bool at_step_assert_text(struct at_step_call *call, struct at_err *err);

#endif
