// strategy.h: decides the next move of an autonomous run; pure
//
// A state machine: it takes the result of one move and returns the next. It
// owns the conversation, the verdicts, the budgets, the loop detector and the
// history. It sends nothing, touches nothing and reads no clock.
//
//   ASK ──reply──> CALL … CALL ──results──> ASK …        a turn with calls
//   ASK ──reply──> END                                   a plain message
//   ASK ──failure, budget, stop──> END
#ifndef AT_AGENT_LOOP_STRATEGY_H
#define AT_AGENT_LOOP_STRATEGY_H

#include "agent/models/providers/provider.h"
#include "agent/run/run_end.h"
#include "agent/scenario.h"
#include "agent/tool.h"
#include "agent/proof/verdict.h"

struct at_strategy;

enum at_move_kind {
    AT_MOVE_ASK,  // send at_strategy_request() to the model
    AT_MOVE_CALL, // run one tool, then at_strategy_result()
    AT_MOVE_END,
};

struct at_move {
    enum at_move_kind kind;
    // CALL, borrowed until the result is given:
    enum at_agent_tool tool;
    json_t *args; // checked, with defaults
    const char *call_id;
    int64_t wait_ms; // time left for waiting in this step
};

struct at_strategy_opts {
    const struct at_scenario *scenario; // borrowed
    const struct at_profile *profile;   // borrowed
    struct at_budgets budgets;          // defaults filled in; 0: no limit
    const char *marker; // random for each run; encloses text from the screen
    const char *hints;  // apps/PACKAGE.md, or NULL
    // One for each step; borrowed. Steps that have ended were replayed.
    struct at_verdicts *verdicts;
    const char *takeover; // why a replay ended in the open step, or NULL
    // The result of the app's start, or the screen where a replay ended; may be
    // NULL.
    const struct at_agent_tool_result *start;
    struct at_model_usage spent; // used earlier in this run
    int64_t history_tokens;      // growth of the history before it is cut
    int64_t began_ns;
};

enum { AT_STRATEGY_HISTORY_TOKENS = 8000 }; // the contract's

struct at_strategy *at_strategy_new(const struct at_strategy_opts *opts);
void at_strategy_free(struct at_strategy *strategy); // NULL is allowed

// Return the next move; the same one until its result is given.
void at_strategy_next(struct at_strategy *strategy, int64_t now_ns,
                      struct at_move *out);
// Call these after ASK. The reply's turn is moved.
void at_strategy_request(struct at_strategy *strategy,
                         struct at_model_request *out);
void at_strategy_reply(struct at_strategy *strategy,
                       struct at_model_reply *reply);
// Call this when the model cannot be asked any more, after all retries.
void at_strategy_failed(struct at_strategy *strategy,
                        const struct at_model_failure *failure);
// Call this after CALL. Texts are copied; the marker is put around the screen.
// The result's prefix and text are replaced by those that the model reads.
void at_strategy_result(struct at_strategy *strategy,
                        struct at_agent_tool_result *result);

// An event of the strategy itself: a call that was answered without being run,
// a note to the model, a cut of the history.
struct at_strategy_note {
    char *tool; // the model's name for it; NULL: the note has only text
    char *args; // JSON text
    char *text; // the answer or the event, in words
    enum at_prefix prefix;
};
void at_strategy_note_deinit(struct at_strategy_note *note);
// Take the oldest note, which the caller owns. Return false if none is left.
bool at_strategy_take_note(struct at_strategy *strategy,
                           struct at_strategy_note *out);
// End now: "Test stopped by user", "the device is gone: …".
void at_strategy_end(struct at_strategy *strategy, enum at_run_end end,
                     const char *reason);

struct at_strategy_totals {
    int64_t iterations;
    struct at_model_usage usage; // summed
};
void at_strategy_add_usage(struct at_model_usage *sum,
                           const struct at_model_usage *usage);
void at_strategy_totals(const struct at_strategy *strategy,
                        struct at_strategy_totals *out);
// The end of the run and its reason in words, once it has ended. The verdicts
// have the summary.
enum at_run_end at_strategy_ended(const struct at_strategy *strategy,
                                  const char **out_reason);

#endif
