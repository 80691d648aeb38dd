// runner_priv.h: shared by the tool runner and the tools
#ifndef AT_TESTER_TOOLS_RUNNER_PRIV_H
#define AT_TESTER_TOOLS_RUNNER_PRIV_H

#include "agent/guards/tree_mask.h"
#include "flow/flow.h"
#include "flow/steps/exec.h"
#include "tester/tools/runner.h"
#include "tester/worker/start.h"

enum {
    AT_TOOL_RUNNER_TOOL_MS = 90000, // one tool, with all waiting but waitFor's
    AT_TOOL_RUNNER_RELAUNCHES = 2,  // in one run, after the app was left
    AT_TOOL_RUNNER_DEATH_MS = 5000, // reading the log and the process list
    AT_TOOL_RUNNER_SCREEN_LINES = 120,
    AT_TOOL_RUNNER_LINES_TOLD = 3, // in the answer itself
    AT_TOOL_RUNNER_PATH_MAX = AT_AGENT_PATH_MAX,
};

#define AT_TOOL_RUNNER_NO_PICTURES                                             \
    "screenshots are switched off (screenshotsEnabled)"

struct at_tool_runner {
    struct at_tool_runner_opts opts;
    struct at_app *app; // owned, with the device
    bool launched;      // the app under test came to the front
    bool answered;      // the model's startTestingScenario
    bool recording;
    bool approved; // the next guarded action may pass
    struct at_tree_mask tree_mask;
    char death_mark[64]; // position in the log: deaths before it were reported
    int64_t pid;         // process id of the app since its launch; 0: unknown
    int relaunches;
    unsigned shots;                       // screenshots saved
    char newest[AT_TOOL_RUNNER_PATH_MAX]; // newest screenshot; "": none
    char remark[320]; // on the newest, if it shows one colour; else ""
    bool black;       // that colour is black
    unsigned pieces;  // pieces of video
    struct at_start_changes changes; // changes of this run's start
    char app_name[200];  // in front after the launch, where trees have no
                         // packages
    char suspicious[80]; // the text that was reported last
    char shown[32];      // fingerprint of the screen that the model saw last
    // The dialog that was in front when the step began; "": none.
    char step_dialog[AT_RECIPE_TITLE_BYTES + 1];
};

// One call of a tool.
struct at_tool_runner_call {
    const struct at_op *op;
    struct at_tool_runner *runner;
    enum at_agent_tool tool;
    struct at_agent_args args;
    const struct at_recipe_target *target; // target in a recording; NULL: none
    const struct at_tool_runner_gesture
        *gesture;                    // instead of the tool; or NULL
    struct at_recipe_call *recorded; // may be NULL
    struct at_agent_tool_result *out;
    bool limits_wait;
    int64_t wait_ms;             // time left for waiting, if it is limited
    struct at_selector selector; // selector of its element
    struct at_buf words;         // words of the selector; may contain a secret
    const char *handle;          // "text", "ref": what the element was found by
    struct at_argv changes; // changes of the screen by its action, in words
    bool outside;           // refused, because another app is in front
    bool lifted;            // a person has approved what this call does
    bool secret;            // the typed text must not be shown
    size_t secret_index;    // the first of those in it
    int64_t patience_ms;    // time that an assertion waits; 0: its default
};

// A handler fills call->out. False for a device that is gone and a cancelled
// op alone.
typedef bool at_tool_runner_tool(struct at_tool_runner_call *call,
                                 struct at_err *err);
extern at_tool_runner_tool *const at_tool_runner_tools[AT_AGENT_TOOL_COUNT];

// Return true if a tool must end the run with this error.
bool at_tool_runner_is_fatal(const struct at_err *err);
// Answer with the error, unless it ends the run: then fail with it.
AT_CHECKED bool at_tool_runner_refuse(struct at_tool_runner_call *call,
                                      const struct at_err *why,
                                      struct at_err *err);

// Set the element that the call means: the recorded one, its ref, or the one
// with those words. Their secrets are put in, since the screen shows values.
void at_tool_runner_aim(struct at_tool_runner_call *call, struct at_str words);
// The name of the element in an answer: the words, or the ref.
struct at_str at_tool_runner_wanted(const struct at_tool_runner_call *call);
// Write how node can be found again, if that finds it and nothing else. A text
// that shows a secret is left out; secrets may be NULL.
void at_tool_runner_identify(const struct at_tree *tree,
                             const struct at_node *node,
                             const struct at_secrets *secrets,
                             struct at_recipe_target *out);
bool at_tool_runner_has_target(const struct at_recipe_target *target);
struct at_selector at_tool_runner_target_selector(
    const struct at_recipe_target *target);

// The handler of a gesture (gesture.c).
at_tool_runner_tool at_tool_gesture;

// runner_proof.c

// Add the newest tree to the scenes of the run, if it is current; its index.
// AT_SCENE_NONE: the screen is not known.
size_t at_tool_runner_see(struct at_tool_runner *runner);
// The app under test has ended: a scene of the run in which nothing is shown.
void at_tool_runner_see_gone(struct at_tool_runner *runner);
// Evaluate the claim, which is moved, on the newest tree: the testimony of an
// assertion that a tool has made.
void at_tool_runner_testify(struct at_tool_runner_call *call,
                            struct at_claim *claim);
