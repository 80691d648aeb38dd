// run.h: runs a flow on a device, with Maestro's verdict
//
// Where Maestro waits by the clock and our events tell sooner, the run goes on
// sooner; no verdict depends on it. What Maestro passes over in silence becomes
// a note of the step: the outcome stays Maestro's.
#ifndef AT_MAESTRO_RUN_RUN_H
#define AT_MAESTRO_RUN_RUN_H

#include "base/err.h"
#include "base/op.h"
#include "flow/steps/exec.h"
#include "maestro/scope.h"
#include "maestro/trace.h"

// Receives steps as they begin and end; they are valid for the call.
struct at_maestro_listener {
    void (*began)(void *user, const struct at_maestro_step *step);
    void (*ended)(void *user, const struct at_maestro_step *step);
    void *user;
};

// Opens other devices than the run's. An app stays the opener's, until the run
// has ended.
struct at_maestro_opener {
    bool (*open)(void *user, const char *selector, struct at_app **out_app,
                 struct at_err *err);
    void *user;
};

struct at_maestro_run_opts {
    struct at_maestro_scope *scope; // borrowed; its engine runs the scripts
    const char *platform;           // "android", "ios"; a literal
    // Read the app's id from its file; NULL: not supported here. Owned.
    bool (*app_id)(const char *path, char **out_id, struct at_err *err);
    // assertScreenshot makes missing pictures, and replaces those that differ.
    bool updates_screenshots;
    // For screenshots, recordings and what a failure leaves; made when needed.
    // NULL: nothing is kept.
    const char *folder;
    bool video; // record all of it: screen-recording.mp4 of the folder
    // References of comparisons and apps to install must lie below this folder,
    // or below the run's own. NULL: they may lie anywhere.
    const char *root;
    // For device: of runFlow; borrowed. NULL: the run has one device.
    const struct at_maestro_opener *opener;
    const struct at_maestro_listener *listener; // borrowed; may be NULL
    const struct at_flow_gate *gate;            // borrowed; may be NULL
};

// Return true for a verdict, which Maestro's optional and retry cover; other
// codes are trouble of the device, a script or this machine.
bool at_maestro_is_verdict(enum at_code code);

// Run flow to its end. trace is filled in either case and released by the
// caller; flow must outlive it. Return false with the reason if the flow has
// failed. An error's code tells whose fault it was: AT_ENOTFOUND, AT_EASSERT,
// AT_ENOAPP and AT_ECRASH are verdicts, others are trouble of the device, a
// script or this machine.
AT_CHECKED bool at_maestro_run_flow(const struct at_op *op, struct at_app *app,
                                    const struct at_maestro_flow *flow,
                                    const struct at_maestro_run_opts *opts,
                                    struct at_maestro_trace *trace,
                                    struct at_err *err);

#endif
