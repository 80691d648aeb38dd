// run_priv.h: the parts of a run, for its own files
#ifndef AT_TESTER_RUN_RUN_PRIV_H
#define AT_TESTER_RUN_RUN_PRIV_H

#include "tester/tools/runner.h"
#include "tester/run/model.h"
#include "tester/run/model_log.h"
#include "tester/run/question.h"
#include "tester/run/run.h"

// The proofs of a recording from whose touches the model has taken over: it may
// not put others in their place.
struct at_run_loop_bound {
    bool is_on;
    size_t failed; // call that must hold too, though actions came after it;
                   // SIZE_MAX: none
    bool *held;    // owned; of each call of the recording: it has held since
    bool *checked; // owned; of each step: its proofs were evaluated
};

struct at_run_loop {
    const struct at_run_opts *opts;
    struct at_run_outcome *out;
    struct at_op op; // ends with the run's minutes
    int64_t began_ns;
    char marker[17];
    struct at_tool_runner *runner;
    struct at_scenes scenes;
    struct at_model *model;   // NULL: none
    struct at_model_log *log; // log of the model's calls; NULL: none is kept
    struct at_strategy *strategy; // NULL: not needed yet
    const struct at_move *move;   // the strategy's move in progress; NULL: none
    struct at_agent_tool_result start;
    // The reported part of each step; owned.
    enum at_verdict *told;
    bool *begun;
    size_t lost;      // first step that is not recorded
    size_t entered;   // steps that have begun on the device
    int64_t acted_ns; // end of the newest action
    struct at_run_loop_bound bound;
    char *takeover; // actions of a replay in the open step; owned
    bool replaying;
    bool is_bare;  // the recording is of a scenario that no one has compiled
    bool expected; // the model was asked what the steps should show
};

// run_events.c: one event each.
void at_run_loop_tell(struct at_run_loop *run, enum at_run_event_kind kind,
                      struct at_str message);
// A model was asked something beside the run's conversation; about step (from
// 1), or 0.
void at_run_loop_tell_answer(struct at_run_loop *run, int step,
                             struct at_str message,
                             const struct at_answer *answer);
void at_run_loop_tell_call(struct at_run_loop *run, enum at_agent_tool tool,
                           struct at_str args, size_t step,
                           const struct at_agent_tool_result *result);
// Report once the settings that the model does not get.
void at_run_loop_tell_wishes(struct at_run_loop *run);
void at_run_loop_tell_reply(struct at_run_loop *run,
                            const struct at_model_reply *reply,
                            int64_t duration_ms, const char *call_path);
void at_run_loop_tell_failure(struct at_run_loop *run,
                              const struct at_model_failure *failure,
                              int64_t duration_ms, const char *call_path);
// Tell of the notes of the strategy, one event each.
void at_run_loop_tell_notes(struct at_run_loop *run);
// Steps that have begun or ended since the last call.
void at_run_loop_tell_steps(struct at_run_loop *run);
void at_run_loop_saved(void *user, const char *kind, const char *path,
                       int64_t began_ms);
void at_run_loop_shown(void *user, struct at_str png);
void at_run_loop_guarded(void *user, const char *what);
void at_run_loop_retries(void *user, const struct at_model_failure *failure,
                         int attempt, int64_t wait_ms);

// End the run, if it has not ended, as op or the device says.
void at_run_loop_end(struct at_run_loop *run, enum at_run_end end,
                     const char *reason);
void at_run_loop_end_by(struct at_run_loop *run, const struct at_err *err);
// Run one tool, after a person's approval if a guard requires it. Return false
// if the run has ended.
bool at_run_loop_call(struct at_run_loop *run,
                      const struct at_recipe_call *replayed,
                      enum at_agent_tool tool, const json_t *args,
                      struct at_agent_tool_result *result);

// Look whether the app has died. A death counts for its step whenever it
// happened: while the model thought, or between two calls.
void at_run_loop_note_death(struct at_run_loop *run);

// run_expect.c: compile what the steps should show, unless that is known.
void at_run_loop_expect(struct at_run_loop *run);
// Expect what the recording's steps have shown, as far as no one has compiled
// the scenario: a recording binds without its expectations, too.
void at_run_loop_expect_recorded(struct at_run_loop *run);
// The newest expectation of a step that does not hold, evaluated after the
// step's last action; NULL: none.
const struct at_assertion *at_run_loop_failed_expectation(
    const struct at_run_loop *run, size_t step);
// Before a step ends: evaluate the expectations of this step, the current one
// or the one before it, on the live screen, add them to the recording, and
// check whether the app has died. Return false if the run has ended.
bool at_run_loop_check_step(struct at_run_loop *run, size_t step,
                            int64_t timeout_ms);

// run_judge.c: the run is over: ask the second model, if there is one, about
// each step that has passed.
void at_run_loop_judge(struct at_run_loop *run);

// The budgets of the scenario, or else of the configuration.
struct at_budgets at_run_loop_budgets(const struct at_run_loop *run);

// run_record.c: what becomes the recording of this run.
// The first call of a step is about to be done.
void at_run_loop_enter_step(struct at_run_loop *run);
// Do a call, and record it if it can be played again. Return false if the run
// has ended.
bool at_run_loop_record(struct at_run_loop *run, enum at_agent_tool tool,
                        const json_t *args,
                        struct at_agent_tool_result *result);

// run_bound.c
// The model takes over in the open step. failed is the assertion that did not
// hold; SIZE_MAX: none.
void at_run_loop_bind(struct at_run_loop *run, size_t failed);
// Append what must hold from the open step on, for the model.
void at_run_loop_write_bound(const struct at_run_loop *run, struct at_buf *out);
// A call was done: note when it acted, and which recorded proof it has shown to
// hold.
void at_run_loop_note_call(struct at_run_loop *run, enum at_agent_tool tool,
                           const json_t *args,
                           const struct at_agent_tool_result *result);
// Evaluate the recorded proofs of the steps that have passed since the last
// call. A step with one that does not hold has failed.
void at_run_loop_check_bound(struct at_run_loop *run);
void at_run_loop_bound_deinit(struct at_run_loop *run);

// run_replay.c: play the recording as far as it fits. Afterwards the run has
// ended, or the model takes over in the open step.
void at_run_loop_replay(struct at_run_loop *run);

#endif
