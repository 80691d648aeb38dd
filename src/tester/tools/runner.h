// runner.h: runs the agent's tools on a device, through flow/
//
// One for each run. Every acting tool: resolve, guard, act, settle, observe,
// diff. Results are as the contract words them; secrets are masked in all of
// them. One thread uses it.
#ifndef AT_TESTER_TOOLS_RUNNER_H
#define AT_TESTER_TOOLS_RUNNER_H

#include "agent/tool.h"
#include "tester/run/model.h"
#include "tester/run/model_log.h"
#include "tester/run_opts.h"

struct at_app;
struct at_tool_runner;

struct at_tool_runner_opts {
    struct at_run_opts run;   // its device is taken over
    struct at_model *looker;  // model for assertByLooking; may be NULL
    struct at_model_log *log; // log of its calls; may be NULL
    const char *marker;       // removed from all texts of the screen
    bool by_person; // keys go to any app in front: a person sees where
    struct at_scenes *scenes; // scenes of the run, which the runner extends
    // A picture or piece of video was written (a path below folder), which
    // began then, by the wall clock; 0: a picture.
    void (*saved)(void *user, const char *kind, const char *path,
                  int64_t began_ms);
    // Gets a picture of the screen with its secrets covered; may be NULL.
    void (*shown)(void *user, struct at_str png);
    // Called if something was refused, or if text on the screen speaks to an
    // assistant.
    void (*guarded)(void *user, const char *what);
    void *user;
};

struct at_tool_runner *at_tool_runner_new(
    const struct at_tool_runner_opts *opts);
void at_tool_runner_free(struct at_tool_runner *runner); // NULL is allowed
// Move the device to the caller; the runner may then only be freed.
struct at_device *at_tool_runner_take_device(struct at_tool_runner *runner);

// Launch the app under test and start the recording, if enabled. True also for
// an app that does not start: out says so.
AT_CHECKED bool at_tool_runner_start(const struct at_op *op,
                                     struct at_tool_runner *runner,
                                     struct at_agent_tool_result *out,
                                     struct at_err *err);
// The app is in front already, as a person has left it. Where trees have no
// packages, the one that is in front is taken for it.
AT_CHECKED bool at_tool_runner_join(const struct at_op *op,
                                    struct at_tool_runner *runner,
                                    struct at_err *err);
// One use of a tool; borrowed for the call.
struct at_tool_runner_use {
    enum at_agent_tool tool;
    const json_t *args;              // checked, with defaults
    struct at_recipe_call *recorded; // may be NULL
    bool limits_wait;
    int64_t wait_ms; // time left for waiting, if it is limited
};

// Run one tool. Fails only if the device is gone (AT_ENODEV) or op was
// cancelled: everything else is a result. The touched element is written to the
// target of recorded, which may be NULL, if it can be found again by that.
AT_CHECKED bool at_tool_runner_call(const struct at_op *op,
                                    struct at_tool_runner *runner,
                                    const struct at_tool_runner_use *use,
                                    struct at_agent_tool_result *out,
                                    struct at_err *err);
// A gesture by hand, which models do not have: Home, or dragging.
struct at_tool_runner_gesture {
    bool is_home;
    struct at_point from;
    struct at_point to;
    int64_t duration_ms;
};
// Make a gesture, with the guards of any input.
AT_CHECKED bool at_tool_runner_gesture(
    const struct at_op *op, struct at_tool_runner *runner,
    const struct at_tool_runner_gesture *gesture,
    struct at_agent_tool_result *out, struct at_err *err);
// Run one call of a recording; its element is found by its target, and waited
// for as long as it took then (at_recipe_patience_ms()), as is an assertion's
// text. False with AT_ENOTFOUND: the screen is not as it was.
AT_CHECKED bool at_tool_runner_replay(const struct at_op *op,
                                      struct at_tool_runner *runner,
                                      const struct at_recipe_call *call,
                                      struct at_agent_tool_result *out,
                                      struct at_err *err);
struct at_tool_runner_expectation {
    const struct at_claims *claims;
    // The recorded proof of each claim; NULL: not recorded, or not proved.
    const struct at_recipe_proof **recorded;
    int64_t timeout_ms;
};
struct at_tool_runner_expected {
    struct at_claim_result *results; // one for each claim; the caller's
    size_t scene;    // index of the last one; AT_SCENE_NONE: not known
    int64_t held_ns; // when all were seen to hold; 0: they did not
};
// Evaluate claims on the live screen until all of them hold: for timeout_ms,
// and longer while the app loads, as assertions do. The caller has initialised
// a result for each claim.
AT_CHECKED bool at_tool_runner_expect(
    const struct at_op *op, struct at_tool_runner *runner,
    const struct at_tool_runner_expectation *expected,
    struct at_tool_runner_expected *out, struct at_err *err);
// Return true if the app has died since it was launched and this was not
// reported before; words say how. Asks the device's log and process list.
bool at_tool_runner_find_death(const struct at_op *op,
                               struct at_tool_runner *runner,
                               struct at_buf *words);
// A step begins: dialogs that come after this belong to it.
void at_tool_runner_begin_step(struct at_tool_runner *runner, bool first);
// Write the title of the dialog in front in the newest reading. Return false
// without a dialog.
bool at_tool_runner_front_dialog(struct at_tool_runner *runner,
                                 char out[AT_RECIPE_TITLE_BYTES + 1]);
// Read the screen, unless that was done just now, and write its marks.
AT_CHECKED bool at_tool_runner_screen(const struct at_op *op,
                                      struct at_tool_runner *runner,
                                      struct at_recipe_screen *out,
                                      struct at_err *err);
// Lift the guard of labels for the next such action, which a person has
// approved. The app lock is not lifted.
void at_tool_runner_approve(struct at_tool_runner *runner);
// Begin the recording of the run; at_tool_runner_finish() ends it. Appends why
// there is none to told, with "; " before it.
void at_tool_runner_film(const struct at_op *op, struct at_tool_runner *runner,
                         struct at_buf *told);
// End the recording, undo what the start has changed, and leave the app as it
// is.
void at_tool_runner_finish(const struct at_op *op,
                           struct at_tool_runner *runner);
struct at_app *at_tool_runner_app(const struct at_tool_runner *runner);

#endif