// Note the element on the screen whose text is most like the missing one.
void at_tool_runner_note_near(struct at_tool_runner_call *call);
// Complete the testimony of a call: the scene, the action.
void at_tool_runner_close_testimony(struct at_tool_runner_call *call);
// Deaths count from now on.
void at_tool_runner_mark_alive(const struct at_op *op,
                               struct at_tool_runner *runner);

// runner_recipe.c

// Before an assertion waits: note since when it holds, if it holds already.
void at_tool_runner_note_before(struct at_tool_runner_call *call,
                                const struct at_flow_step *step);
// After a call: note the text that an assertion held by, unless it has said so
// itself.
void at_tool_runner_note_proved(struct at_tool_runner_call *call);
// Note the screen and the dialog of an action that is recorded. aim may be
// NULL.
void at_tool_runner_recognise(struct at_tool_runner_call *call,
                              const struct at_aim *aim);
// For a replayed call: wait for its element; wait a moment if its assertion
// held by another text than the recorded one (false: the time is over); write
// that it still does.
AT_CHECKED bool at_tool_runner_await_target(
    const struct at_op *op, struct at_tool_runner *runner,
    const struct at_recipe_call *recorded, struct at_err *err);
bool at_tool_runner_may_still_hold(struct at_tool_runner_call *call,
                                   const struct at_recipe_call *recorded,
                                   int64_t began_ns);
void at_tool_runner_say_other_text(const struct at_recipe_call *recorded,
                                   struct at_agent_tool_result *out);

// Note the element, its place and its line for the pictures of the run.
void at_tool_runner_note_element(struct at_tool_runner_call *call,
                                 const struct at_tree *tree,
                                 const struct at_node *node);
// Run one step: resolve, guard, act, settle, observe. A tool waits no longer
// than the time that is left. Fails with the step's error; out_trace is filled
// either way and released by the caller.
AT_CHECKED bool at_tool_runner_step(struct at_tool_runner_call *call,
                                    struct at_flow_step *step,
                                    struct at_flow_trace *out_trace,
                                    struct at_err *err);
// Ask the guard whether an input may go to the app in front.
AT_CHECKED bool at_tool_runner_may_act(struct at_tool_runner_call *call,
                                       const struct at_aim *aim,
                                       struct at_err *err);
// The package in front. Trees of simulators have none: there the app that was
// in front after the launch is the one under test, as long as the screen names
// the same app.
struct at_str at_tool_runner_front(const struct at_tool_runner *runner,
                                   const struct at_tree *tree);
// Return true if an app of the scenario is in front.
bool at_tool_runner_is_inside(const struct at_tool_runner *runner);
// Append the effect of an action, without its changes, and the events during
// it, each with "; " before it.
void at_tool_runner_tell(const struct at_flow_trace *trace, struct at_buf *out);
// Say why a step failed: by the guard, the element, the app, the device. False
// and *err: it ends the run.
bool at_tool_runner_fail(struct at_tool_runner_call *call,
                         const struct at_flow_trace *trace,
                         const struct at_err *why, struct at_err *err);
// Add the pending items, and the place where missing text may be, to the
// answer.
void at_tool_runner_tell_missing(struct at_tool_runner_call *call);
// Return the message without the selector that it begins with.
struct at_str at_tool_runner_short_reason(const struct at_err *why);
// Say that count elements have the words, and position names none of them.
void at_tool_runner_say_ambiguous(struct at_tool_runner_call *call,
                                  size_t count);
// Run a step, and answer prefix, words and the changes if it succeeds.
bool at_tool_runner_act(struct at_tool_runner_call *call,
                        struct at_flow_step *step, enum at_prefix prefix,
                        const char *words, struct at_err *err);

// Mask secrets and take out what could end the marks around a text. Done before
// a text is cut, and to all that leaves.
void at_tool_runner_clean(struct at_tool_runner *runner, struct at_buf *text);
// Read the screen if the last reading is old.
AT_CHECKED bool at_tool_runner_look(struct at_tool_runner_call *call,
                                    struct at_err *err);
// Write the changes since the model saw the screen last: a few into out->text,
// more into out->screen.
void at_tool_runner_show(struct at_tool_runner_call *call);
// Take a picture, cover its secrets, and save it under that name. out_path is
// below the run's folder.
AT_CHECKED bool at_tool_runner_shoot(struct at_tool_runner_call *call,
                                     const char *name, struct at_buf *out_png,
                                     char out_path[AT_TOOL_RUNNER_PATH_MAX],
                                     struct at_err *err);
// Start the recording; end it and append the paths of its pieces, below the
// run's folder, as far as there are any.
AT_CHECKED bool at_tool_runner_record(const struct at_op *op,
                                      struct at_tool_runner *runner,
                                      struct at_err *err);
AT_CHECKED bool at_tool_runner_record_end(const struct at_op *op,
                                          struct at_tool_runner *runner,
                                          struct at_argv *out_paths,
                                          struct at_err *err);
// Count the fallbacks that the device has noted; append those after before.
size_t at_tool_runner_fallbacks(const struct at_tool_runner *runner);
void at_tool_runner_tell_fallbacks(const struct at_tool_runner *runner,
                                   size_t before, struct at_buf *out);
// Bring the app to the front; reset: end it first.
AT_CHECKED bool at_tool_runner_launch(struct at_tool_runner_call *call,
                                      bool reset, struct at_err *err);
// Bring it to the front for the first time, as the scenario's start says.
AT_CHECKED bool at_tool_runner_open(struct at_tool_runner_call *call,
                                    struct at_err *err);

#endif
