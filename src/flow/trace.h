// trace.h: the contract's FlowTrace
//
// Texts that name elements exist twice, with the client's refs and without:
// which ones are right is known only at the end, when finalUiTree has or has
// not given out new refs.
#ifndef AT_FLOW_TRACE_H
#define AT_FLOW_TRACE_H

#include <jansson.h>

#include "flow/app.h"
#include "flow/exec.h"

enum { AT_TRACE_MAX_DIALOGS = 8 };

// What the reply tells of the screen at its end.
enum at_observe {
    AT_OBSERVE_AUTO, // the tree, unless all went well on the same screen
    AT_OBSERVE_TREE,
    AT_OBSERVE_DIFF, // to the tree that the client saw last; without one, all
    AT_OBSERVE_NONE,
};

struct at_trace_dialog {
    enum at_dialog_kind kind;
    char package[128];
    char title[200];
};

struct at_trace {
    enum at_observe observe; // other than AUTO: each action's effect is told
    json_t *results;         // owned, with refs
    json_t *results_plain;   // owned, without
    struct at_trace_dialog dialogs[AT_TRACE_MAX_DIALOGS];
    size_t dialog_count;
    bool unobserved; // some step had no effect that could be seen
    bool crashed;
    struct at_crash crash;
    size_t completed;
    size_t total;
    int64_t began_ns;
    int64_t spent_before_ns; // the device's account when the flow began
    int64_t waited_ns;
    size_t fallbacks_told; // of the device's
};

struct at_trace_step {
    const struct at_step_call *call;
    size_t index;
    bool ok;
    const struct at_err *err; // of a failed step
    int64_t duration_ns;
    bool crashed; // the app, during this step
    enum at_keyboard keyboard_before;
    enum at_keyboard keyboard_after;
    const struct at_tree *before; // NULL where unknown
};

void at_trace_init(struct at_trace *trace, struct at_app *app, size_t total);
void at_trace_deinit(struct at_trace *trace);

// Record what a step did, comparing before with the app's newest tree.
void at_trace_add_step(struct at_trace *trace,
                       const struct at_trace_step *step);
// Record a system dialog, once.
void at_trace_add_dialog(struct at_trace *trace, const struct at_tree *tree);

// The whole trace. first is the screen when the flow began, NULL where it
// could not be read; err is the failed step's. Writes finalUiTree or diff, as
// observe says, and so renews the client's refs.
json_t *at_trace_write(struct at_trace *trace, struct at_app *app,
                       const struct at_tree *first, const struct at_err *err);

#endif
