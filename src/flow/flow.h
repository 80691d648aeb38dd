// flow.h: run a batch of steps and tell what happened
#ifndef AT_FLOW_FLOW_H
#define AT_FLOW_FLOW_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "flow/app.h"
#include "flow/trace.h"

// Told before each step, from the calling thread; text like
// "step 2 of 6: type into 'Email'". NULL progress: nobody listens.
struct at_flow_listener {
    void (*step)(void *user, size_t index, size_t total, const char *text);
    void *user;
};

struct at_flow_opts {
    const struct at_flow_listener *listener; // NULL: nobody listens
    enum at_observe observe;
};

// By its name of the contract: "auto", "tree", "diff", "none"; AUTO for "".
enum at_observe at_observe_find(struct at_str name);
extern const char *const at_observe_names[]; // up to NULL

// Check every step before anything runs. AT_EUSAGE names the first bad one
// and says that no step ran.
AT_CHECKED bool at_flow_check(const json_t *steps, struct at_err *err);

// Run checked steps in order, stopping at the first failure. Always gives the
// contract's FlowTrace in *out_trace (owned by the caller), also when a step
// failed: then the result is false and err is that step's error. Whatever ran
// is in the trace. The trace tells of the screen what opts (NULL: the defaults)
// say; where it holds a tree or a diff, the refs are renewed.
bool at_flow_run(const struct at_op *op, struct at_app *app,
                 const json_t *steps, const struct at_flow_opts *opts,
                 json_t **out_trace, struct at_err *err);

#endif
