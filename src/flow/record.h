// record.h: how a flow fills its trace
#ifndef AT_FLOW_RECORD_H
#define AT_FLOW_RECORD_H

#include "flow/steps/exec.h"
#include "flow/trace.h"

// The form in which the trace shows the screen at its end.
enum at_observe {
    AT_OBSERVE_AUTO, // the tree, unless all went well on the same screen
    AT_OBSERVE_TREE,
    AT_OBSERVE_DIFF, // from the tree that the client saw last, or the whole
    AT_OBSERVE_NONE,
    AT_OBSERVE_BRIEF, // as AUTO, but the diff where that is shorter
};

// Whether results have effects.
bool at_observe_has_effects(enum at_observe observe);

struct at_record {
    struct at_app *app;
    enum at_observe observe;
    struct at_flow_trace *trace;
    bool unobserved; // some step had no effect that could be seen
    int64_t began_ns;
    int64_t spent_before_ns; // in the device's calls when the flow began
    size_t fallbacks_seen;   // how many of the device's are in the trace
    char endless_told[AT_PENDING_TEXT]; // of the app, by the newest note
};

// Begin an empty trace of total steps in *out, for the caller to release.
void at_record_init(struct at_record *record, struct at_app *app,
                    enum at_observe observe, size_t total,
                    struct at_flow_trace *out);

// The result of the next step, to be filled while it runs.
struct at_step_result *at_record_begin(struct at_record *record,
                                       const struct at_flow_step *step);
// Forget the results from count on: their steps did not run.
void at_record_keep(struct at_record *record, size_t count);
// Complete it, comparing step->before with the app's newest tree.
void at_record_end_step(struct at_record *record,
                        const struct at_step_outcome *step);
// Record a system dialog of tree, once.
void at_record_dialog(struct at_record *record, const struct at_tree *tree);

// Complete the trace. first is the screen when the flow began, NULL where it
// could not be read; err is the failed step's. Writes the tree or the diff, as
// observe says, and so renews the client's refs.
void at_record_end(struct at_record *record, const struct at_tree *first,
                   const struct at_err *err);

#endif
