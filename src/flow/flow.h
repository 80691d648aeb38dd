// flow.h: runs a batch of steps and records the results
#ifndef AT_FLOW_FLOW_H
#define AT_FLOW_FLOW_H

#include "base/err.h"
#include "base/op.h"
#include "flow/app/app.h"
#include "flow/record.h"
#include "flow/steps/step.h"
#include "flow/trace.h"

// Called before each step, on the calling thread, with a text like "step 2 of
// 6: type {"id":"email"}". step may be NULL.
struct at_flow_listener {
    void (*step)(void *user, size_t index, size_t total, const char *text);
    void *user;
};

struct at_flow_gate;
struct at_flow_opts {
    const struct at_flow_listener *listener; // may be NULL
    enum at_observe observe;
    const struct at_flow_gate *gate; // may be NULL (flow/steps/exec.h)
};

// Find a value by name: "auto", "tree", "diff", "none"; AUTO for "".
enum at_observe at_observe_find(struct at_str name);
extern const char *const at_observe_names[]; // ends with NULL

// Steps to be run in order; texts and rows are borrowed until the flow's trace
// is released.
struct at_flow {
    struct at_flow_step *steps;
    size_t count;
};

// Check every step before any of them runs. AT_EUSAGE names the first bad one
// and says that no step ran.
AT_CHECKED bool at_flow_check(const struct at_flow *flow, struct at_err *err);
// Check only the number of steps.
AT_CHECKED bool at_flow_check_count(size_t count, struct at_err *err);

// Check all steps, then run them until the first failure. Always fills
// *out_trace, which the caller releases, with the steps that ran. If a step
// fails, the result is false and err is that step's error. opts (NULL: the
// defaults) select how the trace shows the screen; with a tree or a diff, the
// refs are renewed.
bool at_flow_run(const struct at_op *op, struct at_app *app,
                 const struct at_flow *flow, const struct at_flow_opts *opts,
                 struct at_flow_trace *out_trace, struct at_err *err);

#endif
