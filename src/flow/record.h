// record.h: fills the trace of a flow
#ifndef AT_FLOW_RECORD_H
#define AT_FLOW_RECORD_H

#include "flow/steps/exec.h"
#include "flow/trace.h"

// The form of the screen at the end of a trace.
enum at_observe {
    AT_OBSERVE_AUTO, // the tree, unless all steps passed on the same screen
    AT_OBSERVE_TREE,
    AT_OBSERVE_DIFF, // diff from the client's last tree, or the tree
    AT_OBSERVE_NONE,
    AT_OBSERVE_BRIEF, // like AUTO, but the diff if that is shorter
};

// Return true if results have effects.
bool at_observe_has_effects(enum at_observe observe);

struct at_record {
    struct at_app *app;
    enum at_observe observe;
    struct at_flow_trace *trace;
    bool unobserved; // some step had no visible effect
    int64_t began_ns;
    int64_t spent_before_ns; // time spent in device calls before the flow
    size_t fallbacks_seen;   // the device's fallbacks in the trace
    char endless_told[AT_PENDING_TEXT]; // endless work in the newest note
};

// Begin an empty trace of total steps in *out, which the caller releases.
void at_record_init(struct at_record *record, struct at_app *app,
                    enum at_observe observe, size_t total,
                    struct at_flow_trace *out);

// The result of the next step, to be filled while it runs.
struct at_step_result *at_record_begin(struct at_record *record,
                                       const struct at_flow_step *step);
// Drop the results after the first count: their steps did not run.
void at_record_keep(struct at_record *record, size_t count);
// Complete a result, comparing step->before with the app's newest tree.
void at_record_end_step(struct at_record *record,
                        const struct at_step_outcome *step);
// Record a system dialog in tree, once.
void at_record_dialog(struct at_record *record, const struct at_tree *tree);

// Complete the trace. first is the screen at the start of the flow, NULL if it
// could not be read; err is the failed step's error. Writes the tree or the
// diff according to observe, which renews the client's refs.
void at_record_end(struct at_record *record, const struct at_tree *first,
                   const struct at_err *err);

#endif
